# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The native kernel: scores of wins, one or many, and shanten.

It contains no rules. All it knows of mahjong is that a hand has four suits, each with several
readings, and what packing and shanten ask. It looks up the values of the parts of a win and combines
them. What is missing from a table is asked of the analyzer and the scorers, in Python, once.

Threads: only `Kernel.look_at` runs without the GIL, and it only reads. The owner of a kernel for
arrays holds a lock during `rate`. Python code that answers a question can let other threads run. An
answer is therefore dropped if the tables were emptied in the meantime (`emptied`).
"""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from cpython.list cimport PyList_GET_ITEM
from cpython.object cimport PyObject, PyTypeObject
from cpython.ref cimport Py_INCREF
from cpython.tuple cimport PyTuple_GET_ITEM, PyTuple_GET_SIZE, PyTuple_New, PyTuple_SET_ITEM
from libc.stdint cimport int32_t, uint64_t
from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memcpy, memset

from weakref import WeakSet

from riichi_core.analysis.analyzer import PAIR_SHIFT as _PAIR_SHIFT
from riichi_core.analysis.analyzer import SEVEN_PAIRS as _SEVEN_PAIRS
from riichi_core.analysis.analyzer import THIRTEEN_ORPHANS as _THIRTEEN_ORPHANS
from riichi_core.analysis import packed as _packed
from riichi_core.analysis.suits import SET_COUNTS_MASK as _SET_COUNTS_MASK
from riichi_core.analysis.suits import SETS_SHIFT as _SETS_SHIFT
from riichi_core.hands import waits as _waits
from riichi_core.batch.columns import IMPOSSIBLE as _IMPOSSIBLE, NOT_COMPLETE, numbers_of
from riichi_core.scoring.result import NO_DORA as _NO_DORA
from riichi_core.scoring.result import Score as _Score
from riichi_core.scoring.score import FIRST_RANK as _FIRST_RANK
from riichi_core.tiles.tile import FIVES, INDICATED as _INDICATED, TILES

cdef extern from "Python.h":
    object _object_of "PyType_GenericAlloc"(PyTypeObject*, Py_ssize_t)
    int PyObject_GenericSetAttr(object, object, object) except -1

cdef enum:
    MOST_WORDS = 16
    MOST_IN_ONE = 32    # rulesets of one kernel; their bits fit in a word
    FLAGS = 4
    DORA = 5
    WORTHS = 6
    SET_COUNTS = 7
    CLASSES = 8
    COLUMNS = 6
    ASK = 99            # the outcome of a win that has to be scored as a whole
    DORA_BITS = 18
    WHOLE_WIN = 0       # the class of hands that only the whole win tells apart
    BLOCK = 1 << 13     # wins between two times that the GIL is held

MOST_RULESETS = MOST_IN_ONE

cdef uint64_t SET_COUNTS_MASK = _SET_COUNTS_MASK, SETS_SHIFT = _SETS_SHIFT
cdef uint64_t PAIR_SHIFT = _PAIR_SHIFT, SEVEN = _SEVEN_PAIRS, ORPHANS = _THIRTEEN_ORPHANS
cdef uint64_t SELF_DRAW = _packed.SELF_DRAW, OPEN = _packed.OPEN, MIXED_IN = _packed.MIXED_IN
cdef uint64_t RED_SEEN = _packed.RED_SEEN, DEALER = _packed.DEALER
cdef int SEAT_SHIFT = _packed.SEAT_SHIFT, PREVAILING_SHIFT = _packed.PREVAILING_SHIFT
cdef int REDS_SHIFT = _packed.REDS_SHIFT, PAYMENT_BITS = _packed.PAYMENT_BITS, REDS_BITS = 3
cdef uint64_t FIRST_RANK = _FIRST_RANK
cdef int32_t IMPOSSIBLE = _IMPOSSIBLE[0]
cdef uint64_t GOLDEN = 0x9E3779B97F4A7C15
cdef dict DECLARED = dict(_waits.DECLARED), BITS = _packed.OCCASION_BITS, OCCASIONS = {}
cdef object CONCEALED_KONG = "concealed_kong", Score = _Score, NO_DORA = _NO_DORA, EMPTY = ()
cdef list FORMS = ["standard", "seven_pairs", "thirteen_orphans"]
cdef int INDICATED[34]
cdef int RED_OF[34]
for _i in range(34):
    INDICATED[_i], RED_OF[_i] = _INDICATED[_i], 0
for _i, _kind in enumerate(FIVES):
    RED_OF[_kind] = REDS_BITS * _i

MOST_KNOWN = 1 << 16
"""The most entries of a table; a kernel with more is emptied."""

MOST_ALTOGETHER = 1 << 20
"""The most entries of the tables of all kernels; with more, all of them are emptied."""

cdef uint64_t all_entries = 0
cdef object _kernels = WeakSet()

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

cdef uint64_t TILE_AT[1024]
cdef int TILE_ORDER[1024]
memset(TILE_AT, 0, sizeof(TILE_AT))
cdef list _kept_tiles = [TILES[_name] for _name in TILES]
for _tile in _kept_tiles:
    _i = <uint64_t><PyObject*>_tile >> 4 & 1023
    if TILE_AT[_i] == 0:
        TILE_AT[_i], TILE_ORDER[_i] = <uint64_t><PyObject*>_tile, _tile.order

cdef inline int order_of(PyObject* tile) except -1:
    """There is one object of each tile, so its address tells which it is."""
    cdef uint64_t at = <uint64_t>tile >> 4 & 1023
    if TILE_AT[at] == <uint64_t>tile:
        return TILE_ORDER[at]
    return <int>(<object>tile).order

cdef int indicated(int* have, object tiles, int start, int end, uint64_t* reds) except -1:
    cdef int i, order, n = 0
    for i in range(start, end):
        order = order_of(PyTuple_GET_ITEM(tiles, i))
        n += have[INDICATED[order >> 1]]
        if order & 1:
            reds[0] += <uint64_t>1 << RED_OF[order >> 1]
    return n

cdef int pack(object win, uint64_t* row) except -1:
    """Write the row of a win (`row_of`): what `riichi_core.analysis.packed.pack` makes of it."""
    cdef int have[34]
    cdef int codes[4][4]
    cdef int number[4]
    cdef int i, j, order, n, code, slot, kind = 0
    cdef uint64_t flags, drawn, reds = 0, red_fives = 0, dora = 0
    memset(have, 0, sizeof(have))
    memset(number, 0, sizeof(number))
    memset(row, 0, 64)
    hand, tile, occasions = win.hand, win.tile, win.occasions
    known = OCCASIONS.get(occasions)
    if known is None:
        if len(OCCASIONS) > MOST_KNOWN:
            OCCASIONS.clear()
        known = OCCASIONS[occasions] = sum([BITS[name] for name in occasions])
    flags = known
    drawn = flags & SELF_DRAW != 0
    concealed = hand.concealed
    n = <int>PyTuple_GET_SIZE(concealed)
    for i in range(n + 1):
        order = order_of(<PyObject*>tile if i == n else PyTuple_GET_ITEM(concealed, i))
        kind = order >> 1
        if order & 1:
            reds += 1
            red_fives += <uint64_t>1 << RED_OF[kind]
        have[kind] += 1
        row[kind // 9] += <uint64_t>1 << 3 * (kind % 9)
    row[kind // 9] |= <uint64_t>(kind % 9 + 1) << 51 | drawn << 55
    melds = hand.melds
    n = <int>PyTuple_GET_SIZE(melds)
    for i in range(n):
        meld = <object>PyTuple_GET_ITEM(melds, i)
        tiles, name = meld.tiles, meld.kind
        for j in range(<int>PyTuple_GET_SIZE(tiles)):
            order = order_of(PyTuple_GET_ITEM(tiles, j))
            have[order >> 1] += 1
            if order & 1:
                reds += 1
                red_fives += <uint64_t>1 << RED_OF[order >> 1]
            if j == 0:
                kind = order >> 1
        if name != CONCEALED_KONG:
            flags |= OPEN
        code = 9 * <int>DECLARED[name] + kind % 9
        slot = number[kind // 9]
        while slot and codes[kind // 9][slot - 1] > code:
            codes[kind // 9][slot] = codes[kind // 9][slot - 1]
            slot -= 1
        codes[kind // 9][slot] = code
        number[kind // 9] += 1
    if n:
        for i in range(4):
            for j in range(number[i]):
                row[i] |= <uint64_t>codes[i][j] << (27 + 6 * j)
    if drawn and not win.by.apart:
        flags |= MIXED_IN
    above, kongs, riichi = win.dora, win.kan_dora, win.riichi
    dora = reds
    if riichi is None:
        dora <<= 15
    else:
        ura, kan_ura = riichi.ura, riichi.kan_ura
        n = <int>PyTuple_GET_SIZE(ura)
        dora = dora << 5 | <uint64_t>indicated(have, kan_ura, 0, <int>PyTuple_GET_SIZE(kan_ura), &red_fives)
        dora = dora << 5 | <uint64_t>indicated(have, ura, 1, n, &red_fives)
        dora = dora << 5 | <uint64_t>indicated(have, ura, 0, min(n, 1), &red_fives)
    n = <int>PyTuple_GET_SIZE(above)
    dora = dora << 5 | <uint64_t>indicated(have, kongs, 0, <int>PyTuple_GET_SIZE(kongs), &red_fives)
    dora = dora << 5 | <uint64_t>indicated(have, above, 1, n, &red_fives)
    dora = dora << 5 | <uint64_t>indicated(have, above, 0, min(n, 1), &red_fives)
    if red_fives:
        flags |= RED_SEEN
    row[4] = flags | <uint64_t>(<int>win.seat) << SEAT_SHIFT | <uint64_t>(<int>win.prevailing) << PREVAILING_SHIFT | reds << REDS_SHIFT
    row[5], row[7] = dora, red_fives
    row[6] = <uint64_t>(<int>win.counters) << 2 | drawn | (2 if flags & DEALER else 0)
    return 0

def row_of(win):
    """Return a win as eight words: the fields of `Packed`, then its red fives by suit.

    The row is kept with the win. Red fives include indicators.
    """
    cdef uint64_t row[8]
    try:
        return win._row
    except AttributeError:
        pack(win, row)
        kept = PyBytes_FromStringAndSize(<char*>row, 64)
        PyObject_GenericSetAttr(win, "_row", kept)
        return kept

# ---- the kernel ----------------------------------------------------------------------------------

cdef class Kernel:
    """All that is known of parts of wins under some rulesets whose yaku one analyzer finds.

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

    # ---- what is met for the first time ------------------------------------------------------------

    cdef int answer(self, Question* q) except -1:
        """Answer a question; do nothing if the tables are emptied, because it may ask by numbers."""
        cdef uint64_t* row
        cdef uint64_t value, start, key = q.key[0], whole = 0, refused = 0
        cdef int i, k, emptied
        if self.full():
            self.forget()
            return 0
        if all_entries > <uint64_t>MOST_ALTOGETHER:
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
            occasions, apart = _packed.occasions_of(key), not key & MIXED_IN
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
            if bits & self.analyzer.matcher.asks_total:
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
        for i in range(4):
            slot = find1(&self.tables[i], row[i])
            if slot[1] == 0:
                q.table, q.key[0] = i, row[i]
                return 1
            in_[i] = slot[1] - 1
        slot = find1(&self.tables[FLAGS], row[4])
        if slot[1] == 0:
            q.table, q.key[0] = FLAGS, row[4]
            return 1
        flag = self.flag_rows.at + (slot[1] - 1) * self.flag_rows.width
        slot = find1(&self.tables[DORA], row[5])
        if slot[1] == 0:
            q.table, q.key[0] = DORA, row[5]
            return 1
        found.dora = (slot[1] - 1) >> DORA_BITS
        dora = (slot[1] - 1) & ((1 << DORA_BITS) - 1)
        found.whole, found.impossible = flag[words + 2], flag[words + 3]
        if row[4] & RED_SEEN:
            found.impossible |= self.reds[row[7]]
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
                if fu is not None and PyTuple_GET_SIZE(more):
                    items = <tuple>items + <tuple>more
                reading = <object>PyTuple_GET_ITEM(pair, 1)
                Py_INCREF(reading)
                PyTuple_SET_ITEM(placed, i, reading)
        made = _object_of(<PyTypeObject*>Score, 0)
        PyObject_GenericSetAttr(made, "yaku", yaku)
        PyObject_GenericSetAttr(made, "dora", all_dora if with_dora else NO_DORA)
        PyObject_GenericSetAttr(made, "han", han)
        PyObject_GenericSetAttr(made, "fu", fu)
        PyObject_GenericSetAttr(made, "fu_items", items)
        PyObject_GenericSetAttr(made, "limit", limit)
        PyObject_GenericSetAttr(made, "yakuman", yakuman)
        PyObject_GenericSetAttr(made, "base", base)
        PyObject_GenericSetAttr(made, "payments", paid)
        PyObject_GenericSetAttr(made, "form", FORMS[form])
        PyObject_GenericSetAttr(made, "suits", placed)
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
        """Write what is known already; return the number of the others, whose places are `missed`."""
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
