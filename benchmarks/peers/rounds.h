// What the simulators in C share: the words of a round, the draw of cards (src/pitboss/simulators/philox.py), the records that
// benchmarks/simulators.py writes, and the sums.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define MOST_DRAWN 160
#define MOST_WAGERS 16

typedef struct {
    int64_t bytes;
    void *data;
} part;

static part parts[64];

static void read_records(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file) exit(2);
    for (int i = 0; i < 64 && fread(&parts[i].bytes, 8, 1, file) == 1; i++) {
        parts[i].data = aligned_alloc(64, (parts[i].bytes + 127) / 64 * 64);
        if (fread(parts[i].data, 1, parts[i].bytes, file) != (size_t)parts[i].bytes) exit(2);
    }
    fclose(file);
}

static inline int64_t scalar(int i) { return *(int64_t *)parts[i].data; }

static uint32_t key_low, key_high, round_low, round_high;
static uint32_t words[MOST_DRAWN + 8];
static uint8_t *cards;
static uint16_t moves[MOST_DRAWN];
static int deck_size;

static inline void fill(uint32_t *out, uint32_t block, uint32_t attempt) {
    uint32_t a = block, b = round_low, c = round_high, d = attempt, low = key_low, high = key_high;
    for (int turn = 0; turn < 10; turn++) {
        uint64_t first = (uint64_t)a * 0xD2511F53u, second = (uint64_t)c * 0xCD9E8D57u;
        a = (uint32_t)(second >> 32) ^ b ^ low;
        b = (uint32_t)second;
        c = (uint32_t)(first >> 32) ^ d ^ high;
        d = (uint32_t)first;
        low += 0x9E3779B9u;
        high += 0xBB67AE85u;
    }
    out[0] = a, out[1] = b, out[2] = c, out[3] = d;
}

static inline void deal(int begin, int end) {
    for (int block = (begin + 3) / 4; block < (end + 3) / 4; block++) fill(words + 4 * block, block, 0);
    for (int at = begin; at < end; at++) {
        uint32_t left = deck_size - at;
        uint64_t product = (uint64_t)words[at] * left;
        if (__builtin_expect((uint32_t)product < left, 0)) {
            uint32_t least = -left % left, again[4];
            for (uint32_t attempt = 1; (uint32_t)product < least; attempt++) {
                fill(again, at / 4, attempt);
                product = (uint64_t)again[at % 4] * left;
            }
        }
        int other = at + (int)(product >> 32);
        uint8_t card = cards[at];
        cards[at] = cards[other];
        cards[other] = card;
        moves[at] = other;
    }
}

static inline void put_back(int drawn) {
    for (int at = drawn - 1; at >= 0; at--) {
        uint8_t card = cards[at];
        cards[at] = cards[moves[at]];
        cards[moves[at]] = card;
    }
}

static inline int64_t choose2(int64_t n) { return n * (n - 1) / 2; }
static inline int64_t choose3(int64_t n) { return n * (n - 1) * (n - 2) / 6; }

typedef struct {
    uint64_t start;
    const uint64_t *keys, *bits;
    const uint16_t *displacement, *codes, *flush;
    uint64_t rows, slots;
} table;

static table table_at(int i) {
    table t = {scalar(i), parts[i + 1].data, parts[i + 2].data, parts[i + 3].data, parts[i + 4].data, parts[i + 5].data,
               parts[i + 3].bytes / 2 - 1, parts[i + 4].bytes / 2 - 1};
    return t;
}

static inline uint16_t code_of(const table *t, uint64_t key, uint64_t bits) {
    uint16_t code = t->codes[(key + t->displacement[key >> 16 & t->rows]) & t->slots];
    if (key & (uint64_t)0x8888 << 48)
        for (int suit = 0; suit < 4; suit++)
            if (key >> (48 + 4 * suit + 3) & 1) {
                uint16_t flush = t->flush[bits >> 16 * suit & 0x3FFF];
                if (flush > code) code = flush;
            }
    return code;
}

// A game defines `setup` and `play`, which writes what the house gains from each wager.
static int wagers;
static int64_t gains[MOST_WAGERS];
static void setup(void);
static void play(void);

int main(int argc, char **argv) {
    if (argc != 5) return 2;
    read_records(argv[1]);
    uint64_t seed = strtoull(argv[2], 0, 10), first = strtoull(argv[3], 0, 10), rounds = strtoull(argv[4], 0, 10);
    key_low = (uint32_t)seed, key_high = seed >> 32;
    cards = parts[0].data, deck_size = parts[0].bytes, wagers = (int)scalar(1);
    setup();
    int64_t sum[MOST_WAGERS] = {0}, squares[MOST_WAGERS] = {0};
    clock_t begin = clock();
    for (uint64_t number = first; number < first + rounds; number++) {
        round_low = (uint32_t)number, round_high = number >> 32;
        play();
        for (int wager = 0; wager < wagers; wager++) {
            sum[wager] += gains[wager];
            squares[wager] += gains[wager] * gains[wager];
        }
    }
    printf("%.6f", (double)(clock() - begin) / CLOCKS_PER_SEC);
    for (int wager = 0; wager < wagers; wager++) printf(" %lld %lld", (long long)sum[wager], (long long)squares[wager]);
    printf("\n");
    return 0;
}
