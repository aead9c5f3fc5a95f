//! A bill as rows of FOCUS, the FinOps Open Cost and Usage Specification 1.2, so that it can be reconciled.
//!
//! Source: FOCUS_Spec, `specification/columns`. A term is a `Purchase`, and its price is spread over `Usage` rows, `Used` and
//! `Unused`; so the sums of `BilledCost` and of `EffectiveCost` are both the total of the bill. Lines of which the platform
//! does not state the price have no row. What only the platform's own export has (accounts, SKUs) is empty.

use gpu_cost_core::billing::settlement::{self as core, Line, LineKind, Parts, Payment, Settlement, Terms};
use gpu_cost_core::clock::Moment;
use gpu_cost_core::money::Money;
use gpu_cost_core::units::Seconds;

use super::catalog::Offer;
use super::rental::{SettleRequest, Stated, stated};
use super::{Bills, NO_SUCH_WAY};
use crate::dto::check::answer;
use crate::dto::issue::Issue;
use crate::dto::terms;

/// Names of the columns, as the specification has them.
const COLUMNS: [&str; 31] = [
    "BilledCost",
    "BillingAccountId",
    "BillingCurrency",
    "BillingPeriodEnd",
    "BillingPeriodStart",
    "ChargeCategory",
    "ChargeClass",
    "ChargeDescription",
    "ChargeFrequency",
    "ChargePeriodEnd",
    "ChargePeriodStart",
    "CommitmentDiscountCategory",
    "CommitmentDiscountId",
    "CommitmentDiscountName",
    "CommitmentDiscountStatus",
    "CommitmentDiscountType",
    "ContractedCost",
    "ContractedUnitPrice",
    "EffectiveCost",
    "InvoiceIssuerName",
    "ListCost",
    "ListUnitPrice",
    "PricingCategory",
    "PricingQuantity",
    "PricingUnit",
    "ProviderName",
    "PublisherName",
    "RegionName",
    "ServiceCategory",
    "ServiceName",
    "SkuId",
];

/// One row, as far as rows differ.
#[derive(Default)]
struct Row {
    category: &'static str,
    frequency: &'static str,
    description: &'static str,
    service: &'static str,
    pricing: &'static str,
    status: &'static str,
    billed: Money,
    effective: Money,
    unit_price: Option<Money>,
    quantity: String,
    unit: &'static str,
    is_committed: bool,
}

impl Bills {
    /// The bill of a request as CSV.
    ///
    /// # Errors
    /// Everything that is wrong with the text.
    pub fn focus(&self, text: &str) -> Result<String, Vec<Issue>> {
        answer(text, |request: SettleRequest<'_>, check| {
            let found = self.terms(&request.offer, &mut check.field("offer"));
            let stated = stated(request, check)?;
            let (offer, terms) = found?;
            let settlement = core::settle(&terms, &stated.rental);
            let settlement = check.field("payment").accept(settlement.ok_or(NO_SUCH_WAY))?;
            Some(self.written(offer, &terms, &stated, &settlement))
        })
    }

    fn written(&self, offer: &Offer, terms: &Terms, stated: &Stated, settlement: &Settlement) -> String {
        let start = stated.start.to_utc();
        let end = stated.start.after(stated.rental.end).map(Moment::to_utc).unwrap_or_default();
        let mut text = COLUMNS.join(",");
        for row in rows(&stated.rental, settlement) {
            let committed = |text: &'static str| if row.is_committed { text } else { "" };
            let id = if row.is_committed { format!("{}/{}", offer.id, term(&stated.rental)) } else { String::new() };
            let price = row.unit_price.map(Money::to_decimal).unwrap_or_default();
            let name = &terms.platform.name;
            let cost = row.billed.to_decimal();
            let fields: [&str; 31] = [
                &cost,
                "",
                &self.currency,
                &end,
                &start,
                row.category,
                "",
                row.description,
                row.frequency,
                &end,
                &start,
                committed("Usage"),
                &id,
                committed("Term paid in full"),
                row.status,
                committed("Term"),
                &cost,
                &price,
                &row.effective.to_decimal(),
                name,
                &cost,
                &price,
                row.pricing,
                &row.quantity,
                row.unit,
                name,
                name,
                &offer.region,
                row.service,
                "GPU rental",
                &offer.id,
            ];
            text.push_str("\r\n");
            text.push_str(&fields.map(field).join(","));
        }
        text + "\r\n"
    }
}

/// A field of CSV that no spreadsheet takes for a formula.
fn field(text: &str) -> String {
    let is_number = text.strip_prefix('-').unwrap_or(text).bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let guard = if !is_number && text.starts_with(['=', '+', '-', '@', '\t', '\r']) { "'" } else { "" };
    if guard.is_empty() && !text.contains(['"', ',', '\n', '\r']) {
        return text.to_owned();
    }
    format!("\"{guard}{}\"", text.replace('"', "\"\""))
}

fn term(rental: &core::Rental) -> &'static str {
    match rental.payment {
        Payment::OnDemand | Payment::Spot => "",
        Payment::Terms { term, .. } => terms::name(term),
    }
}

/// All rows of a bill.
fn rows(rental: &core::Rental, settlement: &Settlement) -> Vec<Row> {
    let mut rows: Vec<Row> = settlement.lines.iter().filter_map(|line| row(rental, line)).collect();
    let kept =
        settlement.lines.iter().filter(|line| matches!(line.parts, Parts::Terms { .. } | Parts::Returned { .. }));
    let kept: Money = kept.filter_map(|line| line.amount).sum();
    let bought = settlement.lines.iter().find_map(|line| match line.parts {
        Parts::Terms { count, length, used, .. } => Some((count, length, used)),
        _ => None,
    });
    if let Some((count, length, used)) = bought {
        rows.extend(spread(rental, kept, Seconds(length.0.saturating_mul(count)), used));
    }
    rows
}

/// What is kept of the price of terms, by the time in which they were used.
fn spread(rental: &core::Rental, kept: Money, paid: Seconds, used: Seconds) -> [Row; 2] {
    let is_canceled = matches!(rental.payment, Payment::Terms { ending: core::Ending::Canceled, .. });
    let time = if is_canceled { paid.min(rental.end) } else { paid };
    let part = kept.scaled(used.min(time).0, time.0.max(1)).unwrap_or_default().to_cents();
    let unused = Seconds(time.0.saturating_sub(used.0));
    [("Used", part, used), ("Unused", kept - part, unused)].map(|(status, effective, time)| Row {
        category: "Usage",
        frequency: "Usage-Based",
        description: "rent",
        service: "Compute",
        pricing: "Committed",
        status,
        effective,
        quantity: ratio(u64::from(rental.units).saturating_mul(time.0), 3_600),
        unit: "Unit-Hours",
        is_committed: true,
        ..Row::default()
    })
}

fn row(rental: &core::Rental, line: &Line) -> Option<Row> {
    let billed = line.amount?;
    let (category, frequency) = match line.kind {
        LineKind::TrialCredit | LineKind::SlaCredit => ("Credit", "One-Time"),
        LineKind::Tax => ("Tax", "One-Time"),
        LineKind::Setup | LineKind::Expansion | LineKind::Refund => ("Purchase", "One-Time"),
        LineKind::Rent if matches!(line.parts, Parts::Terms { .. }) => ("Purchase", "One-Time"),
        _ => ("Usage", "Usage-Based"),
    };
    let is_term = matches!(line.parts, Parts::Terms { .. } | Parts::Returned { .. });
    let is_metered = matches!(line.parts, Parts::Timed { .. }) && line.kind.item() == core::Item::Rent;
    let pricing = match category {
        "Tax" | "Credit" => "",
        _ if is_metered && rental.payment == Payment::Spot => "Dynamic",
        _ => "Standard",
    };
    let (unit_price, quantity, unit) = measured(line);
    Some(Row {
        category,
        frequency,
        description: name(line.kind),
        service: service(line.kind.item()),
        pricing,
        status: "",
        billed,
        effective: if is_term { Money::ZERO } else { billed },
        unit_price,
        quantity,
        unit,
        is_committed: is_term,
    })
}

/// The price of a unit, how many, and of what.
fn measured(line: &Line) -> (Option<Money>, String, &'static str) {
    match line.parts {
        Parts::Timed { quantity, free, price, per, time } => {
            let amount = quantity.saturating_sub(free).saturating_mul(time.0);
            let unit = match (line.kind, per) {
                (LineKind::PublicIp | LineKind::PublicIpStopped, Seconds(3_600)) => "IP-Hours",
                (LineKind::PublicIp | LineKind::PublicIpStopped, Seconds(86_400)) => "IP-Days",
                (LineKind::PublicIp | LineKind::PublicIpStopped, _) => "IP-Months",
                (kind, Seconds(3_600)) if is_gpu(kind) => "Unit-Hours",
                (_, Seconds(3_600)) => "GiB-Hours",
                (_, Seconds(86_400)) => "GiB-Days",
                (_, _) => "GiB-Months",
            };
            (price, ratio(amount, per.0), unit)
        }
        Parts::Counted { quantity, free, price } => {
            let unit = if line.kind == LineKind::Setup { "Orders" } else { "GiB" };
            (price, quantity.saturating_sub(free).to_string(), unit)
        }
        Parts::Terms { units, count, price, .. } => {
            (Some(price), u64::from(units).saturating_mul(count).to_string(), "Terms")
        }
        Parts::Returned { .. } | Parts::Share { .. } => (None, String::new(), ""),
    }
}

/// The category of the specification.
const fn service(item: core::Item) -> &'static str {
    match item {
        core::Item::Disk | core::Item::Image => "Storage",
        core::Item::PublicIp | core::Item::Egress => "Networking",
        core::Item::Rent | core::Item::Setup | core::Item::Credit | core::Item::Tax => "Compute",
    }
}

const fn is_gpu(kind: LineKind) -> bool {
    matches!(kind.item(), core::Item::Rent) || matches!(kind, LineKind::ReclaimedRefund | LineKind::TrialCredit)
}

/// A quotient with up to six decimals, cut.
fn ratio(amount: u64, by: u64) -> String {
    let millionths = u128::from(amount) * 1_000_000 / u128::from(by.max(1));
    let text = format!("{}.{:06}", millionths / 1_000_000, millionths % 1_000_000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The name of a line, as in the answer to `settle`.
const fn name(kind: LineKind) -> &'static str {
    match kind {
        LineKind::Rent => "rent",
        LineKind::SpotRework => "spotRework",
        LineKind::MinimumCharge => "minimumCharge",
        LineKind::Rounding => "rounding",
        LineKind::StoppedRent => "stoppedRent",
        LineKind::NoGpu => "noGpu",
        LineKind::Overtime => "overtime",
        LineKind::Setup => "setup",
        LineKind::Disk => "disk",
        LineKind::DiskStopped => "diskStopped",
        LineKind::Expansion => "expansion",
        LineKind::Image => "image",
        LineKind::Snapshot => "snapshot",
        LineKind::PublicIp => "publicIp",
        LineKind::PublicIpStopped => "publicIpStopped",
        LineKind::Egress => "egress",
        LineKind::ReclaimedRefund => "reclaimedRefund",
        LineKind::Refund => "refund",
        LineKind::TrialCredit => "trialCredit",
        LineKind::SlaCredit => "slaCredit",
        LineKind::Tax => "tax",
    }
}
