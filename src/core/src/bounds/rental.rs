//! Numbers of a platform's rules, of a finished rental and of owned cards. They are apart from those of the first form,
//! which is there before them.

use super::Bound;

bounds! {
    TAX_PERCENT = real("taxPercent", 0.0, 100.0, "none, up to as much again");
    SHARE_PERCENT = whole("sharePercent", 100.0, 1_000.0, "pro rata, up to ten times the share of the used time");
    FREE_WITHIN_HOURS = real("freeWithinHours", 0.0, 8_784.0, "none, up to a year");
    ARREARS_HOURS = real("arrearsHours", 0.0, 8_784.0, "at once, up to a year");
    DATA_KEPT_DAYS = whole("dataKeptDays", 0.0, 3_660.0, "deleted at once, up to ten years");
    NOTICE_SECONDS = whole("noticeSeconds", 0.0, 604_800.0, "none, up to a week");
    FREE_IF_RECLAIMED_WITHIN_SECONDS = whole("freeIfReclaimedWithinSeconds", 1.0, 604_800.0, "a second, up to a week");
    AVAILABLE_PERCENT = real("availablePercent", 0.0, 100.0, "never, up to always");
    INTERRUPTIONS_PER_MONTH = real("interruptionsPerMonth", 0.0, 10_000.0, "none, up to one in four minutes");
    TRIAL_HOURS = real("trialHours", 0.1, 8_784.0, "six minutes, up to a year");
    TRIAL_CARDS = whole("trialCards", 1.0, 4_096.0, "one, up to a whole order");
    SLA_PERCENT = real("availabilityPercent", 0.0, 100.0, "never, up to always");
    CREDIT_PERCENT = real("creditPercent", 0.0, 100.0, "nothing, up to all of the rent");
    PROBABILITY_PERCENT = real("probabilityPercent", 0.0, 100.0, "never, up to surely");
    SETUP_MINUTES_SAVED = whole("setupMinutesSaved", 0.0, 100_000.0, "none, up to two months");
    TERMS = whole("count", 1.0, 3_660.0, "one, up to ten years of days");
    PUBLIC_IPS = whole("publicIps", 0.0, 65_536.0, "none, up to a whole network");
    STORED_GIB = whole("storedGib", 0.0, 10_000_000.0, "none, up to ten pebibytes");
    REWORK_HOURS = real("reworkHours", 0.0, 87_600.0, "none, up to ten years");
    YEARS = real("years", 0.5, 10.0, "half a generation of cards, up to five of them");
    RESALE_PERCENT = real("resalePercent", 0.0, 100.0, "worthless, up to as new");
    POWER_KW = real("powerKw", 0.0, 600_000.0, "of all cards: not counted, up to 4,096 racks of 140 kW");
    PUE = real("pue", 1.0, 3.0, "no cooling, up to a poor machine room");
    INTEREST_PERCENT = real("interestPercent", 0.0, 100.0, "none, up to what no one pays");
    SPARES_PERCENT = real("sparesPercent", 0.0, 100.0, "of the purchase in a year: none, up to all of it");
    DAYS_PER_MONTH = whole("daysPerMonth", 1.0, 31.0, "days of a month");
}
