import { expect, onTestFinished, test, vi } from "vitest"
import { accepted, asFamilyId, asItemId, type CaseId } from "../../src/main.ts"
import { concert, House, lesson, refusal, sketch } from "./house.ts"

const tree = "itemPre concert/show"

/** Shows that have sold 10, 20 … 100 of a hundred tickets. */
async function tenShows(): Promise<{ house: House; ids: readonly CaseId[] }> {
  const house = await House.open(concert)
  const ids: CaseId[] = []
  for (let sold = 10; sold <= 100; sold += 10) ids.push(await house.concertWith(sold))
  return { house, ids }
}

const showOf = (id: CaseId) => ({ case: id, item: asItemId(`${id}.i2`) })
const change = (id: string, more: object) => ({
  family: id,
  version: 6,
  case: id,
  item: `${id}.i2`,
  at: Date.parse("2026-01-05T09:00:00Z"),
  ...more,
})

test("[BACKTEST1] a rule before it is live: what it would have changed, case by case", async () => {
  const { house, ids } = await tenShows()
  const [first = "" as CaseId] = ids
  const refining = accepted(await house.engine.backtest(lesson("sold < 25", "cancel", showOf(first))))
  expect(refining).toEqual({
    tree,
    version: 1,
    checked: 10,
    changed: 2,
    changes: [
      change("case1", { before: "move", after: "cancel" }),
      change("case2", { before: "move", after: "cancel" }),
    ],
    failed: 0,
  })
  const last = showOf(ids[9] ?? first)
  const adding = accepted(await house.engine.backtest(lesson("sold > 25", "cheer", last)))
  expect([adding.changed, adding.changes]).toEqual([
    3,
    [change("case10", { after: "cheer" }), change("case8", { after: "cheer" }), change("case9", { after: "cheer" })],
  ])
})

test("[BACKTEST2] the removal of a rule: what would be said without it", async () => {
  const { house, ids } = await tenShows()
  const [first = "" as CaseId] = ids
  accepted(await house.engine.learn(lesson("sold < 25", "cancel", showOf(first))))
  const outer = accepted(await house.engine.backtest({ tree, remove: 2 }))
  expect([outer.version, outer.checked, outer.changes]).toEqual([
    2,
    10,
    [change("case1", { before: "cancel", after: "move" }), change("case2", { before: "cancel", after: "move" })],
  ])
  expect(refusal(await house.engine.backtest({ tree, remove: 1 })).code).toBe("RULE_HAS_REFINEMENTS")
  expect(refusal(await house.engine.backtest({ tree: "itemPre x", remove: 1 })).code).toBe("TREE_NOT_FOUND")
  accepted(await house.engine.removeRule(tree, 2))
  const inner = accepted(await house.engine.backtest({ tree, remove: 1 }, { limit: 1 }))
  expect([inner.checked, inner.changed, inner.changes]).toEqual([10, 7, [change("case1", { before: "move" })]])
})

test("[BACKTEST3] it says how far it is, and changes nothing", async () => {
  const { house, ids } = await tenShows()
  const [first = "" as CaseId] = ids
  const before = await house.engine.lastPosition()
  const told: unknown[] = []
  const onProgress = (progress: unknown) => told.push(progress)
  accepted(await house.engine.backtest(lesson("sold < 25", "cancel", showOf(first)), { onProgress }))
  expect(told).toEqual([{ checked: 10, of: 10 }])
  expect([await house.engine.lastPosition(), sketch(house.engine.tree(tree)?.tree ?? [])]).toEqual([
    before,
    "sold < seating * 0.75 → move",
  ])
})

test("[BACKTEST4] it can be cancelled before it begins", async () => {
  const { house, ids } = await tenShows()
  const [first = "" as CaseId] = ids
  const signal = AbortSignal.abort()
  const answer = await house.engine.backtest(lesson("sold < 25", "cancel", showOf(first)), { signal })
  expect(refusal(answer).code).toBe("BACKTEST_CANCELLED")
})

test("[BACKTEST4] it can be cancelled on its way", async () => {
  const { house, ids } = await tenShows()
  const [first = "" as CaseId] = ids
  const cancelling = new AbortController()
  const told: unknown[] = []
  // A slow machine: each look at the clock is a tenth of a second after the last.
  let time = 0
  vi.spyOn(Date, "now").mockImplementation(() => (time += 100))
  onTestFinished(() => void vi.restoreAllMocks())
  const answer = await house.engine.backtest(lesson("sold < 80", "cancel", showOf(first)), {
    signal: cancelling.signal,
    onProgress(progress) {
      if (told.push(progress) === 3) cancelling.abort()
    },
  })
  expect(told).toEqual([1, 2, 3].map((checked) => ({ checked, of: 10 })))
  expect(refusal(answer)).toEqual({
    code: "BACKTEST_CANCELLED",
    message: "the backtest was cancelled after 3 of 10 checkpoints",
    remedy: "Nothing was changed; start it again if you want to know",
  })
})

test("[BACKTEST5] what a rule cannot be asked about is counted, and a lesson that would be refused is refused", async () => {
  const house = await House.open(concert.replace("venue: { type: string, default: stadium }", "venue: string"))
  const odd = await house.start("concert")
  await house.complete(odd, "sell", { sold: 90 })
  const id = await house.start("concert", { venue: "hall" })
  await house.complete(id, "sell", { sold: 91 })
  const { checked, changed, failed } = accepted(
    await house.engine.backtest(lesson('venue == "hall"', "cheer", showOf(id))),
  )
  expect({ checked, changed, failed }).toEqual({ checked: 2, changed: 1, failed: 1 })
  expect(refusal(await house.engine.backtest(lesson("sold == 1", "cheer", showOf(id)))).code).toBe("RULE_NOT_TRUE")
})

test("[BACKTEST6] what it says of a rule is what the rule then does", async () => {
  const { house, ids } = await tenShows()
  const [first = "" as CaseId] = ids
  const proposal = lesson("sold < 45", "cancel", showOf(first))
  const { changes } = accepted(await house.engine.backtest(proposal))
  accepted(await house.engine.learn(proposal))
  const now = await Promise.all(
    ids.map(async (id) => ((await house.engine.whatIf({ on: "itemPre", ...showOf(id) }))?.says === "cancel" ? id : "")),
  )
  expect(changes.map((each) => each.case)).toEqual(now.filter(Boolean))
  const again = accepted(await house.engine.backtest({ tree, remove: 2 }))
  expect(again.changes.map(({ family }) => family)).toEqual(changes.map(({ family }) => asFamilyId(family)))
})
