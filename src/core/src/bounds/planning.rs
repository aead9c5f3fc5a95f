//! Numbers of plans over time. They are apart from those of the first form, which is there before them.

use super::Bound;

bounds! {
    CARDS = whole("cards", 0.0, 65_536.0, "none, up to the largest clusters");
    CARDS_PER_UNIT = whole("cardsPerUnit", 1.0, 144.0, "one card, up to the largest link domain on sale, in boards of two");
    BEGIN_HOUR = real("beginHour", 0.0, 23.999, "midnight, up to the next one");
    RUN_HOURS = real("hours", 0.01, 24.0, "36 seconds, up to the whole day");
    PHASE_DAYS = whole("days", 1.0, 3_660.0, "ten years; no price holds longer");
    PHASE_WEEKS = whole("weeks", 1.0, 522.0, "ten years; no price holds longer");
    PHASE_MONTHS = whole("months", 1.0, 120.0, "ten years; no price holds longer");
    INTERRUPTIBLE_PERCENT = real("interruptiblePercent", 0.0, 100.0, "none, up to all");
    UTC_OFFSET_MINUTES = whole("utcOffsetMinutes", -720.0, 840.0, "the time zones of the world");
    SLOT_MINUTES = whole("slotMinutes", 1.0, 60.0, "a minute, up to an hour, of which it is a part");
    TRIAL_HOURS = whole("trialHours", 1.0, 8_784.0, "an hour, up to a year");
    TRIAL_CARDS = whole("trialCards", 1.0, 4_096.0, "one, up to a whole order");
    END_DAY = whole("endDay", 1.0, 3_660.0, "the first day, up to ten years");
    REFUND_PERCENT = whole("refundPercent", 100.0, 1_000.0, "pro rata, up to ten times the share of the used time");
    WEIGHT = whole("weight", 0.0, 1_000.0, "never, up to a thousand parts");
    WORK_HOURS = real("workHours", 0.01, 87_600.0, "36 seconds, up to ten years");
    CHECKPOINT_MINUTES = real("checkpointMinutes", 0.01, 1_440.0, "half a second, up to a day");
    BETWEEN_HOURS = real("betweenHours", 0.01, 87_600.0, "36 seconds, up to ten years");
    RESTART_MINUTES = real("restartMinutes", 0.0, 1_440.0, "at once, up to a day");
    FREE_MINUTES = real("freeMinutes", 0.0, 1_440.0, "none, up to a day");
    AVAILABLE_PERCENT = real("availablePercent", 1.0, 100.0, "hardly ever, up to always");
    DEADLINE_HOURS = real("deadlineHours", 0.01, 26_280.0, "36 seconds, up to three years");
    TERM_HOURS = real("termHours", 1.0, 87_600.0, "an hour, up to ten years");
    PACKAGE_HOURS = real("packageHours", 0.01, 87_600.0, "36 seconds, up to ten years");
    YEARS = whole("years", 1.0, 10.0, "ten years; no price holds longer");
    MIN_UNITS = whole("minUnits", 1.0, 65_536.0, "one, up to the largest clusters");
    MAX_UNITS = whole("maxUnits", 1.0, 65_536.0, "one, up to the largest clusters; nothing on sale is left out");
    EVERY_HOURS = whole("everyHours", 1.0, 8_784.0, "each hour, up to once a year");
    FIRST_HOUR = whole("firstHour", 0.0, 8_784.0, "at once, up to a year later");
    HIGH_PERCENT = real("highPercent", 100.0, 1_000.0, "as likely, up to ten times as much");
    USED_HOURS = real("usedHours", 0.0, 87_600.0, "none, up to ten years");
}
