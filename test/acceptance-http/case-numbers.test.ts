import { afterAll, beforeAll, expect, test } from "vitest"
import { familyOf } from "../../src/messages/ids.ts"
import { answersAreDocumented } from "../http/documented.ts"
import { codeOf, openWorld, told, type World } from "../http/world.ts"

const bundle = `
process: claim
data: { amount: { type: integer, default: 5 } }
flow: [ { task: assess } ]
---
process: complaint
flow: [ { task: listen } ]
---
process: investigation
data: { note: { type: string, default: zqx } }
flow: [ { task: dig } ]
---
organisation:
  units: { office: {} }
  agents: { clerk: {}, reader: {}, outsider: {}, local: { unit: office }, chief: {} }
  permissions:
    clerk: { do: [claim, complaint], see: [claim, complaint] }
    reader: { see: [claim], do: [complaint] }
    outsider: { do: [complaint], see: [complaint] }
    local: { do: [complaint, { process: claim, unit: office }] }
    chief: [ see, do, intervene ]
`

const keys = {
  boss: { agent: "administrator" },
  clerk: { agent: "clerk" },
  reader: { agent: "reader" },
  outsider: { agent: "outsider" },
  local: { agent: "local" },
  "the chief with a key for complaints": { agent: "chief", processes: ["complaint"] },
}

let world: World
beforeAll(async () => {
  world = await openWorld({ development: false, bundles: [bundle], keys })
})
afterAll(() => world.close())

test("[NUMBER2] a case is started under a case number, shown with it and found by it", async () => {
  const clerk = world.client("clerk")
  const first = told(await clerk.start({ process: "claim", number: "C/2026 7.ä" })).case
  const second = told(await clerk.start({ process: "complaint", number: "C/2026 7.ä" })).case
  expect([familyOf(second as never), told(await clerk.case({ case: second })).number]).toEqual([first, "C/2026 7.ä"])
  const { rows } = told(await clerk.cases({ number: "C/2026 7.ä" }))
  expect(rows.map(({ id, process, number }) => [id, process, number])).toEqual([
    [first, "claim", "C/2026 7.ä"],
    [second, "complaint", "C/2026 7.ä"],
  ])
  expect(told(await clerk.cases({ number: "C/2026" })).rows).toEqual([])
  const counts = told(await clerk.taskCounts({ process: "claim", number: "C/2026 7.ä" }))
  expect(counts.rows.map(({ task, items }) => [task, items])).toEqual([["assess", { enabled: 1 }]])
  const found = told(await clerk.cases({ process: "claim", where: 'family.number.startsWith("C/")' })).rows
  expect(found.map(({ id }) => id)).toEqual([first])
  expect(codeOf(await clerk.start({ process: "claim", number: " 7" }))).toBe("DATA_INVALID")
})

test("[NUMBER6] nobody joins a family of which they may neither see nor act in a case, and is told nothing of it", async () => {
  const boss = world.client("boss")
  const closed = told(await boss.start({ process: "investigation", number: "C-1" })).case
  told(await boss.start({ process: "claim", number: "C-2" }))
  const join = async (key: string, number: string) => {
    const answer = await world.client(key).start({ process: "complaint", number, dryRun: true })
    const again = await world.client(key).start({ process: "complaint", number })
    expect(codeOf(again)).toBe(codeOf(answer))
    expect(JSON.stringify([answer, again])).not.toMatch(/zqx|investigation|claim/)
    return codeOf(answer)
  }
  const outcomes: Record<string, readonly string[]> = {}
  for (const key of ["outsider", "local", "the chief with a key for complaints", "reader"])
    outcomes[key] = [await join(key, "C-1"), await join(key, closed), await join(key, "C-2")]
  const never = ["NOT_PERMITTED", "NOT_PERMITTED", "NOT_PERMITTED"]
  expect(outcomes).toEqual({
    outsider: never,
    local: never,
    "the chief with a key for complaints": never,
    reader: ["NOT_PERMITTED", "NOT_PERMITTED", "done"],
  })
  expect(told(await boss.cases({ number: "C-1" })).rows.map(({ process }) => process)).toEqual(["investigation"])
  expect(codeOf(await world.client("reader").start({ process: "claim", number: "C-2" }))).toBe("NOT_PERMITTED")
  // Once a complaint is there, whoever may see complaints sees something of the family.
  told(await boss.start({ process: "complaint", number: "C-1" }))
  expect([await join("outsider", "C-1"), await join("local", "C-1")]).toEqual(["done", "done"])
})

answersAreDocumented(() => world)
