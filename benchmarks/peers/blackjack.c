// Blackjack (chapter 633a) and Spanish 21 (chapter 635a), with every optional wager, by best play off the top of a fresh shoe.
#include "rounds.h"

enum { STAND, HIT, DOUBLE, SPLIT, SURRENDER };
#define HANDS 3082
static const int8_t *value, *total, *first_act, *act, *rescued, *split_act, *split_rescued, *most_hands;
static const int16_t *single, *child;
static const int64_t *bonus, *suited;
static const int32_t *by_two, *by_kind;
static int64_t wager, natural, natural_tie, surrender, fixed, drawn_21_wins;

static void setup(void) {
    int i = 2;
    value = parts[i++].data, total = parts[i++].data, single = parts[i++].data, child = parts[i++].data;
    first_act = parts[i++].data, act = parts[i++].data, rescued = parts[i++].data, split_act = parts[i++].data;
    split_rescued = parts[i++].data, most_hands = parts[i++].data, bonus = parts[i++].data, suited = parts[i++].data;
    wager = scalar(i++), natural = scalar(i++), natural_tie = scalar(i++), surrender = scalar(i++), fixed = scalar(i++);
    drawn_21_wins = scalar(i++), by_two = parts[i++].data, by_kind = parts[i++].data;
}

static inline int draw(int *drawn) {
    deal(*drawn, *drawn + 1);
    return cards[(*drawn)++];
}

static void play(void) {
    int drawn = 4, live = 0, totals[12];
    int64_t stakes[12], gain = 0;
    deal(0, 4);
    int one = cards[0], up_card = cards[1], two = cards[2], hole_card = cards[3];
    int low = value[one], up = value[up_card], high = value[two], hole = value[hole_card];
    int blackjack = (up == 0 && hole == 9) || (up == 9 && hole == 0);
    int royal = !((up_card ^ hole_card) & 3) && (up_card >> 2) + (hole_card >> 2) == 21 && abs(up_card - hole_card) == 4;
    int pair = (one * 52 + two) * 3 + (blackjack ? 1 : royal ? 2 : 0);
    int kind = (((one >> 2) * 13 + (two >> 2)) * 13 + (up_card >> 2)) * 4;
    kind += 2 * !((one ^ up_card) & 3) + !((two ^ up_card) & 3);
    for (int place = 1; place < wagers; place++)
        gains[place] = by_two[place * 8112 + pair] + by_kind[place * 8788 + kind];
    int action = first_act[up * 2704 + one * 52 + two], hands = 1;
    if ((low == 0 && high == 9) || (low == 9 && high == 0))
        gain = blackjack ? -natural_tie : -natural, hands = 0;
    else if (blackjack)
        gain = wager, hands = 0;
    else if (action == SURRENDER)
        gain = surrender, hands = 0;
    int waiting = hands, split = 0, size = 2, mask = 1 << (one & 3) | 1 << (two & 3), hand = child[single[low] * 10 + high];
    while (waiting > 0) {
        waiting--;
        if (split && !size) hand = single[low], size = 1;
        int64_t stake = wager;
        for (int playing = 1; playing;) {
            if (split && size == 1)
                action = HIT;
            else if (total[hand] == 21)
                action = STAND;
            else if (split) {
                action = split_act[(up * 10 + low) * HANDS + hand];
                if (size == 2 && hand == child[single[low] * 10 + low] && hands < most_hands[up * 10 + low]) action = SPLIT;
            } else if (size > 2)
                action = act[up * HANDS + hand];
            if (action == SPLIT)
                split = 1, hands++, waiting++, hand = single[low], size = 1;
            else if (action == STAND)
                playing = 0;
            else {
                int card = draw(&drawn);
                size++;
                mask |= 1 << (card & 3);
                hand = child[hand * 10 + value[card]];
                if (action == DOUBLE) stake = 2 * wager, playing = 0;
                if (hand < 0)
                    gain += stake, stake = 0, playing = 0;
                else if (action == DOUBLE && (split ? split_rescued[(up * 10 + low) * HANDS + hand] : rescued[up * HANDS + hand]))
                    gain += wager, stake = 0;
            }
        }
        if (stake > 0 && drawn_21_wins && size > 2 && total[hand] == 21) {
            int64_t won = stake;
            if (!split && stake == wager) {
                won = bonus[hand];
                if (size == 3 && won != wager) {
                    int sevens = low == 6 && high == 6, suits = mask & (mask - 1) ? 0 : mask == 8 ? 2 : 1;
                    won = suited[sevens * 3 + suits];
                    if (sevens && suits && up == 6) won += fixed;
                }
            }
            gain -= won, stake = 0;
        }
        if (stake > 0) totals[live] = total[hand], stakes[live++] = stake;
        size = mask = 0;
    }
    if (live) {
        int points = up + hole + 2, ace = !up || !hole, result = ace && points <= 11 ? points + 10 : points;
        while (result < 17) {
            int next = value[draw(&drawn)];
            points += next + 1;
            ace |= !next;
            result = ace && points <= 11 ? points + 10 : points;
        }
        for (int place = 0; place < live; place++)
            if (result > 21 || totals[place] > result)
                gain -= stakes[place];
            else if (totals[place] < result)
                gain += stakes[place];
    }
    gains[0] = gain;
    put_back(drawn);
}
