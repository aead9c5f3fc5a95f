//! Required cases with the numbers of their sources, and laws over every card.

use alloc::vec::Vec;

use super::{Cause, Measurement, Reading, Unit, Verdict, Verification, verify};
use crate::catalog::{Basis, Metric, Precision, achieved, expectation, gpu, gpus};
use crate::error::Error;

use Precision::{Bf16, Fp8, Fp16, Fp32, Int8};
use Verdict::{AsExpected, Check, High, Low, Unclear};

fn compute(precision: Precision, tflops: f64) -> Reading {
    Reading::Compute { precision, tflops, side: None }
}

const fn memory(gb_per_sec: f64) -> Reading {
    Reading::Memory { gb_per_sec }
}

#[track_caller]
fn verified(id: &str, reading: Reading) -> Verification {
    let gpu = gpu(id).unwrap();
    verify(&Measurement { gpu, reading }).unwrap().unwrap()
}

/// Verdict, whole percent of the reference, and codes of the causes.
#[track_caller]
fn check(id: &str, reading: Reading, verdict: Verdict, percent: f64, codes: &[&str]) {
    let found = verified(id, reading);
    assert_eq!(found.verdict, verdict, "{found:?}");
    assert_eq!(libm::round(100.0 * found.share), percent, "{found:?}");
    assert_eq!(found.causes.iter().map(Cause::code).collect::<Vec<_>>(), codes, "{found:?}");
}

/// Issue 3 and UX design 9, journey 11. References: 794.5, 668.4 and 271.2 (ml-engineering).
#[test]
fn genuine_cards_are_as_expected_however_far_below_the_brochure() {
    check("nvidia-h100-sxm-80gb", compute(Bf16, 790.0), AsExpected, 99.0, &[]);
    check("amd-mi300x-192gb", compute(Bf16, 660.0), AsExpected, 99.0, &[]);
    check("nvidia-a100-sxm-80gb", compute(Bf16, 271.0), AsExpected, 100.0, &[]);
}

#[test]
fn h100_at_560_is_low() {
    check("nvidia-h100-sxm-80gb", compute(Bf16, 560.0), Low, 70.0, &["power-limit", "other-users"]);
}

/// 419 is the unscaled rate, 838 the block-scaled one, of which 773.5 were measured: that is the reference.
#[test]
fn fp8_of_the_rtx_5090_is_block_scaled() {
    check("nvidia-rtx-5090-32gb", compute(Fp8, 774.0), AsExpected, 100.0, &[]);
    let found = verified("nvidia-rtx-5090-32gb", compute(Fp8, 370.0));
    assert_eq!((found.verdict, &found.causes[0]), (Low, &Cause::UnscaledFp8 { figure: 419.0 }));
}

#[test]
fn printed_figures_are_too_high() {
    check("nvidia-rtx-4090-24gb", compute(Bf16, 330.0), High, 185.0, &["fp16-accumulate"]);
    check("nvidia-h100-sxm-80gb", compute(Bf16, 1_979.0), High, 249.0, &["sparse"]);
    check("nvidia-h100-sxm-80gb", compute(Bf16, 989.0), High, 124.0, &["peak"]);
    // A better card than was said: its dense peak is 756, an H100 or H800 SXM reaches 794.5.
    check("nvidia-h100-pcie-80gb", compute(Bf16, 790.0), High, 158.0, &["peak", "variant", "variant"]);
}

#[test]
fn printed_figures_are_named() {
    let only = |id, reading| verified(id, reading).causes;
    let causes = only("nvidia-rtx-4090-24gb", compute(Bf16, 330.0));
    assert_eq!(causes, [Cause::Fp16Accumulate { figure: 330.3 }]);
    assert_eq!(only("nvidia-h100-sxm-80gb", compute(Bf16, 1_979.0)), [Cause::Sparse { figure: 1_978.0 }]);
    let causes = only("nvidia-rtx-4090-24gb", compute(Bf16, 1_321.0));
    assert_eq!(causes, [Cause::AiTops { figure: 1_321.2, precision: Int8 }]);
    let causes = only("nvidia-rtx-5090-32gb", compute(Bf16, 3_352.0)); // 16 times the BF16 peak
    assert_eq!(causes, [Cause::AiTops { figure: 3_352.0, precision: Precision::Fp4 }]);
    let causes = only("amd-mi300x-192gb", compute(Bf16, 1_307.0));
    assert_eq!(causes, [Cause::Peak { figure: 1_307.4, precision: Bf16 }]);
    // TOPS for TFLOPS: the INT8 peak of an A100.
    let causes = only("nvidia-a100-sxm-80gb", compute(Precision::Tf32, 624.0));
    assert_eq!(causes, [Cause::Peak { figure: 624.0, precision: Int8 }]);
}

/// What it is not: a full-rate card has no second rate, and only NVIDIA since Ampere and AMD since MI300 skip zeros.
#[test]
fn no_sparse_figure_without_sparsity() {
    let codes = |id| verified(id, compute(Fp16, 250.0)).causes.iter().map(Cause::code).collect::<Vec<_>>();
    assert_eq!(codes("nvidia-v100-sxm2-16gb"), ["unexplained"]);
    assert_eq!(codes("nvidia-titan-rtx-24gb"), ["peak"]); // 261 INT8
}

#[test]
fn another_format_is_named() {
    let measured = |id, reading| verified(id, reading).causes[0].clone();
    let tf32 = Cause::OtherPrecision { reference: 90.4, precision: Precision::Tf32 };
    assert_eq!(measured("nvidia-rtx-4090-24gb", compute(Bf16, 90.0)), tf32);
    let fp32 = Cause::OtherPrecision { reference: 57.6, precision: Fp32 };
    assert_eq!(measured("nvidia-rtx-4090-24gb", compute(Bf16, 57.0)), fp32);
    let fp8 = Cause::OtherPrecision { reference: 1_402.6, precision: Fp8 };
    assert_eq!(measured("nvidia-h100-sxm-80gb", compute(Bf16, 1_400.0)), fp8);
}

/// Expectations of the relatives: H100 PCIe 499.5, H20 148 · 0.80, 4090 D 159.2, L40 170.3, 910B4 by its bandwidth.
#[test]
fn a_lower_variant_is_named() {
    let variants = |id, reading| {
        let causes = verified(id, reading).causes.into_iter();
        let ids = causes.filter_map(|cause| if let Cause::Variant { gpu, .. } = cause { Some(gpu) } else { None });
        ids.collect::<Vec<_>>()
    };
    assert_eq!(variants("nvidia-h100-sxm-80gb", compute(Bf16, 500.0))[0], "nvidia-h100-pcie-80gb");
    assert_eq!(variants("nvidia-h100-sxm-80gb", compute(Bf16, 120.0)), ["nvidia-h20-96gb"]);
    assert_eq!(variants("nvidia-rtx-4090-24gb", compute(Bf16, 155.0)), ["nvidia-rtx-4090-d-24gb"]);
    assert_eq!(variants("nvidia-l40s-48gb", compute(Bf16, 170.0)), ["nvidia-l40-48gb"]);
    let slow = variants("huawei-ascend-910b4-64gb", memory(690.0));
    assert_eq!(slow, ["huawei-ascend-910b4-32gb"]);
    assert!(variants("nvidia-h100-sxm-80gb", memory(1_750.0)).contains(&"nvidia-h100-pcie-80gb"));
}

#[test]
fn units_and_parts_of_memory_bandwidth() {
    let sxm = "nvidia-h100-sxm-80gb"; // reference 3,038
    check(sxm, memory(2_990.0), AsExpected, 98.0, &[]);
    check(sxm, memory(24_300.0), High, 800.0, &["gigabits"]);
    check(sxm, memory(5_200.0), High, 171.0, &["cache"]);
    // nvbandwidth prints 1,519: each byte once.
    check(sxm, memory(1_519.0), Low, 50.0, &["slice", "counted-once", "other-users"]);
    check(sxm, memory(380.0), Low, 13.0, &["slice", "divided-by-eight", "other-users"]);
    let found = verified(sxm, memory(2_650.0));
    assert_eq!((found.verdict, found.causes[0].code()), (Check, "gibibytes"));
    let unit = Unit::Gigabits;
    assert_eq!(verified(sxm, memory(24_320.0)).causes, [Cause::Unit { unit, converted: 3_040.0 }]);
}

/// A100 with MIG: 14 of 108 multiprocessors are 0.13; H100: 16 of 132 are 0.12.
#[test]
fn slices() {
    let parts = |id, tflops| {
        let causes = verified(id, compute(Bf16, tflops)).causes.into_iter();
        causes.filter_map(|cause| if let Cause::Slice { parts } = cause { Some(parts) } else { None }).next()
    };
    assert_eq!(parts("nvidia-a100-sxm-80gb", 35.2), Some(8));
    assert_eq!(parts("nvidia-a100-sxm-80gb", 38.7), Some(7));
    assert_eq!(parts("nvidia-h100-sxm-80gb", 200.0), Some(4));
    assert_eq!(parts("nvidia-h100-sxm-80gb", 400.0), Some(2));
    assert_eq!(parts("nvidia-h100-sxm-80gb", 560.0), None);
}

/// 2 · 2048³ operations take 22 µs at 794.5 TFLOPS, 2 · 4096³ take 173.
#[test]
fn small_matrices_measure_the_start_of_kernels() {
    let at =
        |side| verified("nvidia-h100-sxm-80gb", Reading::Compute { precision: Bf16, tflops: 560.0, side: Some(side) });
    assert_eq!(at(2_048.0).causes[0], Cause::TooSmall { side: 4_096 });
    assert_eq!(at(4_096.0).causes[0].code(), "power-limit");
}

#[test]
fn own_programs_compare_with_what_they_should_do() {
    let samples = |per_sec| Reading::Samples { per_sec, expected_per_sec: 100.0 };
    check("nvidia-t4-16gb", samples(91.0), AsExpected, 91.0, &[]);
    check("nvidia-t4-16gb", samples(80.0), Check, 80.0, &["power-limit", "other-users"]);
    check("nvidia-t4-16gb", samples(26.0), Low, 26.0, &["slice", "other-users"]);
    check("nvidia-t4-16gb", samples(120.0), High, 120.0, &[]);
}

/// Boards: MI250X 383 BF16 and 3,277 GB/s of two, 910C 752 FP16 of two, A16 four of 200 GB/s.
#[test]
fn figures_of_a_whole_board_are_named() {
    let board = |id, reading, devices| {
        let Cause::Board { devices: found, .. } = verified(id, reading).causes[0] else { panic!("{id} {reading:?}") };
        assert_eq!(found, devices, "{id} {reading:?}");
    };
    for (id, devices, readings) in [
        ("amd-mi250x-64gb", 2, [compute(Bf16, 300.0), compute(Bf16, 383.0), memory(3_200.0)]),
        ("huawei-ascend-910c-a3-752t-64gb", 2, [compute(Bf16, 700.0), compute(Fp16, 752.0), memory(3_200.0)]),
        ("nvidia-a16-16gb", 4, [compute(Bf16, 60.0), compute(Fp16, 72.0), memory(800.0)]),
    ] {
        readings.into_iter().for_each(|reading| board(id, reading, devices));
    }
    assert_eq!(verified("amd-mi250x-64gb", memory(5_000.0)).causes, [Cause::Cache]);
}

/// A row of the RTX 6000D: 150.5 of its source, without a stated peak.
#[test]
fn a_measured_card_needs_no_stated_peak() {
    check("nvidia-rtx-6000d-84gb", compute(Bf16, 150.0), AsExpected, 100.0, &[]);
    let found = verified("nvidia-rtx-pro-6000-bw-server-96gb", compute(Bf16, 150.5));
    assert!(found.causes.contains(&Cause::Variant { gpu: "nvidia-rtx-6000d-84gb", reference: 150.5 }), "{found:?}");
}

/// The T4's vendor explains 24 TFLOPS in FP16 by its power limit.
#[test]
fn a_card_that_its_power_holds_is_genuine() {
    check("nvidia-t4-16gb", compute(Fp16, 24.0), AsExpected, 100.0, &[]);
}

/// One speed, one verdict, in FP16 and in BF16. 2080 Ti: 56.9 is the peak at the clock of the Founders Edition.
#[test]
fn sixteen_bits_of_one_rate_have_one_verdict() {
    for (id, tflops) in [
        ("nvidia-rtx-3080-ti-12gb", 78.0),
        ("nvidia-rtx-5080-16gb", 135.0),
        ("nvidia-rtx-5080-16gb", 75.0),
        ("nvidia-rtx-3060-12gb", 27.0),
    ] {
        let [fp16, bf16] = [Fp16, Bf16].map(|precision| verified(id, compute(precision, tflops)));
        assert_eq!((fp16.verdict, fp16.bands), (bf16.verdict, bf16.bands), "{id}");
    }
    assert_eq!(verified("nvidia-rtx-3080-ti-12gb", compute(Fp16, 78.0)).verdict, AsExpected);
    assert_eq!(verified("nvidia-rtx-2080-ti-11gb", compute(Fp16, 56.9)).verdict, AsExpected);
}

#[test]
fn a_printed_bandwidth_is_named() {
    for (id, figure) in [
        ("nvidia-a100-sxm-80gb", 2_039.0),
        ("amd-mi300x-192gb", 5_300.0),
        ("nvidia-h100-pcie-80gb", 2_000.0),
        ("metax-c550-64gb", 1_800.0),
        ("amd-mi210-64gb", 1_638.0),
        ("nvidia-gh200-96gb", 4_000.0),
    ] {
        let found = verified(id, memory(figure));
        let [Cause::Bandwidth { figure: named }, ..] = found.causes[..] else { panic!("{id} {found:?}") };
        assert!(libm::fabs(named / figure - 1.0) < 0.01, "{id} {named}");
    }
}

/// GB200 FP4 is 20,000 sparse; Intel's white paper has 1,835 of a Gaudi 3 at a clock that is not sold.
#[test]
fn figures_of_other_brochures_are_named() {
    let precision = Precision::Fp4;
    let gb200 = Cause::VariantPeak { gpu: "nvidia-gb200-186gb", figure: 20_000.0, precision };
    assert_eq!(verified("nvidia-b200-sxm", compute(precision, 20_000.0)).causes, [gb200]);
    let white_paper = Cause::Peak { figure: 1_835.0, precision: Bf16 };
    assert_eq!(verified("intel-gaudi3-128gb", compute(Bf16, 1_835.0)).causes, [white_paper]);
}

#[test]
fn what_nothing_explains_names_the_nearest_peak() {
    let unexplained = |id, reading| {
        let [Cause::Unexplained { nearest, metric }] = verified(id, reading).causes[..] else { panic!("{reading:?}") };
        (nearest, metric)
    };
    for tflops in [5_000.0, 9_890.0] {
        let found = unexplained("nvidia-h100-sxm-80gb", compute(Bf16, tflops));
        assert_eq!(found, (1_979.0, Metric::Compute(Fp8)));
    }
    assert_eq!(unexplained("nvidia-rtx-6000d-84gb", compute(Bf16, 220.0)), (150.5, Metric::Compute(Bf16)));
}

/// 794.5 / 560 = 1.41875.
#[test]
fn a_slow_card_takes_longer_and_a_good_one_does_not() {
    let slow = verified("nvidia-h100-sxm-80gb", compute(Bf16, 560.0));
    assert!((slow.slowdown() - 1.41875).abs() < 1e-9);
    for tflops in [730.0, 790.0, 1_979.0] {
        let found = verified("nvidia-h100-sxm-80gb", compute(Bf16, tflops));
        assert!((found.slowdown() - 1.0).abs() < 1e-9, "{tflops}");
    }
}

#[test]
fn impossible_figures_are_errors() {
    let error = |reading| {
        let gpu = gpu("nvidia-h100-sxm-80gb").unwrap();
        verify(&Measurement { gpu, reading }).unwrap_err()
    };
    for tflops in [0.0, -1.0, f64::NAN, f64::INFINITY, 790_000_000.0] {
        let Error::OutOfRange { bound, .. } = error(compute(Bf16, tflops)) else { panic!("{tflops} is in range") };
        assert_eq!(bound.field, "tflops");
    }
    assert_eq!(error(compute(Bf16, 9_900.0)).code(), "conflict"); // 10.01 times 989
    assert_eq!(error(memory(34_000.0)).code(), "conflict");
    assert_eq!(error(memory(0.0)).code(), "out-of-range");
    assert_eq!(error(Reading::Samples { per_sec: 1.0, expected_per_sec: 0.0 }).code(), "out-of-range");
    let side = Some(0.5);
    assert_eq!(error(Reading::Compute { precision: Bf16, tflops: 700.0, side }).code(), "out-of-range");
}

/// A figure in a unit a thousand times larger or smaller says nothing of the card: no verdict, and no time lost.
#[test]
fn a_slip_of_a_thousand_is_named() {
    let h100 = |reading, verdict, causes: &[Cause]| {
        let found = verified("nvidia-h100-sxm-80gb", reading);
        assert_eq!((found.verdict, found.causes.as_slice()), (verdict, causes), "{found:?}");
        assert!((found.slowdown() - 1.0).abs() < 1e-9);
    };
    let larger = |converted| Cause::Unit { unit: Unit::Larger, converted };
    let smaller = |converted| Cause::Unit { unit: Unit::Smaller, converted };
    h100(memory(3.35), Unclear, &[larger(3_350.0)]); // TB/s
    h100(compute(Bf16, 0.79), Unclear, &[larger(790.0)]); // PFLOPS
    h100(memory(2_990_000.0), High, &[smaller(2_990.0)]); // MB/s
    h100(compute(Bf16, 790_000.0), High, &[smaller(790.0)]); // GFLOPS
    h100(memory(25.0), Unclear, &[Cause::TooLittle { peak: 3_350.0 }]);
    // Of the format that was stated, and no sum of cards: those explain too much, not too little.
    h100(compute(Bf16, 5.6), Unclear, &[Cause::TooLittle { peak: 989.0 }]);
    h100(compute(Bf16, 8.0), Unclear, &[Cause::TooLittle { peak: 989.0 }]);
    let samples = |per_sec| Reading::Samples { per_sec, expected_per_sec: 1_000.0 };
    h100(samples(1.0), Unclear, &[]);
    assert_eq!(verified("nvidia-h100-sxm-80gb", memory(152.0)).verdict, Low); // just above a twentieth
}

/// B300: INT8 150 of its peak of 153.5 TOPS, which nobody measured, and which its FP8 puts at 114.
#[test]
fn a_derived_band_reaches_the_peak() {
    assert_eq!(verified("nvidia-b300-sxm", compute(Int8, 150.0)).verdict, AsExpected);
    for gpu in gpus() {
        for metric in Precision::ALL.map(Metric::Compute).into_iter().chain([Metric::Memory]) {
            let Some(expectation) = expectation(gpu, metric) else { continue };
            let is_derived = matches!(expectation.basis, Basis::OtherPrecision { .. } | Basis::Class { .. });
            let Some(peak) = gpu.peak(metric).filter(|_| is_derived) else { continue };
            // FP16 and BF16 of one peak are one speed: what was measured of the other is as good as measured.
            let partner = matches!(expectation.basis, Basis::OtherPrecision { precision: Fp16 | Bf16 })
                && matches!(metric, Metric::Compute(Fp16 | Bf16));
            let found = verified(gpu.id, reading(metric, peak));
            assert!(partner || peak <= found.bands.high, "{} {metric:?} {found:?}", gpu.id);
        }
    }
}

#[test]
fn nothing_to_compare_with_is_no_verdict() {
    let gpu = gpu("nvidia-v100-sxm2-16gb").unwrap();
    assert_eq!(verify(&Measurement { gpu, reading: compute(Fp8, 100.0) }), Ok(None));
}

fn reading(metric: Metric, value: f64) -> Reading {
    match metric {
        Metric::Compute(precision) => compute(precision, value),
        Metric::Memory => memory(value),
    }
}

/// Law: what was published of a whole card is as expected of that card.
#[test]
fn published_cards_are_never_blamed() {
    for row in achieved() {
        for figure in [Some(row.reference), row.lowest, row.highest].into_iter().flatten() {
            let found = verified(row.gpu, reading(row.metric, figure.value()));
            assert_eq!(found.verdict, AsExpected, "{row:?} {found:?}");
        }
    }
}

/// Law: bands are in order, a faster reading is never a worse verdict, and each that is not as expected has a cause.
#[test]
fn verdicts_rise_with_the_reading() {
    let rank = |verdict| [Low, Check, AsExpected, High].iter().position(|other| *other == verdict);
    for gpu in gpus() {
        for metric in Precision::ALL.map(Metric::Compute).into_iter().chain([Metric::Memory]) {
            let Some(peak) = gpu.peak(metric) else { continue };
            let mut last = None;
            for percent in (4..=300).step_by(8) {
                let reading = reading(metric, peak * f64::from(percent) / 100.0);
                let Ok(Some(found)) = verify(&Measurement { gpu, reading }) else { continue };
                assert!(found.bands.check < found.bands.expected && found.bands.expected < found.bands.high);
                assert!(last <= rank(found.verdict), "{} {metric:?} {percent} %", gpu.id);
                let slow = matches!(found.verdict, Low | Check);
                assert!(!slow || found.causes.contains(&Cause::OtherUsers));
                assert_eq!(found.verdict == AsExpected, found.causes.is_empty(), "{found:?}");
                last = rank(found.verdict);
            }
        }
    }
}

/// The band around a card that was not measured is wider than around one that was.
#[test]
fn without_a_measurement_the_band_is_wider() {
    let width = |id| {
        let found = verified(id, compute(Bf16, 100.0));
        (found.bands.high - found.bands.expected) / found.expectation.reference
    };
    assert!(width("nvidia-rtx-4090-24gb") < width("nvidia-rtx-4080-16gb"));
    assert!(width("amd-mi325x-256gb") < width("nvidia-h20-96gb"));
}
