//! What the words of a pasted table say about the kind of a stage, in the page's languages.

use crate::model::profile::Kind;

/// What the words of a cell or a name say about the kind, the surest first; without spaces, hyphens
/// and underscores. A reduction or gather that is a kernel of its own stays on the GPU.
const KINDS: [(&str, Kind); 56] = {
    use Kind::{Communication, Compute, DataIo, LaunchIdle, Memory, Other};
    [
        ("comm", Communication),
        ("nccl", Communication),
        ("reducekernel", Memory),
        ("gatherkernel", Memory),
        ("reduce", Communication),
        ("gather", Communication),
        ("alltoall", Communication),
        ("sendrecv", Communication),
        ("dataparallel", Communication),
        ("pipelinetransfer", Communication),
        ("通信", Communication),
        ("同步", Communication),
        ("launch", LaunchIdle),
        ("idle", LaunchIdle),
        ("bubble", LaunchIdle),
        ("发射", LaunchIdle),
        ("空闲", LaunchIdle),
        ("气泡", LaunchIdle),
        ("recomput", Other),
        ("重算", Other),
        ("重计算", Other),
        ("compute", Compute),
        ("gemm", Compute),
        ("matmul", Compute),
        ("conv", Compute),
        ("forward", Compute),
        ("backward", Compute),
        ("计算", Compute),
        ("前向", Compute),
        ("反向", Compute),
        ("microbatch", Compute),
        ("微批次", Compute),
        ("gpukernel", Compute),
        ("gpu内核", Compute),
        ("memcpy", DataIo),
        ("memory", Memory),
        ("norm", Memory),
        ("softmax", Memory),
        ("elementwise", Memory),
        ("optim", Memory),
        ("访存", Memory),
        ("内存", Memory),
        ("优化器", Memory),
        ("data", DataIo),
        ("load", DataIo),
        ("copy", DataIo),
        ("copies", DataIo),
        ("i/o", DataIo),
        ("数据", DataIo),
        ("加载", DataIo),
        ("拷贝", DataIo),
        ("parallel", Communication),
        ("并行", Communication),
        ("wait", LaunchIdle),
        ("other", Other),
        ("其他", Other),
    ]
};

/// The kind that a cell names.
pub(super) fn kind(cell: &str) -> Option<Kind> {
    match cell.to_ascii_lowercase().as_str() {
        "c" => Some(Kind::Compute),
        "m" => Some(Kind::Memory),
        "x" => Some(Kind::Communication),
        "d" | "io" => Some(Kind::DataIo),
        "l" => Some(Kind::LaunchIdle),
        "o" => Some(Kind::Other),
        words => guess(words),
    }
}

/// The kind that words hint at.
pub(super) fn guess(words: &str) -> Option<Kind> {
    let words = words.to_ascii_lowercase().replace([' ', '-', '_'], "");
    let found = KINDS.iter().find(|(word, _)| words.contains(word));
    found.map(|(_, kind)| *kind)
}
