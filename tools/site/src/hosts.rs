//! The rules of `_headers` in the words of web servers that do not read that file.

use crate::Rules;

/// A configuration of Caddy that serves the site in `/srv` with these rules.
pub(crate) fn caddy(rules: &Rules) -> String {
    let mut out = String::from(
        "# Written by the build: the headers belong to this build's files.\n\
         :8080 {\n\troot * /srv\n\tfile_server {\n\t\tprecompressed br gzip\n\t\thide _*\n\t}\n",
    );
    for (path, headers) in rules.all() {
        for (name, value) in headers {
            // Caddy's own `/*` is every path, too.
            let value = value.to_str().unwrap_or_default();
            out.extend(["\theader ", path, " ", name.as_str(), " \"", value, "\"\n"]);
        }
    }
    out + "}\n"
}

/// A configuration of nginx that serves the site in `/srv` with these rules; a file of `conf.d`.
pub(crate) fn nginx(rules: &Rules) -> String {
    let mut cached = String::new();
    let mut everywhere = String::new();
    for (path, headers) in rules.all() {
        for (name, value) in headers {
            let value = value.to_str().unwrap_or_default();
            if path == "/*" {
                everywhere.extend([
                    "    add_header ",
                    name.as_str(),
                    " \"",
                    value,
                    "\" always;\n",
                ]);
            } else {
                cached.extend(["    ", path, " \"", value, "\";\n"]);
            }
        }
    }
    // nginx forgets the headers of a level when the one below adds any: all stand on one level, and
    // the one that differs by path is looked up.
    format!(
        "# Written by the build: the headers belong to this build's files.\n\
         map $uri $explorer_cache {{\n    default \"\";\n{cached}}}\n\
         server {{\n    listen 8080;\n    root /srv;\n    gzip_static on;\n    gzip_vary on;\n\
         \x20   location ~ /_ {{ return 404; }}\n\
         {everywhere}    add_header cache-control $explorer_cache;\n}}\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: &str = "/*\n  X-A: 'self'; b\n/\n  Cache-Control: no-cache\n";

    #[test]
    fn every_rule_is_told_to_each_server() {
        let rules = Rules::parse(RULES).expect("rules");
        let caddy = caddy(&rules);
        assert!(caddy.contains("\theader /* x-a \"'self'; b\"\n"), "{caddy}");
        assert!(caddy.contains("\theader / cache-control \"no-cache\"\n"));
        let nginx = nginx(&rules);
        assert!(
            nginx.contains("    add_header x-a \"'self'; b\" always;\n"),
            "{nginx}"
        );
        assert!(nginx.contains("    / \"no-cache\";\n"), "{nginx}");
    }
}
