import { expect, test } from "vitest"
import { compileExpression, isExpression } from "../expressions/expression.ts"
import type { DataType } from "./definition.ts"
import { eventType } from "./event-type.ts"
import { classTree } from "./exception-classes.ts"
import { isReserved } from "./names.ts"
import { ruleVocabulary, systemNames } from "./vocabulary.ts"

const text: DataType = { kind: "scalar", type: "string", required: false, path: [] }
const amount: DataType = { kind: "scalar", type: "integer", required: false, path: [] }

test("[VOC1] rules see the case's data, its instance's, and everything the system knows", () => {
  const vocabulary = ruleVocabulary({ variables: new Map([["seating", amount]]), locals: new Map([["line", text]]) })
  const told = (source: string) => {
    const compiled = compileExpression(source, vocabulary)
    return isExpression(compiled) ? compiled.type : compiled.map(({ code }) => code).join()
  }
  const rows = [
    ["seating + 1", "number"],
    ["line", "string"],
    ["item.task + item.status + item.id", "string"],
    ["item.data.sold", "any"],
    ["item.attempt + item.instance", "number"],
    ["items.filter(i, i.held).map(i, i.task + i.status + i.agent)", { list: "string" }],
    ["items[0].incarnation + items[0].instance", "number"],
    ["case.process + family.id + agent.id", "string"],
    ["case.startedAt < now", "boolean"],
    ["event.anything", "any"],
    ["agent.attributes.grade", "any"],
    ["org.units.sales", "any"],
    ["history.exists(h, h.event == h.name && h.at < now && h.by == h.case)", "boolean"],
    ["external.weather.wind", "any"],
    ['["a"].subsetOf(notReady + ready + executing + suspended + done + aborted)', "boolean"],
    ['result("a")', "any"],
    ['count("a") + round("b")', "number"],
    ['duringRound("a", 2)', "string"],
    ["sold", "UNKNOWN_NAME"],
    ["item.colour", "UNKNOWN_FIELD"],
  ] as const
  expect(rows.map(([source]) => [source, told(source)])).toEqual(rows)
})

test("[VOC2] where the case may be any, every other name may be one of its variables", () => {
  const compiled = compileExpression("sold > 3 && event.x == agent.id", ruleVocabulary())
  expect(isExpression(compiled) && [...compiled.names]).toEqual(["sold", "event", "agent"])
})

test("[VOC3] an event has its class's parameters where all that reach a rule are declared", () => {
  const classes = classTree([
    { name: "Device", is: "ItemTrigger", parameters: new Map([["device", text]]) },
    { name: "Lost", is: "Exception", parameters: new Map() },
    { name: "Paper", is: "Exception", parameters: new Map([["pages", amount]]) },
    { name: "Book", is: "Paper", parameters: new Map([["title", text]]) },
    { name: "Late", is: "Timeout", parameters: new Map([["hours", amount]]) },
  ])
  const known = { class: "string", at: "string", by: "string", item: "any", case: "any" }
  expect(["Device", "Book", "Paper", "Lost", "Late", "Timeout", "plain"].map((on) => eventType(on, classes))).toEqual([
    { object: { ...known, device: "string" } },
    { object: { ...known, pages: "number", title: "string" } },
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

test("[VOC4] no variable may be called like something rules see", () => {
  expect([...systemNames, "result", "count", "round", "duringRound"].filter((name) => !isReserved(name))).toEqual([])
})
