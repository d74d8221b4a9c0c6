//! Where something begins to be so, found by halving.

/// The last number found at which something is so, between one at which it is and one at which it is not, no farther from the
/// next at which it is not than `within`. Either of the two may be the greater.
pub fn halved(so: i32, not: i32, within: i32, is: impl Fn(i32) -> bool) -> i32 {
    let (mut so, mut not) = (so, not);
    while so.abs_diff(not) > within.unsigned_abs().max(1) {
        let middle = i32::midpoint(so, not);
        if is(middle) {
            so = middle;
        } else {
            not = middle;
        }
    }
    so
}

#[cfg(test)]
mod tests {
    use super::halved;

    #[test]
    fn from_either_side_to_the_mil() {
        assert_eq!(halved(0, 1000, 1, |n| n <= 317), 317);
        assert_eq!(halved(1000, 0, 1, |n| n >= 317), 317);
        assert!((315..=317).contains(&halved(0, 1000, 2, |n| n <= 317)));
    }
}
