import { expect, test } from "vitest"
import { accepted, asInterventionId } from "../../src/main.ts"
import { House, refusal } from "./house.ts"

const company = `
process: alpha
flow: [ { task: one } ]
---
exlets: { promote: [ { amend: ida, capability: surgeon } ] }
organisation:
  agents: { ida: , tess: , root: }
  permissions: { ida: { intervene: [ alpha ] }, tess: { teach: [ alpha ] }, root: [ administer ] }
`
const steps = [{ amend: "ida", capability: "surgeon" }]

/** A case about which somebody is asked. */
async function asked() {
  const house = await House.open(company)
  const { engine } = house
  const { case: id } = accepted(await engine.start("alpha", { by: "root" }))
  accepted(await engine.report({ case: id, title: "odd" }, { by: "root" }))
  const [open] = await engine.interventions()
  const grants = () => engine.organisation().filter(({ kind }) => kind === "grant")
  return { engine, id, question: open?.id ?? asInterventionId("none"), grants }
}

test("[ASSIGN36] who may intervene in one process gives nobody a capability by steps he writes", async () => {
  const { engine, question, grants } = await asked()
  const answer = { do: "run", steps }
  expect(refusal(await engine.answer(question, answer, { by: "ida" })).code).toBe("NOT_PERMITTED")
  expect(grants()).toEqual([])
  accepted(await engine.answer(question, answer, { by: "root" }))
  expect(grants().length).toBe(1)
})

test("[ASSIGN36] an exlet that was deployed may, whoever has it run", async () => {
  const { engine, question, grants } = await asked()
  accepted(await engine.answer(question, { do: "run", exlet: "promote" }, { by: "ida" }))
  expect(grants().length).toBe(1)
})

test("[ASSIGN36] who may only teach teaches no rule whose steps give a capability", async () => {
  const { engine, id } = await asked()
  const lesson = { on: "Unforeseen", at: "alpha", if: "true", from: { case: id } }
  expect(refusal(await engine.learn({ ...lesson, then: steps }, { by: "tess" })).code).toBe("NOT_PERMITTED")
  expect((await engine.learn({ ...lesson, then: "promote" }, { by: "tess" })).ok).toBe(true)
})
