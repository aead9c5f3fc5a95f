//! The order of the house: who may use whom, how long files may be, and what no file may name.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::{read, root};

/// Which modules of the core each module may use. What is not listed is not allowed.
const LAYERS: &[(&str, &[&str])] = &[
    ("units", &[]),
    ("order", &[]),
    ("money", &["units", "bounds"]),
    ("error", &["bounds", "money"]),
    ("bounds", &["error"]),
    ("catalog", &["units", "order", "money"]),
    ("workload", &["units", "catalog"]),
    ("requirement", &["units", "catalog", "workload", "candidate"]),
    ("candidate", &["units", "catalog", "workload", "requirement"]),
    ("verification", &["units", "order", "catalog", "bounds", "error"]),
    ("demand", &["units", "catalog"]),
    ("clock", &["units", "catalog"]),
    ("ownership", &["units", "money", "catalog", "demand", "billing"]),
    ("billing", &["units", "order", "money", "catalog", "demand"]),
    (
        "plan",
        &["units", "order", "money", "bounds", "catalog", "workload", "requirement", "candidate", "demand", "billing"],
    ),
    (
        "compare",
        &["units", "order", "money", "catalog", "workload", "requirement", "candidate", "demand", "billing", "plan"],
    ),
];

/// Words that a module may not contain, because they belong to the other side.
const STRANGERS: &[(&str, &[&str])] = &[
    ("workload", &["Money", "Rate", "Offer", "Catalog", "Billing"]),
    ("requirement", &["Money", "Rate", "Offer", "Catalog", "Billing"]),
    ("candidate", &["Money", "Rate", "Offer", "Catalog", "Billing"]),
    ("billing", &["Flops", "FlopsPerSec", "Workload", "Candidate", "Requirement", "Architecture"]),
    ("demand", &["Money", "Flops", "Workload"]),
];

fn files(folder: &str, extensions: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if path.is_dir() {
                if !matches!(name.as_str(), "target" | "node_modules" | ".git" | "wasm" | "pkg" | ".next") {
                    folders.push(path);
                }
            } else if extensions.iter().any(|extension| name.ends_with(extension)) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

fn relative(path: &Path) -> String {
    path.strip_prefix(root()).unwrap().to_string_lossy().replace('\\', "/")
}

/// The lines of a Rust file that are code and not tests.
fn code(path: &Path) -> String {
    let text = std::fs::read_to_string(path).unwrap();
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
    text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

fn words(code: &str) -> impl Iterator<Item = &str> {
    code.split(|c: char| !c.is_alphanumeric() && c != '_')
}

/// The top module of a file of the core, `None` for its root and for test files.
fn module(path: &Path) -> Option<String> {
    let path = relative(path);
    let inner = path.strip_prefix("src/core/src/")?;
    let first = inner.split('/').next()?.trim_end_matches(".rs");
    (first != "lib" && !inner.ends_with("tests.rs")).then(|| first.to_owned())
}

#[test]
fn layers_point_one_way() {
    let layers: BTreeMap<_, _> = LAYERS.iter().copied().collect();
    let mut wrong = Vec::new();
    for path in files("src/core/src", &[".rs"]) {
        let Some(module) = module(&path) else { continue };
        let Some(allowed) = layers.get(module.as_str()) else {
            wrong.push(format!("{}: module {module} is not in the table", relative(&path)));
            continue;
        };
        let code = code(&path);
        for used in code.split("crate::").skip(1) {
            let used = words(used.trim_start_matches('{')).next().unwrap();
            if used != module && !allowed.contains(&used) {
                wrong.push(format!("{}: {module} uses {used}", relative(&path)));
            }
        }
        for (_, strangers) in STRANGERS.iter().filter(|(name, _)| *name == module) {
            for word in words(&code).filter(|word| strangers.contains(word)) {
                wrong.push(format!("{}: {module} names {word}", relative(&path)));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn the_view_keeps_to_its_layers() {
    let mut wrong = Vec::new();
    for path in files("www", &[".ts"]) {
        let name = relative(&path);
        let text = std::fs::read_to_string(&path).unwrap();
        let code: String = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
        let mut rule = |broken: bool, what: &str| {
            if broken {
                wrong.push(format!("{name}: {what}"));
            }
        };
        let is = |file: &str| name == format!("www/element/{file}");
        let loads_wasm = code
            .split("import ")
            .skip(1)
            .any(|rest| !rest.starts_with("type ") && rest.split(';').next().unwrap().contains("/wasm/"));
        rule(loads_wasm && !is("engine.ts") && name != "www/npm/core.ts", "only engine.ts and npm/core.ts touch wasm");
        rule(code.contains("Intl.") && !is("format.ts"), "only format.ts touches Intl");
        rule(code.contains("fetch(") && !is("engine.ts"), "only engine.ts fetches");
        rule(code.contains("innerHTML") || code.contains("unsafeHTML"), "markup is never made of text");
        rule(code.contains("customElements.define") && !name.ends_with("/define.ts"), "only define.ts registers");
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// The scripts of hosts' pages leave nothing behind and tell nobody.
#[test]
fn the_view_stores_nothing() {
    let storage = ["localStorage", "sessionStorage", "indexedDB", "caches.", "cookie"];
    let talk = ["sendBeacon", "XMLHttpRequest", "WebSocket", "EventSource", "eval(", "new Function"];
    let mut wrong = Vec::new();
    for path in files("www", &[".ts"]) {
        let code = code(&path);
        for word in storage.iter().chain(&talk).filter(|word| code.contains(**word)) {
            wrong.push(format!("{}: {word}", relative(&path)));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn files_stay_short() {
    let mut wrong = Vec::new();
    for (folder, extension, most) in [("src", ".rs", 400), ("www", ".ts", 300)] {
        for path in files(folder, &[extension]) {
            let name = relative(&path);
            let most = match name.as_str() {
                "src/lib.rs" => 150,
                "src/core/src/catalog/tables.rs" => continue, // generated
                _ if name.ends_with("tests.rs") => continue,
                _ => most,
            };
            let lines = code(&path).lines().filter(|line| !line.trim().is_empty()).count();
            if most < lines {
                wrong.push(format!("{name}: {lines} code lines, at most {most}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// No file names a workplace, a path of some machine, or the host of a package registry.
#[test]
fn nothing_points_outside() {
    let parts = [
        ("/wor", "k/"),
        ("/ro", "ot/"),
        (".lib", "rary"),
        ("regis", "try.npm"),
        ("static.crat", "es.io"),
        ("../sha", "red/"),
    ];
    let mut wrong = Vec::new();
    let extensions = [".rs", ".ts", ".mjs", ".js", ".json", ".toml", ".md", ".html", ".css", ".yml", "run"];
    for path in files(".", &extensions) {
        if path.ends_with("Cargo.lock") {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        for (a, b) in parts {
            if text.contains(&format!("{a}{b}")) {
                wrong.push(format!("{}: {a}{b}", relative(&path)));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Every price has a date and a source, and one that is second-hand says so in the name of its platform; for GPUs see
/// `facts.rs`, for all other facts the code generator.
#[test]
fn every_price_has_a_source() {
    for file in ["www/catalogs/cny.json", "www/catalogs/usd.json", "www/catalogs/guide.json"] {
        let catalog: serde_json::Value = serde_json::from_str(&read(file)).unwrap();
        for offer in catalog["offers"].as_array().unwrap() {
            assert!(offer["source"].is_string() && offer["asOf"].is_string(), "{file}: {}", offer["id"]);
            let source = catalog["sources"][offer["source"].as_str().unwrap()]["title"].as_str().unwrap();
            let platforms = catalog["platforms"].as_array().unwrap();
            let platform = platforms.iter().find(|platform| platform["id"] == offer["platform"]).unwrap();
            let is_marked = platform["name"].as_str().unwrap().contains("reported price");
            assert!(is_marked || !source.contains("second-hand"), "{file}: {}", offer["id"]);
        }
    }
}

/// What the issue asks for at least, and that tables can be searched.
#[test]
fn the_tables_are_large_enough_and_sorted() {
    use gpu_cost_core::catalog;
    assert!(30 <= catalog::gpus().len() && 40 <= catalog::models().len() + catalog::visual_models().len());
    assert!(catalog::gpus().is_sorted_by_key(|gpu| gpu.id));
    assert!(catalog::models().is_sorted_by_key(|model| model.id));
    assert!(catalog::visual_models().is_sorted_by_key(|model| model.id));
    let (mut offers, mut platforms) = (0, 0);
    for file in ["www/catalogs/cny.json", "www/catalogs/usd.json"] {
        let catalog: serde_json::Value = serde_json::from_str(&read(file)).unwrap();
        offers += catalog["offers"].as_array().unwrap().len();
        platforms += catalog["platforms"].as_array().unwrap().len();
    }
    assert!(300 <= offers && 25 <= platforms, "{offers} offers of {platforms} platforms");
}
