//! `site join DIST SPLIT` adds the parts of a split module to a built site, `site finish DIST`
//! adds headers, compressed copies and the list for offline use, `site single DIST OUT` makes one
//! file of it, and `site serve DIST [PORT]` shows it to this machine.

use std::{env, io, net::Ipv4Addr, path::Path, process::ExitCode, sync::Arc};

use site::{Site, finish, join, serve, write_single};
use tokio::net::TcpListener;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match words[..] {
        ["finish", dist] => finish(Path::new(dist), None).map_err(|e| format!("{dist}: {e}")),
        ["finish", dist, address] => address.parse().and_then(|address| {
            finish(Path::new(dist), Some(&address)).map_err(|e| format!("{dist}: {e}"))
        }),
        ["single", dist, out] => {
            write_single(Path::new(dist), Path::new(out)).map_err(|e| format!("{dist}: {e}"))
        }
        ["join", dist, split] => {
            join(Path::new(dist), Path::new(split)).map_err(|e| format!("{dist}, {split}: {e}"))
        }
        ["serve", dist] => show(dist, "8080"),
        ["serve", dist, port] => show(dist, port),
        _ => Err(
            "usage: site join DIST SPLIT | site finish DIST [ADDRESS] | site single DIST OUT | site serve DIST [PORT]".to_owned(),
        ),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("site: {message}");
            ExitCode::FAILURE
        }
    }
}

/// Serves `dist` to this machine only, until interrupted.
fn show(dist: &str, port: &str) -> Result<(), String> {
    let number: u16 = port.parse().map_err(|_| format!("{port} is not a port"))?;
    let site = Site::default()
        .mount("/", Path::new(dist))
        .map_err(|e| format!("{dist}: {e}"))?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_io()
        .build();
    runtime.map_err(|e| e.to_string())?.block_on(async {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, number))
            .await
            .map_err(|e| match e.kind() {
                io::ErrorKind::AddrInUse => {
                    format!(
                        "port {port} is taken by another program; choose one: make serve PORT=8081"
                    )
                }
                _ => format!("port {port}: {e}"),
            })?;
        let address = listener.local_addr().map_err(|e| e.to_string())?;
        println!("Serving on http://{address}/ (Ctrl-C stops)");
        serve(listener, Arc::new(site))
            .await
            .map_err(|e| e.to_string())?;
        Ok(())
    })
}
