# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The native kernel: scores of wins, one or many, and shanten.

It contains no rules. All it knows of mahjong is that a hand has four suits, each with several
readings, and what packing and shanten ask. It looks up the values of the parts of a win and combines
them. What is missing from a table is asked of the analyzer and the scorers, in Python, once.

Threads: `Kernel.look_at` and `rows_of_arrays` read tables without the GIL, while their Python
callers hold a lock. Python code that answers a question can let other threads run. An answer is
therefore dropped if the tables were emptied in the meantime (`emptied`).
"""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from cpython.list cimport PyList_GET_ITEM
from cpython.object cimport PyObject, PyTypeObject
from cpython.ref cimport Py_INCREF
from cpython.tuple cimport PyTuple_GET_ITEM, PyTuple_GET_SIZE, PyTuple_New, PyTuple_SET_ITEM
from libc.stdint cimport int8_t, int32_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memcpy, memset

from importlib import import_module
from types import MemberDescriptorType
from weakref import WeakSet

cdef extern from "Python.h":
    object _object_of "PyType_GenericAlloc"(PyTypeObject*, Py_ssize_t)
    int PyObject_GenericSetAttr(object, object, object) except -1
    ctypedef struct PyMemberDef:
        Py_ssize_t offset
    ctypedef struct PyMemberDescrObject:
        PyMemberDef* d_member

cdef enum:
    MOST_WORDS = 16
    MOST_IN_ONE = 32    # rulesets of one kernel; their bits fit in a word
    FLAGS = 4
    DORA = 5
    WORTHS = 6
    SET_COUNTS = 7
    CLASSES = 8
    COLUMNS = 6
    CONCEALED_QUAD_KIND = 4     # its index in riichi_core.hands.melds.KINDS
    ASK = 99            # the outcome of a win that has to be scored as a whole
    DORA_BITS = 18
    WHOLE_WIN = 0       # the class of hands that only the whole win tells apart
    BLOCK = 1 << 13     # wins between two times that the GIL is held
    MOST_FACTS = 32

MOST_RULESETS = MOST_IN_ONE

cdef uint64_t GOLDEN = 0x9E3779B97F4A7C15

MOST_KNOWN = 1 << 16
"""The most entries of a table; a kernel with more is emptied."""

MOST_ALTOGETHER = 1 << 20
"""The most entries of all tables; with more, kernels that have asked much are emptied."""

cdef uint64_t all_entries = 0
cdef object _kernels = WeakSet()

# ---- what Python knows ---------------------------------------------------------------------------

# This module imports no other when it is loaded, because those that it needs import it.

cdef bint knows_scoring = False, knows_hands = False
cdef uint64_t SET_COUNTS_MASK, SETS_SHIFT, PAIR_SHIFT, SEVEN, ORPHANS, FIRST_RANK
cdef uint64_t SELF_DRAW, OPEN, MIXED_IN, RED_SEEN, DEALER
cdef int SEAT_SHIFT, ROUND_WIND_SHIFT, REDS_SHIFT, PAYMENT_BITS, REDS_BITS = 3
cdef int32_t IMPOSSIBLE
cdef dict DECLARED, BITS
cdef object Score, NO_DORA, EMPTY = ()
cdef object NOT_COMPLETE, numbers_of, occasions_of
cdef list FORMS = ["standard", "seven_pairs", "thirteen_orphans"]
cdef int INDICATED[34]
cdef int RED_OF[34]
cdef int FIVE_KINDS[3]
cdef int CODES[5]
cdef int MOST_COUNTERS

cdef enum:              # the attributes of a Score, in order
    YAKU, DORA_HAN, HAN, FU, FU_ITEMS, LIMIT, YAKUMAN, BASE, PAYMENTS, FORM, SUITS, COUNTED_AS, SLOTS

cdef Py_ssize_t SLOT_AT[SLOTS]  # the place of each in a Score, in bytes

cdef int learn_scoring() except -1:
    """Read the layout of keys, and the classes of results."""
    global knows_scoring, SET_COUNTS_MASK, SETS_SHIFT, PAIR_SHIFT, SEVEN, ORPHANS, FIRST_RANK
    global SELF_DRAW, OPEN, MIXED_IN, RED_SEEN, DEALER, SEAT_SHIFT, ROUND_WIND_SHIFT, REDS_SHIFT
    global PAYMENT_BITS, IMPOSSIBLE, MOST_COUNTERS, DECLARED, BITS, Score, NO_DORA, NOT_COMPLETE, numbers_of
    global occasions_of
    if knows_scoring:
        return 0
    analyzer = import_module("riichi_core.analysis.analyzer")
    packed = import_module("riichi_core.analysis.packed")
    suits = import_module("riichi_core.analysis.suits")
    columns = import_module("riichi_core.batch.columns")
    result = import_module("riichi_core.scoring.result")
    SET_COUNTS_MASK, SETS_SHIFT = suits.SET_COUNTS_MASK, suits.SETS_SHIFT
    PAIR_SHIFT, SEVEN, ORPHANS = analyzer.PAIR_SHIFT, analyzer.SEVEN_PAIRS, analyzer.THIRTEEN_ORPHANS
    OPEN, MIXED_IN, RED_SEEN, REDS_SHIFT = packed.OPEN, packed.MIXED_IN, packed.RED_SEEN, packed.REDS_SHIFT
    SEAT_SHIFT, ROUND_WIND_SHIFT = packed.SEAT_SHIFT, packed.ROUND_WIND_SHIFT
    PAYMENT_BITS = packed.PAYMENT_BITS
    DECLARED = dict(import_module("riichi_core.hands.waits").DECLARED)
    NOT_COMPLETE, numbers_of, IMPOSSIBLE = columns.NOT_COMPLETE, columns.numbers_of, columns.IMPOSSIBLE[0]
    Score, NO_DORA = result.Score, result.NO_DORA
    for place in range(SLOTS):
        slot = getattr(Score, Score.__match_args__[place])
        if type(slot) is not MemberDescriptorType:
            raise TypeError(f"Score.{Score.__match_args__[place]} is not a slot")
        SLOT_AT[place] = (<PyMemberDescrObject*>slot).d_member.offset
    FIRST_RANK = import_module("riichi_core.scoring.score").FIRST_RANK
    tile = import_module("riichi_core.tiles.tile")
    for kind in range(34):
        INDICATED[kind] = tile.INDICATED[kind]
    for place, kind in enumerate(tile.FIVES):
        RED_OF[kind] = REDS_BITS * place
        FIVE_KINDS[place] = kind
    for place, name in enumerate(import_module("riichi_core.hands.melds").KINDS):
        CODES[place] = DECLARED[name]
    wins = import_module("riichi_core.hands.win")
    SELF_DRAW, DEALER, MOST_COUNTERS = wins.SELF_DRAW, wins.DEALER, wins.MOST_COUNTERS
    BITS, occasions_of = wins.OCCASION_BITS, wins.occasions_of
    learn_tiles()
    knows_scoring = True
    return 0

cdef uint64_t TILE_AT[1024]
cdef int TILE_ORDER[1024]
cdef list tiles_kept = []

cdef int learn_tiles() except -1:
    """Keep each tile by its address: there is one object of each tile."""
    cdef uint64_t place
    if tiles_kept:
        return 0
    for tile in import_module("riichi_core.tiles.tile").TILES.values():
        tiles_kept.append(tile)
        place = <uint64_t><PyObject*>tile >> 4 & 1023
        if TILE_AT[place] == 0:
            TILE_AT[place], TILE_ORDER[place] = <uint64_t><PyObject*>tile, tile.order
    return 0

# ---- tables --------------------------------------------------------------------------------------

cdef struct Hash:
    uint64_t* slots     # a key of some words, and the value plus one: 0 is free
    uint64_t mask, entries
    int words

cdef struct Rows:
    uint64_t* at
    uint64_t entries, room
    int width

cdef inline uint64_t mixed(const uint64_t* key, int words) noexcept nogil:
    cdef uint64_t h = key[0] * GOLDEN
    cdef int w
    h ^= h >> 32
    for w in range(1, words):
        h = (h ^ key[w]) * GOLDEN
        h ^= h >> 32
    return h

cdef inline uint64_t* find1(Hash* table, uint64_t key) noexcept nogil:
    cdef uint64_t at = key * GOLDEN
    cdef uint64_t* slot
    at = (at ^ (at >> 32)) & table.mask
    while True:
        slot = table.slots + 2 * at
        if slot[1] == 0 or slot[0] == key:
            return slot
        at = (at + 1) & table.mask

cdef inline uint64_t* find(Hash* table, const uint64_t* key) noexcept nogil:
    cdef int words = table.words, w
    cdef uint64_t at = mixed(key, words) & table.mask
    cdef uint64_t* slot
    while True:
        slot = table.slots + (words + 1) * at
        if slot[words] == 0:
            return slot
        for w in range(words):
            if slot[w] != key[w]:
                break
        else:
            return slot
        at = (at + 1) & table.mask

cdef uint64_t* new_words(uint64_t number) except NULL:
    cdef uint64_t* made = <uint64_t*>calloc(number, 8)
    if made == NULL:
        raise MemoryError
    return made

cdef int clear(Hash* table, int words) except -1:
    global all_entries
    cdef uint64_t* slots = new_words(256 * (words + 1))
    free(table.slots)
    all_entries -= table.entries
    table.slots, table.words, table.entries, table.mask = slots, words, 0, 255
    return 0

cdef int put(Hash* table, const uint64_t* key, uint64_t value) except -1:
    global all_entries
    cdef uint64_t* old = table.slots
    cdef uint64_t* slot
    cdef uint64_t i, size = table.mask + 1
    cdef int words = table.words
    if 2 * (table.entries + 1) > size:
        table.slots, table.mask = new_words(2 * size * (words + 1)), 2 * size - 1
        for i in range(size):
            slot = old + (words + 1) * i
            if slot[words]:
                memcpy(find(table, slot), slot, 8 * (words + 1))
        free(old)
    slot = find(table, key)
    if slot[words] == 0:    # not answered by another thread in the meantime
        table.entries += 1
        all_entries += 1
    memcpy(slot, key, 8 * words)
    slot[words] = value + 1
    return 0

cdef int keep(Hash* table, uint64_t key, uint64_t value) except -1:
    """Put a value into a table with keys of one word; a full table is emptied first."""
    if table.entries > <uint64_t>MOST_KNOWN:
        clear(table, 1)
    return put(table, &key, value)

cdef uint64_t* add(Rows* rows) except NULL:
    cdef uint64_t room
    cdef uint64_t* at
    if rows.entries == rows.room:
        room = 2 * rows.room if rows.room else 64
        at = <uint64_t*>realloc(rows.at, room * rows.width * 8)
        if at == NULL:
            raise MemoryError
        rows.at, rows.room = at, room
    rows.entries += 1
    at = rows.at + (rows.entries - 1) * rows.width
    memset(at, 0, 8 * rows.width)
    return at

cdef struct Question:
    int table
    uint64_t key[MOST_WORDS + 1]

cdef struct Found:
    uint64_t whole, impossible, dora
    uint64_t best[MOST_IN_ONE]
    uint64_t entry[MOST_IN_ONE]
    uint64_t classes[MOST_IN_ONE]
    uint64_t ways[MOST_IN_ONE][4]
    int form[MOST_IN_ONE]

# ---- packing a win -------------------------------------------------------------------------------

cdef inline int order_of(PyObject* tile) except -1:
    """Return the number of a tile by its address: there is one object of each tile."""
    cdef uint64_t at = <uint64_t>tile >> 4 & 1023
    if TILE_AT[at] == <uint64_t>tile:
        return TILE_ORDER[at]
    return <int>(<object>tile).order

cdef int indicated(int* have, object tiles, int* first, int* more, uint64_t* red_fives) except -1:
    """Add the dora of the first indicator to `first`, of the others to `more`; count red fives."""
    cdef int i, order
    for i in range(<int>PyTuple_GET_SIZE(tiles)):
        order = order_of(PyTuple_GET_ITEM(tiles, i))
        (more if i else first)[0] += have[INDICATED[order >> 2]]
        red_fives[0] |= <uint64_t>(order & 2) << 32
        if order & 1:
            red_fives[0] += <uint64_t>1 << RED_OF[order >> 2]
    return 0

cdef inline void add_set(uint64_t* row, int kind, int code) noexcept nogil:
    """Insert a declared set into the key of its suit, in ascending order."""
    cdef uint64_t* key = row + kind // 9
    cdef uint64_t part = 9 * code + kind % 9, higher
    cdef int at = 27
    while key[0] >> at & 63 and (key[0] >> at & 63) < part:
        at += 6
    higher = key[0] >> at & ((<uint64_t>1 << (51 - at)) - 1)
    key[0] ^= higher << at
    key[0] |= (higher << 6 | part) << at

cdef inline void write_rest(uint64_t* row, uint64_t flags, int seat, int round_wind, uint64_t reds,
                            uint64_t red_fives, const int* dora, uint64_t counters) noexcept nogil:
    """Write the words of a row after its four suits: flags, dora, payment, red fives."""
    cdef int k
    if red_fives >> 32:
        red_fives = 511     # a bonus tile, which no ruleset of a kernel has
    if red_fives:
        flags |= RED_SEEN
    row[4] = flags | <uint64_t>seat << SEAT_SHIFT | <uint64_t>round_wind << ROUND_WIND_SHIFT | reds << REDS_SHIFT
    row[5], row[7] = reds, red_fives
    for k in range(5, -1, -1):
        row[5] = row[5] << 5 | <uint64_t>dora[k]
    row[6] = counters << 2 | <uint64_t>(flags & SELF_DRAW != 0) | (2 if flags & DEALER else 0)

cdef int pack(object win, uint64_t* row) except -1:
    """Write the row of a win (`row_of`) as `riichi_core.analysis.packed.pack` packs it."""
    cdef int have[34]
    cdef int dora[6]
    cdef int i, j, order, n, code, kind = 0
    cdef uint64_t flags, drawn, reds = 0, red_fives = 0
    memset(have, 0, sizeof(have))
    memset(dora, 0, sizeof(dora))
    memset(row, 0, 64)
    hand, tile, flags = win.hand, win.tile, win.occasion_bits
    drawn = flags & SELF_DRAW != 0
    concealed = hand.concealed
    n = <int>PyTuple_GET_SIZE(concealed)
    for i in range(n + 1):
        order = order_of(<PyObject*>tile if i == n else PyTuple_GET_ITEM(concealed, i))
        kind = order >> 2
        red_fives |= <uint64_t>(order & 2) << 32
        if order & 1:
            reds += 1
            red_fives += <uint64_t>1 << RED_OF[kind]
        have[kind] += 1
        row[kind // 9] += <uint64_t>1 << 3 * (kind % 9)
    row[kind // 9] |= <uint64_t>(kind % 9 + 1) << 51 | drawn << 55
    melds = hand.melds
    for i in range(<int>PyTuple_GET_SIZE(melds)):
        meld = <object>PyTuple_GET_ITEM(melds, i)
        tiles, code = meld.tiles, DECLARED[meld.kind]
        for j in range(<int>PyTuple_GET_SIZE(tiles)):
            order = order_of(PyTuple_GET_ITEM(tiles, j))
            have[order >> 2] += 1
            red_fives |= <uint64_t>(order & 2) << 32
            if order & 1:
                reds += 1
                red_fives += <uint64_t>1 << RED_OF[order >> 2]
            if j == 0:
                kind = order >> 2
        if code != CODES[CONCEALED_QUAD_KIND]:
            flags |= OPEN
        add_set(row, kind, code)
    if drawn and not win.by.apart:
        flags |= MIXED_IN
    indicated(have, win.dora, dora, dora + 1, &red_fives)
    indicated(have, win.kan_dora, dora + 2, dora + 2, &red_fives)
    riichi = win.riichi
    if riichi is not None:
        indicated(have, riichi.ura, dora + 3, dora + 4, &red_fives)
        indicated(have, riichi.kan_ura, dora + 5, dora + 5, &red_fives)
    write_rest(row, flags, win.seat, win.round_wind, reds, red_fives, dora, win.counters)
    return 0

def row_of(win):
    """Return a win as eight words: the fields of `Packed`, then its red fives by suit.

    The row is kept with the win. Red fives include indicators.
    """
    cdef uint64_t row[8]
    try:
        return win._row
    except AttributeError:
        learn_scoring()
        pack(win, row)
        kept = PyBytes_FromStringAndSize(<char*>row, 64)
        PyObject_GenericSetAttr(win, "_row", kept)
        return kept

# ---- packing arrays ------------------------------------------------------------------------------

cdef uint64_t IMPOSSIBLE_ROW = ~<uint64_t>0     # in place of the payment

cdef Hash possible      # by the facts that can contradict each other: whether such a win is possible

cdef struct Arrays:
    Py_ssize_t wins
    const uint8_t* tiles
    const uint8_t* winning
    const int8_t* melds
    const uint8_t* reds
    const uint8_t* seat
    const uint8_t* round_wind
    const int8_t* indicators[4]     # dora, kan dora, ura, kan ura
    const int32_t* counters
    int sets            # the sizes of the rows of melds and indicators
    int of[4]
    const uint8_t* facts[MOST_FACTS]
    uint64_t bits[MOST_FACTS]
    int number_of_facts

cdef const char* bytes_in(dict columns, str name) except? NULL:
    column = columns.get(name)
    return NULL if column is None else PyBytes_AS_STRING(column)

def rows_of_arrays(Py_ssize_t wins, dict columns, dict widths, dict facts, can_be):
    """Return the rows of wins as arrays (`WinArrays`), and the indices of impossible wins.

    Args:
        wins: the number of wins.
        columns: the bytes of each array.
        widths: the numbers in a row of each array.
        facts: by occasion, a byte for each win.
        can_be: returns whether the win with an index is possible; it is asked once for each
            combination of facts.
    """
    cdef Arrays arrays
    cdef Py_ssize_t i = 0
    cdef uint64_t key = 0
    cdef int k
    learn_scoring()
    if possible.slots == NULL:
        clear(&possible, 1)
    memset(&arrays, 0, sizeof(arrays))
    arrays.wins = wins
    arrays.tiles = <const uint8_t*>bytes_in(columns, "tiles")
    arrays.winning = <const uint8_t*>bytes_in(columns, "winning")
    arrays.melds = <const int8_t*>bytes_in(columns, "melds")
    arrays.reds = <const uint8_t*>bytes_in(columns, "reds")
    arrays.seat = <const uint8_t*>bytes_in(columns, "seat")
    arrays.round_wind = <const uint8_t*>bytes_in(columns, "round_wind")
    arrays.counters = <const int32_t*>bytes_in(columns, "counters")
    arrays.sets = widths.get("melds", 0) // 2
    for k, name in enumerate(("dora", "kan_dora", "ura", "kan_ura")):
        arrays.indicators[k] = <const int8_t*>bytes_in(columns, name)
        arrays.of[k] = widths.get(name, 0)
    for fact, column in facts.items():
        arrays.facts[arrays.number_of_facts] = <const uint8_t*>PyBytes_AS_STRING(column)
        arrays.bits[arrays.number_of_facts] = BITS[fact]
        if fact == "double_riichi":
            arrays.bits[arrays.number_of_facts] |= BITS["riichi"]
        arrays.number_of_facts += 1
    cdef uint64_t discard = BITS["discard"], robbing = BITS["robbing_quad"]
    packed = PyBytes_FromStringAndSize(NULL, 64 * wins)
    cdef uint64_t* rows = <uint64_t*>PyBytes_AS_STRING(packed)
    while True:
        with nogil:
            while i < wins:
                if not pack_row(&arrays, i, rows + 8 * i, &key, discard, robbing):
                    rows[8 * i + 6] = IMPOSSIBLE_ROW
                elif find1(&possible, key)[1] == 0:
                    break
                elif find1(&possible, key)[1] == 1:
                    rows[8 * i + 6] = IMPOSSIBLE_ROW
                i += 1
        if i == wins:
            return packed, [i for i in range(wins) if rows[8 * i + 6] == IMPOSSIBLE_ROW]
        keep(&possible, key, bool(can_be(i)))

cdef bint pack_row(Arrays* a, Py_ssize_t i, uint64_t* row, uint64_t* key, uint64_t discard,
                   uint64_t robbing) noexcept nogil:
    """Write a row as `pack` does, and the facts that can contradict each other.

    Return whether the tiles are possible.
    """
    cdef int have[34]
    cdef int shown[34]
    cdef int dora[6]
    cdef int listed[4]
    cdef int j, k, n, kind, place, sets = 0, quads = 0, total = 0, outer = 0
    cdef int winning = a.winning[i], seat = a.seat[i] if a.seat else 0
    cdef int round_wind = a.round_wind[i] if a.round_wind else 0
    cdef int32_t counters = a.counters[i] if a.counters else 0
    cdef const uint8_t* tiles = a.tiles + 34 * i
    cdef const int8_t* of
    cdef uint64_t flags = 0, drawn, reds = 0, red_fives = 0
    memset(row, 0, 64)
    memset(dora, 0, sizeof(dora))
    memset(shown, 0, sizeof(shown))
    if winning >= 34 or not tiles[winning] or seat > 3 or round_wind > 3:
        return False
    if counters < 0 or counters > MOST_COUNTERS:
        return False
    for k in range(a.number_of_facts):
        if a.facts[k][i]:
            flags |= a.bits[k]
    drawn = flags & SELF_DRAW != 0
    if not drawn:
        flags |= discard
    if seat == 0:
        flags |= DEALER
    for kind in range(34):
        have[kind] = tiles[kind]
        total += have[kind]
        if have[kind] > 4:
            return False
        row[kind // 9] += <uint64_t>have[kind] << 3 * (kind % 9)
    row[winning // 9] |= <uint64_t>(winning % 9 + 1) << 51 | drawn << 55
    for j in range(a.sets):
        of = a.melds + 2 * (a.sets * i + j)
        kind, place = of[0], of[1]
        if kind == -1:
            continue
        if kind < 0 or kind > CONCEALED_QUAD_KIND or place < 0 or place >= 34:
            return False
        if kind == 0:
            if place >= 27 or place % 9 > 6:
                return False
            for k in range(3):
                have[place + k] += 1
        else:
            have[place] += 3 if kind == 1 else 4
        quads += kind > 1
        sets += 1
        if kind < CONCEALED_QUAD_KIND:
            flags |= OPEN
        add_set(row, place, CODES[kind])
    if total != 14 - 3 * sets:
        return False
    for k in range(4):
        n = 0
        for j in range(a.of[k]):
            kind = a.indicators[k][a.of[k] * i + j]
            if kind == -1:
                continue
            if kind < 0 or kind > 36:
                return False
            if kind > 33:
                kind = FIVE_KINDS[kind - 34]
                red_fives += <uint64_t>1 << RED_OF[kind]
            # in the order of `DoraCounts`
            dora[3 * (k // 2) + (2 if k & 1 else 1 if n else 0)] += have[INDICATED[kind]]
            shown[kind] += 1
            n += 1
        listed[k] = n
    for kind in range(34):
        if have[kind] + shown[kind] > 4:
            return False
        if have[kind] and (kind >= 27 or kind % 9 == 0 or kind % 9 == 8):
            outer += 1
    if a.reds:
        for k in range(3):
            n = a.reds[3 * i + k]
            if n > have[FIVE_KINDS[k]]:
                return False
            reds += n
            red_fives += <uint64_t>n << RED_OF[FIVE_KINDS[k]]
    write_rest(row, flags, seat, round_wind, reds, red_fives, dora, counters)
    key[0] = flags
    for k in range(4):
        key[0] = key[0] << 3 | <uint64_t>listed[k]
    key[0] = (key[0] << 3 | <uint64_t>sets) << 3 | <uint64_t>quads
    if flags & robbing:
        key[0] = key[0] << 3 | <uint64_t>(have[winning] > 1) << 2 | <uint64_t>(shown[winning] > 0) << 1 | <uint64_t>(outer == 13)
    else:
        key[0] <<= 3
    return True

# ---- the kernel ----------------------------------------------------------------------------------

cdef inline void set_slot(object made, int slot, object value):
    """Set an attribute of a new Score, which has no value there yet."""
    Py_INCREF(value)
    (<PyObject**>(<char*><PyObject*>made + SLOT_AT[slot]))[0] = <PyObject*>value

cdef class Kernel:
    """The known parts of wins under some rulesets whose yaku one analyzer finds.

    Args:
        scorers: the scorers of these rulesets, at most `MOST_RULESETS`.
    """
    cdef object __weakref__
    cdef readonly list scorers
    cdef object analyzer, wanted
    cdef int words, rulesets
    cdef Hash tables[7]     # the suits, flags, dora, worths
    cdef Hash classes
    cdef Rows ways[4]
    cdef Rows flag_rows, counts_rows, ranks, worth_rows
    cdef uint64_t forms[2][MOST_WORDS]
    cdef int32_t* set_counts    # 0 is not asked, 1 no hand, and then the rows
    cdef uint64_t reds[512]
    cdef list readings      # of each suit: (fu items, reading) by the row of its way
    cdef list doras         # by number: the DoraHan under each ruleset
    cdef list items         # by class: for each ruleset the fu items of each way to count
    cdef list counts, bests, hans
    cdef dict number_of_dora, number_of_counts
    cdef readonly int asked, emptied
    cdef bint busy

    def __init__(self, scorers):
        learn_scoring()
        self.scorers, self.analyzer = list(scorers), scorers[0].analyzer
        self.wanted = 0
        for scorer in scorers:
            self.wanted |= scorer.alternatives()
        self.words = -(-self.wanted.bit_length() // 64) or 1
        self.rulesets = len(scorers)
        if self.words > MOST_WORDS or self.rulesets > MOST_IN_ONE:
            raise OverflowError
        cdef uint64_t k, number
        for k, scorer in enumerate(scorers):
            m, p, s = scorer.red_fives()
            for number in range(512):
                if (number & 7) > m or (number >> 3 & 7) > p or number >> 6 > s:
                    self.reds[number] |= <uint64_t>1 << k
        self.forget()
        _kernels.add(self)

    def __dealloc__(self):
        global all_entries
        cdef int i
        for i in range(7):
            all_entries -= self.tables[i].entries
            free(self.tables[i].slots)
        all_entries -= self.classes.entries
        free(self.classes.slots)
        for i in range(4):
            free(self.ways[i].at)
        free(self.flag_rows.at)
        free(self.counts_rows.at)
        free(self.ranks.at)
        free(self.worth_rows.at)
        free(self.set_counts)

    def forget(self):
        """Empty the tables."""
        cdef int i
        self.emptied += 1
        self.asked = 0
        for i in range(7):
            clear(&self.tables[i], 1)
        clear(&self.classes, self.words + 1)
        for i in range(4):
            self.make(&self.ways[i], self.words + 2)
        self.make(&self.flag_rows, self.words + 4)
        self.make(&self.counts_rows, self.words)
        self.make(&self.ranks, self.rulesets)
        self.make(&self.worth_rows, COLUMNS // 2 * self.rulesets)   # ints of 32 bits
        free(self.set_counts)
        self.set_counts = <int32_t*>new_words((SET_COUNTS_MASK + 1) // 2)
        self.readings, self.doras, self.items, self.bests = [[], [], [], []], [], [None], [None]
        self.counts, self.number_of_counts, self.number_of_dora = [()], {(): 0}, {}
        self.hans = []
        add(&self.ranks)
        self.fill(<int32_t*>add(&self.worth_rows), [NOT_COMPLETE] * self.rulesets)
        matcher = self.analyzer.matcher
        self.split(matcher.pairs, self.forms[0])
        self.split(matcher.orphans, self.forms[1])

    def sizes(self):
        """Return the numbers of entries of the tables: the suits, flags, dora, worths, classes."""
        return [self.tables[i].entries for i in range(7)] + [self.classes.entries]

    cdef int make(self, Rows* rows, int width) except -1:
        free(rows.at)
        rows.at, rows.entries, rows.room, rows.width = NULL, 0, 0, width
        return 0

    cdef int fill(self, int32_t* into, rows) except -1:
        cdef int k = 0
        for row in rows:
            for number in row:
                into[k] = number
                k += 1
        return 0

    cdef int split(self, bits, uint64_t* into) except -1:
        """Write alternatives as words, but only those that some ruleset uses."""
        raw = (bits & self.wanted).to_bytes(8 * self.words, "little")
        memcpy(into, PyBytes_AS_STRING(raw), 8 * self.words)
        return 0

    cdef bint full(self) except -1:
        cdef int i
        cdef uint64_t most = MOST_KNOWN
        for i in range(7):
            if self.tables[i].entries > most:
                return True
        return self.classes.entries > most

    # ---- parts met for the first time --------------------------------------------------------------

    cdef int answer(self, Question* q) except -1:
        """Answer a question; do nothing if the tables are emptied, because it may ask by numbers."""
        cdef uint64_t* row
        cdef uint64_t value, start, key = q.key[0], whole = 0, refused = 0
        cdef int i, k, emptied
        if self.full():
            self.forget()
            return 0
        if self.asked > 1_000 and all_entries > <uint64_t>MOST_ALTOGETHER:
            for kernel in list(_kernels):
                if not (<Kernel>kernel).busy:
                    kernel.forget()
            self.forget()
            return 0
        self.asked += 1
        emptied = self.emptied
        if q.table < FLAGS:
            ways, pairs, orphans = self.analyzer.suit(q.table, key)
            if emptied != self.emptied:
                return 0
            value = self.ways[q.table].entries << 14 | <uint64_t>len(ways) << 2
            readings = <list>self.readings[q.table]
            for bits, sums, items, reading in ways:
                row = add(&self.ways[q.table])
                self.split(bits, row)
                row[self.words] = sums
                readings.append((items, reading))
            for k, bits in ((1, pairs), (2, orphans)):
                if bits >= 0:
                    value |= <uint64_t>k
                    self.split(bits, add(&self.ways[q.table]))
                    readings.append(None)
            put(&self.tables[q.table], &key, value)
        elif q.table == FLAGS:
            allowed, plain, windy = self.analyzer.flags(key)[:3]
            occasions, apart = occasions_of(key), not key & MIXED_IN
            for k, scorer in enumerate(self.scorers):
                whole |= <uint64_t>bool(scorer.needs_whole_win(occasions, kept_apart=apart)) << k
                refused |= <uint64_t>(not scorer.can_be(occasions)) << k
            if emptied != self.emptied:
                return 0
            value = self.flag_rows.entries
            row = add(&self.flag_rows)
            self.split(allowed, row)
            row[self.words], row[self.words + 1] = plain, windy
            row[self.words + 2], row[self.words + 3] = whole, refused
            put(&self.tables[FLAGS], &key, value)
        elif q.table == DORA:
            pairs = [scorer.dora(key) for scorer in self.scorers]
            if emptied != self.emptied:
                return 0
            hans = tuple([han for _, han in pairs])
            value = self.number_of_dora.setdefault(hans, len(self.hans))
            if value == <uint64_t>len(self.hans):
                self.hans.append(hans)
            put(&self.tables[DORA], &key, <uint64_t>len(self.doras) << DORA_BITS | value)
            self.doras.append(tuple([dora for dora, _ in pairs]))
        elif q.table == SET_COUNTS:
            allowed = self.analyzer.allowed_by_set_counts(key)
            if emptied != self.emptied:
                return 0
            if allowed < 0:
                self.set_counts[key] = 1
            else:
                value = self.counts_rows.entries
                self.split(allowed, add(&self.counts_rows))
                self.set_counts[key] = <int32_t>value + 2
        elif q.table == CLASSES:
            raw = PyBytes_FromStringAndSize(<char*>q.key, 8 * self.words)
            bits = int.from_bytes(raw, "little")
            if bits & self.analyzer.matcher.asks_numbers:
                put(&self.classes, q.key, WHOLE_WIN)
                return 0
            interpretation, circumstances = self.analyzer.interpretation(bits, q.key[self.words])
            found = [scorer.ways(interpretation, circumstances) for scorer in self.scorers]
            if emptied != self.emptied:
                return 0
            counts = tuple([ways for ways, _ in found])
            value = self.number_of_counts.setdefault(counts, len(self.counts))
            if value == <uint64_t>len(self.counts):
                self.counts.append(counts)
            put(&self.classes, q.key, <uint64_t>len(self.items) << 32 | value)
            self.items.append(tuple([items for _, items in found]))
        else:
            payment = key & ((1 << PAYMENT_BITS) - 1)
            hans = self.hans[key >> PAYMENT_BITS & ((1 << DORA_BITS) - 1)]
            counts = self.counts[key >> (PAYMENT_BITS + DORA_BITS)]
            found = [scorer.best_way(ways, han, payment)
                     for scorer, ways, han in zip(self.scorers, counts, hans)]
            numbers = [numbers_of(best) for best in found]
            if emptied != self.emptied:
                return 0
            value = self.ranks.entries
            row = add(&self.ranks)
            for k in range(self.rulesets):
                row[k] = found[k].rank
            self.fill(<int32_t*>add(&self.worth_rows), numbers)
            self.bests.append(tuple(found))
            put(&self.tables[WORTHS], &key, value)
        return 0

    # ---- the loop ----------------------------------------------------------------------------------

    cdef int look_up(self, const uint64_t* row, Found* found, Question* q, bint detail) noexcept nogil:
        """Find the best worth of a win under each ruleset; return 1 with a question if it needs one."""
        cdef uint64_t* slot
        cdef uint64_t* flag
        cdef uint64_t* w[4]
        cdef uint64_t in_[4]
        cdef uint64_t first[4]
        cdef uint64_t n[4]
        cdef uint64_t at[4]
        cdef uint64_t key[MOST_WORDS + 1]
        cdef uint64_t dora, standard, steps, step, total, facts, form, entry, ways, cls
        cdef uint64_t* allowed
        cdef uint64_t* ranks
        cdef int i, k, words = self.words, rulesets = self.rulesets, number, width = words + 2
        if row[6] == IMPOSSIBLE_ROW:
            found.impossible = ~<uint64_t>0
            return 0
        slot = find1(&self.tables[FLAGS], row[4])
        if slot[1] == 0:
            q.table, q.key[0] = FLAGS, row[4]
            return 1
        flag = self.flag_rows.at + (slot[1] - 1) * self.flag_rows.width
        found.whole, found.impossible = flag[words + 2], flag[words + 3]
        if row[4] & RED_SEEN:
            found.impossible |= self.reds[row[7]]
        if (found.whole | found.impossible) == (<uint64_t>1 << rulesets) - 1:
            return 0    # no ruleset asks about the parts of this win
        for i in range(4):
            slot = find1(&self.tables[i], row[i])
            if slot[1] == 0:
                q.table, q.key[0] = i, row[i]
                return 1
            in_[i] = slot[1] - 1
        slot = find1(&self.tables[DORA], row[5])
        if slot[1] == 0:
            q.table, q.key[0] = DORA, row[5]
            return 1
        found.dora = (slot[1] - 1) >> DORA_BITS
        dora = (slot[1] - 1) & ((1 << DORA_BITS) - 1)
        standard = 1
        for i in range(4):
            n[i], first[i], at[i] = in_[i] >> 2 & 4095, in_[i] >> 14, 0
            standard *= n[i]
        for k in range(rulesets):
            found.best[k] = found.entry[k] = 0
        form = in_[0] & in_[1] & in_[2] & in_[3] & 3
        steps = standard + (form != 0)
        for step in range(steps):
            if step < standard:
                for i in range(4):
                    w[i] = self.ways[i].at + (first[i] + at[i]) * width
                total = w[0][words] + w[1][words] + w[2][words] + w[3][words]
                number = self.set_counts[total & SET_COUNTS_MASK]
                if number < 2:
                    if number == 0:
                        q.table, q.key[0] = SET_COUNTS, total & SET_COUNTS_MASK
                        return 1
                    advance(at, n)
                    continue
                facts = total >> SETS_SHIFT
                facts |= flag[words + 1] if facts >> PAIR_SHIFT else flag[words]
                allowed = self.counts_rows.at + (number - 2) * words
            else:
                for i in range(4):
                    at[i] = n[i] + (0 if form & 1 else in_[i] & 1)
                    w[i] = self.ways[i].at + (first[i] + at[i]) * width
                facts = (SEVEN if form & 1 else ORPHANS) | flag[words]
                allowed = self.forms[0 if form & 1 else 1]
            for i in range(words):
                key[i] = allowed[i] & flag[i] & w[0][i] & w[1][i] & w[2][i] & w[3][i]
            key[words] = facts
            slot = find(&self.classes, key)
            entry = slot[words + 1]
            if entry == 0:
                q.table = CLASSES
                memcpy(q.key, key, 8 * (words + 1))
                return 1
            if entry == WHOLE_WIN + 1:
                found.whole = ~<uint64_t>0
                return 0
            cls, entry = (entry - 1) >> 32, (entry - 1) & <uint64_t>0xFFFFFFFFu
            ways = (entry << DORA_BITS | dora) << PAYMENT_BITS | row[6]
            slot = find1(&self.tables[WORTHS], ways)
            if slot[1] == 0:
                q.table, q.key[0] = WORTHS, ways
                return 1
            entry = slot[1] - 1
            ranks = self.ranks.at + entry * rulesets
            for k in range(rulesets):
                if ranks[k] > found.best[k]:
                    found.best[k], found.entry[k] = ranks[k], entry
                    if detail:
                        found.classes[k] = cls
                        found.form[k] = 0 if step < standard else 2 - <int>(form & 1)
                        for i in range(4):
                            found.ways[k][i] = first[i] + at[i]
            if step < standard:
                advance(at, n)
        return 0

    cdef int ask(self, const uint64_t* row, Found* found, bint detail) except -1:
        cdef Question q
        while self.look_up(row, found, &q, detail):
            self.answer(&q)
        return 0

    # ---- one win -----------------------------------------------------------------------------------

    def score(self, win):
        """Return the score of one win under the first ruleset."""
        cdef Found found
        row = row_of(win)
        self.ask(<uint64_t*>PyBytes_AS_STRING(row), &found, True)
        return self.made(win, &found, 0, self.bests, self.items, self.readings, self.doras)

    def score_all(self, win):
        """Return the scores of one win under all rulesets."""
        cdef Found found
        cdef int k
        row = row_of(win)
        self.ask(<uint64_t*>PyBytes_AS_STRING(row), &found, True)
        bests, items, readings, doras = self.bests, self.items, self.readings, self.doras
        return [self.made(win, &found, k, bests, items, readings, doras)
                for k in range(self.rulesets)]

    cdef object made(self, object win, Found* found, int k, list bests, list items_of, list readings,
                     list doras):
        """Return the score under a ruleset. The lists stay, even if other threads empty the tables."""
        cdef int i, form
        if (found.impossible | found.whole) >> k & 1:
            return self.scorers[k].score_plainly(win)
        all_dora = <object>PyTuple_GET_ITEM(<object>PyList_GET_ITEM(doras, found.dora), k)
        if found.best[k] < FIRST_RANK:
            return self.scorers[k].no_win(win, all_dora, found.best[k])
        form = found.form[k]
        best = <object>PyTuple_GET_ITEM(<object>PyList_GET_ITEM(bests, found.entry[k]), k)
        _, yaku, han, fu, limit, yakuman, base, paid, with_dora, at = <tuple>best   # a BestWay
        items = EMPTY
        if fu is not None:
            own = <object>PyTuple_GET_ITEM(<object>PyList_GET_ITEM(items_of, found.classes[k]), k)
            items = (<tuple>own)[<int>at]
        placed = EMPTY
        if not form:
            placed = PyTuple_New(4)
            for i in range(4):
                pair = <object>PyList_GET_ITEM(<object>PyList_GET_ITEM(readings, i), found.ways[k][i])
                more = <object>PyTuple_GET_ITEM(pair, 0)
                if PyTuple_GET_SIZE(items) and PyTuple_GET_SIZE(more):
                    items = <tuple>items + <tuple>more
                reading = <object>PyTuple_GET_ITEM(pair, 1)
                Py_INCREF(reading)
                PyTuple_SET_ITEM(placed, i, reading)
        made = _object_of(<PyTypeObject*>Score, 0)
        set_slot(made, YAKU, yaku)
        set_slot(made, DORA_HAN, all_dora if with_dora else NO_DORA)
        set_slot(made, HAN, han)
        set_slot(made, FU, fu)
        set_slot(made, FU_ITEMS, items)
        set_slot(made, LIMIT, limit)
        set_slot(made, YAKUMAN, yakuman)
        set_slot(made, BASE, base)
        set_slot(made, PAYMENTS, paid)
        set_slot(made, FORM, FORMS[form])
        set_slot(made, SUITS, placed)
        set_slot(made, COUNTED_AS, None)    # a ruleset with wild tiles has no kernel
        return made

    # ---- many --------------------------------------------------------------------------------------

    cdef void write(self, Found* found, int32_t** columns, Py_ssize_t i, int width, int* places) noexcept nogil:
        cdef int k, c
        cdef Py_ssize_t at
        cdef int32_t* worth
        for k in range(self.rulesets):
            at = i * width + places[k]
            if found.impossible >> k & 1:
                columns[0][at] = IMPOSSIBLE
            elif found.whole >> k & 1:
                columns[0][at] = ASK
            else:
                worth = <int32_t*>(self.worth_rows.at + found.entry[k] * self.worth_rows.width) + COLUMNS * k
                for c in range(COLUMNS):
                    columns[c][at] = worth[c]

    def rate(self, rows, columns, int width, kept_places):
        """Write the scores of packed wins into columns of C ints, wins x `width` rulesets.

        Args:
            rows: the rows of the wins, one after another.
            columns: the six columns, zeros.
            width: the number of rulesets of the columns.
            kept_places: the column's index for each ruleset of this kernel.

        Returns:
            The indices of the cells for which the whole win has to be scored.
        """
        cdef int32_t[::1] column
        cdef int32_t* into[COLUMNS]
        cdef int places[MOST_IN_ONE]
        cdef const uint64_t* row = <const uint64_t*>PyBytes_AS_STRING(rows)
        cdef Py_ssize_t i, start, end, left, n = len(rows) // 64
        cdef Py_ssize_t* missed
        cdef int c
        cdef Found found
        for c in range(COLUMNS):
            column = columns[c]
            into[c] = &column[0]
        for c in range(self.rulesets):
            places[c] = kept_places[c]
        missed = <Py_ssize_t*>new_words(BLOCK)
        try:
            for start in range(0, n, BLOCK):
                end = min(n, start + BLOCK)
                self.busy = True
                with nogil:
                    left = self.look_at(row, start, end, into, width, places, missed)
                self.busy = False
                for i in range(left):
                    self.ask(row + 8 * missed[i], &found, False)
                    self.write(&found, into, missed[i], width, places)
            whole = []
            for i in range(n):
                for c in range(self.rulesets):
                    if into[0][i * width + places[c]] == ASK:
                        whole.append(i * width + places[c])
            return whole
        finally:
            self.busy = False
            free(missed)

    cdef Py_ssize_t look_at(self, const uint64_t* row, Py_ssize_t start, Py_ssize_t end, int32_t** into,
                            int width, int* places, Py_ssize_t* missed) noexcept nogil:
        """Write the known scores; return the number of the others, whose places are `missed`."""
        cdef Found found
        cdef Question q
        cdef Py_ssize_t i, left = 0
        for i in range(start, end):
            if self.look_up(row + 8 * i, &found, &q, False):
                missed[left] = i
                left += 1
            else:
                self.write(&found, into, i, width, places)
        return left

cdef inline void advance(uint64_t* at, uint64_t* n) noexcept nogil:
    at[3] += 1
    if at[3] == n[3]:
        at[3] = 0
        at[2] += 1
        if at[2] == n[2]:
            at[2] = 0
            at[1] += 1
            if at[1] == n[1]:
                at[1] = 0
                at[0] += 1

cdef enum:
    GAIN = 0
    SPARE = 1
    LANES = 10      # the counts that a suit keeps: for zero to four sets, then with a pair
    WITH_PAIR = 5

# ---- tiles of a hand -----------------------------------------------------------------------------

cdef uint64_t ALL_KINDS = (<uint64_t>1 << 34) - 1, OUTER
cdef Hash suit_kept                 # by suit: what it keeps
cdef Hash rests                     # what the highest numbers of a suit keep
cdef uint64_t moves[2][WITH_PAIR][3]
cdef uint64_t LOWEST, TOPS, ONES
cdef Hash matters                   # by suit and question: the row in matter_rows
cdef Rows matter_rows               # what it keeps, and the numbers that gain or are spare

cdef int learn_hands() except -1:
    global OUTER, LOWEST, TOPS, ONES, knows_hands
    if knows_hands:
        return 0
    waits = import_module("riichi_core.hands.waits")
    distances = import_module("riichi_core.hands.shanten")
    clear(&suit_kept, 1)
    clear(&rests, 1)
    OUTER, ONES = waits.ORPHANS, waits.ONES & ((1 << 27) - 1)
    LOWEST, TOPS = distances.LOWEST, distances.TOPS
    for pair, rows in enumerate((distances.MOVES, distances.MOVES_WITH_PAIR)):
        for sets, row in enumerate(rows):
            moves[<int>pair][<int>sets][0] = row[0]
            moves[<int>pair][<int>sets][1] = row[1]
            moves[<int>pair][<int>sets][2] = row[2]
    clear(&matters, 1)
    matter_rows.width = 3
    knows_hands = True
    return 0

cdef inline int read_suits(object suits, object declared, uint64_t* own, uint64_t* beside) except -1:
    """Learn Python's tables, and read the concealed and the declared tiles by suit."""
    learn_hands()
    own[0], own[1], own[2], own[3] = suits
    beside[0], beside[1], beside[2], beside[3] = declared
    return 0

cdef inline int count_of(uint64_t kinds) noexcept nogil:
    kinds -= kinds >> 1 & <uint64_t>0x5555555555555555u
    kinds = (kinds & <uint64_t>0x3333333333333333u) + (kinds >> 2 & <uint64_t>0x3333333333333333u)
    return ((kinds + (kinds >> 4)) & <uint64_t>0x0F0F0F0F0F0F0F0Fu) * <uint64_t>0x0101010101010101u >> 56

cdef inline void by_count(const uint64_t* suits, uint64_t* held) noexcept nogil:
    """Write the kinds of which a hand has at least one, two, three and four."""
    cdef int suit, number
    cdef uint64_t counts, bit
    held[0] = held[1] = held[2] = held[3] = 0
    for suit in range(4):
        counts, bit = suits[suit], <uint64_t>1 << 9 * suit
        while counts:
            number = counts & 7
            if number:
                held[0] |= bit
                if number > 1:
                    held[1] |= bit
                    if number > 2:
                        held[2] |= bit
                        if number > 3:
                            held[3] |= bit
            counts >>= 3
            bit <<= 1

def suits_of_tiles(tiles):
    """Return the suits of some tiles, as `suits_of_tiles` of hands/waits.py."""
    cdef uint64_t counts[4]
    memset(counts, 0, sizeof(counts))
    add_tiles(tiles, counts)
    return counts[0], counts[1], counts[2], counts[3]

cdef int add_tiles(object tiles, uint64_t* counts) except -1:
    cdef int kind
    learn_tiles()
    for tile in tiles:
        kind = order_of(<PyObject*>tile) >> 2
        counts[kind // 9] += <uint64_t>1 << 3 * (kind % 9)
    return 0

# ---- shanten -------------------------------------------------------------------------------------

cdef inline uint64_t higher(uint64_t first, uint64_t second) noexcept nogil:
    cdef uint64_t over = ((first | TOPS) - second) & TOPS
    return second ^ ((first ^ second) & (over - (over >> 4)))

cdef uint64_t kept_from(uint64_t counts, uint64_t declared, int left, int ending, int middle, bint honours) except? 1:
    """As `_kept_from` of hands/shanten.py, which explains it."""
    cdef uint64_t key, rest, packed, best = 0
    cdef uint64_t* slot
    cdef uint64_t* move
    cdef int held, room, sequences = 0, use, tiles, begun, in_sequences = ending + middle
    if not in_sequences:
        if not counts:
            return 0
        while not counts & (7 if honours else 0o777):
            counts, declared, left = counts >> 3, declared >> 3, left - 1
    key = (declared << 27 | counts) << 10 | left << 6 | ending << 4 | middle << 2 | honours
    slot = find1(&rests, key)
    if slot[1]:
        return slot[1] - 1
    held = counts & 7
    room = 4 - <int>(declared & 7) - in_sequences
    if not honours and left > 2 and counts & 0o777:
        sequences = 2
        if declared:
            sequences = min(2, 4 - <int>(declared >> 3 & 7) - middle, 4 - <int>(declared >> 6 & 7))
    for use in range(3 if held else 1):
        tiles = 0 if use == 0 else 3 if use == 1 else 2     # none, a triplet, a pair
        for begun in range(min(sequences, room - tiles) + 1):
            rest = kept_from(counts >> 3, declared >> 3, left - 1, middle, begun, honours)
            move = moves[use == 2][(use == 1) + begun]
            packed = ((rest & move[1]) << move[0]) + <uint64_t>min(held, in_sequences + tiles + begun) * move[2]
            best = higher(best, packed) if best else packed
    keep(&rests, key, best)
    return best

cdef uint64_t kept(uint64_t counts, uint64_t declared, bint honours) except? 1:
    """Return what a suit keeps, packed."""
    cdef uint64_t key, value, near
    cdef uint64_t* slot
    if declared:    # a set keeps only tiles up to two numbers apart
        near = (counts | counts >> 1 | counts >> 2) & ONES
        if not honours:
            near |= near << 3 | near << 6 | near >> 3 | near >> 6
        declared &= near * 7
    key = (declared << 27 | counts) << 1 | honours
    slot = find1(&suit_kept, key)
    if slot[1]:
        return slot[1] - 1
    value = kept_from(counts, declared, 7 if honours else 9, 0, 0, honours)
    keep(&suit_kept, key, value)
    return value

cdef inline void unpack(uint64_t kept, int* lanes) noexcept nogil:
    cdef int lane
    for lane in range(LANES):
        lanes[lane] = kept >> 5 * lane & 31

cdef int matter(int which, uint64_t counts, uint64_t declared, bint honours, int* lanes, uint64_t* masks) except -1:
    """Write what a suit keeps, and for each case the numbers that gain or are spare."""
    cdef uint64_t key = ((declared << 27 | counts) << 1 | honours) << 1 | which
    cdef uint64_t* slot = find1(&matters, key)
    cdef uint64_t* row
    cdef uint64_t own, after, same
    cdef uint64_t own_masks[2]
    cdef int lane, place
    if slot[1] == 0:
        own, own_masks[0], own_masks[1] = kept(counts, declared, honours), 0, 0
        for place in range(7 if honours else 9):
            if which == SPARE:
                if not counts >> 3 * place & 7:
                    continue
                after = kept(counts - (<uint64_t>1 << 3 * place), declared, honours)
                same = ((after | TOPS) - own) & TOPS
            else:
                if (counts >> 3 * place & 7) + (declared >> 3 * place & 7) > 3:
                    continue
                after = kept(counts + (<uint64_t>1 << 3 * place), declared, honours)
                same = ((after | TOPS) - (own + LOWEST)) & TOPS
            for lane in range(LANES):
                if same >> (5 * lane + 4) & 1:
                    own_masks[lane // 5] |= <uint64_t>1 << (9 * (lane % 5) + place)
        if matters.entries > <uint64_t>MOST_KNOWN:
            clear(&matters, 1)
            matter_rows.entries = 0
        put(&matters, &key, matter_rows.entries)
        row = add(&matter_rows)
        row[0], row[1], row[2] = own, own_masks[0], own_masks[1]
    else:
        row = matter_rows.at + 3 * (slot[1] - 1)
    unpack(row[0], lanes)
    masks[0], masks[1] = row[1], row[2]
    return 0

cdef inline void join(const int* a, const int* b, int* out) noexcept nogil:
    """Write what two parts of a hand keep together."""
    cdef int m, n, best, paired, x
    for m in range(WITH_PAIR):
        best = paired = 0
        for n in range(m + 1):
            x = a[n] + b[m - n]
            best = x if x > best else best
            x = a[n] + b[WITH_PAIR + m - n]
            paired = x if x > paired else paired
            x = a[WITH_PAIR + n] + b[m - n]
            paired = x if x > paired else paired
        out[m], out[WITH_PAIR + m] = best, paired

cdef inline int most(const int* a, const int* b, int need) noexcept nogil:
    cdef int n, best = 0
    for n in range(need + 1):
        best = max(best, a[n] + b[WITH_PAIR + need - n], a[WITH_PAIR + n] + b[need - n])
    return best

cdef int sets_shanten(const uint64_t* suits, int sets, const uint64_t* declared) except -9:
    cdef int lanes[4][LANES]
    cdef int left[LANES]
    cdef int right[LANES]
    cdef int suit
    for suit in range(4):
        unpack(kept(suits[suit], declared[suit], suit == 3), lanes[suit])
    join(lanes[0], lanes[1], left)
    join(lanes[2], lanes[3], right)
    return 13 - 3 * sets - most(left, right, 4 - sets)

cdef int towards_sets(int which, const uint64_t* suits, int sets, const uint64_t* declared, uint64_t* kinds) except -9:
    """Return the shanten for sets and a pair, and write the kinds that gain or are spare."""
    cdef int lanes[4][LANES]
    cdef uint64_t masks[4][2]
    cdef int left[LANES]
    cdef int right[LANES]
    cdef int other[LANES]
    cdef int suit, n, best, need = 4 - sets
    for suit in range(4):
        matter(which, suits[suit], declared[suit], suit == 3, lanes[suit], masks[suit])
    join(lanes[0], lanes[1], left)
    join(lanes[2], lanes[3], right)
    best = most(left, right, need)
    kinds[0] = 0
    for suit in range(4):
        if suit < 2:
            join(lanes[suit ^ 1], right, other)
        else:
            join(lanes[suit ^ 1], left, other)
        for n in range(need + 1):
            if lanes[suit][n] + other[WITH_PAIR + need - n] == best:
                kinds[0] |= (masks[suit][0] >> 9 * n & 511) << 9 * suit
            if lanes[suit][WITH_PAIR + n] + other[need - n] == best:
                kinds[0] |= (masks[suit][1] >> 9 * n & 511) << 9 * suit
    return 13 - 3 * sets - best

cdef inline int pairs_shanten(const uint64_t* held) noexcept nogil:
    return 6 - min(count_of(held[1]), 7) + max(0, 7 - count_of(held[0]))

cdef inline uint64_t pairs_matter(int which, const uint64_t* held) noexcept nogil:
    if which == GAIN:
        return (ALL_KINDS if count_of(held[0]) < 7 else held[0]) & ~held[1]
    return held[2] | (held[0] & ~held[1]) if count_of(held[0]) > 7 else held[2]

cdef inline int orphans_shanten(const uint64_t* held) noexcept nogil:
    return 12 - count_of(held[0] & OUTER) + (0 if held[1] & OUTER else 1)

cdef inline uint64_t orphans_matter(int which, const uint64_t* held) noexcept nogil:
    cdef uint64_t pairs = held[1] & OUTER
    if which == GAIN:
        return OUTER & ~held[0] if pairs else OUTER
    return held[0] & ~OUTER | (pairs if pairs & (pairs - 1) else held[2] & OUTER)

cdef uint64_t nearest(int which, const uint64_t* suits, int sets, const uint64_t* declared) except? 1:
    """Return the kinds that gain or are spare on the way to the nearest forms."""
    cdef uint64_t held[4]
    cdef uint64_t kinds
    cdef int standard = towards_sets(which, suits, sets, declared, &kinds), pairs, orphans, best
    if sets:
        return kinds
    by_count(suits, held)
    pairs, orphans = pairs_shanten(held), orphans_shanten(held)
    best = min(standard, pairs, orphans)
    if standard > best:
        kinds = 0
    if pairs == best:
        kinds |= pairs_matter(which, held)
    if orphans == best:
        kinds |= orphans_matter(which, held)
    return kinds

cdef object NO_TILES = (0, 0, 0, 0)

def shanten(suits, int sets, declared=NO_TILES):
    """Return the shanten of a hand, as `shanten` of hands/shanten.py."""
    cdef uint64_t own[4]
    cdef uint64_t beside[4]
    read_suits(suits, declared, own, beside)
    return shanten_of(own, sets, beside)

def shanten_of_tiles(concealed, melds):
    """Return the shanten of a hand, as `shanten_of_tiles` of hands/hand.py."""
    cdef uint64_t own[4]
    cdef uint64_t beside[4]
    learn_hands()
    memset(own, 0, sizeof(own))
    memset(beside, 0, sizeof(beside))
    add_tiles(concealed, own)
    for meld in melds:
        add_tiles(meld.tiles, beside)
    return shanten_of(own, len(melds), beside)

cdef int shanten_of(const uint64_t* suits, int sets, const uint64_t* declared) except -9:
    cdef uint64_t held[4]
    cdef int standard = sets_shanten(suits, sets, declared)
    if sets:
        return standard
    by_count(suits, held)
    return min(standard, pairs_shanten(held), orphans_shanten(held))

def standard_shanten(suits, int sets, declared=NO_TILES):
    """Return the shanten for sets and a pair, as `standard_shanten` of hands/shanten.py."""
    cdef uint64_t own[4]
    cdef uint64_t beside[4]
    read_suits(suits, declared, own, beside)
    return sets_shanten(own, sets, beside)

def improving(suits, int sets, declared=NO_TILES):
    """Return the kinds that bring a hand closer to a win, as `improving` of hands/shanten.py."""
    cdef uint64_t own[4]
    cdef uint64_t beside[4]
    read_suits(suits, declared, own, beside)
    return nearest(GAIN, own, sets, beside)

def spare(suits, int sets, declared=NO_TILES):
    """Return the kinds that a hand can discard at no loss, as `spare` of hands/shanten.py."""
    cdef uint64_t own[4]
    cdef uint64_t beside[4]
    read_suits(suits, declared, own, beside)
    return nearest(SPARE, own, sets, beside)
