//! Numbers that are too great: as they are written, and as they come out.

use std::fmt::Write as _;

use super::{Case, Want, test};

/// Numbers that can be read, and come to more than can be kept.
pub fn great_sums() -> Case {
    let text = "value V0 of unit = 4000000000\nvalue V1 of unit = V0 of unit x V0 of unit\nvalue V2 of unit = V1 of unit + V1 of unit\n";
    let whole = Case::pack(&format!("{text}{}", test("", &["V2 of One is more than 0".into()])));
    Case { want: Want::Fails("greater than can be counted"), ..whole }
}

/// As what is stored.
pub fn great_counts() -> Case {
    let whole = Case::pack(&test(
        "AP of One becomes 2000000000 AP; AP of One becomes AP of One + AP of One",
        &["AP of One is more than 0 AP".into()],
    ));
    Case { want: Want::Fails("greater than can be counted"), ..whole }
}

/// More dice than are thrown at once, which only play shows.
pub fn many_dice() -> Case {
    let text = "pool Volley of unit\n  dice 40 x 40\n  each d6 hits on 1\nprocedure Fire of unit\n  step hits = Volley of unit\n";
    let whole = Case::pack(&format!("{text}{}", test("Fire of One", &["hits is 1600".into()])));
    Case { want: Want::Fails("greater than can be counted"), ..whole }
}

/// As of the dice of which some are put aside.
pub fn many_put_aside() -> Case {
    let text =
        "pool Volley of unit\n  dice 200\n  each d6 hits on 1\n  drop lowest 1\nprocedure Fire of unit\n  step hits = Volley of unit\n";
    let whole = Case::pack(&format!("{text}{}", test("Fire of One", &["hits is 199".into()])));
    Case { want: Want::Fails("greater than can be counted"), ..whole }
}

/// As of the numbers among which one is chosen.
pub fn many_choices() -> Case {
    let text = "procedure Bet of unit\n  step bet:\n    choose n: 1 to 40 x 40\n    AP of unit becomes n x 1 AP\n";
    let answer = "test \"it holds\" in Field\n  answer n 1600\n  do Bet of One\n  expect AP of One is 1600 AP\n";
    Case { want: Want::Fails("greater than can be counted"), ..Case::pack(&format!("{text}{answer}")) }
}

/// Numbers that can be read, and are more than there is room for where they stand.
pub fn no_such_many() -> Case {
    let text = "formation Wide of unit\n  shape front 3 to 300\npool A of unit\n  dice 6\n  each d6 hits on 4\n  keep highest 300\npool B of unit\n  dice 6\n  each d6 hits on 4\n  natural 300 hits\nvalue C of unit = 6\ntrait D of unit\n  on B of me: reroll 300 failures\n";
    Case::wrong(text, &["shape", "keep", "natural", "on B"])
}

/// As in a situation: units of more men than there can be, more turns than are counted.
pub fn no_such_size() -> Case {
    let text = "situation Crowd\n  board 48\" x 48\"\n  Red: Mob: Band, 5000 models at 10\",10\"\nsituation Long\n  board 48\" x 48\"\n  turns 70000\n  Red: Few: Band at 10\",10\"\n";
    Case::wrong(text, &["Red: Mob", "turns"])
}

/// What all that is on the table remembers: more than there is room for.
pub fn great_memory() -> Case {
    let counts = super::each(20_000, |out, i| {
        let _ = writeln!(out, "count C{i} of model");
    });
    let men = "situation Mob\n  board 48\" x 48\"\n  Red: Men: Band, 5 models at 10\",10\"\ntest \"it is kept\" in Mob\n  expect C19999 of leader of Men is 0\n";
    Case { want: Want::Refused("too many things"), ..Case::pack(&format!("{counts}{men}")) }
}

/// A number that fits nowhere, wherever a number may stand.
pub fn large_number() -> Case {
    const BIG: &str = "99999999999999999999999999";
    let text = r#"value A1 of unit = BIG
value A2 of unit, in inches = BIG"
value A3 of unit, in AP = BIG AP
value A4 of unit, need = BIG+
value A5 of unit = BIG% of count of model of unit, rounded up
value A6 of unit = 1/BIG of count of model of unit, rounded up
value A7 of unit, in pts = price of unit + BIG pts
value A8 of unit = 5, at most BIG
condition unit is A9 = any unit is within BIG" of unit
count B1 of unit starts BIG
table B2 (score): BIG 1, otherwise 2
table B3 (score): under BIG 1, else 2
ruling B4
  we play One BIG
  or Two 2
roll B5 of unit: BIGd6
roll B6 of unit: 1dBIG
marker Held of unit until removed
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
  each d6 hits on BIG
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
            "condition unit is A",
            "count B",
            "table B",
            "we play One",
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
