//! Price lists in CSV → which device each row names, and a catalog with every price that a row states in full.
//!
//! Nothing is guessed: a row that leaves open what is sold, for how long or since when is left out, with the reason.

mod device;
mod gather;
mod instance;
mod left_out;
mod price;
mod report;
mod write;

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};

use crate::codegen::instances;
use crate::csv::Table;
pub(crate) use device::resolve;
use gather::Gathered;
use left_out::Row;
pub(crate) use price::prices;
use report::Report;

/// Where the catalog goes, and in which currency its prices are.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Write a catalog of the offers to this file
    #[arg(long)]
    catalog: Option<PathBuf>,
    /// Currency of the catalog, such as CNY; without it that of the most rows
    #[arg(long, requires = "catalog")]
    currency: Option<String>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Prints what the files name and, where a catalog is asked for, writes it and prints what it leaves out.
pub(crate) fn run(files: &[PathBuf], options: &Options) -> Result<()> {
    let tables = files.iter().map(read).collect::<Result<Vec<_>>>()?;
    let instances = instances()?;
    let mut report = Report::default();
    for row in rows(files, &tables) {
        let named = resolve(row.record, &instances);
        report.add(named.outcome, row.record.get("gpu"), &named.gpus);
    }
    let Some(path) = &options.catalog else {
        print!("{}", if options.json { report.json().to_string() + "\n" } else { report.text() });
        return Ok(());
    };
    let currency = match &options.currency {
        Some(currency) => currency.clone(),
        None => gather::usual_currency(rows(files, &tables)).context("no row states a currency")?,
    };
    let gathered = Gathered::of(rows(files, &tables), &instances, &currency);
    write::catalog(path, &currency, &gathered)?;
    if options.json {
        println!("{}", gathered.json(path, &currency, report.json()));
    } else {
        print!("{}\n{}", gathered.text(path, &currency), report.text());
    }
    Ok(())
}

fn read(file: &PathBuf) -> Result<Table> {
    let text = fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    let table = Table::read(&text);
    ensure!(table.has("gpu"), "{}: there is no column gpu", file.display());
    Ok(table)
}

fn rows<'a>(files: &'a [PathBuf], tables: &'a [Table]) -> impl Iterator<Item = Row<'a>> {
    let of_file = |(file, table): (&'a PathBuf, &'a Table)| table.records().map(move |record| Row { file, record });
    files.iter().zip(tables).flat_map(of_file)
}

#[cfg(test)]
mod tests;
