"""What every option and every limit is, for type checkers and their readers: a name that no chapter has, or a value
used as what it is not, is an error before anything runs. Written by `tools/typed_options.py` from the chapters' data.

What has the same name in two chapters may be of either type. A name that is made while the program runs is looked up in
`House.values` and by `Chapter.limit_named`.
"""

from fractions import Fraction
from functools import cached_property
from typing import Any, Literal, TypeVar, overload

from pitboss.rulebook.limits import Limit

Table = str | dict[str, Any]  # a printed pay table by its letter, or rows of the house's own
Default = TypeVar("Default")
Number = Literal[
    "aces_against_aces_odds",
    "ante",
    "bad_beat_contribution",
    "bad_beat_minimum_pot",
    "big_bet",
    "big_blind",
    "boxes",
    "dealer_bank_wager",
    "decks",
    "forced_bet",
    "high_hand_claim_limit",
    "high_hand_collection_period",
    "high_hand_contribution",
    "high_hand_minimum_players",
    "high_hand_minimum_pot",
    "high_hand_qualifying_period",
    "maximum_raises",
    "minimum_bet_increase",
    "optional_wager_maximum",
    "optional_wager_minimum",
    "payout_limit",
    "progressive_initial",
    "progressive_meter",
    "progressive_reset",
    "progressive_wager",
    "qualifying_pot",
    "rake_maximum",
    "rake_rounding",
    "resplits",
    "seats",
    "small_bet",
    "small_blind",
    "smallest_chip",
    "straddle_amount",
    "straddle_maximum",
    "table_maximum",
    "table_minimum",
    "time_charge",
    "time_charge_minutes",
    "vigorish_rounding",
]
Flag = Literal[
    "abandoned_wagers_lose",
    "aces_against_aces",
    "announcements",
    "bad_beat",
    "blackjack_switch",
    "bottom_cover_card",
    "cash_wagers",
    "check_raise",
    "co_banking",
    "community_first",
    "counting_shuffler",
    "crown_treasure",
    "double_shoe",
    "even_money",
    "forced_bet_full",
    "from_the_hand",
    "high_hand",
    "in_between",
    "kings_bounty",
    "linked_progressive",
    "lucky_ladies",
    "mark_starting_position",
    "match_the_dealer",
    "mid_shoe_entry",
    "player_bank",
    "preshuffled",
    "reshuffling_device",
    "resplit_aces",
    "second_deck",
    "show_discarded_hands",
    "shuffler_fills_shoe",
    "shuffler_loads_shoe",
    "shuffler_stores_securely",
    "straddle",
    "super_match",
    "two_joker_decks",
    "two_positions",
]
Text = Literal[
    "bad_beat_discontinuance",
    "bad_beat_hands",
    "bad_beat_method",
    "dealer_inscription",
    "deck_distribution",
    "high_hand_division",
    "high_hand_restrictions",
    "high_hand_uncollected",
    "house_way",
    "irregularities_supplement",
    "minimum_bet_agreement",
    "other_games",
    "rake_method",
]
RakeLevelsOption = Literal[
    "additional_blinds",
    "bad_beat_levels",
    "bad_beat_payouts",
    "high_hand_levels",
    "raise_schedule",
    "rake_levels",
    "rake_schedule",
]
TripsPlus = Literal["", "A", "B", "C", "D"]
TripsPlusOption = Literal[
    "bet_the_set_21",
    "emperors_treasure",
    "fortune_bonus",
    "six_card_bonus",
    "straight_flush_bonus",
    "trips_plus",
]
BetOption = Literal["bet", "bonus", "let_it_ride_bonus", "let_it_ride_poker"]
NoticesShown = Literal["layout", "sign"]
NoticesShownOption = Literal["notices_shown", "payout_notice", "payouts_shown"]
RakePercentOption = Literal["progressive_rate", "rake_percent"]
PaiGowInsurance = Literal["", "A", "B"]
PaiGowInsuranceOption = Literal["pai_gow_insurance", "progressive_jackpot"]
IdleSpread = Literal["face down", "face up"]
IdleSpreadOption = Literal["double_down_card", "idle_spread"]
Version = Literal["", "565.7(f)(1)", "565.7(f)(2)", "565.7(f)(3)"]
VersionOption = Literal["version"]
FlushBonus = Literal["", "A", "B", "C", "D", "E", "F", "G", "H"]
FlushBonusOption = Literal["flush_bonus"]
RoyalMatch21 = Literal["", "A", "B", "C", "D", "E"]
RoyalMatch21Option = Literal["royal_match_21"]
PocketBonus = Literal["", "A", "B", "C"]
PocketBonusOption = Literal["pocket_bonus"]
ProgressiveWagers = Literal["", "both", "one"]
ProgressiveWagersOption = Literal["progressive_wagers"]
Kill = Literal["", "half-kill", "kill"]
KillOption = Literal["kill"]
ProgressiveStraightFlush = Literal["$5,000", "10%"]
ProgressiveStraightFlushOption = Literal["progressive_straight_flush"]
Settlement = Literal["633a.7(r)(1)", "633a.7(r)(2)", "635a.7(p)(1)", "635a.7(p)(2)"]
SettlementOption = Literal["settlement"]
QueensUp = Literal["A", "B", "C", "D"]
QueensUpOption = Literal["queens_up"]
AcesUp = Literal["I", "II", "III", "IV", "V", "VI", "VII"]
AcesUpOption = Literal["aces_up"]
TipBox = Literal["alternative location", "alternative", "opposite the drop box", "opposite"]
TipBoxOption = Literal["tip_box"]
PayoutLimitNotice = Literal["amount", "generic", "layout", "sign"]
PayoutLimitNoticeOption = Literal["payout_limit_notice"]
RakeCollected = Literal["as play progresses", "at the end of the round"]
RakeCollectedOption = Literal["rake_collected"]
OddChip = Literal["as printed", "by suit", "left of button"]
OddChipOption = Literal["odd_chip"]
Dealing = Literal["automated shoe", "hand", "manual shoe"]
DealingOption = Literal["dealing"]
OpeningShuffle = Literal["both decks", "deck in use"]
OpeningShuffleOption = Literal["opening_shuffle"]
AnteFrom = Literal["button", "every player", "last Blind Bet"]
AnteFromOption = Literal["ante_from"]
StartingPosition = Literal["button", "random number generator", "shaker"]
StartingPositionOption = Literal["starting_position"]
BadBeatPaidIn = Literal["cash equivalent", "cash", "gaming chips"]
BadBeatPaidInOption = Literal["bad_beat_paid_in"]
BadBeatCountPlace = Literal["cashiers' cage", "closed Poker table", "main cage", "satellite cage"]
BadBeatCountPlaceOption = Literal["bad_beat_count_place"]
BadBeatPaidAt = Literal["cashiers' cage", "main cage", "satellite cage", "table"]
BadBeatPaidAtOption = Literal["bad_beat_paid_at"]
HighHandCountPlace = Literal["closed Poker table", "main cage", "satellite cage"]
HighHandCountPlaceOption = Literal["high_hand_count_place"]
AbsentPlayerStakes = Literal["counted", "covered"]
AbsentPlayerStakesOption = Literal["absent_player_stakes"]
CountMethod = Literal["deck", "stub"]
CountMethodOption = Literal["count_method"]
DiscardRack = Literal["exact", "marked"]
DiscardRackOption = Literal["discard_rack"]
Variant = Literal[
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
VariantOption = Literal["variant"]
QualifyingRank = Literal["flush", "straight"]
QualifyingRankOption = Literal["qualifying_rank"]
Rake = Literal[
    "incremental and time",
    "incremental",
    "percentage and incremental",
    "percentage and time",
    "percentage",
    "percentage, incremental and time",
    "time",
]
RakeOption = Literal["rake"]
DeterminantRedSide = Literal["left", "right"]
DeterminantRedSideOption = Literal["determinant_red_side"]
Structure = Literal["limit", "no limit", "pot limit", "spread"]
StructureOption = Literal["structure"]
HighHandPaidAt = Literal["main cage", "satellite cage"]
HighHandPaidAtOption = Literal["high_hand_paid_at"]
ButtonStart = Literal["one card dealt", "right of the dealer"]
ButtonStartOption = Literal["button_start"]
RakeArea = Literal["other approved location", "right of the dealer"]
RakeAreaOption = Literal["rake_area"]
DeckStorage = Literal["other approved location", "table inventory container", "table"]
DeckStorageOption = Literal["deck_storage"]
TimeChargeBasis = Literal["player", "table"]
TimeChargeBasisOption = Literal["time_charge_basis"]
ThreeCardBonus = Table | Literal["", "A", "B", "C", "D"]
ThreeCardBonusOption = Literal["three_card_bonus"]
PairPlus = Table | Literal["A", "B", "C", "D"]
PairPlusOption = Literal["pair_plus"]
AnteBonus = Table | Literal["A", "B", "C"]
AnteBonusOption = Literal["ante_bonus"]
ProgressivePayout = Table | bool | Literal["", "A", "B"]
ProgressivePayoutOption = Literal["progressive_payout"]
Shuffler = bool | Literal["automated", "continuous", "manual"]
ShufflerOption = Literal["shuffler"]
NumberLimit = Literal[
    "ace_low_value",
    "ace_value",
    "ace_value_high",
    "ace_value_low",
    "ante_to_pair_plus_1",
    "approved_person_fee",
    "automated_stack",
    "bad_beat_counts",
    "bad_beat_counts_per_day",
    "bad_beat_display_updates",
    "bad_beat_display_updates_per_day",
    "bank_betting_areas",
    "bank_rounds_running",
    "batches_in_discard_rack",
    "batches_with_shuffler",
    "beer_serving",
    "bet_multiple",
    "bets",
    "bets_in_reserve",
    "bets_that_may_be_withdrawn",
    "betting_areas",
    "blind_multiple",
    "bonus_minimum",
    "bottom_cover_card_depth",
    "burn_before_flop",
    "burn_before_river",
    "burn_before_turn",
    "burn_cards_from_the_hand",
    "burn_cards_new_dealer",
    "burn_cards_new_shoe",
    "burn_cards_per_new_dealer",
    "burn_cards_per_shoe",
    "buy_in_minimum_bets",
    "cameras",
    "card_change_hours",
    "card_change_hours_from_the_hand",
    "card_change_hours_hand",
    "card_change_hours_shoe",
    "card_reader_inspections",
    "cards_per_hand",
    "cards_per_hand_from_hand",
    "cards_per_stack",
    "cards_that_play",
    "common_card_short_deck",
    "community_areas",
    "community_card_areas",
    "community_cards",
    "community_cards_removed",
    "contract_fee",
    "contract_notice_days",
    "cover_card_from_bottom",
    "cover_cards",
    "cover_cards_per_side",
    "cut_depth",
    "dealer_accidental_draw_total",
    "dealer_cards",
    "dealer_cards_hand",
    "dealer_cards_that_may_be_completed",
    "dealer_counts_as",
    "dealer_draws_to",
    "dealer_face_up_cards",
    "dealer_stacks",
    "dealer_stands",
    "dealer_stands_on",
    "dealers",
    "deck_count_rounds",
    "deck_rotation_rounds",
    "deck_size",
    "decks",
    "decks_at_table",
    "decks_few",
    "decks_in_discard_rack",
    "decks_many",
    "decks_with_shuffler",
    "determinant_cards",
    "dice",
    "dice_hours",
    "discarded_from_second_dealer_stack",
    "double_down_cards",
    "double_down_maximum",
    "draw_below",
    "draw_burn_cards",
    "entertainment_cap",
    "entertainment_record_years",
    "exhibit_copies",
    "experience_months",
    "experience_years",
    "exposed_hole_cards_void",
    "face_card_value",
    "face_up_cards_tolerated",
    "faucet_days",
    "fifth_street_maximum",
    "fifth_street_minimum",
    "five_card_draw_blind_bets",
    "five_card_draw_blinds_minimum",
    "five_card_draw_burn",
    "five_card_draw_cards",
    "five_card_draw_exchange",
    "five_card_stud_down_cards",
    "five_card_stud_first_deal_down",
    "five_card_stud_first_deal_up",
    "five_card_stud_first_up_cards",
    "five_card_stud_later_up",
    "five_card_stud_later_up_cards",
    "five_card_stud_third_card",
    "fixed_payout_high_wager",
    "fixed_payout_low_wager",
    "flop_cards",
    "flop_turn_river_areas",
    "flop_wager_multiple",
    "fourth_street_maximum",
    "fourth_street_minimum",
    "gaming_school_years",
    "greater_to_lesser_wager",
    "hand_size",
    "hearing_notice_days",
    "high_hand_cards",
    "high_hand_counts",
    "highest_total",
    "holdem_blind_bets",
    "holdem_blinds_minimum",
    "holdem_community_cards",
    "holdem_first_community_cards",
    "holdem_flop",
    "holdem_hole_cards",
    "holdem_odd_amount",
    "holdem_straddles",
    "hole_cards",
    "hours_baccarat_and_mini_baccarat",
    "hours_blackjack_and_other_banked_card_games",
    "hours_craps",
    "hours_pai_gow_poker",
    "hours_pai_gow_tiles",
    "hours_poker",
    "hours_roulette",
    "idle_inspection_players",
    "in_charge_days",
    "initial_cards",
    "inspecting_players",
    "inspecting_players_before_wash",
    "inspecting_players_idle_table",
    "investigation_fee",
    "jokers",
    "kill_multiple",
    "let_it_ride_bonus_amount",
    "line_days",
    "low_hand_cards",
    "low_qualifier",
    "lowest_paid_pair",
    "manager_notice_days",
    "maximum_decks_from_the_hand",
    "meter_share_not_from_inventory",
    "meter_share_off_the_table",
    "minimum_cover_cards",
    "minimum_decks",
    "minimum_decks_double_shoe",
    "minimum_decks_with_shuffler",
    "minimum_payout_limit",
    "misdeal_player_cards",
    "misdeal_voluntary_bets_omitted",
    "misdeal_voluntary_bets_start",
    "odds_multiple",
    "omaha_blind_bets",
    "omaha_blinds_minimum",
    "omaha_community_cards",
    "omaha_community_cards_used",
    "omaha_first_community_cards",
    "omaha_flop",
    "omaha_hole_cards",
    "omaha_hole_cards_used",
    "omaha_low_qualifier",
    "omaha_odd_amount",
    "omaha_odd_amount_high",
    "omaha_odd_amount_low",
    "omaha_straddles",
    "opening_inspection_players",
    "oversized_chips",
    "payout_limit",
    "payout_limit_ceiling",
    "payout_limit_minimum",
    "pecuniary_percent",
    "places",
    "play_3rd_street_maximum",
    "play_3rd_street_minimum",
    "play_4th_street_maximum",
    "play_4th_street_minimum",
    "play_5th_street",
    "play_maximum_aces",
    "play_maximum_multiple",
    "play_maximum_multiple_offered",
    "play_minimum_multiple",
    "play_minimum_multiple_offered",
    "play_multiple",
    "play_wager_at_decision",
    "play_wagers_per_round",
    "player_cards_hand",
    "player_draws_below",
    "players_minimum",
    "positions_per_player",
    "products_per_sponsor",
    "progressive_initial_minimum",
    "progressive_minimum",
    "progressive_minimum_table_a",
    "progressive_minimum_table_b",
    "progressive_rate_minimum",
    "progressive_reset_minimum",
    "progressive_wager",
    "protest_days",
    "push_pair_highest",
    "push_pair_lowest",
    "qualifying_wager",
    "raise_after_flop",
    "raise_after_river",
    "raise_before_flop",
    "raise_five_card_flush",
    "raise_six_or_seven_card_flush",
    "raise_two_to_four_card_flush",
    "rake_percent",
    "rake_percent_maximum",
    "random_number_highest",
    "random_number_lowest",
    "river_cards",
    "river_wager_multiple",
    "rounds_between_uses_of_a_deck",
    "rounds_per_deck_in_alternation",
    "same_hand_positions",
    "seats",
    "seats_five_card_draw",
    "seats_five_card_stud",
    "seats_holdem",
    "seats_omaha",
    "seats_seven_card_stud",
    "service_hours",
    "seven_card_stud_cards",
    "seven_card_stud_first_deal_down",
    "seven_card_stud_first_deal_up",
    "seven_card_stud_first_down_cards",
    "seven_card_stud_first_up_cards",
    "seven_card_stud_fourth_card",
    "seven_card_stud_last_down",
    "seven_card_stud_last_down_cards",
    "seven_card_stud_later_up",
    "seven_card_stud_later_up_cards",
    "seven_card_stud_low_qualifier",
    "seven_card_stud_odd_amount",
    "seven_card_stud_odd_amount_high",
    "seven_card_stud_odd_amount_low",
    "seven_card_stud_reshuffle_at",
    "shakes",
    "shakes_after",
    "shakes_after_deal",
    "shakes_before",
    "single_chip_call",
    "spirits_serving",
    "split_wager",
    "sponsor_age",
    "stack_cards",
    "stack_size",
    "stacks",
    "storage_days",
    "stored_decks",
    "stub_automated_shoe",
    "stub_count_rounds_automated_shoe",
    "stub_count_rounds_hand",
    "stub_count_rounds_manual_shoe",
    "stub_hand",
    "stub_manual_shoe",
    "super_bonus_multiple",
    "surrendered_cards_counted",
    "switch_hands",
    "switch_push_total",
    "switch_wagers",
    "tables_per_floorperson",
    "temporary_manager_days",
    "tens_allowed",
    "third_street_maximum",
    "third_street_minimum",
    "time_charge_interval_long",
    "time_charge_interval_short",
    "time_charge_long_interval",
    "time_charge_short_interval",
    "turn_cards",
    "turn_wager_multiple",
    "vigorish_rounding_step",
    "voluntary_wagers_missed_player",
    "voluntary_wagers_wrong_start",
    "weeks_baccarat_and_mini_baccarat",
    "weeks_blackjack_and_other_banked_card_games",
    "weeks_craps",
    "weeks_pai_gow_poker",
    "weeks_pai_gow_tiles",
    "weeks_poker",
    "weeks_roulette",
    "wine_serving",
    "winning_pair",
]
TextLimit = Literal[
    "aces_up_lowest_hand",
    "ante_bonus_lowest_hand",
    "ante_to_pair_plus_2",
    "bad_beat_rank",
    "co_bank_settlement_share",
    "co_bank_share",
    "cover_card_depth",
    "dealer_qualifies",
    "emperors_treasure_rank",
    "envy_rank",
    "flush_bonus_rank",
    "fortune_bonus_rank",
    "half_kill_multiple",
    "high_hand_award_from",
    "high_hand_tracking_from",
    "insurance_maximum",
    "insurance_share",
    "pai_gow_insurance_rank",
    "pocket_bonus_rank",
    "progressive_jackpot_rank",
    "progressive_payout_rank",
    "straight_flush_bonus_rank",
    "surrender_share",
    "trips_plus_rank",
]


class Choices:
    """The options of a house, each with its type."""

    values: dict[str, Any]

    @overload
    def __getitem__(self, option: Number) -> int: ...

    @overload
    def __getitem__(self, option: Flag) -> bool: ...

    @overload
    def __getitem__(self, option: Text) -> str: ...

    @overload
    def __getitem__(self, option: RakeLevelsOption) -> list[Any]: ...

    @overload
    def __getitem__(self, option: TripsPlusOption) -> TripsPlus: ...

    @overload
    def __getitem__(self, option: BetOption) -> Table: ...

    @overload
    def __getitem__(self, option: NoticesShownOption) -> NoticesShown: ...

    @overload
    def __getitem__(self, option: RakePercentOption) -> Fraction | int: ...

    @overload
    def __getitem__(self, option: PaiGowInsuranceOption) -> PaiGowInsurance: ...

    @overload
    def __getitem__(self, option: IdleSpreadOption) -> IdleSpread: ...

    @overload
    def __getitem__(self, option: VersionOption) -> Version: ...

    @overload
    def __getitem__(self, option: FlushBonusOption) -> FlushBonus: ...

    @overload
    def __getitem__(self, option: RoyalMatch21Option) -> RoyalMatch21: ...

    @overload
    def __getitem__(self, option: PocketBonusOption) -> PocketBonus: ...

    @overload
    def __getitem__(self, option: ProgressiveWagersOption) -> ProgressiveWagers: ...

    @overload
    def __getitem__(self, option: KillOption) -> Kill: ...

    @overload
    def __getitem__(self, option: ProgressiveStraightFlushOption) -> ProgressiveStraightFlush: ...

    @overload
    def __getitem__(self, option: SettlementOption) -> Settlement: ...

    @overload
    def __getitem__(self, option: QueensUpOption) -> QueensUp: ...

    @overload
    def __getitem__(self, option: AcesUpOption) -> AcesUp: ...

    @overload
    def __getitem__(self, option: TipBoxOption) -> TipBox: ...

    @overload
    def __getitem__(self, option: PayoutLimitNoticeOption) -> PayoutLimitNotice: ...

    @overload
    def __getitem__(self, option: RakeCollectedOption) -> RakeCollected: ...

    @overload
    def __getitem__(self, option: OddChipOption) -> OddChip: ...

    @overload
    def __getitem__(self, option: DealingOption) -> Dealing: ...

    @overload
    def __getitem__(self, option: OpeningShuffleOption) -> OpeningShuffle: ...

    @overload
    def __getitem__(self, option: AnteFromOption) -> AnteFrom: ...

    @overload
    def __getitem__(self, option: StartingPositionOption) -> StartingPosition: ...

    @overload
    def __getitem__(self, option: BadBeatPaidInOption) -> BadBeatPaidIn: ...

    @overload
    def __getitem__(self, option: BadBeatCountPlaceOption) -> BadBeatCountPlace: ...

    @overload
    def __getitem__(self, option: BadBeatPaidAtOption) -> BadBeatPaidAt: ...

    @overload
    def __getitem__(self, option: HighHandCountPlaceOption) -> HighHandCountPlace: ...

    @overload
    def __getitem__(self, option: AbsentPlayerStakesOption) -> AbsentPlayerStakes: ...

    @overload
    def __getitem__(self, option: CountMethodOption) -> CountMethod: ...

    @overload
    def __getitem__(self, option: DiscardRackOption) -> DiscardRack: ...

    @overload
    def __getitem__(self, option: VariantOption) -> Variant: ...

    @overload
    def __getitem__(self, option: QualifyingRankOption) -> QualifyingRank: ...

    @overload
    def __getitem__(self, option: RakeOption) -> Rake: ...

    @overload
    def __getitem__(self, option: DeterminantRedSideOption) -> DeterminantRedSide: ...

    @overload
    def __getitem__(self, option: StructureOption) -> Structure: ...

    @overload
    def __getitem__(self, option: HighHandPaidAtOption) -> HighHandPaidAt: ...

    @overload
    def __getitem__(self, option: ButtonStartOption) -> ButtonStart: ...

    @overload
    def __getitem__(self, option: RakeAreaOption) -> RakeArea: ...

    @overload
    def __getitem__(self, option: DeckStorageOption) -> DeckStorage: ...

    @overload
    def __getitem__(self, option: TimeChargeBasisOption) -> TimeChargeBasis: ...

    @overload
    def __getitem__(self, option: ThreeCardBonusOption) -> ThreeCardBonus: ...

    @overload
    def __getitem__(self, option: PairPlusOption) -> PairPlus: ...

    @overload
    def __getitem__(self, option: AnteBonusOption) -> AnteBonus: ...

    @overload
    def __getitem__(self, option: ProgressivePayoutOption) -> ProgressivePayout: ...

    @overload
    def __getitem__(self, option: ShufflerOption) -> Shuffler: ...

    def __getitem__(self, option: str) -> Any:
        return self.values[option]

    @overload
    def get(self, option: Number) -> int | None: ...

    @overload
    def get(self, option: Number, default: Default) -> int | Default: ...

    @overload
    def get(self, option: Flag) -> bool | None: ...

    @overload
    def get(self, option: Flag, default: Default) -> bool | Default: ...

    @overload
    def get(self, option: Text) -> str | None: ...

    @overload
    def get(self, option: Text, default: Default) -> str | Default: ...

    @overload
    def get(self, option: RakeLevelsOption) -> list[Any] | None: ...

    @overload
    def get(self, option: RakeLevelsOption, default: Default) -> list[Any] | Default: ...

    @overload
    def get(self, option: TripsPlusOption) -> TripsPlus | None: ...

    @overload
    def get(self, option: TripsPlusOption, default: Default) -> TripsPlus | Default: ...

    @overload
    def get(self, option: BetOption) -> Table | None: ...

    @overload
    def get(self, option: BetOption, default: Default) -> Table | Default: ...

    @overload
    def get(self, option: NoticesShownOption) -> NoticesShown | None: ...

    @overload
    def get(self, option: NoticesShownOption, default: Default) -> NoticesShown | Default: ...

    @overload
    def get(self, option: RakePercentOption) -> Fraction | int | None: ...

    @overload
    def get(self, option: RakePercentOption, default: Default) -> Fraction | int | Default: ...

    @overload
    def get(self, option: PaiGowInsuranceOption) -> PaiGowInsurance | None: ...

    @overload
    def get(self, option: PaiGowInsuranceOption, default: Default) -> PaiGowInsurance | Default: ...

    @overload
    def get(self, option: IdleSpreadOption) -> IdleSpread | None: ...

    @overload
    def get(self, option: IdleSpreadOption, default: Default) -> IdleSpread | Default: ...

    @overload
    def get(self, option: VersionOption) -> Version | None: ...

    @overload
    def get(self, option: VersionOption, default: Default) -> Version | Default: ...

    @overload
    def get(self, option: FlushBonusOption) -> FlushBonus | None: ...

    @overload
    def get(self, option: FlushBonusOption, default: Default) -> FlushBonus | Default: ...

    @overload
    def get(self, option: RoyalMatch21Option) -> RoyalMatch21 | None: ...

    @overload
    def get(self, option: RoyalMatch21Option, default: Default) -> RoyalMatch21 | Default: ...

    @overload
    def get(self, option: PocketBonusOption) -> PocketBonus | None: ...

    @overload
    def get(self, option: PocketBonusOption, default: Default) -> PocketBonus | Default: ...

    @overload
    def get(self, option: ProgressiveWagersOption) -> ProgressiveWagers | None: ...

    @overload
    def get(self, option: ProgressiveWagersOption, default: Default) -> ProgressiveWagers | Default: ...

    @overload
    def get(self, option: KillOption) -> Kill | None: ...

    @overload
    def get(self, option: KillOption, default: Default) -> Kill | Default: ...

    @overload
    def get(self, option: ProgressiveStraightFlushOption) -> ProgressiveStraightFlush | None: ...

    @overload
    def get(self, option: ProgressiveStraightFlushOption, default: Default) -> ProgressiveStraightFlush | Default: ...

    @overload
    def get(self, option: SettlementOption) -> Settlement | None: ...

    @overload
    def get(self, option: SettlementOption, default: Default) -> Settlement | Default: ...

    @overload
    def get(self, option: QueensUpOption) -> QueensUp | None: ...

    @overload
    def get(self, option: QueensUpOption, default: Default) -> QueensUp | Default: ...

    @overload
    def get(self, option: AcesUpOption) -> AcesUp | None: ...

    @overload
    def get(self, option: AcesUpOption, default: Default) -> AcesUp | Default: ...

    @overload
    def get(self, option: TipBoxOption) -> TipBox | None: ...

    @overload
    def get(self, option: TipBoxOption, default: Default) -> TipBox | Default: ...

    @overload
    def get(self, option: PayoutLimitNoticeOption) -> PayoutLimitNotice | None: ...

    @overload
    def get(self, option: PayoutLimitNoticeOption, default: Default) -> PayoutLimitNotice | Default: ...

    @overload
    def get(self, option: RakeCollectedOption) -> RakeCollected | None: ...

    @overload
    def get(self, option: RakeCollectedOption, default: Default) -> RakeCollected | Default: ...

    @overload
    def get(self, option: OddChipOption) -> OddChip | None: ...

    @overload
    def get(self, option: OddChipOption, default: Default) -> OddChip | Default: ...

    @overload
    def get(self, option: DealingOption) -> Dealing | None: ...

    @overload
    def get(self, option: DealingOption, default: Default) -> Dealing | Default: ...

    @overload
    def get(self, option: OpeningShuffleOption) -> OpeningShuffle | None: ...

    @overload
    def get(self, option: OpeningShuffleOption, default: Default) -> OpeningShuffle | Default: ...

    @overload
    def get(self, option: AnteFromOption) -> AnteFrom | None: ...

    @overload
    def get(self, option: AnteFromOption, default: Default) -> AnteFrom | Default: ...

    @overload
    def get(self, option: StartingPositionOption) -> StartingPosition | None: ...

    @overload
    def get(self, option: StartingPositionOption, default: Default) -> StartingPosition | Default: ...

    @overload
    def get(self, option: BadBeatPaidInOption) -> BadBeatPaidIn | None: ...

    @overload
    def get(self, option: BadBeatPaidInOption, default: Default) -> BadBeatPaidIn | Default: ...

    @overload
    def get(self, option: BadBeatCountPlaceOption) -> BadBeatCountPlace | None: ...

    @overload
    def get(self, option: BadBeatCountPlaceOption, default: Default) -> BadBeatCountPlace | Default: ...

    @overload
    def get(self, option: BadBeatPaidAtOption) -> BadBeatPaidAt | None: ...

    @overload
    def get(self, option: BadBeatPaidAtOption, default: Default) -> BadBeatPaidAt | Default: ...

    @overload
    def get(self, option: HighHandCountPlaceOption) -> HighHandCountPlace | None: ...

    @overload
    def get(self, option: HighHandCountPlaceOption, default: Default) -> HighHandCountPlace | Default: ...

    @overload
    def get(self, option: AbsentPlayerStakesOption) -> AbsentPlayerStakes | None: ...

    @overload
    def get(self, option: AbsentPlayerStakesOption, default: Default) -> AbsentPlayerStakes | Default: ...

    @overload
    def get(self, option: CountMethodOption) -> CountMethod | None: ...

    @overload
    def get(self, option: CountMethodOption, default: Default) -> CountMethod | Default: ...

    @overload
    def get(self, option: DiscardRackOption) -> DiscardRack | None: ...

    @overload
    def get(self, option: DiscardRackOption, default: Default) -> DiscardRack | Default: ...

    @overload
    def get(self, option: VariantOption) -> Variant | None: ...

    @overload
    def get(self, option: VariantOption, default: Default) -> Variant | Default: ...

    @overload
    def get(self, option: QualifyingRankOption) -> QualifyingRank | None: ...

    @overload
    def get(self, option: QualifyingRankOption, default: Default) -> QualifyingRank | Default: ...

    @overload
    def get(self, option: RakeOption) -> Rake | None: ...

    @overload
    def get(self, option: RakeOption, default: Default) -> Rake | Default: ...

    @overload
    def get(self, option: DeterminantRedSideOption) -> DeterminantRedSide | None: ...

    @overload
    def get(self, option: DeterminantRedSideOption, default: Default) -> DeterminantRedSide | Default: ...

    @overload
    def get(self, option: StructureOption) -> Structure | None: ...

    @overload
    def get(self, option: StructureOption, default: Default) -> Structure | Default: ...

    @overload
    def get(self, option: HighHandPaidAtOption) -> HighHandPaidAt | None: ...

    @overload
    def get(self, option: HighHandPaidAtOption, default: Default) -> HighHandPaidAt | Default: ...

    @overload
    def get(self, option: ButtonStartOption) -> ButtonStart | None: ...

    @overload
    def get(self, option: ButtonStartOption, default: Default) -> ButtonStart | Default: ...

    @overload
    def get(self, option: RakeAreaOption) -> RakeArea | None: ...

    @overload
    def get(self, option: RakeAreaOption, default: Default) -> RakeArea | Default: ...

    @overload
    def get(self, option: DeckStorageOption) -> DeckStorage | None: ...

    @overload
    def get(self, option: DeckStorageOption, default: Default) -> DeckStorage | Default: ...

    @overload
    def get(self, option: TimeChargeBasisOption) -> TimeChargeBasis | None: ...

    @overload
    def get(self, option: TimeChargeBasisOption, default: Default) -> TimeChargeBasis | Default: ...

    @overload
    def get(self, option: ThreeCardBonusOption) -> ThreeCardBonus | None: ...

    @overload
    def get(self, option: ThreeCardBonusOption, default: Default) -> ThreeCardBonus | Default: ...

    @overload
    def get(self, option: PairPlusOption) -> PairPlus | None: ...

    @overload
    def get(self, option: PairPlusOption, default: Default) -> PairPlus | Default: ...

    @overload
    def get(self, option: AnteBonusOption) -> AnteBonus | None: ...

    @overload
    def get(self, option: AnteBonusOption, default: Default) -> AnteBonus | Default: ...

    @overload
    def get(self, option: ProgressivePayoutOption) -> ProgressivePayout | None: ...

    @overload
    def get(self, option: ProgressivePayoutOption, default: Default) -> ProgressivePayout | Default: ...

    @overload
    def get(self, option: ShufflerOption) -> Shuffler | None: ...

    @overload
    def get(self, option: ShufflerOption, default: Default) -> Shuffler | Default: ...

    def get(self, option: str, default: Any = None) -> Any:
        """The value of an option, or the default where the chapter has no such option."""
        return self.values.get(option, default)


class Bounds:
    """The limits of a chapter, each with its type."""

    limits: tuple[Limit, ...]

    @cached_property
    def _limits(self) -> dict[str, int | str]:
        return {limit.name: limit.value for limit in self.limits}

    @overload
    def limit(self, name: NumberLimit) -> int: ...

    @overload
    def limit(self, name: TextLimit) -> str: ...

    def limit(self, name: str) -> Any:
        """The value of one of the chapter's limits."""
        return self._limits[name]
