//! What a line may have wrong, in the order in which it is looked for.

use super::fault::Faulty;
use crate::diag::Diagnostic;

/// What a line may have wrong, each with a message of its own; the first that fits is told.
pub(super) fn tries<'a>() -> impl Iterator<Item = fn(&Faulty<'a>) -> Option<Diagnostic>> {
    before_signs()
        .into_iter()
        .chain(pasted())
        .chain(in_other_words())
        .chain(said_otherwise())
        .chain(as_players_say())
        .chain(as_printed())
        .chain(lacking())
}

/// What has signs that would be told of otherwise.
fn before_signs<'a>() -> Vec<fn(&Faulty<'a>) -> Option<Diagnostic>> {
    vec![
        Faulty::feet,
        Faulty::decimal_comma,
        Faulty::place_without_inches,
        Faulty::length_without_inches,
        Faulty::score_before_dice,
        Faulty::ties_again,
        Faulty::added_to_each_die,
    ]
}

/// What players and books say in words of their own.
fn as_players_say<'a>() -> Vec<fn(&Faulty<'a>) -> Option<Diagnostic>> {
    vec![
        Faulty::several_times,
        Faulty::turn_of_a_book,
        Faulty::result_in_words,
        Faulty::hits_on_a_roll,
        Faulty::save,
        Faulty::expects_to_be,
        Faulty::paired,
        Faulty::all_for_any,
        Faulty::all_may_not,
        Faulty::forbids_in_english,
        Faulty::condition_first,
        Faulty::may_without_colon,
        Faulty::price_before_colon,
        Faulty::price_first,
        Faulty::remark_in_brackets,
    ]
}

/// What comes of pages, of other editors and of lost layout.
fn pasted<'a>() -> Vec<fn(&Faulty<'a>) -> Option<Diagnostic>> {
    vec![
        Faulty::bullet,
        Faulty::book_number,
        Faulty::page_number,
        Faulty::tabbed,
        Faulty::cells_parted_otherwise,
        Faulty::typographic,
        Faulty::brace,
        Faulty::unclosed,
        Faulty::deeper,
        Faulty::outside,
        Faulty::colon,
        Faulty::citation,
        Faulty::big_dice,
    ]
}

/// What declarations and their lines are called, or hold, in words of other books.
fn in_other_words<'a>() -> Vec<fn(&Faulty<'a>) -> Option<Diagnostic>> {
    vec![
        Faulty::said_below,
        Faulty::number_and_up,
        Faulty::counted_first,
        Faulty::numbers_before_word,
        Faulty::count_begins,
        Faulty::record_of_what,
        Faulty::value_equals,
        Faulty::reading_with_colon,
        Faulty::swaps_otherwise,
        Faulty::comes_within,
        Faulty::shared_between,
    ]
}

/// What has a form of its own in this language.
fn said_otherwise<'a>() -> Vec<fn(&Faulty<'a>) -> Option<Diagnostic>> {
    vec![
        Faulty::expects_a_deed,
        Faulty::amended_if_alone,
        Faulty::second_if,
        Faulty::relative_in_english,
        Faulty::described_behind,
        Faulty::possessive,
        Faulty::must,
        Faulty::read_before_for,
        Faulty::step_of_nothing,
        Faulty::lifted_and_changed,
        Faulty::asks_what_we_play,
        Faulty::behind_place,
        Faulty::wrong_comparison,
        Faulty::compared_without_is,
        Faulty::decimal,
        Faulty::once_a,
        Faulty::percent,
        Faulty::price_each,
        Faulty::read_in_line,
        Faulty::all_get,
        Faulty::order_behind_if,
        Faulty::how_often_last,
        Faulty::how_often_first,
        Faulty::how_often_behind_price,
        Faulty::equals,
        Faulty::was_first,
        Faulty::up_to_in_list,
        Faulty::goes_into,
        Faulty::row_in_first_column,
        Faulty::per_for_each,
        Faulty::adding_a_sentence,
        Faulty::blank_goes_on,
        Faulty::if_without_colon,
        Faulty::until_last,
        Faulty::if_behind_colon,
        Faulty::if_goes_on,
        Faulty::hidden_marker,
        Faulty::either_side,
        Faulty::span_of_more,
        Faulty::date_with_point,
        Faulty::remark_goes_on,
        Faulty::comma_before_if,
        Faulty::extends_below,
        Faulty::comma_before_price,
        Faulty::two_entry_lines,
        Faulty::small_in_list,
        Faulty::and_between_deeds,
        Faulty::carried_so_often,
        Faulty::not_allowed,
        Faulty::declared_below,
        Faulty::plain_first,
        Faulty::is_for_other_verbs,
        Faulty::is_the,
        Faulty::game_ends,
        Faulty::it_for_its,
        Faulty::no_kind_after_any,
        Faulty::points_first,
        Faulty::zone_in_scenario,
        Faulty::sets_up,
        Faulty::prose,
        Faulty::goes_on_in_first_column,
        Faulty::number_first,
        Faulty::where_in_brackets,
        Faulty::or_more_as_plus,
        Faulty::price_last,
        Faulty::points_for_pts,
        Faulty::until_start,
        Faulty::until_the_end,
        Faulty::faces_with_apostrophe,
        Faulty::reroll_with_hyphen,
        Faulty::small_in_reading,
        Faulty::blank_without_its_word,
        Faulty::comma_before_rounded,
        Faulty::reroll_of_nothing,
        Faulty::draws_a_card,
        Faulty::manner_with_length,
        Faulty::draws_for_nobody,
        Faulty::draws_without_name,
        Faulty::chooses_without_name,
    ]
}

/// What is written as it is printed elsewhere, or runs together.
fn as_printed<'a>() -> Vec<fn(&Faulty<'a>) -> Option<Diagnostic>> {
    vec![
        Faulty::moment_of_a_book,
        Faulty::whose_first,
        Faulty::limit_in_other_words,
        Faulty::degrees,
        Faulty::times_before_name,
        Faulty::around_without_size,
        Faulty::between_two_points,
        Faulty::amount_without_brackets,
        Faulty::two_rows,
        Faulty::two_lines,
        Faulty::two_declarations,
        Faulty::comma_in_move,
        Faulty::comma_in_side,
        Faulty::comma_before_limit,
        Faulty::comma_before_measure,
        Faulty::my_before_name,
        Faulty::otherwise_of_change,
        Faulty::until_next,
        Faulty::question_without_brackets,
        Faulty::part_changed_outside,
        Faulty::equal_to,
        Faulty::condition_met_with_never,
        Faulty::of_by_counting,
        Faulty::first_edition,
    ]
}

/// What has a word or a sign too many or too few.
fn lacking<'a>() -> Vec<fn(&Faulty<'a>) -> Option<Diagnostic>> {
    vec![
        Faulty::cited_in_round_brackets,
        Faulty::change_in_other_words,
        Faulty::change_misspelt,
        Faulty::added_before_whom,
        Faulty::inches_of_two_signs,
        Faulty::colon_before_price,
        Faulty::done_without_colon,
        Faulty::columns_in_one_line,
        Faulty::reading_without_or,
        Faulty::more_of_them,
        Faulty::more_behind,
        Faulty::plus_to_something,
        Faulty::then_without_colon,
        Faulty::cell_behind_colon,
        Faulty::saves_on,
        Faulty::owned_by_apostrophe,
        Faulty::in_english,
        Faulty::was_in_brackets,
        Faulty::article,
        Faulty::chooser_first,
        Faulty::question_in_quotes,
        Faulty::added_to_a_step,
        Faulty::signed_price,
        Faulty::has_so_many,
        Faulty::changed_to,
        Faulty::sentence_of_a_book,
        Faulty::capital_first,
        Faulty::first_word,
        Faulty::doubled,
        Faulty::comma_between,
        Faulty::comma_before_a_deed,
        Faulty::comma_of_places,
        Faulty::goes_on_from_above,
        Faulty::otherwise,
        Faulty::no_otherwise,
        Faulty::starts_first,
        Faulty::given_twice,
        Faulty::given_otherwise,
        Faulty::stands_at,
        Faulty::facing,
        Faulty::compass,
        Faulty::stops_whose,
        Faulty::comma_before_during,
        Faulty::how_many_of_it,
        Faulty::when_first,
        Faulty::one_by_one,
        Faulty::changed_behind_colon,
        Faulty::read_for_results,
        Faulty::gauge,
        Faulty::compared,
        Faulty::listed,
        Faulty::price,
        Faulty::colon_instead,
        Faulty::no_colon,
        Faulty::guard,
        Faulty::place_behind,
        Faulty::amount,
        Faulty::change,
        Faulty::sort,
        Faulty::pack_line,
        Faulty::unsorted,
        Faulty::small_name,
        Faulty::english,
        Faulty::terrain_does,
        Faulty::asked_by_brackets,
        Faulty::yes_or_no,
        Faulty::taken,
        Faulty::sign,
        Faulty::spelling,
        Faulty::column,
        Faulty::case,
        Faulty::misspelt,
        Faulty::word,
        Faulty::small_in_name,
        Faulty::repaired,
        Faulty::verb,
        Faulty::no_line_of,
    ]
}
