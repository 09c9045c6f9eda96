"""The type of every option and every limit, for type checkers and their readers. Written by `tools/typed_options.py`.

A chapter has some of these; what has the same name in two chapters may be of either type.
"""

from fractions import Fraction
from typing import Any, Literal, TypedDict

Table = str | dict[str, Any] | list[Any]  # a printed pay table by its letter, or rows of the house's own


class Options(TypedDict):
    """What a house chooses."""

    abandoned_wagers_lose: bool
    absent_player_stakes: Literal["counted", "covered"]
    aces_against_aces: bool
    aces_against_aces_odds: int
    aces_up: Literal["I", "II", "III", "IV", "V", "VI", "VII"]
    additional_blinds: Table
    announcements: bool
    ante: int
    ante_bonus: Table | Literal["A", "B", "C"]
    bad_beat: bool
    bad_beat_contribution: int
    bad_beat_count_place: Literal["cashiers' cage", "closed Poker table", "main cage", "satellite cage"]
    bad_beat_discontinuance: str
    bad_beat_hands: str
    bad_beat_method: str
    bad_beat_minimum_pot: int
    bad_beat_paid_at: Literal["cashiers' cage", "main cage", "satellite cage", "table"]
    bad_beat_paid_in: Literal["cash equivalent", "cash", "gaming chips"]
    bad_beat_payouts: Table
    bet: Table
    bet_the_set_21: Literal["", "A", "B", "C", "D"]
    big_bet: int
    big_blind: int
    blackjack_switch: bool
    bonus: Table
    bottom_cover_card: bool
    boxes: int
    button_start: Literal["one card dealt", "right of the dealer"]
    cash_wagers: bool
    check_raise: bool
    co_banking: bool
    community_first: bool
    count_method: Literal["deck", "stub"]
    counting_shuffler: bool
    crown_treasure: bool
    dealer_bank_wager: int
    dealer_inscription: str
    dealing: Literal["automated shoe", "hand", "manual shoe"]
    deck_distribution: str
    deck_storage: Literal["other approved location", "table inventory container", "table"]
    decks: int
    determinant_red_side: Literal["left", "right"]
    discard_rack: Literal["exact", "marked"]
    double_down_card: Literal["face down", "face up"]
    double_shoe: bool
    emperors_treasure: Literal["", "A", "B", "C", "D"]
    even_money: bool
    flush_bonus: Literal["", "A", "B", "C", "D", "E", "F", "G", "H"]
    forced_bet: int
    fortune_bonus: Literal["", "A", "B", "C", "D"]
    from_the_hand: bool
    high_hand: bool
    high_hand_claim_limit: int
    high_hand_collection_period: int
    high_hand_contribution: int
    high_hand_count_place: Literal["closed Poker table", "main cage", "satellite cage"]
    high_hand_division: str
    high_hand_minimum_players: int
    high_hand_minimum_pot: int
    high_hand_paid_at: Literal["main cage", "satellite cage"]
    high_hand_qualifying_period: int
    high_hand_restrictions: str
    high_hand_uncollected: str
    house_way: str
    idle_spread: Literal["face down", "face up"]
    in_between: bool
    irregularities_supplement: str
    kill: Literal["", "half-kill", "kill"]
    kings_bounty: bool
    let_it_ride_bonus: Table
    let_it_ride_poker: Table
    linked_progressive: bool
    lucky_ladies: bool
    mark_starting_position: bool
    match_the_dealer: bool
    maximum_raises: int
    mid_shoe_entry: bool
    minimum_bet_agreement: str
    minimum_bet_increase: int
    notices_shown: Literal["layout", "sign"]
    odd_chip: Literal["as printed", "by suit", "left of button"]
    opening_shuffle: Literal["both decks", "deck in use"]
    optional_wager_maximum: int
    optional_wager_minimum: int
    other_games: str
    pai_gow_insurance: Literal["", "A", "B"]
    pair_plus: Table | Literal["A", "B", "C", "D"]
    payout_limit: int
    payout_limit_notice: Literal["amount", "generic", "layout", "sign"]
    payout_notice: Literal["layout", "sign"]
    payouts_shown: Literal["layout", "sign"]
    player_bank: bool
    pocket_bonus: Literal["", "A", "B", "C"]
    preshuffled: bool
    progressive_initial: int
    progressive_jackpot: Literal["", "A", "B"]
    progressive_meter: int
    progressive_payout: Table | bool | Literal["", "A", "B"]
    progressive_rate: Fraction | int
    progressive_reset: int
    progressive_straight_flush: Literal["$5,000", "10%"]
    progressive_wager: int
    qualifying_pot: int
    qualifying_rank: Literal["flush", "straight"]
    queens_up: Literal["A", "B", "C", "D"]
    rake: Literal[
        "incremental and time",
        "incremental",
        "percentage and incremental",
        "percentage and time",
        "percentage",
        "percentage, incremental and time",
        "time",
    ]
    rake_area: Literal["other approved location", "right of the dealer"]
    rake_collected: Literal["as play progresses", "at the end of the round"]
    rake_levels: Table
    rake_maximum: int
    rake_method: str
    rake_percent: Fraction | int
    reshuffling_device: bool
    resplit_aces: bool
    resplits: int
    royal_match_21: Literal["", "A", "B", "C", "D", "E"]
    seats: int
    second_deck: bool
    settlement: Literal["633a.7(r)(1)", "633a.7(r)(2)", "635a.7(p)(1)", "635a.7(p)(2)"]
    show_discarded_hands: bool
    shuffler: bool | Literal["automated", "continuous", "manual"]
    shuffler_fills_shoe: bool
    shuffler_loads_shoe: bool
    shuffler_stores_securely: bool
    six_card_bonus: Literal["", "A", "B", "C", "D"]
    small_bet: int
    small_blind: int
    smallest_chip: int
    starting_position: Literal["button", "random number generator", "shaker"]
    straddle: bool
    straddle_amount: int
    straight_flush_bonus: Literal["", "A", "B", "C", "D"]
    structure: Literal["limit", "no limit", "pot limit", "spread"]
    super_match: bool
    table_maximum: int
    table_minimum: int
    three_card_bonus: Table | Literal["", "A", "B", "C", "D"]
    time_charge: int
    time_charge_basis: Literal["player", "table"]
    time_charge_minutes: int
    tip_box: Literal["alternative location", "alternative", "opposite the drop box", "opposite"]
    trips_plus: Literal["", "A", "B", "C", "D"]
    two_joker_decks: bool
    two_positions: bool
    variant: Literal[
        "five-card draw low",
        "five-card draw",
        "five-card stud",
        "hold'em",
        "omaha high-low eight or better",
        "omaha",
        "razz",
        "seven-card stud high-low eight or better",
        "seven-card stud high-low",
        "seven-card stud",
    ]
    version: Literal["", "565.7(f)(1)", "565.7(f)(2)", "565.7(f)(3)"]
    vigorish_rounding: int


class Limits(TypedDict):
    """Numbers that bind."""

    ace_low_value: int
    ace_value: int
    ace_value_high: int
    ace_value_low: int
    aces_up_lowest_hand: str
    ante_bonus_lowest_hand: str
    ante_to_pair_plus_1: int
    ante_to_pair_plus_2: str
    automated_stack: int
    bad_beat_counts: int
    bad_beat_counts_per_day: int
    bad_beat_display_updates: int
    bad_beat_display_updates_per_day: int
    bad_beat_rank: str
    bank_betting_areas: int
    bank_rounds_running: int
    bank_vigorish: str
    batches_in_discard_rack: int
    batches_with_shuffler: int
    bet_multiple: int
    bets: int
    bets_in_reserve: int
    bets_that_may_be_withdrawn: int
    betting_areas: int
    blind_multiple: int
    bonus_minimum: int
    bottom_cover_card_depth: int
    burn_before_flop: int
    burn_before_river: int
    burn_before_turn: int
    burn_cards_from_the_hand: int
    burn_cards_new_dealer: int
    burn_cards_new_shoe: int
    burn_cards_per_new_dealer: int
    burn_cards_per_shoe: int
    buy_in_minimum_bets: int
    cameras: int
    card_change_hours: int
    card_change_hours_from_the_hand: int
    card_change_hours_hand: int
    card_change_hours_shoe: int
    card_reader_inspections: int
    cards_per_hand: int
    cards_per_hand_from_hand: int
    cards_per_stack: int
    cards_that_play: int
    co_bank_settlement_share: str
    co_bank_share: str
    co_bank_vigorish: str
    common_card_short_deck: int
    community_areas: int
    community_card_areas: int
    community_cards: int
    community_cards_removed: int
    cover_card_depth: str
    cover_card_from_bottom: int
    cover_cards: int
    cover_cards_per_side: int
    cut_depth: int
    dealer_accidental_draw_total: int
    dealer_cards: int
    dealer_cards_hand: int
    dealer_cards_that_may_be_completed: int
    dealer_counts_as: int
    dealer_draws_to: int
    dealer_face_up_cards: int
    dealer_qualifies: str
    dealer_stacks: int
    dealer_stands: int
    dealer_stands_on: int
    dealers: int
    deck_count_rounds: int
    deck_rotation_rounds: int
    deck_size: int
    decks: int
    decks_at_table: int
    decks_few: int
    decks_in_discard_rack: int
    decks_many: int
    decks_with_shuffler: int
    determinant_cards: int
    dice: int
    dice_hours: int
    discarded_from_second_dealer_stack: int
    double_down_cards: int
    double_down_maximum: int
    draw_below: int
    draw_burn_cards: int
    draws: int
    emperors_treasure_rank: str
    envy_rank: str
    experience_months: int
    experience_years: int
    exposed_hole_cards_void: int
    face_card_value: int
    face_up_cards_tolerated: int
    fifth_street_maximum: int
    fifth_street_minimum: int
    five_card_draw_blind_bets: int
    five_card_draw_blinds_minimum: int
    five_card_draw_burn: int
    five_card_draw_cards: int
    five_card_draw_exchange: int
    five_card_stud_down_cards: int
    five_card_stud_first_deal_down: int
    five_card_stud_first_deal_up: int
    five_card_stud_first_up_cards: int
    five_card_stud_later_up: int
    five_card_stud_later_up_cards: int
    five_card_stud_third_card: int
    fixed_payout_high_wager: int
    fixed_payout_low_wager: int
    flop_cards: int
    flop_turn_river_areas: int
    flop_wager_multiple: int
    flush_bonus_rank: str
    fortune_bonus_rank: str
    fourth_street_maximum: int
    fourth_street_minimum: int
    gaming_school_years: int
    greater_to_lesser_wager: int
    half_kill_multiple: str
    hand_size: int
    high_hand_award_from: str
    high_hand_cards: int
    high_hand_counts: int
    high_hand_tracking_from: str
    highest_total: int
    holdem_blind_bets: int
    holdem_blinds_minimum: int
    holdem_community_cards: int
    holdem_first_community_cards: int
    holdem_flop: int
    holdem_hole_cards: int
    holdem_odd_amount: int
    holdem_straddles: int
    hole_cards: int
    hours_baccarat_and_mini_baccarat: int
    hours_blackjack_and_other_banked_card_games: int
    hours_craps: int
    hours_pai_gow_poker: int
    hours_pai_gow_tiles: int
    hours_poker: int
    hours_roulette: int
    idle_inspection_players: int
    initial_cards: int
    inspecting_players: int
    inspecting_players_before_wash: int
    inspecting_players_idle_table: int
    insurance_maximum: str
    insurance_share: str
    jokers: int
    kill_multiple: int
    let_it_ride_bonus_amount: int
    low_hand_cards: int
    low_qualifier: int
    lowest_paid_pair: int
    maximum_decks_from_the_hand: int
    meter_share_not_from_inventory: int
    meter_share_off_the_table: int
    minimum_cover_cards: int
    minimum_decks: int
    minimum_decks_double_shoe: int
    minimum_decks_with_shuffler: int
    minimum_payout_limit: int
    misdeal_player_cards: int
    misdeal_voluntary_bets_omitted: int
    misdeal_voluntary_bets_start: int
    odds_multiple: int
    omaha_blind_bets: int
    omaha_blinds_minimum: int
    omaha_community_cards: int
    omaha_community_cards_used: int
    omaha_first_community_cards: int
    omaha_flop: int
    omaha_hole_cards: int
    omaha_hole_cards_used: int
    omaha_low_qualifier: int
    omaha_odd_amount: int
    omaha_odd_amount_high: int
    omaha_odd_amount_low: int
    omaha_straddles: int
    opening_inspection_players: int
    oversized_chips: int
    pai_gow_insurance_rank: str
    payout_limit: int
    payout_limit_ceiling: int
    payout_limit_minimum: int
    places: int
    play_3rd_street_maximum: int
    play_3rd_street_minimum: int
    play_4th_street_maximum: int
    play_4th_street_minimum: int
    play_5th_street: int
    play_maximum_aces: int
    play_maximum_multiple: int
    play_maximum_multiple_offered: int
    play_minimum_multiple: int
    play_minimum_multiple_offered: int
    play_multiple: int
    play_wager_at_decision: int
    play_wagers_per_round: int
    player_cards_hand: int
    player_draws_below: int
    players_minimum: int
    pocket_bonus_rank: str
    positions_per_player: int
    progressive_initial_minimum: int
    progressive_jackpot_rank: str
    progressive_minimum: int
    progressive_minimum_table_a: int
    progressive_minimum_table_b: int
    progressive_payout_rank: str
    progressive_rate_minimum: int
    progressive_reset_minimum: int
    progressive_wager: int
    push_pair_highest: int
    push_pair_lowest: int
    qualifying_wager: int
    raise_after_flop: int
    raise_after_river: int
    raise_before_flop: int
    raise_five_card_flush: int
    raise_six_or_seven_card_flush: int
    raise_two_to_four_card_flush: int
    rake_percent: int
    rake_percent_maximum: int
    random_number_highest: int
    random_number_lowest: int
    river_cards: int
    river_wager_multiple: int
    rounds_between_uses_of_a_deck: int
    rounds_per_deck_in_alternation: int
    same_hand_positions: int
    seats: int
    seats_five_card_draw: int
    seats_five_card_stud: int
    seats_holdem: int
    seats_omaha: int
    seats_seven_card_stud: int
    seven_card_stud_cards: int
    seven_card_stud_first_deal_down: int
    seven_card_stud_first_deal_up: int
    seven_card_stud_first_down_cards: int
    seven_card_stud_first_up_cards: int
    seven_card_stud_fourth_card: int
    seven_card_stud_last_down: int
    seven_card_stud_last_down_cards: int
    seven_card_stud_later_up: int
    seven_card_stud_later_up_cards: int
    seven_card_stud_low_qualifier: int
    seven_card_stud_odd_amount: int
    seven_card_stud_odd_amount_high: int
    seven_card_stud_odd_amount_low: int
    seven_card_stud_reshuffle_at: int
    shakes: int
    shakes_after: int
    shakes_after_deal: int
    shakes_before: int
    single_chip_call: int
    split_wager: int
    stack_cards: int
    stack_size: int
    stacks: int
    stored_decks: int
    straight_flush_bonus_rank: str
    stub_automated_shoe: int
    stub_count_rounds_automated_shoe: int
    stub_count_rounds_hand: int
    stub_count_rounds_manual_shoe: int
    stub_hand: int
    stub_manual_shoe: int
    super_bonus_multiple: int
    surrender_share: str
    surrendered_cards_counted: int
    switch_hands: int
    switch_push_total: int
    switch_wagers: int
    tables_per_floorperson: int
    tens_allowed: int
    third_street_maximum: int
    third_street_minimum: int
    time_charge_interval_long: int
    time_charge_interval_short: int
    time_charge_long_interval: int
    time_charge_short_interval: int
    trips_plus_rank: str
    turn_cards: int
    turn_wager_multiple: int
    vigorish: str
    vigorish_against_bank: str
    vigorish_rounding_step: int
    voluntary_wagers_missed_player: int
    voluntary_wagers_wrong_start: int
    weeks_baccarat_and_mini_baccarat: int
    weeks_blackjack_and_other_banked_card_games: int
    weeks_craps: int
    weeks_pai_gow_poker: int
    weeks_pai_gow_tiles: int
    weeks_poker: int
    weeks_roulette: int
    winning_pair: int
