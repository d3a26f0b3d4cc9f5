//! The list of stages: what the sentence says, editing, pasting.

use serde_json::Value as Json;

use super::{
    act, check,
    find::{one, part},
};
use crate::browser::Page;

/// Two stages, so that every number is easy to say.
const TWO: &str = "/?lang=en&view=profile&stages=4d-Load_6c-Work";

pub(crate) async fn what_to_cut_first_is_said(page: &Page) {
    act::open(page, "/?lang=en&view=profile").await;
    let sentence = part("profile", "sentence");
    check::shows(page, &sentence, &["Data loading", "1.51×", "1.13×"]).await;
    // A link is read to the numbers it was written from, and stays as it is.
    let stages = "8d4-Load..it_2cf10b20--compute_1xv-AR";
    act::open(page, &format!("/?lang=en&view=profile&stages={stages}")).await;
    check::shows(page, &sentence, &["Load it", "11", "2.2×", "3.67×"]).await;
    check::link_has(page, "stages", Some(stages)).await;
}

pub(crate) async fn stages_are_added_moved_and_removed(page: &Page) {
    act::open(page, TWO).await;
    act::click(page, &part("profile", "add-stage")).await;
    check::link_has(page, "stages", Some("4d-Load_6c-Work_1o--other")).await;
    has_focus(page, &row(2, "stage-name")).await;
    act::click(page, &row(1, "stage-up")).await;
    check::link_has(page, "stages", Some("6c-Work_4d-Load_1o--other")).await;
    has_focus(page, &row(0, "stage-down")).await;
    act::click(page, &row(2, "remove-stage")).await;
    check::link_has(page, "stages", Some("6c-Work_4d-Load")).await;
    act::click(page, &row(1, "stage-gone")).await;
    check::link_has(page, "stages", Some("6c-Work_4dv-Load")).await;
    type_into(page, &row(0, "stage-name"), "<b>").await;
    check::shows(page, &row_problem(0), &["32 letters"]).await;
    type_into(page, &row(0, "stage-name"), "GPU").await;
    check::link_has(page, "stages", Some("6c-GPU_4dv-Load")).await;
}

pub(crate) async fn a_table_is_pasted(page: &Page) {
    act::open(page, TWO).await;
    act::click(page, "[data-part=paste-box] summary").await;
    let table = "Stage\tTime (us)\tKind\nRead\t2500\tdata\nMLP\t7500\tcompute\nnonsense";
    type_into(page, &part("profile", "paste-text"), table).await;
    act::click(page, &part("profile", "paste")).await;
    check::link_has(page, "stages", Some("2.5d-Read_7.5c-MLP")).await;
    let refused = part("profile", "paste-refused");
    check::shows(page, &refused, &["4", "nonsense"]).await;
    // Taken twice, the stages from before the first time come back, and go again.
    act::click(page, &part("profile", "paste")).await;
    act::click(page, &part("profile", "undo")).await;
    check::link_has(page, "stages", Some("4d-Load_6c-Work")).await;
    act::click(page, &part("profile", "redo")).await;
    check::link_has(page, "stages", Some("2.5d-Read_7.5c-MLP")).await;
    // So it is with whatever else replaces them.
    act::click(page, "[data-action=use-step]").await;
    act::link_change(page, "stages", "2.5d-Read_7.5c-MLP").await;
    act::click(page, &part("profile", "reset")).await;
    check::link_has(page, "stages", None).await;
    act::click(page, &part("profile", "undo")).await;
    act::click(page, &part("profile", "undo")).await;
    check::link_has(page, "stages", Some("2.5d-Read_7.5c-MLP")).await;
}

/// A part of a stage.
fn row(index: usize, name: &str) -> String {
    format!("[data-stage='{index}'] [data-part={name}]")
}

/// What is wrong with a stage.
fn row_problem(index: usize) -> String {
    format!("[data-stage='{index}'] .problem")
}

async fn has_focus(page: &Page, selector: &str) {
    let holds = format!("document.activeElement === {}", one(selector));
    page.until(&format!("the focus is on {selector}"), &holds)
        .await;
}

/// Puts a text into a field, as pasting does.
async fn type_into(page: &Page, selector: &str, text: &str) {
    let script = format!(
        "const field = {}; field.value = {};
         field.dispatchEvent(new Event('input', {{bubbles: true}}));",
        one(selector),
        Json::from(text)
    );
    page.run(&script, &[]).await;
}
