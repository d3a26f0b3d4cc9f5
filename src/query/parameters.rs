//! All settings of one figure as text, for files that leave the page.

use super::keys;
use crate::chart::View;
use crate::scenario::Scenario;
use crate::state::ExplorerState;

/// A link in which every setting of every figure is another than the default one.
const ALL_CHANGED: &str = "p=0.1_0.2&c=1&n=2&nmax=4&law=usl&y=cost&x=linear&ys=linear&sigma=0.5&kappa=0.5\
    &growth=1&params=1&ctx=2048&gpu=a100&gpus=2&fixed=1&launch=1&flops=full&job=ddp&jobgpu=h200\
    &jobparams=2&scaling=weak&jobn=16&seq=128&batch=64&micro=3&tp=2&pp=2&vpp=2&cp=2&peak=500&achieved=0.5&memory=64&hbm=2000&node=4&net=1&hop=1\
    &nvlink=1&coll=tree&dp=zero1&ovtp=0.1&ovpp=0.1&ovdp=0.1&ovcp=0.1&recompute=full&kernels=1&call=1\
    &graphs=0.1&host=1&wait=1&gpums=2&load=1&copy=1&workers=1&prefetch=1&pinned=1&faster=2&span=5\
    &stages=article";

/// The keys that a figure is a function of, with their values in full, those at their default too:
/// a file has to say what it shows when there is no page beside it.
pub fn parameters(view: &View, scenario: &Scenario) -> Vec<(&'static str, String)> {
    let mut scenarios = [
        Scenario::default(),
        view.own(&super::read(ALL_CHANGED).0.scenario),
        scenario.clone(),
    ]
    .map(|scenario| ExplorerState {
        scenario,
        ..ExplorerState::default()
    });
    let [before, changed, now] = &mut scenarios;
    let mut changes = Vec::new();
    keys::all(before, &mut |_, value| changes.push(value.written()));
    let mut place = 0;
    let mut own = Vec::new();
    keys::all(changed, &mut |_, value| {
        own.push(changes.get(place) != Some(&value.written()));
        place += 1;
    });
    let mut own = own.into_iter();
    let mut out = Vec::new();
    keys::all(now, &mut |key, value| {
        let value = value.in_full();
        if own.next() == Some(true) && !value.is_empty() {
            out.push((key, value));
        }
    });
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::VIEWS;

    #[test]
    fn every_setting_is_that_of_a_figure() {
        let named = |scenario: &Scenario| -> Vec<&'static str> {
            let mut keys: Vec<_> = VIEWS
                .into_iter()
                .flat_map(|view| parameters(view, scenario))
                .map(|(key, _)| key)
                .collect();
            keys.sort_unstable();
            keys.dedup();
            keys
        };
        let (changed, problems) = super::super::read(ALL_CHANGED);
        assert!(problems.is_empty(), "{problems:?}");
        let mut all = Vec::new();
        keys::all(&mut ExplorerState::default(), &mut |key, _| all.push(key));
        all.retain(|key| !["view", "lang", "theme", "embed", "hide"].contains(key));
        all.sort_unstable();
        assert_eq!(named(&changed.scenario), all);
    }

    #[test]
    fn a_figure_names_its_own_settings_in_full() {
        let scenario = Scenario::default();
        let of = |id| parameters(crate::chart::view_by_id(id).unwrap(), &scenario);
        assert_eq!(of("speedup")[0], ("p", "0.5_0.75_0.9_0.95_0.99".to_owned()));
        assert_eq!(of("loading").len(), 8);
        let profile: Vec<_> = of("profile").iter().map(|(key, _)| *key).collect();
        assert_eq!(profile, ["gpu", "stages"]);
        // What a case brings is said too.
        let job = of("communication");
        assert!(job.contains(&("job", "megatron-175b".to_owned())));
        assert!(job.iter().any(|(key, value)| *key == "tp" && value == "8"));
    }
}
