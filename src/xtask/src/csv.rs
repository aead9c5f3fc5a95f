//! Text of comma-separated values (RFC 4180) → records by the names of the columns.
//!
//! It knows no column and converts nothing. `tests/it` reads its tables with it too.

/// A table with a header.
pub(crate) struct Table {
    header: Vec<String>,
    /// With the number of their first line.
    records: Vec<(usize, Vec<String>)>,
}

/// One line of it.
#[derive(Clone, Copy)]
pub(crate) struct Record<'a> {
    line: usize,
    header: &'a [String],
    fields: &'a [String],
}

impl Table {
    /// The first record is the header; an empty text has neither header nor records.
    pub(crate) fn read(text: &str) -> Self {
        let mut records = records(text.strip_prefix('\u{feff}').unwrap_or(text));
        let header = if records.is_empty() { Vec::new() } else { records.remove(0).1 };
        Self { header, records }
    }

    pub(crate) fn has(&self, column: &str) -> bool {
        self.header.iter().any(|name| name == column)
    }

    pub(crate) fn records(&self) -> impl Iterator<Item = Record<'_>> {
        let header = &self.header;
        self.records.iter().map(move |(line, fields)| Record { line: *line, header, fields })
    }
}

impl<'a> Record<'a> {
    /// The number of its first line in the text.
    #[allow(dead_code)] // not every reader says where
    pub(crate) const fn line(self) -> usize {
        self.line
    }

    /// The field of a column without spaces around it; empty where the table or the record does not have it.
    pub(crate) fn get(&self, column: &str) -> &'a str {
        let index = self.header.iter().position(|name| name == column);
        index.and_then(|index| self.fields.get(index)).map_or("", |field| field.trim())
    }
}

/// Quotes keep commas and line ends, and a doubled quote in them is one. Empty lines are no records.
fn records(text: &str) -> Vec<(usize, Vec<String>)> {
    let (mut records, mut record, mut field) = (Vec::new(), Vec::new(), String::new());
    let (mut quoted, mut line, mut first) = (false, 1, 1);
    let mut signs = text.chars().peekable();
    while let Some(sign) = signs.next() {
        line += usize::from(sign == '\n');
        match sign {
            '"' if quoted && signs.next_if_eq(&'"').is_some() => field.push('"'),
            '"' => quoted = !quoted,
            ',' if !quoted => record.push(std::mem::take(&mut field)),
            '\r' if !quoted => {}
            '\n' if !quoted => {
                record.push(std::mem::take(&mut field));
                records.push((std::mem::replace(&mut first, line), std::mem::take(&mut record)));
            }
            _ => field.push(sign),
        }
    }
    if !field.is_empty() || !record.is_empty() {
        record.push(field);
        records.push((first, record));
    }
    records.retain(|(_, record)| record.iter().any(|field| !field.is_empty()));
    records
}

#[cfg(test)]
mod tests {
    use super::Table;

    #[test]
    fn quotes_ends_and_absent_fields() {
        let table = Table::read("\u{feff}a,b\r\n1,\"x, \"\"y\"\"\nz\"\r\n\r\n2\n3, 4 ");
        let rows: Vec<_> = table.records().map(|record| (record.get("a"), record.get("b"))).collect();
        assert_eq!(rows, [("1", "x, \"y\"\nz"), ("2", ""), ("3", "4")]);
        assert_eq!(table.records().map(super::Record::line).collect::<Vec<_>>(), [2, 5, 6]);
        assert!(table.has("b") && !table.has("c"));
        assert_eq!(table.records().next().map(|record| record.get("c")), Some(""));
        assert_eq!(Table::read("").records().count(), 0);
    }
}
