import { expect, onTestFinished, test } from "vitest"
import {
  accepted,
  type Engine,
  type InterventionId,
  openEngine,
  openMemoryStore,
  type Rejection,
  StoreError,
  VirtualClock,
} from "../../src/main.ts"
import type { Answer } from "../../src/runtime/answer.ts"
import type { Store } from "../../src/store/port.ts"
import { refusal } from "./house.ts"

const garage = `
process: repair
data: { cost: { type: integer, default: 900 } }
flow: [ { task: inspect }, { task: mend } ]
---
process: tow
flow: [ { task: fetch } ]
---
exceptions: { Dear: { is: CaseTrigger, parameters: { much: { type: integer, default: 1 } } } }
rules: [ { on: itemPre, at: repair/mend, then: [ { suspend: item }, { compensate: tow }, { continue: item } ] } ]
`

/** An engine on a store of which a later commit fails, with its answer lost or as if nothing had been tried. */
async function garageWith() {
  const store = await openMemoryStore()
  let fails: { after: number; error: StoreError } | undefined
  const failing: Store = {
    ...store,
    commit: async (batch) => {
      if (fails && fails.after-- === 0) {
        const { error } = fails
        fails = undefined
        throw error
      }
      return store.commit(batch)
    },
  }
  const engine = await openEngine({ store: failing, clock: new VirtualClock(Date.UTC(2027, 4, 4)) })
  onTestFinished(() => engine.stop({ grace: 0 }))
  accepted(await engine.deploy(garage))
  const failAfter = (after: number, code: "STORE_FAILED" | "OUTCOME_UNKNOWN" = "STORE_FAILED") => {
    fails = { after, error: new StoreError(code, "the disk did not answer") }
  }
  return { engine, failAfter }
}

async function question(engine: Engine) {
  const { case: id } = accepted(await engine.start("repair"))
  accepted(await engine.raise({ class: "Dear", case: id }))
  await engine.idle()
  const [open] = await engine.interventions({ case: id })
  return { id, intervention: open?.id as InterventionId }
}

const rules = (engine: Engine, tree: string) => engine.treeNodes(tree)?.nodes.length ?? 0

function partly(answer: Answer<unknown>): Rejection {
  const rejection = refusal(answer)
  expect(rejection.code).toBe("PARTLY_DONE")
  expect(`${rejection.message} ${rejection.remedy}`).not.toMatch(/nothing was changed/i)
  return rejection
}

const teaching = { do: "teach", if: "cost > 500", then: [{ set: { cost: 500 } }] }

test("[DUR13] a rule that was learnt from an answer whose second commit fails is told of, and not learnt twice under a key", async () => {
  const { engine, failAfter } = await garageWith()
  const { id, intervention } = await question(engine)
  failAfter(1)
  const { message, remedy } = partly(await engine.answer(intervention, teaching, { key: "k" }))
  expect(message).toMatch(/rule was learnt .*"Dear repair".*rest was not done.*STORE_FAILED/)
  expect(remedy).toMatch(/same idempotency key/)
  const learnt = rules(engine, "Dear repair")
  expect((await engine.case(id))?.data).toEqual({ cost: 900 })
  accepted(await engine.answer(intervention, teaching, { key: "k" }))
  await engine.idle()
  expect((await engine.case(id))?.data).toEqual({ cost: 500 })
  expect(rules(engine, "Dear repair")).toBe(learnt)
})

test("[DUR13] nothing is partly done where the first commit fails, or the answer to the second is lost", async () => {
  const { engine, failAfter } = await garageWith()
  const { intervention } = await question(engine)
  failAfter(0)
  expect(refusal(await engine.answer(intervention, teaching)).code).toBe("STORE_FAILED")
  expect(rules(engine, "Dear repair")).toBe(0)
  failAfter(1, "OUTCOME_UNKNOWN")
  expect(partly(await engine.answer(intervention, teaching)).message).toMatch(/not known whether the rest was done/)
})

test("[DUR13] a report that becomes a trigger: the rule, its declaration and the answer are three commits", async () => {
  const { engine, failAfter } = await garageWith()
  const { case: id } = accepted(await engine.start("repair"))
  accepted(await engine.report({ case: id, title: "hail", text: "dents" }))
  const [open] = await engine.interventions({ case: id })
  const told = { do: "teach", then: [{ set: { cost: 1 } }] }
  for (const after of [1, 1]) {
    failAfter(after)
    partly(await engine.answer(open?.id as InterventionId, told, { key: "hail" }))
  }
  accepted(await engine.answer(open?.id as InterventionId, told, { key: "hail" }))
  await engine.idle()
  expect((await engine.case(id))?.data).toEqual({ cost: 1 })
  expect(rules(engine, "Unforeseen repair")).toBe(1)
})

test("[DUR13] a lesson that replaces a run says that it was learnt when the run stays", async () => {
  const { engine, failAfter } = await garageWith()
  const { case: id } = accepted(await engine.start("repair"))
  const [inspect] = (await engine.case(id))?.items ?? []
  accepted(await engine.completeItem(inspect?.id as never))
  await engine.idle()
  const mend = (await engine.case(id))?.items.find(({ task }) => task === "mend")?.id
  const from = { case: id, ...(mend && { item: mend }) }
  const lesson = { on: "itemPre", at: "repair/mend", if: "cost < 1000", then: "nothing", from, replace: true }
  failAfter(1)
  const before = rules(engine, "itemPre repair/mend")
  expect(partly(await engine.learn(lesson, { key: "l" })).message).toMatch(/replace what runs there/)
  expect([rules(engine, "itemPre repair/mend"), (await engine.cases({ process: "tow" }))[0]?.state]).toEqual([
    before + 1,
    "running",
  ])
  accepted(await engine.learn(lesson, { key: "l" }))
  expect([rules(engine, "itemPre repair/mend"), (await engine.cases({ process: "tow" }))[0]?.state]).toEqual([
    before + 1,
    "removed",
  ])
})

test("[DUR13] of many interventions each has its own outcome, and under a key what the store refused is tried again", async () => {
  const { engine, failAfter } = await garageWith()
  const { id } = await question(engine)
  accepted(await engine.raise({ class: "Dear", case: id, with: { much: 2 } }))
  await engine.idle()
  // Those of one family go one after the other; the selection is written first.
  failAfter(2)
  const first = accepted(await engine.answerAll({}, "dismiss", { key: "all" }))
  expect(first.rows.map(({ isAnswered, rejection }) => [isAnswered, rejection?.code])).toEqual([
    [true, undefined],
    [false, "STORE_FAILED"],
  ])
  const again = accepted(await engine.answerAll({}, "dismiss", { key: "all" }))
  expect(again.rows.map(({ isAnswered }) => isAnswered)).toEqual([true, true])
  expect(await engine.interventions()).toEqual([])
})
