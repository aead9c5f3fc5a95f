//! Takes JSON text apart one level at a time; every part is a slice of the text, so it knows where it stands.
//!
//! `serde_json` decides what JSON is, once for the whole text, in [`document`].
//! The rest only finds commas, colons and escapes in a text that has passed it.

use std::borrow::Cow;
use std::str::Chars;

use serde::de::IgnoredAny;
use serde_json::Error;

/// Characters of the input that a message repeats at most.
const MAX_EXCERPT: usize = 60;

/// Digits of a number that count.
const MAX_DIGITS: u64 = 100_000_000_000_000_000;

/// Powers of ten beyond which a number is zero or infinite, whatever its digits.
const MAX_POWER: i32 = 1_000_000;

/// The one value of a text, without the white space around it.
pub(super) fn document(text: &str) -> Result<&str, Error> {
    serde_json::from_str::<IgnoredAny>(text).map(|_| trim(text))
}

/// The elements of a list.
pub(super) fn list(raw: &str) -> Option<Vec<&str>> {
    Some(items(raw.strip_prefix('[')?.strip_suffix(']')?).collect())
}

/// Keys, with their quotes, and values of an object, in the order of the text.
pub(super) fn object(raw: &str) -> Option<Vec<(&str, &str)>> {
    let entry = |item| split_once(item, b':').map(|(key, value)| (trim(key), trim(value)));
    Some(items(raw.strip_prefix('{')?.strip_suffix('}')?).filter_map(entry).collect())
}

/// The value of the first such key of an object.
pub(super) fn field<'a>(raw: &'a str, name: &str) -> Option<&'a str> {
    let entries = object(raw)?;
    entries.into_iter().find(|(key, _)| string(key).is_some_and(|key| key == name)).map(|(_, value)| value)
}

/// What names an alternative, with its quotes, and what it holds: a string, or an object of one entry.
pub(super) fn choice(raw: &str) -> Option<(&str, Option<&str>)> {
    if raw.starts_with('"') {
        return Some((raw, None));
    }
    match object(raw)?[..] {
        [(key, value)] => Some((key, Some(value))),
        _ => None,
    }
}

/// A string, unescaped; `None` where it has half of a surrogate pair.
pub(super) fn string(raw: &str) -> Option<Cow<'_, str>> {
    let inner = quoted(raw)?;
    if inner.contains('\\') { unescape(inner).map(Cow::Owned) } else { Some(Cow::Borrowed(inner)) }
}

/// A string without its quotes, escapes as written.
pub(super) fn inner(raw: &str) -> &str {
    quoted(raw).unwrap_or(raw)
}

/// A number, as it is written.
pub(super) fn number(raw: &str) -> Option<&str> {
    raw.starts_with(|first: char| first == '-' || first.is_ascii_digit()).then_some(raw)
}

/// The value of a number: exact for up to 15 digits and powers of ten up to 22, else off by a few units of the
/// last place. (The parser of the standard library is always exact, and adds 12 kB of tables to the module.)
pub(super) fn float(number: &str) -> f64 {
    let (mantissa, power) = number.split_once(['e', 'E']).unwrap_or((number, "0"));
    let huge = if power.starts_with('-') { -MAX_POWER } else { MAX_POWER };
    let mut power = power.parse::<i32>().map_or(huge, |power| power.clamp(-MAX_POWER, MAX_POWER));
    let (mut digits, mut fraction) = (0_u64, false);
    for digit in mantissa.bytes() {
        let room = digits < MAX_DIGITS;
        match digit {
            b'.' => fraction = true,
            b'0'..=b'9' if room => digits = 10 * digits + u64::from(digit - b'0'),
            _ => {}
        }
        power += i32::from(digit.is_ascii_digit()) * (i32::from(!room) - i32::from(fraction));
    }
    #[expect(clippy::as_conversions, clippy::cast_precision_loss)] // rounded, as said above
    let digits = digits as f64;
    let magnitude = if power < 0 { digits / 10_f64.powi(-power) } else { digits * 10_f64.powi(power) };
    if digits == 0.0 {
        return 0.0;
    }
    if mantissa.starts_with('-') { -magnitude } else { magnitude }
}

/// A truth value.
pub(super) fn boolean(raw: &str) -> Option<bool> {
    match raw {
        "true" => Some(true),
        "false" => Some(false),
        _ => None,
    }
}

/// What a value is, for a message: lists and objects by kind, the rest as written, cut short.
pub(super) fn excerpt(raw: &str) -> Cow<'_, str> {
    match raw.chars().next() {
        Some('{') => Cow::Borrowed("an object"),
        Some('[') => Cow::Borrowed("a list"),
        _ => shortened(raw),
    }
}

/// A text, or its beginning and an ellipsis.
pub(super) fn shortened(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(MAX_EXCERPT) {
        Some(_) => Cow::Owned(text.chars().take(MAX_EXCERPT - 1).chain(['…']).collect()),
        None => Cow::Borrowed(text),
    }
}

fn trim(text: &str) -> &str {
    text.trim_matches([' ', '\t', '\n', '\r'])
}

/// What stands between commas.
fn items(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(text).filter(|text| !trim(text).is_empty());
    std::iter::from_fn(move || {
        let text = rest?;
        let (item, others) = match split_once(text, b',') {
            Some((item, others)) => (item, Some(others)),
            None => (text, None),
        };
        rest = others;
        Some(trim(item))
    })
}

/// What stands before and after the first separator that is in no string, list or object.
fn split_once(text: &str, separator: u8) -> Option<(&str, &str)> {
    let (mut depth, mut quoted, mut escaped) = (0_usize, false, false);
    let index = text.bytes().position(|byte| {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => quoted = !quoted,
            _ if quoted => {}
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth = depth.saturating_sub(1),
            _ => return byte == separator && depth == 0,
        }
        false
    })?;
    Some((text.get(..index)?, text.get(index + 1..)?))
}

fn quoted(raw: &str) -> Option<&str> {
    raw.strip_prefix('"')?.strip_suffix('"')
}

fn unescape(inner: &str) -> Option<String> {
    let mut text = String::with_capacity(inner.len());
    let mut rest = inner;
    while let Some((plain, escape)) = rest.split_once('\\') {
        let mut escape = escape.chars();
        text += plain;
        text.push(match escape.next()? {
            'b' => '\u{8}',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'u' => code_point(&mut escape)?,
            itself => itself,
        });
        rest = escape.as_str();
    }
    text += rest;
    Some(text)
}

/// Four digits, and for the first half of a surrogate pair another escape.
fn code_point(escape: &mut Chars<'_>) -> Option<char> {
    let first = code_unit(escape)?;
    if let Some(point) = char::from_u32(first.into()) {
        return Some(point);
    }
    let pair = escape.next() == Some('\\') && escape.next() == Some('u');
    let second = if pair { code_unit(escape)? } else { return None };
    char::decode_utf16([first, second]).next()?.ok()
}

fn code_unit(escape: &mut Chars<'_>) -> Option<u16> {
    let digits = escape.as_str().get(..4)?;
    *escape = escape.as_str().get(4..)?.chars();
    u16::from_str_radix(digits, 16).ok()
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::{document, float, list, object, string};

    #[test]
    fn strings_are_read_as_serde_json_does() {
        for raw in [
            r#""""#,
            r#""a/\/\"\\\b\f\n\r\t""#,
            r#""\u0041\u00e9\u4f60\ud83d\ude00é你😀""#,
            r#""\ud83d""#,
            r#""\ud83dx""#,
            r#""\ud83d\n""#,
            r#""\ude00\ud83d""#,
            r#""\ud83d\u0041""#,
            r#""\\u0041""#,
        ] {
            assert_eq!(string(raw).map(String::from), serde_json::from_str::<String>(raw).ok(), "{raw}");
        }
    }

    #[test]
    fn numbers_are_read_as_the_standard_library_does() {
        let standard = |text: &str| text.parse::<f64>().unwrap();
        for text in [
            "0",
            "-0",
            "0.0",
            "0e5",
            "1",
            "-1.5",
            "2.8",
            "0.1",
            "1e22",
            "123456789012345",
            "0.000000001",
            "2e7",
            "20000000.0",
            "1E+3",
            "12.50e-1",
            "23.99",
            "999999999999.99",
            "1e400",
            "-1e99999999999",
            "1e-400",
            "1e-99999999999",
            "0.00001e5",
        ] {
            assert_eq!(float(text), standard(text), "{text}");
        }
        for text in ["9007199254740993", "3.141592653589793238462643", "1.5e308", "1e-300", "0.1e24"] {
            assert!((float(text) / standard(text) - 1.0).abs() < 1e-14, "{text}");
        }
        let long = format!("{}.{}", "9".repeat(400), "9".repeat(400));
        assert_eq!(float(&long), f64::INFINITY);
        assert_eq!(float(&format!("0.{}1e400", "0".repeat(399))), 1.0);
    }

    #[test]
    fn parts_are_those_of_serde_json() {
        let text = " { \"a,:]}\\\"\" : [ 1 ,[2,{\"b\":\"]\"}], {} ,[ ], \"\\\\\" ],\n\"\" :{\t} , \"c\":null}\r\n";
        let whole: Value = serde_json::from_str(text).unwrap();
        let entries = object(document(text).unwrap()).unwrap();
        let keys: Vec<_> = entries.iter().map(|(key, _)| string(key).unwrap()).collect();
        assert_eq!(keys, ["a,:]}\"", "", "c"]);
        for ((key, raw), name) in entries.iter().zip(&keys) {
            assert_eq!(serde_json::from_str::<Value>(raw).unwrap(), whole[name.as_ref()], "{key}");
        }
        let elements = list(entries[0].1).unwrap();
        assert_eq!(elements, ["1", "[2,{\"b\":\"]\"}]", "{}", "[ ]", "\"\\\\\""]);
        assert_eq!(list(elements[3]), Some(vec![]));
        assert_eq!(object(elements[2]), Some(vec![]));
        assert_eq!((list("{}"), object("[]"), list("1")), (None, None, None));
    }
}
