import { DatabaseSync } from "node:sqlite"
import { expect, test, vi } from "vitest"
import { migrate } from "../../src/store/sqlite/migrations.ts"
import { declaredOn } from "../../src/store/sqlite/statements.ts"
import { newSqliteHome } from "./sqlite-home.ts"
import { ann, caseId, exceptionId, family, interventionId, notificationId } from "./store-rows.ts"

test("[STORE58] nothing an engine does at every step walks or sorts a table that grows", async () => {
  const opening = vi.spyOn(DatabaseSync.prototype, "exec")
  const home = await newSqliteHome()
  const store = await home.open()
  const statements = vi.spyOn(DatabaseSync.prototype, "prepare")
  await store.cases({ family: family("f"), limit: 1 })
  await store.cases({ state: "running", after: caseId("f"), limit: 1 })
  await store.cases({ order: "newest", after: caseId("f"), afterStartedAt: 1, limit: 1 })
  await store.cases({ order: "newest", trouble: true, after: caseId("f"), afterStartedAt: 1, limit: 1 })
  for (const order of ["id", "newest", "oldest"] as const) {
    await store.cases({ exception: "Timeout", order, limit: 1 })
    await store.cases({
      exception: "Timeout",
      process: "concert",
      order,
      after: caseId("f"),
      afterStartedAt: 1,
      limit: 1,
    })
    await store.cases({ exception: "Timeout", family: family("f"), limit: 1 })
  }
  await store.entriesBefore(9, 1)
  await store.entriesBefore(9, 1, family("f"))
  await store.standings(1, 2)
  await store.stepCounts("concert", 1)
  await store.caseExceptionCounts("concert", 1)
  await store.caseExceptionCounts("concert", [caseId("f"), caseId("g")])
  await store.stepCounts("concert", [caseId("f"), caseId("g")])
  const worklist = { agent: ann, as: [ann], offers: [""], limit: 1 } as const
  for (const order of ["priority", "due"] as const) {
    await store.worklist({ ...worklist, order })
    await store.worklist({ ...worklist, order, process: "concert", task: "pay" })
  }
  await store.items({ case: caseId("f", 1), limit: 1 })
  await store.items({ family: family("f"), live: true, limit: 1 })
  await store.interventions({ limit: 1 })
  await store.interventions({ open: false, after: interventionId("f", 1), limit: 1 })
  await store.interventions({ family: family("f"), process: "concert", limit: 1 })
  await store.interventions({ case: caseId("f", 1), open: false, limit: 1 })
  await store.interventions({ process: "concert", limit: 1 })
  await store.interventions({ order: "newest", open: false, after: interventionId("f", 1), limit: 1 })
  await store.decisions({ tree: "itemPre concert", order: "newest", limit: 1 })
  await store.interventions({ order: "due", limit: 1 })
  await store.interventions({ order: "due", process: "concert", open: false, limit: 1 })
  await store.interventions({ order: "due", to: ["ann", "clerk"], after: interventionId("f", 1), limit: 1 })
  await store.interventions({ order: "due", class: "Timeout", process: "concert", limit: 1 })
  await store.interventions({ order: "due", class: "Timeout", after: interventionId("f", 1), limit: 1 })
  await store.openGroups()
  await store.exceptions({ class: "Timeout", process: "concert", after: exceptionId("f", 1), limit: 1 })
  await store.exceptions({ limit: 1 })
  await store.exceptions({ open: false, after: exceptionId("f", 1), limit: 1 })
  await store.exceptions({ process: "concert", limit: 1 })
  await store.exceptions({ process: "concert", class: "Timeout", open: false, limit: 1 })
  await store.answered({ process: "concert", class: "Timeout", limit: 1 })
  await store.answered({ process: "concert", class: "Timeout", at: "doShow", limit: 1 })
  await store.request(ann, "key")
  await store.notifications({ agent: ann, limit: 1 })
  await store.notifications({ agent: ann, unread: true, after: notificationId("f", 1), limit: 1 })
  await store.dueDeliveries("mail", 1, 1)
  await store.deliveries({ channel: "mail", givenUp: true, limit: 1 })
  const declared = [...new Set(opening.mock.contexts)].flatMap((database) =>
    database instanceof DatabaseSync ? declaredOn(database) : [],
  )
  const used = statements.mock.calls.map(([sql]) => sql).filter((sql) => !sql.startsWith("PRAGMA"))
  const asked = new Set([...declared, ...used])
  vi.restoreAllMocks()
  await store.close()
  await home.remove()

  const slow = [...asked].filter((sql) => plan(sql).some((step) => /^SCAN (?!json_each)|TEMP B-TREE/.test(step)))
  expect(asked.size).toBeGreaterThan(150)
  expect(slow.filter((sql) => !readWhole.test(sql))).toEqual([])
})

/** What an engine reads when it opens, what is emptied as it is done, and what is counted from an index of what is live. */
const readWhole =
  /count\(\*\) AS count FROM \w+ INDEXED BY|FROM (experience|processes|quarantine|definitions|broadcasts|trees JOIN tree_changes ON \S+ = \S+ ORDER)/

const tables = new DatabaseSync(":memory:")
migrate(tables, 0)

function plan(sql: string): readonly string[] {
  const steps = tables.prepare(`EXPLAIN QUERY PLAN ${sql}`).all()
  return steps.map(({ detail }) => String(detail))
}
