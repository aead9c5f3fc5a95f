//! The prices of a row: which way to pay, and how much for one unit.
//!
//! Two forms of rows are read. One has `price_hour` and `spot_price_hour`; the other a `term` and its `price`. In both
//! `price_unit` says what a price is for: a card or an instance, and which time.

use gpu_cost_core::money::{Money, MoneyError};

use crate::csv::Record;

/// Hours of a month, where a term and its price are of different lengths and as the catalog has them.
pub(super) const MONTH_HOURS: u32 = 730;

/// A way to pay, as a catalog names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Way {
    OnDemand,
    Spot,
    Day,
    Week,
    Month,
    Year,
    TwoYears,
    ThreeYears,
}

/// Why a price is left out: a code, and what the row says.
pub(crate) type Unclear = (&'static str, String);

/// All prices of a row, for a unit of so many cards.
pub(crate) fn prices(row: Record, cards: u32) -> Vec<Result<(Way, Money), Unclear>> {
    let of = |way, column| match row.get(column) {
        "" => None,
        text => Some(hourly(row, cards, text).map(|price| (way, price))),
    };
    let mut prices: Vec<_> = [of(Way::OnDemand, "price_hour"), of(Way::Spot, "spot_price_hour")].into();
    if !row.get("price").is_empty() {
        prices.push(Some(term(row, cards)));
    }
    let prices: Vec<_> = prices.into_iter().flatten().collect();
    if prices.is_empty() { vec![Err(("price", "there is none".to_owned()))] } else { prices }
}

fn hourly(row: Record, cards: u32, price: &str) -> Result<Money, Unclear> {
    let (n_units, hours) = unit(row, cards)?;
    if hours != 1 {
        return Err(unit_unclear(row));
    }
    times(price, n_units, 1)
}

fn term(row: Record, cards: u32) -> Result<(Way, Money), Unclear> {
    let text = row.get("term");
    let unclear = || ("term-unclear", format!("`{text}` is no way to pay of a catalog"));
    let (way, term_hours) = way(text).ok_or_else(unclear)?;
    let (n_units, hours) = unit(row, cards)?;
    if term_hours < hours {
        return Err(unclear());
    }
    Ok((way, times(row.get("price"), n_units * term_hours, hours)?))
}

/// The way to pay that a term means, and its hours. Each word of the text must be known: `(low of 7000-8000)` changes
/// what the price is.
fn way(text: &str) -> Option<(Way, u32)> {
    const KNOWN: &str = "pay as you go package prepaid reserved committed use per hour day week month year hours days \
                         weeks months years 按量 按时 包时 包天 包日 包周 包月 包年 个月 年 月 周 天 小时";
    let (numbers, words): (Vec<_>, Vec<_>) = words(text).into_iter().partition(|word| word.parse::<u32>().is_ok());
    let count = match numbers.as_slice() {
        [] => 1,
        [count] => count.parse::<u32>().ok()?,
        _ => return None,
    };
    let all_known = words.iter().all(|word| KNOWN.split(' ').any(|known| known == word));
    let hours = words.iter().find_map(|word| period(word)).filter(|_| all_known)?.checked_mul(count)?;
    let month = MONTH_HOURS;
    let way = match hours {
        1 => Way::OnDemand,
        24 => Way::Day,
        168 => Way::Week,
        hours if hours == month => Way::Month,
        hours if hours == 12 * month => Way::Year,
        hours if hours == 24 * month => Way::TwoYears,
        hours if hours == 36 * month => Way::ThreeYears,
        _ => return None,
    };
    Some((way, hours))
}

/// How many of what the price is for are in the unit, and the hours that it is for.
fn unit(row: Record, cards: u32) -> Result<(u32, u32), Unclear> {
    let (mut is_card, mut is_instance, mut hours) = (false, false, None);
    for word in words(row.get("price_unit")) {
        match word.as_str() {
            "per" | "and" | "a" | "元" | "yuan" | "cny" | "usd" => {}
            "gpu" | "card" | "卡" => is_card = true,
            "instance" | "node" | "server" | "台" => is_instance = true,
            word => match period(word) {
                Some(found) if hours.is_none() => hours = Some(found),
                _ => return Err(unit_unclear(row)),
            },
        }
    }
    let is_instance = is_instance || cards == 1 || !is_card && !row.get("instance").is_empty();
    match hours {
        Some(hours) if is_card && !is_instance => Ok((cards, hours)),
        Some(hours) if is_instance => Ok((1, hours)),
        _ => Err(unit_unclear(row)),
    }
}

fn unit_unclear(row: Record) -> Unclear {
    ("unit-unclear", format!("`{}`: of a card or an instance, and for how long?", row.get("price_unit")))
}

/// Hours of a period.
fn period(word: &str) -> Option<u32> {
    Some(match word {
        "hour" | "hours" | "时" | "小时" | "按量" | "按时" | "包时" => 1,
        "day" | "days" | "天" | "日" | "包天" | "包日" => 24,
        "week" | "weeks" | "周" | "包周" => 168,
        "month" | "months" | "月" | "个月" | "包月" => MONTH_HOURS,
        "year" | "years" | "年" | "包年" => 12 * MONTH_HOURS,
        _ => return None,
    })
}

/// Words in lower case; digits and letters are apart, as in `1个月`.
fn words(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut digits = false;
    for sign in text.to_lowercase().chars() {
        if !sign.is_alphanumeric() || sign.is_ascii_digit() != digits {
            words.push(String::new());
        }
        digits = sign.is_ascii_digit();
        if let Some(word) = words.last_mut().filter(|_| sign.is_alphanumeric()) {
            word.push(sign);
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// A price in decimals, rounded to the nine that a catalog may have, times a ratio.
fn times(text: &str, factor: u32, divisor: u32) -> Result<Money, Unclear> {
    let unclear = || ("price", format!("`{text}` is no price above zero"));
    let price = match Money::parse(text) {
        Err(MoneyError::TooPrecise) => rounded(text).ok_or_else(unclear)?,
        parsed => parsed.map_err(|_| unclear())?,
    };
    let product = price.scaled(factor.into(), divisor.into()).filter(|price| Money::ZERO < *price);
    product.ok_or_else(unclear)
}

/// Plain decimals with more than nine after the point, to the nearest ninth.
fn rounded(text: &str) -> Option<Money> {
    let cut = text.find('.')? + 10;
    let kept = Money::parse(text.get(..cut)?).ok()?;
    let rest = text.get(cut..)?;
    let up = rest.bytes().all(|byte| byte.is_ascii_digit()).then_some(b'5' <= rest.bytes().next()?)?;
    Some(if up { kept + Money::parse("0.000000001").ok()? } else { kept })
}

#[cfg(test)]
mod tests {
    use super::prices;
    use crate::csv::Table;

    /// What the row states for a unit of eight cards, as `way price` or the code of why not.
    #[track_caller]
    fn check(row: &str, expected: &[&str]) {
        let table =
            Table::read(&format!("price_unit;price_hour;spot_price_hour;term;price;instance\n{row}").replace(';', ","));
        let found = prices(table.records().next().expect("there is one row"), 8);
        let text = |price: &Result<_, (&str, String)>| match price {
            Ok((way, price)) => format!("{way:?} {}", gpu_cost_core::money::Money::to_decimal(*price)),
            Err((code, _)) => (*code).to_owned(),
        };
        assert_eq!(found.iter().map(text).collect::<Vec<_>>(), expected, "{row}");
    }

    #[test]
    fn hours_are_of_a_card_or_of_all() {
        check("per GPU and hour;1.25;0.5", &["OnDemand 10.00", "Spot 4.00"]);
        check("per instance and hour;1.25", &["OnDemand 1.25"]);
        check("元/卡/时;1.25", &["OnDemand 10.00"]);
        check("not stated;1.25;0.5", &["unit-unclear", "unit-unclear"]);
        check("per month;1.25", &["unit-unclear"]);
        check("per GB;1.25", &["unit-unclear"]);
        check("per hour;1.25", &["unit-unclear"]); // of a card or of all eight?
        check("per hour;1.25;;;;p5.48xlarge", &["OnDemand 1.25"]);
        check("per GPU and hour;free", &["price"]);
        check("per GPU and hour;0", &["price"]);
        check("per GPU and hour", &["price"]);
    }

    #[test]
    fn terms_are_those_of_a_catalog() {
        let term = |term: &str, unit: &str, expected: &str| check(&format!("{unit};;;{term};60;x"), &[expected]);
        term("1 hour pay-as-you-go", "per hour", "OnDemand 60.00");
        term("1 day package 包日", "per day", "Day 60.00");
        term("7 days", "per instance", "unit-unclear");
        term("7 days", "per week", "Week 60.00");
        term("1 month 包月", "per month", "Month 60.00");
        term("1个月", "per GPU and month", "Month 480.00");
        term("1-year committed use per month", "per month", "Year 720.00");
        term("3-year committed use per month", "per month", "ThreeYears 2160.00");
        term("1 year reserved", "per GPU-hour", "Year 4204800.00"); // 60 × 8 × 8,760
        term("1 day", "per month", "term-unclear");
        term("3 months", "per month", "term-unclear");
        term("1 month (low of 7000-8000)", "per month", "term-unclear");
        term("1 month spot (730 h)", "per month", "term-unclear");
        term("yrTerm1Standard.allUpfront", "per hour", "term-unclear");
        term("1 year", "effective per hour", "unit-unclear");
    }

    #[test]
    fn decimals_are_rounded_to_nine() {
        check("per instance and hour;0.1234567891", &["OnDemand 0.123456789"]);
        check("per instance and hour;0.12345678951", &["OnDemand 0.12345679"]);
        check("per instance and hour;1e-12", &["price"]);
        check("per instance and hour;0.12345678x9", &["price"]);
    }
}
