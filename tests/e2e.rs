//! The built site, served as a production host does, in the browser engines that the machine has.
//!
//! `make test` builds what this needs. Every test gets a browser of its own, and fails also when
//! there was an error on the page at its end. A failure leaves a picture in `target/e2e/`.
//! Tests are named `engine::test`, so that `cargo test --test e2e -- firefox` runs those of one.
//! Chromium has to be there; where another engine is not, that is said, and `ENGINES=all` makes it
//! a failure.

#![allow(clippy::print_stderr, reason = "what is skipped has to be said")]

mod browser;
mod e2e {
    pub(crate) mod access;
    pub(crate) mod act;
    pub(crate) mod check;
    pub(crate) mod communication;
    pub(crate) mod controls;
    pub(crate) mod embed;
    pub(crate) mod fallback;
    pub(crate) mod find;
    pub(crate) mod hosting;
    pub(crate) mod hosts;
    pub(crate) mod loading;
    pub(crate) mod offline;
    pub(crate) mod parts;
    pub(crate) mod profile;
    pub(crate) mod reading;
    pub(crate) mod sharing;
    pub(crate) mod world;
    pub(crate) mod writing;
}

use std::{env, pin::Pin, process::ExitCode, sync::Arc};

use libtest_mimic::{Arguments, Trial};

use browser::{Browser, Engine, Page};
use e2e::{
    access, communication, controls, embed, fallback, hosting, hosts, loading, offline, parts,
    profile, reading, sharing, world::World, writing,
};

/// A test: its name, the engines that can run it, and what it does with its page.
#[derive(Clone, Copy)]
struct Case {
    name: &'static str,
    engines: &'static [Engine],
    run: for<'a> fn(&'a Page) -> Pin<Box<dyn Future<Output = ()> + 'a>>,
}

/// The tests named, each an `async fn(&Page)`; some have the engines that can run them behind `in`.
macro_rules! cases {
    ($($module:ident::$name:ident $(in $engines:expr)?),* $(,)?) => {
        vec![$(Case {
            name: stringify!($name),
            engines: cases!(@engines $($engines)?),
            run: |page| Box::pin($module::$name(page)),
        }),*]
    };
    (@engines) => { &Engine::ALL };
    (@engines $engines:expr) => { $engines };
}

/// Every test; a new one is its function and a line here.
fn cases() -> Vec<Case> {
    cases![
        reading::a_link_opens_on_its_numbers,
        reading::a_link_with_an_entity_is_read_to_its_end,
        reading::the_language_switches_and_stays,
        reading::a_link_decides_the_language,
        reading::the_theme_switches_and_stays,
        reading::a_nonsense_link_is_reported_and_the_page_works,
        reading::text_of_a_link_is_never_markup,
        controls::curves_and_dials_work_by_keyboard,
        controls::the_model_size_works_by_keyboard,
        controls::a_figure_is_reset,
        controls::the_operating_line_is_dragged,
        controls::the_operating_line_is_dragged_with_a_finger in controls::WITH_FINGERS,
        controls::back_and_forward_move_between_figures,
        controls::a_jump_within_the_page_changes_nothing,
        controls::curves_are_added_and_removed,
        writing::a_flood_of_input_stays_within_the_limit,
        writing::a_flood_of_figures_stays_within_the_limit,
        writing::the_figure_that_is_left_keeps_its_last_turn,
        writing::a_refused_write_is_made_good,
        communication::overlap_is_turned_by_keyboard,
        communication::what_cannot_be_is_said_and_mended,
        loading::a_faster_gpu_behind_a_slow_loader_gains_little,
        loading::the_loaders_work_by_keyboard,
        loading::the_schedule_is_watched_as_it_happens,
        loading::who_asks_for_less_motion_gets_none in loading::WITH_PREFERENCES,
        profile::what_to_cut_first_is_said,
        profile::stages_are_added_moved_and_removed,
        profile::a_table_is_pasted,
        embed::an_embed_shows_one_figure_and_the_way_to_the_whole,
        embed::an_author_leaves_parts_out,
        embed::a_small_frame_needs_no_scroll_bars,
        embed::frames_are_fitted_to_their_figures,
        embed::a_generous_host_is_not_asked_for_ever_more,
        embed::the_script_for_hosts_fits_what_was_there_before_it,
        embed::a_host_sets_the_state_and_hears_the_link,
        embed::a_frame_writes_no_history,
        embed::a_frame_draws_once_it_has_a_size,
        embed::the_wheel_scrolls_the_page_around,
        sharing::snippets_are_offered_for_every_kind_of_page,
        sharing::a_refused_clipboard_is_never_called_copied,
        sharing::every_kind_of_file_holds_the_chart_and_its_source,
        sharing::a_canvas_that_never_answers_hangs_nothing,
        sharing::where_downloads_are_refused_the_whole_page_is_offered,
        parts::later_figures_that_do_not_come_are_asked_for_again,
        parts::a_link_to_a_later_figure_shows_it,
        parts::a_reader_who_scrolls_is_not_held,
        parts::an_embedded_first_figure_loads_no_other,
        access::no_accessibility_violation_on_a_desktop,
        access::no_accessibility_violation_on_a_phone,
        access::a_phone_scrolls_in_one_direction_only,
        fallback::without_scripts_there_is_a_picture_a_table_and_a_reason,
        fallback::without_wasm_the_reason_appears,
        fallback::nothing_jumps_when_the_page_comes_alive,
        fallback::a_fault_of_ours_leaves_a_way_back,
        hosting::every_kind_of_error_is_seen,
        hosting::no_request_leaves_the_site,
        hosting::the_page_works_below_any_path,
        hosting::the_page_works_in_a_sandboxed_frame,
        hosting::the_page_works_in_a_sandboxed_frame_without_a_policy,
        hosts::frames_with_every_mix_of_permissions,
        hosts::hosts_that_send_files_wrongly,
        hosts::browsers_that_refuse in hosts::BY_PROTOCOL,
        hosts::a_slow_line_and_a_reload_in_the_middle in hosts::BY_PROTOCOL,
        hosts::one_file_from_a_disk,
        hosts::one_file_written_into_a_frame,
        offline::the_page_opens_without_a_network,
        offline::a_new_build_never_mixes_with_the_old,
    ]
}

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let mut browsers = Vec::new();
    let mut skipped = Vec::new();
    for engine in Engine::ALL {
        match Browser::find(engine) {
            Ok(browser) => browsers.push(browser),
            Err(missing) => skipped.push((engine, missing)),
        }
    }
    let is_needed = |engine| {
        engine == Engine::Chromium || env::var_os("ENGINES").is_some_and(|needed| needed == "all")
    };
    if let Some((engine, missing)) = skipped.iter().find(|(engine, _)| is_needed(*engine)) {
        eprintln!("{}: {missing}; run tools/setup.sh test", engine.name());
        return ExitCode::FAILURE;
    }

    let world = Arc::new(World::new());
    let mut trials = Vec::new();
    for browser in browsers {
        for case in cases() {
            if case.engines.contains(&browser.engine) {
                let (world, browser) = (Arc::clone(&world), browser.clone());
                let name = format!("{}::{}", browser.engine.name().to_lowercase(), case.name);
                trials.push(Trial::test(name, move || {
                    world.run(&case, &browser);
                    Ok(())
                }));
            }
        }
    }
    let outcome = libtest_mimic::run(&arguments, trials);
    // At the end, where it is read.
    for (engine, missing) in skipped {
        eprintln!("skipped: {} ({missing})", engine.name());
    }
    outcome.exit_code()
}
