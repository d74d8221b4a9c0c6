//! Exact numbers against `num_rational` and by hand.

use num_bigint::BigInt;
use num_rational::Ratio as Fraction;
use proptest::prelude::*;

use super::Exact;

fn x(n: i64, d: i64) -> Exact {
    Fraction::new(BigInt::from(n), BigInt::from(d)).into()
}

#[test]
fn shown() {
    assert_eq!(x(10, 18).to_string(), "5/9");
    assert_eq!(x(-4, 2).to_string(), "-2");
    assert_eq!(format!("{:.4}", x(5, 9)), "0.5556");
    assert_eq!(format!("{:.2}", x(-1, 8)), "-0.13");
    assert_eq!(format!("{:.1}", x(-1, 100)), "0.0");
    assert_eq!(format!("{:.0}", x(5, 2)), "3");
    assert_eq!(format!("{:.2}", x(12, 1)), "12.00");
    assert_eq!(format!("{:>6.2}", x(1, 2)), "  0.50");
    assert_eq!(format!("{:>5}", x(1, 2)), "  1/2");
}

#[test]
fn shares() {
    let share = |a: u128, b: u128| Exact::share(&a.into(), &b.into());
    assert_eq!(share(6, 36), Some(x(1, 6)));
    assert_eq!(share(0, 36), Some(Exact::ZERO));
    assert_eq!(share(1, 0), None);
    assert_eq!(share(u128::MAX, u128::MAX), Some(Exact::ONE));
    assert_eq!(x(1, 2).over(&x(3, 4)), Some(x(2, 3)));
    assert_eq!(x(1, 2).over(&Exact::ZERO), None);
}

#[test]
fn floats_of_any_size() {
    let near = |exact: &Exact, float: f64| {
        assert!((exact.to_f64() / float - 1.0).abs() <= f64::EPSILON, "{exact} {float}");
    };
    near(&x(1, 3), 1.0 / 3.0);
    near(&x(-1, 10), -0.1);
    near(&x(i64::MAX, 1), 9_223_372_036_854_775_807.0);
    assert!(Exact::ZERO.to_f64().abs() < f64::MIN_POSITIVE);
    // 6^-400, and its reciprocal.
    let small = (0..400).fold(Exact::ONE, |p, _| &p * &x(1, 6));
    assert!(small.to_f64() > 0.0);
    assert!((small.to_f64().log10() + 311.260_5).abs() < 1e-3);
    let large = Exact::ONE.over(&small).unwrap();
    assert!(large.to_f64().is_infinite());
    assert_eq!(&small * &large, Exact::ONE);
}

fn any_exact() -> impl Strategy<Value = Exact> {
    let part = || prop_oneof![-20i128..20, any::<i128>()];
    (part(), part()).prop_filter("zero", |(_, d)| *d != 0).prop_map(|(n, d)| Fraction::<BigInt>::new(n.into(), d.into()).into())
}

proptest! {
    #[test]
    fn sizes_agree(a in any_exact(), b in any_exact()) {
        prop_assert_eq!((&a + &b).big(), a.big() + b.big());
        prop_assert_eq!((&a - &b).big(), a.big() - b.big());
        prop_assert_eq!((&a * &b).big(), a.big() * b.big());
        prop_assert_eq!(a.cmp(&b), a.big().cmp(&b.big()));
        prop_assert_eq!(&(&(&a + &b) - &b), &a);
        prop_assert_eq!(Exact::from(a.big()), a);
    }
}
