"""The randomness of simulators as its definition says, in plain Python."""

MASK = 2**32 - 1


def philox(counter: list[int], key: list[int]) -> list[int]:
    """Ten turns of Philox4x32."""
    (a, b, c, d), (low, high) = counter, key
    for turn in range(10):
        k, m = low + turn * 0x9E3779B9 & MASK, high + turn * 0xBB67AE85 & MASK
        first, second = a * 0xD2511F53, c * 0xCD9E8D57
        a, b, c, d = second >> 32 ^ b ^ k, second & MASK, first >> 32 ^ d ^ m, first & MASK
    return [a, b, c, d]


def drawn(size: int, count: int, number: int, seed: int) -> list[int]:
    """The first cards of a round."""
    cards = list(range(size))
    for at in range(count):
        left, attempt = size - at, 0
        while True:
            counter = [at // 4, number & MASK, number >> 32, attempt]
            product = philox(counter, [seed & MASK, seed >> 32])[at % 4] * left
            if product & MASK >= 2**32 % left:
                break
            attempt += 1
        other = at + (product >> 32)
        cards[at], cards[other] = cards[other], cards[at]
    return cards[:count]
