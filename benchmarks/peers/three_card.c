// Three Card Poker (chapter 565): Ante, Play and Pair Plus by best play. A hand's code, line and action are looked up by the number
// of its three cards among all sets.
#include "rounds.h"

static const uint16_t *strength;
static const uint16_t *hands;
static const uint8_t *opens;
static const int64_t *paid;
static int32_t two[52], three[52];

static inline int set_of(const uint8_t *hand) {
    int a = hand[0], b = hand[1], c = hand[2], low = a < b ? a : b, high = a < b ? b : a;
    int bottom = low < c ? low : c, top = high > c ? high : c, middle = a + b + c - bottom - top;
    return bottom + two[middle] + three[top];
}

static void setup(void) {
    strength = parts[14].data, opens = parts[15].data, hands = parts[16].data, paid = parts[29].data;
    for (int card = 0; card < 52; card++) two[card] = choose2(card), three[card] = choose3(card);
}

static void play(void) {
    deal(0, 6);
    int own = set_of(cards), other = set_of(cards + 3);
    uint16_t mine = strength[own], its = strength[other], entry = hands[own];
    int end = !opens[its] ? 0 : mine > its ? 1 : mine == its ? 2 : 3;
    const int64_t *row = paid + (((entry & 0xFFF) * 2 + (entry >> 12)) * 4 + end) * 2;
    gains[0] = row[0], gains[1] = row[1];
    put_back(6);
}
