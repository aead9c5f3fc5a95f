use super::compare::{compare, judge};
use super::{Data, Table, data, figures, read, results};
use crate::codegen::{self, Facts, Stated};

/// Two cards: the figures of `one` are its own, those of `half` are of one of two devices.
fn facts() -> Facts {
    let gpu = |id: &str, fields: &str| {
        let head = "class = \"datacenter\"\nlink = \"pcie\"\nmemory_type = \"HBM2\"";
        let text = format!("id = {id:?}\nname = \"\"\nvendor = \"\"\narchitecture = \"\"\n{head}\n{fields}");
        toml::from_str(&text).expect("the row is complete")
    };
    let mut facts = codegen::facts().expect("the facts can be read");
    facts.gpus = vec![
        gpu("one", "memory_gib = 80\nbandwidth_gb_s = 2000\nfp16_tflops = 100\npower_w = 300"),
        gpu("half", "memory_gib = 64\ndevices_per_board = 2"),
    ];
    facts.stated = [("a", "fp16_tflops"), ("b", "power_w")].map(|(source, field)| stated(source, field)).into();
    facts
}

fn stated(source: &str, field: &str) -> Stated {
    let text = format!("source = {source:?}\ngpus = [\"one\"]\nfields = [{field:?}]");
    toml::from_str(&text).expect("the entry is complete")
}

fn table(cited_as: &str) -> Table {
    let text = format!(
        "id = \"theirs\"\ntitle = \"\"\nclient = \"pip\"\npackage = \"\"\narchive = \"\"\nsha256 = \"\"\nboards = [\"Two\"]\n\
         cited_as = [{cited_as:?}]\n[devices]\nOne = [\"one\"]\nTwo = [\"half\"]"
    );
    toml::from_str(&text).expect("the table is complete")
}

const FIGURES: &str = "table,device,field,value\n\
    theirs,One,memory_gib,40\ntheirs,One,memory_gib,80\ntheirs,One,memory_type,hbm2\ntheirs,One,bandwidth_gb_s,2040\n\
    theirs,One,fp16_tflops,25\ntheirs,One,fp32_tflops,12\ntheirs,One,power_w,250\ntheirs,Two,memory_gib,128\n";

#[track_caller]
fn check(cited_as: &str, verdicts: &str, expected: Result<usize, &str>) {
    let (facts, tables) = (facts(), [table(cited_as)]);
    let comparisons = compare(&tables, &facts, &figures(FIGURES)).expect("all devices have figures");
    let verdicts = toml::from_str::<Data>(&format!("table = []\n{verdicts}")).expect("verdicts are complete").verdict;
    let judged = judge(&verdicts, &comparisons).map(|judged| judged.len()).map_err(|error| error.to_string());
    match expected {
        Ok(count) => assert_eq!(judged, Ok(count)),
        Err(text) => assert!(judged.as_ref().is_err_and(|error| error.contains(text)), "{judged:?}"),
    }
}

const POWER: &str =
    "[[verdict]]\ntable = \"theirs\"\nfields = [\"power_w\"]\ngpus = [\"one\"]\nright = \"ours\"\nwhy = \"so\"\n";

fn fp16(multiple: &str) -> String {
    let head =
        "[[verdict]]\ntable = \"theirs\"\nfields = [\"fp16_tflops\"]\ngpus = [\"one\"]\nright = \"ours\"\nwhy = \"so\"";
    format!("{POWER}{head}\ntheirs_is = {{ {multiple} }}\n")
}

#[test]
fn what_agrees_and_what_does_not() {
    let (facts, tables) = (facts(), [table("none")]);
    let comparisons = compare(&tables, &facts, &figures(FIGURES)).expect("all devices have figures");
    let found: Vec<_> = comparisons.iter().map(|of| (of.gpu.id.as_str(), of.field, of.agrees)).collect();
    let expected = [
        ("one", "bandwidth_gb_s", true), // 2 %
        ("one", "fp16_tflops", false),
        ("one", "memory_gib", true),  // one of their variants
        ("one", "memory_type", true), // a word
        ("one", "power_w", false),
        ("half", "memory_gib", true), // their board has twice as much
    ];
    assert_eq!(found, expected);
}

#[test]
fn every_disagreement_has_a_verdict_that_holds() {
    check("none", &fp16("times = 0.25"), Ok(2));
    check("none", "verdict = []", Err("no verdict"));
    check("none", &fp16("times = 0.3, our = \"power_w\""), Err("0.3 × our power_w is 90"));
    check("none", &fp16("times = 2, our = \"fp32_tflops\""), Err("the row has no fp32_tflops"));
    let idle = fp16("times = 0.25") + &POWER.replace("power_w", "memory_gib");
    check("none", &idle, Err("a verdict on no disagreement"));
}

#[test]
fn a_table_is_no_source_of_what_it_contradicts() {
    check("a", &fp16("times = 0.25"), Err("the row cites the table"));
    check("b", POWER, Err("the row cites the table"));
}

/// A changed figure, name or verdict needs a run of the command.
#[test]
fn the_document_is_fresh() {
    let (text, _) = results(&data().expect("the data can be read")).expect("every disagreement has a verdict");
    assert!(read("cross-check.md").expect("it is there") == text, "stale: run `cargo xtask cross-check`");
}
