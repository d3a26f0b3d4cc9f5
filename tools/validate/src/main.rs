//! `validate FOLDER` prints the training step as modeled beside the tables in a folder.

use std::{env, path::Path, process::ExitCode};

use validate::{Validation, print, read};

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [folder] = &arguments[..] else {
        eprintln!("usage: validate FOLDER");
        return ExitCode::FAILURE;
    };
    match read(Path::new(folder)) {
        Ok(rows) => {
            print!("{}", print(&Validation::of(rows)));
            ExitCode::SUCCESS
        }
        Err(faults) => {
            for fault in faults {
                eprintln!("validate: {fault}");
            }
            ExitCode::FAILURE
        }
    }
}
