//! How long GPUs take to add up or hand round an array: ring, tree and hierarchical collectives.
//!
//! Times are α-β: so many hops of a latency, and bytes over a bandwidth. M is the whole array in
//! bytes, n the ranks, r of them in a node, k = n / r nodes, B bytes per second of one rank.
//!
//! ```text
//! ring          2 k (r − 1) α_nv + 2 (k − 1) α_net + 2 (n − 1)/n M / min(B_nv, r B_net)
//! tree          2 log2(r) α_nv + 2 log2(k) α_net   + 2 M / min(B_nv, r B_net)
//! hierarchical  2 (r − 1) α_nv + 2 (k − 1) α_net   + 2 (r − 1)/r M / B_nv + 2 (k − 1)/k M / (r B_net)
//! ```
//!
//! These are all-reduces; an all-gather or a reduce-scatter is half of one, since an all-reduce is
//! one of each. The volumes are those of nccl-tests `doc/PERFORMANCE.md`, the hops those of NCCL's
//! `tuning.cc` (a ring of n ranks over k nodes has 2 (k − 1) network hops and the rest inside).
//! A ring over nodes keeps all r network links of a node busy, which is why its bandwidth is r times
//! that of one link; a group with one rank in each node has one.

use super::inputs::{Achieved, Bandwidth, HopLatency};

/// How a collective goes over the ranks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Algorithm {
    /// Every rank passes pieces to the next: least bytes, a latency that grows like n.
    #[default]
    Ring,
    /// Up and down a binary tree in pieces: a latency that grows like log n.
    Tree,
    /// A ring inside each node, then rings between nodes over a share of the array each.
    Hierarchical,
}

/// Every algorithm.
pub static ALGORITHMS: [Algorithm; 3] = [Algorithm::Ring, Algorithm::Tree, Algorithm::Hierarchical];

impl Algorithm {
    /// Word in links, test names and DOM ids.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Ring => "ring",
            Self::Tree => "tree",
            Self::Hierarchical => "hierarchical",
        }
    }
}

/// The two kinds of links of a cluster, each per GPU and direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Links {
    /// Bandwidth inside a node.
    pub nvlink: Bandwidth,
    /// Latency of a hop inside a node.
    pub nvlink_latency: HopLatency,
    /// Bandwidth between nodes.
    pub network: Bandwidth,
    /// Latency of a hop between nodes.
    pub network_latency: HopLatency,
    /// Share of the network's bandwidth that collectives have: 0.95 was measured on an empty
    /// network (382 GB/s over four nodes of eight cards of 50 GB/s, stas00/ml-engineering, EFAv4,
    /// 16 GiB); in full clusters flows collide.
    pub network_share: Achieved,
}

/// Share of NVLink's bandwidth that a long ring collective has: bus bandwidth over specification
/// at 8 to 16 GiB is 235 / 300 on 8 A100 (nccl-tests), 367 / 450 on 8 H200 and 682 / 900 on 8 B200
/// (rings), hence 0.76 to 0.82. Source: stas00/ml-engineering, network/README.md.
pub const NVLINK_SHARE: f64 = 0.78;

/// Ranks that talk to each other, and how many of them share a node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Group {
    /// Number of ranks n ≥ 1; real, since curves are drawn between whole numbers.
    pub(crate) ranks: f64,
    /// Ranks in one node, from 1 to n.
    pub(crate) per_node: f64,
}

impl Group {
    /// A group of every `stride`-th of neighboring GPUs, in nodes of `node`.
    pub(crate) fn strided(ranks: f64, stride: f64, node: f64) -> Self {
        Self {
            ranks,
            per_node: (node / stride).clamp(1.0, ranks.max(1.0)),
        }
    }
}

/// Links as collectives meet them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fabric {
    pub(crate) links: Links,
    pub(crate) algorithm: Algorithm,
}

impl Fabric {
    fn nvlink(&self) -> f64 {
        self.links.nvlink.bytes_per_second() * NVLINK_SHARE
    }

    fn network(&self) -> f64 {
        self.links.network.bytes_per_second() * self.links.network_share.get()
    }

    /// Seconds of an all-reduce of `bytes`; 0 for one rank.
    pub(crate) fn all_reduce(&self, bytes: f64, group: Group) -> f64 {
        let (n, r) = (group.ranks, group.per_node);
        if n <= 1.0 {
            return 0.0;
        }
        let k = n / r;
        // A group within one node never meets the network.
        let narrowest = if k > 1.0 {
            self.nvlink().min(r * self.network())
        } else {
            self.nvlink()
        };
        let [inside, between, transfer] = match self.algorithm {
            Algorithm::Ring => [k * (r - 1.0), k - 1.0, (n - 1.0) / n * bytes / narrowest],
            Algorithm::Tree => [r.log2(), k.log2(), bytes / narrowest],
            Algorithm::Hierarchical => [
                r - 1.0,
                k - 1.0,
                (r - 1.0) / r * bytes / self.nvlink()
                    + (k - 1.0) / k * bytes / (r * self.network()),
            ],
        };
        2.0 * (inside * self.links.nvlink_latency.seconds()
            + between * self.links.network_latency.seconds()
            + transfer)
    }

    /// Seconds of an all-gather into, or a reduce-scatter of, an array of `bytes`.
    pub(crate) fn half_reduce(&self, bytes: f64, group: Group) -> f64 {
        0.5 * self.all_reduce(bytes, group)
    }

    /// Seconds to send `bytes` to the GPU `stride` places on, in nodes of `node`.
    pub(crate) fn send(&self, bytes: f64, stride: f64, node: f64) -> f64 {
        // With 2 × stride GPUs in a node at least half of the neighbors are in the same one.
        if 2.0 * stride <= node {
            bytes / self.nvlink() + self.links.nvlink_latency.seconds()
        } else {
            bytes / self.network() + self.links.network_latency.seconds()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fabric(algorithm: Algorithm) -> Fabric {
        Fabric {
            links: Links {
                nvlink: Bandwidth::new(450.0 / NVLINK_SHARE).unwrap(),
                nvlink_latency: HopLatency::new(3.0).unwrap(),
                network: Bandwidth::new(50.0).unwrap(),
                network_latency: HopLatency::new(14.0).unwrap(),
                network_share: Achieved::MAX,
            },
            algorithm,
        }
    }

    fn group(ranks: f64, per_node: f64) -> Group {
        Group { ranks, per_node }
    }

    /// Seconds, to nine digits.
    #[track_caller]
    fn check(algorithm: Algorithm, bytes: f64, group: Group, expected: f64) {
        let seconds = fabric(algorithm).all_reduce(bytes, group);
        assert!((seconds - expected).abs() <= 1e-9 * expected, "{seconds}");
    }

    #[test]
    fn one_rank_needs_no_collective() {
        for algorithm in ALGORITHMS {
            check(algorithm, 1e9, group(1.0, 1.0), 0.0);
        }
    }

    #[test]
    fn all_reduces_by_hand() {
        // Eight ranks in one node: 14 hops of 3 µs and 7/4 of the bytes.
        check(
            Algorithm::Ring,
            9e9,
            group(8.0, 8.0),
            14.0 * 3e-6 + 1.75 * 9e9 / 450e9,
        );
        check(
            Algorithm::Tree,
            9e9,
            group(8.0, 8.0),
            6.0 * 3e-6 + 2.0 * 9e9 / 450e9,
        );
        check(
            Algorithm::Hierarchical,
            9e9,
            group(8.0, 8.0),
            14.0 * 3e-6 + 1.75 * 9e9 / 450e9,
        );
        // Four nodes: a ring of 32 meets 8 × 50 GB/s and 6 network hops among its 62.
        let ring = 56.0 * 3e-6 + 6.0 * 14e-6 + 2.0 * 31.0 / 32.0 * 9e9 / 400e9;
        check(Algorithm::Ring, 9e9, group(32.0, 8.0), ring);
        let tree = 6.0 * 3e-6 + 4.0 * 14e-6 + 2.0 * 9e9 / 400e9;
        check(Algorithm::Tree, 9e9, group(32.0, 8.0), tree);
        // One rank in each of 64 nodes has one link.
        let spread = 126.0 * 14e-6 + 2.0 * 63.0 / 64.0 * 9e9 / 50e9;
        check(Algorithm::Ring, 9e9, group(64.0, 1.0), spread);
        check(Algorithm::Hierarchical, 9e9, group(64.0, 1.0), spread);
    }

    #[test]
    fn the_hierarchical_phases_are_the_serial_bound_of_the_measured_sweep() {
        // 4 GiB over 4 × 8 B200 with 50 GB/s each: 22.05 ms measured (377.34 GB/s), between 16.1 ms
        // if the phases overlapped and 26.25 ms in series at the 740.64 GB/s measured in one node.
        let links = Links {
            nvlink: Bandwidth::new(740.64 / NVLINK_SHARE).unwrap(),
            nvlink_latency: HopLatency::MIN,
            network: Bandwidth::new(50.0).unwrap(),
            network_latency: HopLatency::MIN,
            network_share: Achieved::MAX,
        };
        let fabric = Fabric {
            links,
            ..fabric(Algorithm::Hierarchical)
        };
        let seconds = fabric.all_reduce(4_f64 * 1024_f64.powi(3), group(32.0, 8.0));
        assert!((seconds * 1e3 - 26.25).abs() < 0.01, "{seconds}");
        let between_nodes = 4_f64 * 1024_f64.powi(3) * 1.5 / 400e9;
        assert!((between_nodes * 1e3 - 16.1).abs() < 0.01);
    }

    #[test]
    fn the_bus_bandwidth_factor_is_that_of_nccl_tests() {
        // busbw = bytes / time × 2 (n − 1)/n is the link's speed whatever n, but for latency.
        for n in [2.0, 4.0, 8.0] {
            let seconds = fabric(Algorithm::Ring).all_reduce(1e13, group(n, n));
            let busbw = 1e13 / seconds * 2.0 * (n - 1.0) / n;
            assert!((busbw / 450e9 - 1.0).abs() < 1e-5, "{n} {busbw}");
        }
    }

    #[test]
    fn a_group_knows_its_neighbors() {
        for (ranks, stride, node, per_node) in [
            (8.0, 1.0, 8.0, 8.0),
            (4.0, 1.0, 8.0, 4.0),
            (64.0, 8.0, 8.0, 1.0),
            (64.0, 2.0, 8.0, 4.0),
            (64.0, 16.0, 8.0, 1.0),
        ] {
            assert_eq!(Group::strided(ranks, stride, node).per_node, per_node);
        }
    }
}
