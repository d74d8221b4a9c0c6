//! A volley and a round of melee written by hand in plain Rust: what the machine is measured by.

#![allow(clippy::indexing_slicing, reason = "there are ten men, and four words of state")]
#![allow(dead_code, missing_docs, reason = "each benchmark uses what it needs")]

/// Two lines of ten of whom one shoots at the other.
pub const VOLLEY: &str = "situation Bench
  board 48\" x 48\"
  Red: Rifles, 10 models at 24\",10\"
  Blue: French Light Infantry, 10 models at 24\",20\"

test \"bench\" in Bench
  do Volley by Red at Blue with Rifle
";

/// Two lines of so many men in contact.
pub fn melee(men: u32) -> String {
    format!(
        "situation Bench
  board 48\" x 48\"
  Red: French Light Infantry, {men} models, Line at 24\",24\" facing north
  Blue: Rifles, {men} models, Line at 24\",24.984\" facing south

test \"bench\" in Bench
  do Melee
"
    )
}

/// xoshiro256++ by Blackman and Vigna, as its authors give it.
pub struct Xoshiro(pub [u64; 4]);

impl Xoshiro {
    pub fn next(&mut self) -> u64 {
        let s = &mut self.0;
        let result = s[0].wrapping_add(s[3]).rotate_left(23).wrapping_add(s[0]);
        let t = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = s[3].rotate_left(45);
        result
    }

    pub fn d6(&mut self) -> u32 {
        (((self.next() >> 32) * 6) >> 32) as u32 + 1
    }
}

/// One man of a volley by hand.
#[derive(Clone, Copy)]
pub struct Man {
    x: i64,
    y: i64,
    up: bool,
}

pub fn row(y: i64) -> [Man; 10] {
    let mut x = 23_000;
    std::array::from_fn(|_| {
        x += 1_000;
        Man { x, y, up: true }
    })
}

fn gap(a: Man, b: Man) -> i64 {
    ((a.x - b.x).pow(2) + (a.y - b.y).pow(2)).isqrt() - 984
}

/// The volley by hand: who is in reach, what is needed, and then a die at a time.
pub fn volley(men: &[Man; 10], foes: &[Man; 10], dice: &mut Xoshiro) -> u32 {
    let far = foes.iter().filter(|f| f.up).map(|f| gap(men[0], *f)).min().unwrap_or(i64::MAX);
    let shots = if far <= 18_000 { men.iter().filter(|m| m.up).count() } else { 0 };
    let hard = far > 9_000;
    let need = 4 + u32::from(hard);
    let mut hits = 0;
    for _ in 0..shots {
        let d = dice.d6();
        if d == 6 || (d != 1 && d >= need) {
            hits += 1;
        }
    }
    let mut damage = 0;
    for _ in 0..hits {
        let d = dice.d6();
        if d == 6 || (d != 1 && d >= 3) {
            damage += 1;
        }
    }
    damage
}

/// A round of melee by hand: who touches whom, blows in turn, the score, the beaten's check and the dice of the flight.
pub fn round(red: &mut [Man; 10], blue: &mut [Man; 10], dice: &mut Xoshiro) -> (i32, bool, u32) {
    let mut tally = [0i32; 2];
    for (turn, felled) in tally.iter_mut().enumerate() {
        let (us, them) = if turn == 0 { (&*red, &mut *blue) } else { (&*blue, &mut *red) };
        let touching = us.iter().filter(|m| m.up && them.iter().any(|f| f.up && gap(**m, *f) <= 10)).count();
        let spare = us.iter().filter(|m| m.up).count() - touching;
        let mut hits = 0;
        for _ in 0..touching + spare / 3 {
            let d = dice.d6();
            if d == 6 || (d != 1 && d >= 4) {
                hits += 1;
            }
        }
        for _ in 0..hits {
            let d = dice.d6();
            if d == 6 || (d != 1 && d >= 3) {
                if let Some(m) = them.iter_mut().rev().find(|m| m.up) {
                    m.up = false;
                    *felled += 1;
                }
            }
        }
    }
    let heads = |side: &[Man; 10]| side.iter().filter(|m| m.up).count();
    let (r, b) = (heads(red), heads(blue));
    let ours = tally[0] + i32::from(r >= 2 * b);
    let theirs = tally[1] + i32::from(b >= 2 * r);
    let mut run = 0;
    let mut fails = false;
    if ours != theirs && r > 0 && b > 0 {
        let d = dice.d6().cast_signed();
        fails = d == 1 || (d != 6 && d + 3 - (ours - theirs).abs() < 7);
        if fails {
            run = dice.d6() + dice.d6();
        }
    }
    (ours - theirs, fails, run)
}
