//! Numbers that are too great: as they are written, and as they come out.

use super::{Case, Want, test};

/// Numbers that can be read, and come to more than can be kept.
pub fn great_sums() -> Case {
    let text = "value V0 of unit = 4000000000\nvalue V1 of unit = V0 of unit x V0 of unit\nvalue V2 of unit = V1 of unit + V1 of unit\n";
    let whole = Case::pack(&format!("{text}{}", test("", &["V2 of One > 0".into()])));
    Case { want: Want::Fails("greater than can be counted"), ..whole }
}

/// As what is stored.
pub fn great_counts() -> Case {
    let whole = Case::pack(&test("AP of One becomes 2000000000 AP; AP of One becomes AP of One + AP of One", &["AP of One > 0 AP".into()]));
    Case { want: Want::Fails("greater than can be counted"), ..whole }
}

/// A number that fits nowhere, wherever a number may stand.
pub fn large_number() -> Case {
    const BIG: &str = "99999999999999999999999999";
    let text = r#"value A1 of unit = BIG
value A2 of unit, inches = BIG"
value A3 of unit, in AP = BIG AP
value A4 of unit, need = BIG+
value A5 of unit, rounded up = BIG% of count of model of unit
value A6 of unit, rounded up = 1/BIG of count of model of unit
value A7 of unit, in pts = price of unit + BIG pts
value A8 of unit, at most BIG = 5
condition A9 of unit = any unit within BIG" of unit
count B1 of unit starts BIG
table B2 (score): BIG 1, else 2
table B3 (score): under BIG 1, else 2
ruling B4: One BIG, Two 2; takes One
roll B5 of unit: BIGd6
roll B6 of unit: 1dBIG
marker Held of unit stays
action Act by unit
  cost BIG AP
procedure Proc of unit
  step b7 = BIG
  step b8: unit gains BIG AP
  step b9: unit moves BIG"
  step c1:
    repeat BIG times: unit gains 1 AP
pool Pool of unit
  dice BIG
  each d6 >= BIG
  natural BIG hits
unit Host BIG pts
  profile | Skill
  Man     | BIG
  has     BIG Man
scenario Far
  board BIG" x 48"
  turns BIG
  setup Proc of Band
"#;
    Case::wrong(
        &text.replace("BIG", BIG),
        &[
            "value A",
            "condition A",
            "count B",
            "table B",
            "ruling B",
            "roll B",
            "cost",
            "step b",
            "repeat",
            "dice",
            "each",
            "natural",
            "unit Host",
            "Man ",
            "has",
            "board",
            "turns",
        ],
    )
}
