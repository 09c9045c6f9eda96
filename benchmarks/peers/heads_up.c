// Heads-Up Hold 'Em (chapter 677a): Ante, Odds and Raise, Pocket Bonus and Trips Plus by best play.
#include "rounds.h"

static table t;
static const uint8_t *before;
static const int16_t *turned;
static const int32_t *flops, *fives;
static const uint64_t *flop, *river;
static const int64_t *paid, *by_pair, *by_category;
static int64_t least, binomial[52][6];

static inline int64_t set_of(const uint8_t *hand, int size) {
    int64_t index = 0;
    for (int at = 0; at < size; at++) {
        int place = 1;
        for (int other = 0; other < size; other++) place += hand[other] < hand[at];
        index += binomial[hand[at]][place];
    }
    return index;
}

static inline int bit(const uint64_t *bits, int64_t at) { return bits[at >> 6] >> (at & 63) & 1; }

static void setup(void) {
    t = table_at(2);
    before = parts[8].data, turned = parts[9].data, flops = parts[10].data, flop = parts[11].data;
    fives = parts[14].data, river = parts[15].data, least = scalar(16);
    paid = parts[17].data, by_pair = parts[18].data, by_category = parts[19].data;
    for (int n = 0; n < 52; n++) {
        binomial[n][0] = 1;
        for (int k = 1; k < 6; k++) binomial[n][k] = n ? binomial[n - 1][k - 1] + binomial[n - 1][k] : 0;
    }
}

static inline int slot(int a, int b, const uint8_t *board) {
    int of_suits = 0, suit = 4;
    for (int at = 0; at < 5; at++) of_suits += 1 << 4 * (board[at] & 3);
    for (int each = 0; each < 4; each++)
        if ((of_suits >> 4 * each & 15) >= 3) suit = each;
    int one = (a >> 2) + ((a & 3) == suit ? 13 : 0), other = (b >> 2) + ((b & 3) == suit ? 13 : 0);
    int low = one < other ? one : other, high = one < other ? other : one;
    return high * (high + 1) / 2 + low;
}

static void play(void) {
    deal(0, 9);
    int a = cards[0], b = cards[1], leaf;
    int pair = a < b ? a + b * (b - 1) / 2 : b + a * (a - 1) / 2;
    const uint8_t *board = cards + 4;
    if (before[pair])
        leaf = 3;
    else {
        int where = flops[set_of(board, 3)];
        if (bit(flop, (int64_t)(where >> 5) * 1326 + turned[(where & 31) * 1326 + pair]))
            leaf = 2;
        else
            leaf = bit(river, fives[set_of(board, 5)] + slot(a, b, board));
    }
    uint64_t key = t.start, bits = 0;
    for (int at = 0; at < 5; at++) key += t.keys[board[at]], bits |= t.bits[board[at]];
    uint16_t mine = code_of(&t, key + t.keys[a] + t.keys[b], bits | t.bits[a] | t.bits[b]);
    int c = cards[2], d = cards[3];
    uint16_t its = code_of(&t, key + t.keys[c] + t.keys[d], bits | t.bits[c] | t.bits[d]);
    int outcome = mine == its ? 2 : (mine > its ? 0 : 3) + (its < least), category = mine >> 12;
    int64_t categories = parts[19].bytes / 8 / wagers;
    gains[0] = paid[(leaf * categories + category) * 5 + outcome];
    for (int wager = 1; wager < wagers; wager++)
        gains[wager] = by_pair[wager * 1326 + pair] + by_category[wager * categories + category];
    put_back(9);
}
