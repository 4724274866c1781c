import { expect, test } from "vitest"
import { absenceAt, type Entry, factsOf, holdingsOf } from "./organisation-facts.ts"

const entry = (kind: string, name: string, source: Entry["source"]): Entry => ({
  ...{ kind, name, source },
  ...{ version: 1, at: 0, by: "administrator" },
})
const facts = factsOf([
  entry("role", "clerk", { has: "read-books" }),
  entry("role", "approver", { is: ["clerk"], title: "Who approves" }),
  entry("role", "gone", null),
  entry("capability", "sign", { from: 'has("read-books")' }),
  entry("unit", "sales", { in: "acme", manager: "bob" }),
  entry("agent", "bob", {
    ...{ name: "Bob Bell", roles: "approver", capabilities: ["drive"] },
    away: [{ from: "2026-12-24", to: "2026-12-26", standIn: "ann" }],
  }),
  entry("agent", "ocr", { program: true }),
  entry("grant", "1", { agent: "bob", capabilities: ["weld"], until: 2000 }),
])

test("[PROC7] who plays and has what is told with the roles and grants it comes through", () => {
  const [bob, ocr] = facts.agents
  if (!bob || !ocr) throw new Error("both are agents")
  expect(holdingsOf(bob, facts, 1000)).toEqual([
    { kind: "capability", name: "drive", through: [] },
    {
      ...{ kind: "capability", name: "weld", through: [] },
      grant: { agent: "bob", capabilities: ["weld"], until: 2000 },
    },
    { kind: "role", name: "approver", through: [] },
    { kind: "role", name: "clerk", through: ["approver"] },
    { kind: "capability", name: "read-books", through: ["approver", "clerk"] },
  ])
  expect(holdingsOf(bob, facts, 3000).some(({ name }) => name === "weld")).toBe(false)
  expect(holdingsOf(ocr, facts, 1000)).toEqual([])
})

test("[PROC7] what was removed is not there, and what is only mentioned is", () => {
  expect(facts.roles.map(({ title }) => title)).toEqual(["Clerk", "Who approves"])
  expect(facts.capabilities.map(({ name }) => name)).toEqual(["sign", "drive", "weld", "read-books"])
})

test("[PROC7] whoever is away is so until the end of the last day", () => {
  const [bob] = facts.agents
  const at = (moment: string) => bob && absenceAt(bob, Date.parse(moment))?.standIn
  expect([at("2026-12-23T12:00:00Z"), at("2026-12-24T00:00:00Z"), at("2026-12-26T23:00:00Z")]).toEqual([
    undefined,
    "ann",
    "ann",
  ])
  expect(at("2026-12-27T00:00:00Z")).toBeUndefined()
})
