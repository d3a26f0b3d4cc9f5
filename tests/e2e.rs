//! The built site, served as a production host does, in a real browser.
//!
//! `make test` builds what this needs. Every test gets a browser of its own, and fails also when
//! the console shows an error at its end. A failure leaves a picture in `target/e2e/`.

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
}

use std::{
    net::Ipv4Addr,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    pin::Pin,
    process::ExitCode,
    sync::Arc,
};

use libtest_mimic::{Arguments, Trial};
use site::{Site, serve};
use tokio::{net::TcpListener, runtime::Runtime};

use browser::{Driver, Page, project};
use e2e::{
    access, check, communication, controls, embed, fallback, hosting, hosts, loading, offline,
    parts, profile, reading, sharing,
};

/// A test: its name, and what it does with its page.
struct Case {
    name: &'static str,
    run: for<'a> fn(&'a Page) -> Pin<Box<dyn Future<Output = ()> + 'a>>,
}

/// The tests named, each an `async fn(&Page)`.
macro_rules! cases {
    ($($module:ident::$name:ident),* $(,)?) => {
        vec![$(Case { name: stringify!($name), run: |page| Box::pin($module::$name(page)) }),*]
    };
}

/// Every test; a new one is its function and a line here.
fn cases() -> Vec<Case> {
    cases![
        reading::a_link_opens_on_its_numbers,
        reading::the_language_switches_and_stays,
        reading::a_link_decides_the_language,
        reading::the_theme_switches_and_stays,
        reading::a_nonsense_link_is_reported_and_the_page_works,
        controls::curves_and_dials_work_by_keyboard,
        controls::the_model_size_works_by_keyboard,
        controls::a_figure_is_reset,
        controls::the_operating_line_is_dragged,
        controls::the_operating_line_is_dragged_with_a_finger,
        controls::back_and_forward_move_between_figures,
        controls::a_jump_within_the_page_changes_nothing,
        controls::a_flood_of_input_writes_the_link_seldom,
        controls::curves_are_added_and_removed,
        communication::overlap_is_turned_by_keyboard,
        communication::what_cannot_be_is_said_and_mended,
        loading::a_faster_gpu_behind_a_slow_loader_gains_little,
        loading::the_loaders_work_by_keyboard,
        profile::what_to_cut_first_is_said,
        profile::stages_are_added_moved_and_removed,
        profile::a_table_is_pasted,
        embed::an_embed_shows_one_figure_and_the_way_to_the_whole,
        embed::an_author_leaves_parts_out,
        embed::a_small_frame_needs_no_scroll_bars,
        embed::frames_are_fitted_to_their_figures,
        embed::a_generous_host_is_not_asked_for_ever_more,
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
        parts::an_embedded_first_figure_loads_no_other,
        access::no_accessibility_violation_on_a_desktop,
        access::no_accessibility_violation_on_a_phone,
        access::a_phone_scrolls_in_one_direction_only,
        fallback::without_scripts_there_is_a_picture_a_table_and_a_reason,
        fallback::without_wasm_the_reason_appears,
        fallback::nothing_jumps_when_the_page_comes_alive,
        fallback::a_fault_of_ours_leaves_a_way_back,
        hosting::no_request_leaves_the_site,
        hosting::the_page_works_below_any_path,
        hosting::the_page_works_in_a_sandboxed_frame,
        hosts::frames_with_every_mix_of_permissions,
        hosts::hosts_that_send_files_wrongly,
        hosts::browsers_that_refuse,
        hosts::a_slow_line_and_a_reload_in_the_middle,
        hosts::one_file_from_a_disk,
        hosts::one_file_written_into_a_frame,
        offline::the_page_opens_without_a_network,
        offline::a_new_build_never_mixes_with_the_old,
    ]
}

/// What all tests share.
struct World {
    runtime: Runtime,
    driver: Driver,
    origin: String,
}

impl World {
    fn new() -> Self {
        let runtime = Runtime::new().expect("a runtime");
        let dist = project("dist");
        let missing = |e| panic!("{}: {e}; run `make build`", dist.display());
        let site = Site::default().mount("/", &dist).unwrap_or_else(missing);
        let site = site.mount(hosting::PREFIX, &dist).unwrap_or_else(missing);
        let site = hosts::mount(site.page(hosting::HOST, hosting::HOST_PAGE), &dist);
        let listener = runtime.block_on(TcpListener::bind((Ipv4Addr::LOCALHOST, 0)));
        let listener = listener.expect("a free port");
        let origin = format!("http://{}", listener.local_addr().expect("its address"));
        runtime.spawn(serve(listener, Arc::new(site)));
        Self {
            runtime,
            driver: Driver::start(),
            origin,
        }
    }

    /// Runs one test, and ends its browser also when it has failed.
    fn run(&self, case: &Case) {
        let page = self
            .runtime
            .block_on(Page::new(&self.driver, &self.origin, &[]));
        let test = async {
            (case.run)(&page).await;
            check::no_errors(&page).await;
        };
        let outcome = catch_unwind(AssertUnwindSafe(|| self.runtime.block_on(test)));
        self.runtime.block_on(async {
            if outcome.is_err() {
                page.picture(case.name).await;
            }
            page.close().await;
        });
        if let Err(panic) = outcome {
            resume_unwind(panic);
        }
    }
}

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let world = Arc::new(World::new());
    let trial = |case: Case| {
        let world = Arc::clone(&world);
        Trial::test(case.name, move || {
            world.run(&case);
            Ok(())
        })
    };
    let trials = cases().into_iter().map(trial).collect();
    // The driver ends with the world, so the exit must not come before.
    libtest_mimic::run(&arguments, trials).exit_code()
}
