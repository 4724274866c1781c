/** Nets with known verdicts: a name, what is wrong and at which node, and the picture. */
export const catalogue: readonly (readonly [string, readonly string[], string])[] = [
  // Sound: what splits fits what joins.
  ["one task", [], "start -> A\nA -> end"],
  ["a sequence", [], "start -> A\nA -> B\nB -> C\nC -> end"],
  ["and with and", [], "start -> S\nS -> A & B\nA -> J\nB -> J\nJ(and) -> end"],
  ["xor with xor", [], "start -> S\nS -> A | B\nA -> J\nB -> J\nJ -> end"],
  ["or with or", [], "start -> S\nS -> A + B\nA -> J\nB -> J\nJ(or) -> end"],
  ["and with or", [], "start -> S\nS -> A & B\nA -> J\nB -> J\nJ(or) -> end"],
  ["xor with or", [], "start -> S\nS -> A | B\nA -> J\nB -> J\nJ(or) -> end"],
  ["three ways, all", [], "start -> S\nS -> A & B & C\nA -> J\nB -> J\nC -> J\nJ(and) -> end"],
  ["three ways, some", [], "start -> S\nS -> A + B + C\nA -> J\nB -> J\nC -> J\nJ(or) -> end"],
  ["three ways, one, two of them to the end", [], "start -> S\nS -> A | B | C\nA -> end\nB -> end\nC -> end"],
  ["and in xor", [], "start -> S\nS -> P | C\nP -> A & B\nA -> J\nB -> J\nJ(and) -> Z\nC -> Z\nZ -> end"],
  ["xor in and", [], "start -> S\nS -> X & C\nX -> A | B\nA -> M\nB -> M\nM -> J\nC -> J\nJ(and) -> end"],
  ["or in and", [], "start -> S\nS -> O & C\nO -> A + B\nA -> M\nB -> M\nM(or) -> J\nC -> J\nJ(and) -> end"],
  ["and in or", [], "start -> S\nS -> P + C\nP -> A & B\nA -> J\nB -> J\nJ(and) -> M\nC -> M\nM(or) -> end"],
  ["something or nothing", [], "start -> S\nS -> A | Z\nA -> Z\nZ -> end"],
  ["a loop tested after", [], "start -> A\nA -> B\nB -> A | Z\nZ -> end"],
  ["a loop tested before", [], "start -> H\nH -> A | Z\nA -> H\nZ -> end"],
  ["a loop in a loop", [], "start -> A\nA -> B\nB -> B2\nB2 -> B | C\nC -> A | Z\nZ -> end"],
  ["two ways back", [], "start -> A\nA -> B\nB -> A | C\nC -> A | B | Z\nZ -> end"],
  ["a loop with branches in it", [], "start -> A\nA -> B & C\nB -> J\nC -> J\nJ(and) -> A | Z\nZ -> end"],
  ["a loop in a branch", [], "start -> S\nS -> A & B\nA -> A2\nA2 -> A | J\nB -> J\nJ(and) -> end"],
  ["ways that cross, one at a time", [], "start -> S\nS -> A | B\nA -> C | D\nB -> C | D\nC -> Z\nD -> Z\nZ -> end"],
  [
    "ways that cross, all at once",
    [],
    "start -> S\nS -> A & B\nA -> C & D\nB -> C & D\nC(and) -> J\nD(and) -> J\nJ(and) -> end",
  ],
  ["a place two take from", [], "start -> S\nS -> c\n(c) -> A, B\nA -> Z\nB -> Z\nZ -> end"],
  ["a place in front of the end", [], "start -> S\nS -> A | B\nA -> c\nB -> c\n(c) -> Z\nZ -> end"],
  [
    "whoever is first, in a branch",
    [],
    "start -> S\nS -> c & D\n(c) -> A, B\nA -> J\nB -> A2\nA2 -> J\nD -> J\nJ(or) -> end",
  ],
  ["two taken together from two places", [], "start -> S\nS -> p & q\n(p) -> A\n(q) -> A\nA(and) -> end"],
  [
    "a critical section, tidied up",
    [],
    "start -> S\nS -> free & A & B\n(free) -> A, B\nA(and) -> free & J\nB(and) -> free & J\nJ(and) -> end ! free",
  ],
  ["the first takes the other away", [], "start -> S\nS -> A & B\nA -> Z ! B\nB -> Z ! A\nZ -> end"],
  [
    "a task that stops the rest",
    [],
    "start -> S\nS -> A & B\nA -> A2\nA2 -> Z ! B, B2\nB -> B2\nB2 -> Z ! A, A2\nZ -> end",
  ],
  ["an emptied place", [], "start -> S\nS -> A & c\n(c) -> N\nA -> end ! c, N\nN -> c"],
  [
    "an or-join that need not wait for what was taken away",
    [],
    "start -> S\nS -> A & B & X\nA -> M\nB -> M\nX -> M ! B\nM(or) -> end",
  ],
  ["an or-join in a loop", [], "start -> S\nS -> P & Q\nP -> M\nQ -> M\nM(or) -> P | Z\nZ -> end"],
  [
    "two or-joins, one after the other",
    [],
    "start -> S\nS -> A + B\nA -> M\nB -> M\nM(or) -> C + D\nC -> N\nD -> N\nN(or) -> end",
  ],
  ["an or-join across", [], "start -> S\nS -> A & B\nA -> C | M\nC -> M\nB -> M\nM(or) -> end"],
  ["an activity", [], "start -> T\nT{ start -> A; A -> B; B -> end } -> end"],
  ["an activity with branches", [], "start -> T\nT{ start -> S; S -> A & B; A -> J; B -> J; J(and) -> end } -> end"],
  ["for each", [], "start -> M\nM* -> Z\nZ -> end"],
  ["for each, beside something else", [], "start -> S\nS -> M & A\nM* -> J\nA -> J\nJ(and) -> end"],
  ["for each, in a loop", [], "start -> M\nM* -> N\nN -> M | Z\nZ -> end"],
  ["two in a row join", [], "start -> S\nS -> A & B & C\nA -> J\nB -> J\nJ(and) -> K\nC -> K\nK(and) -> end"],
  [
    "a branch within a branch ends first",
    [],
    "start -> S\nS -> A & B\nA -> A1 & A2\nA1 -> J\nA2 -> J\nB -> J\nJ(and) -> end",
  ],

  // No option to complete: it gets stuck.
  ["xor with and", ["no option J", "dead J"], "start -> S\nS -> A | B\nA -> J\nB -> J\nJ(and) -> end"],
  [
    "xor with and, and more behind",
    ["no option J", "dead J"],
    "start -> S\nS -> A | B\nA -> J\nB -> J\nJ(and) -> K\nK -> L\nL -> end",
  ],
  [
    "or with and",
    ["no option J", "improper J2"],
    "start -> S\nS -> A + B + C\nA -> J\nB -> J\nC -> J2\nJ(and) -> J2\nJ2(or) -> end",
  ],
  [
    "xor with and in a branch",
    ["no option J", "dead J"],
    "start -> S\nS -> X & C\nX -> A | B\nA -> J\nB -> J\nJ(and) -> K\nC -> K\nK(and) -> end",
  ],
  [
    "one branch leads elsewhere",
    ["no option J"],
    "start -> S\nS -> A & B\nA -> J | K\nB -> J | K\nJ(and) -> Z\nK(and) -> Z\nZ -> end",
  ],
  [
    "a branch that may be skipped is waited for",
    ["no option J"],
    "start -> S\nS -> A & B & C\nA -> J + Q\nB -> J\nC -> Q\nJ(and) -> Z\nQ(or) -> Z\nZ(and) -> end",
  ],
  [
    "one waits for what only the other brings",
    ["no option A", "unreachable A", "unreachable C", "unreachable Z", "no way to the end of "],
    "start -> S\nS -> A & B\nA(and) -> C\nB -> Z\nC -> A & Z\nZ(and) -> end",
  ],
  [
    "two joins wait for each other",
    ["no option A", "unreachable A", "unreachable B", "unreachable Z", "no way to the end of "],
    "start -> S\nS -> A & B\nA(and) -> B & Z\nB(and) -> A & Z\nZ(and) -> end",
  ],
  [
    "two or-joins wait for each other",
    ["no option M", "dead M", "dead N"],
    "start -> S\nS -> P & Q\nP -> M\nQ -> N\nM(or) -> N & Z\nN(or) -> M & Z\nZ(and) -> end",
  ],
  ["what is waited for is taken away", ["no option J"], "start -> S\nS -> A & B\nA -> J ! B\nB -> J\nJ(and) -> end"],
  [
    "what is waited for may be taken away later",
    ["no option J"],
    "start -> S\nS -> A & B\nA -> A2\nA2 -> J ! B\nB -> J\nJ(and) -> end",
  ],
  [
    "a place is emptied that is still needed",
    ["no option J", "dead J"],
    "start -> S\nS -> A & c\n(c) -> J\nA -> J ! c\nJ(and) -> end",
  ],
  [
    "a loop back into one branch only",
    ["no option J"],
    "start -> S\nS -> A & B\nA -> J\nB -> J\nJ(and) -> A | Z\nZ -> end",
  ],
  [
    "stuck inside an activity",
    ["no option J", "dead J"],
    "start -> T\nT{ start -> S; S -> A | B; A -> J; B -> J; J(and) -> end } -> end",
  ],
  [
    "stuck inside an activity that comes second",
    ["no option J", "dead J"],
    "start -> X\nX -> T\nT{ start -> S; S -> A | B; A -> J; B -> J; J(and) -> end } -> end",
  ],
  [
    "stuck inside an activity in a branch",
    ["no option J"],
    "start -> P\nP -> T & Q\nT{ start -> S; S -> A + B; A -> J; B -> J; J(and) -> end } -> Z\nQ -> Z\nZ(and) -> end",
  ],
  [
    "three needed, two come",
    ["no option J", "dead J"],
    "start -> S\nS -> A & X\nX -> B | C\nA -> J\nB -> J\nC -> J\nJ(and) -> end",
  ],
  [
    "for each, and waited for twice",
    ["no option J", "dead J"],
    "start -> S\nS -> M | A\nM* -> J\nA -> J\nJ(and) -> end",
  ],
  [
    "stuck only on the longer way",
    ["no option J"],
    "start -> A\nA -> B | Z\nB -> C & D\nC -> J | D2\nD2 -> N\nD -> J | N\nJ(and) -> Z\nN(and) -> Z\nZ -> end",
  ],

  // No option to complete: it goes on for ever.
  [
    "a circle without a way out",
    ["no option A", "unreachable Z", "no way to the end of "],
    "start -> A\nA -> B\nB -> A\nZ -> end",
  ],
  ["a circle that may be entered", ["no option B"], "start -> A\nA -> B | Z\nB -> C\nC -> B\nZ -> end"],
  ["a circle of two ways", ["no option B"], "start -> A\nA -> B | Z\nB -> C | D\nC -> B\nD -> B\nZ -> end"],
  [
    "a circle in a branch that is waited for",
    ["no option C"],
    "start -> S\nS -> A & B\nA -> C | J\nC -> D\nD -> C\nB -> J\nJ(and) -> end",
  ],
  ["a circle inside an activity", ["no option A"], "start -> T\nT{ start -> X; X -> A | end; A -> B; B -> A } -> end"],

  // Improper completion: something is left.
  ["and with xor", ["improper J"], "start -> S\nS -> A & B\nA -> J\nB -> J\nJ -> end"],
  ["and with xor, and more behind", ["improper L"], "start -> S\nS -> A & B\nA -> J\nB -> J\nJ -> K\nK -> L\nL -> end"],
  ["or with xor", ["improper J"], "start -> S\nS -> A + B\nA -> J\nB -> J\nJ -> end"],
  ["two ends", ["improper A", "improper B"], "start -> S\nS -> A & B\nA -> end\nB -> end"],
  ["one branch ends it all", ["improper A"], "start -> S\nS -> A & B & C\nA -> end\nB -> J\nC -> J\nJ(and) -> end"],
  ["something to the end and something else", ["improper A"], "start -> A\nA -> end & B\nB -> end"],
  ["a token stays in a place", ["improper Z"], "start -> S\nS -> A & free\n(free) -> A\nA(and) -> free & Z\nZ -> end"],
  [
    "a critical section, not tidied up",
    ["improper J"],
    "start -> S\nS -> free & A & B\n(free) -> A, B\nA(and) -> free & J\nB(and) -> free & J\nJ(and) -> end",
  ],
  [
    "a milestone that is not passed",
    ["improper Z"],
    "start -> S\nS -> A & w\n(w) -> C\nA -> m\n(m) -> C, Z\nC(and) -> m\nZ -> end",
  ],
  [
    "a loop leaves something behind",
    ["improper Z"],
    "start -> A\nA -> B & C\nB -> A | Z\nC -> c\n(c) -> Z\nZ(and) -> end",
  ],
  [
    "only some are taken away",
    ["improper Z"],
    "start -> S\nS -> A & B & C\nA -> Z ! B\nB -> J\nC -> J\nJ -> K\nK -> k\n(k) -> Z\nZ -> end",
  ],
  [
    "left inside an activity",
    ["improper J"],
    "start -> T\nT{ start -> S; S -> A & B; A -> J; B -> J; J -> end } -> end",
  ],
  [
    "left beside an or-join that need not wait",
    ["improper M"],
    "start -> S\nS -> A & B & C\nA -> M\nB -> M\nM(or) -> end\nC -> d\n(d) -> N\nN -> d",
  ],
  ["for each, left behind", ["improper Z"], "start -> S\nS -> M & Z\nM* -> c\n(c) -> Z\nZ -> end"],
  ["tokens pile up", ["improper C"], "start -> A\nA -> B\nB -> A & C\nC -> end"],

  // Dead: something never happens.
  [
    "a join of what excludes each other, beside a way that works",
    ["no option J", "dead J"],
    "start -> S\nS -> A | B | C\nA -> J\nB -> J\nC -> Z\nJ(and) -> Z\nZ -> end",
  ],
  [
    "what needs itself",
    ["unreachable A"],
    "start -> S\nS -> p\n(p) -> A, B\nB -> Z\nA(and) -> q & Z\n(q) -> A\nZ -> end",
  ],

  // More than one thing at once.
  [
    "stuck on one way, too early on the other",
    ["no option J", "improper Z"],
    "start -> S\nS -> P | Q\nP -> A & B\nA -> Z\nB -> Z\nZ -> end\nQ -> C + D\nC -> J\nD -> J\nJ(and) -> end",
  ],
  [
    "two mistakes in two branches of a choice",
    ["no option J", "dead J", "no option K", "dead K"],
    "start -> S\nS -> X | Y\nX -> A | B\nA -> J\nB -> J\nJ(and) -> Z\nY -> C | D\nC -> K\nD -> K\nK(and) -> Z\nZ -> end",
  ],
]
