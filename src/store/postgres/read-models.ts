import { type AgentId, familyOf, type ItemId } from "../../messages/ids.ts"
import { canonicalJson } from "../canonical.ts"
import { endedAttempts } from "../ended-attempts.ts"
import type { AlarmChange, Batch, CaseRow, ExpectationRow, Experience, ItemRow } from "../port.ts"
import type { Statement } from "./database.ts"
import { type Column, deleting, flag, inserting, lastOfEach, ofTheCase, text, upserting, whole } from "./statements.ts"
import { written } from "./texts.ts"

/** Writes what a batch says of cases, items, alarms and expectations; of one id, the last word counts. */
export function readModels(batch: Batch, part: string): readonly Statement[] {
  const { ended, others } = endedAttempts(batch.alarms)
  const alarms = lastOfEach(others, ({ id }) => id)
  const expecting = lastOfEach(batch.expectations, (change) => change.case)
  return [
    ...writeCases(lastOfEach(batch.cases, ({ id }) => id)),
    ...writeItems(lastOfEach(batch.items, ({ id }) => id)),
    ...withdraw(batch.withdrawn),
    ...endAttempts(ended),
    ...setAlarms(alarms.filter(({ dueAt }) => dueAt !== undefined)),
    ...unsetAlarms(alarms.filter(({ dueAt }) => dueAt === undefined)),
    ...forgetExpectations(expecting),
    ...expect(expecting.flatMap(({ rows }) => rows.map((row, number) => ({ ...row, number })))),
    ...gather(summed(batch.experience).map((row) => ({ ...row, part }))),
  ]
}

const writeCases = upserting<CaseRow>(
  "cases",
  [text("id", ({ id }) => id), text("family_id", ({ family }) => family)],
  [
    text("process", ({ process }) => process),
    whole("version", ({ version }) => version),
    text("state", ({ state }) => state),
    flag("held", ({ held }) => held),
    whole("started_at", ({ startedAt }) => startedAt),
    text("started_by", ({ startedBy }) => startedBy),
    whole("ended_at", ({ endedAt }) => endedAt),
    text("parent_id", ({ parent }) => parent),
    text("number", ({ number }) => number),
  ],
)

const priority: Column<ItemRow> = { name: "priority", type: "double precision", of: (row) => row.priority }

const writeItems = upserting<ItemRow>(
  "items",
  [text("id", ({ id }) => id), text("family_id", ({ family }) => family)],
  [
    text("case_id", (row) => row.case),
    text("process", ({ process }) => process),
    text("task", ({ task }) => task),
    text("kind", ({ kind }) => kind),
    text("status", ({ status }) => status),
    flag("held", ({ held }) => held),
    flag("live", ({ live }) => live),
    whole("enabled_at", ({ enabledAt }) => enabledAt),
    whole("ended_at", ({ endedAt }) => endedAt),
    text("agent", ({ agent }) => agent),
    text("declined", ({ declined }) => declined && JSON.stringify(declined)),
    whole("due_at", ({ dueAt }) => dueAt),
    priority,
    text("worker", ({ worker }) => worker),
    whole("attempt", ({ attempt }) => attempt),
    whole("instance", ({ instance }) => instance),
    text("offer_key", ({ offer }) => offer),
    text("offer", ({ terms }) => terms && JSON.stringify(terms)),
    text("wanted", ({ wanted }) => wanted),
    { name: "barred", type: "jsonb", of: ({ declined, terms }) => names(declined, terms?.excluded) },
    { name: "only_for", type: "jsonb", of: ({ terms }) => terms?.only && JSON.stringify(terms.only.map(written)) },
  ],
  [ofTheCase("version", "version")],
)

/** As the database has them: it is asked for one of these names. */
function names(...lists: readonly (readonly AgentId[] | undefined)[]): string | undefined {
  const all = lists.flatMap((list) => list ?? [])
  return all.length === 0 ? undefined : JSON.stringify(all.map(written))
}

const withdraw = deleting<ItemId>("items", [text("id", (id) => id), text("family_id", familyOf)])

/** Whoever was at it was at another one. */
const setAlarms = inserting<AlarmChange>(
  "alarms",
  [
    text("id", ({ id }) => id),
    text("family_id", ({ family }) => family),
    text("kind", ({ kind }) => kind),
    whole("due_at", ({ dueAt }) => dueAt),
    whole("attempt", ({ kind, attempt }) => (kind === "timer" ? null : (attempt ?? 0))),
  ],
  `(id, family_id) DO UPDATE SET kind = excluded.kind, due_at = excluded.due_at, attempt = excluded.attempt,
     claimed_until = NULL`,
)
const alarmKey = [text<AlarmChange>("id", ({ id }) => id), text<AlarmChange>("family_id", ({ family }) => family)]
const unsetAlarms = deleting("alarms", alarmKey)
const endAttempts = deleting("alarms", [...alarmKey, whole<AlarmChange>("attempt", ({ attempt }) => attempt)])

const forgetExpectations = deleting<Batch["expectations"][number]>("expectations", [
  text("case_id", (change) => change.case),
  text("family_id", ({ family }) => family),
])
/** `since` is when the case began: it is in the same batch, or there already. */
const expect = inserting<ExpectationRow & { readonly number: number }>(
  "expectations",
  [
    text("case_id", (row) => row.case),
    text("family_id", ({ family }) => family),
    whole("number", ({ number }) => number),
    text("message", ({ message }) => message),
    text("key", ({ key }) => canonicalJson(key)),
    text("item_id", ({ item }) => item),
  ],
  "DO NOTHING",
  [ofTheCase("since", "started_at")],
)

/** `part` is where it is added up: families that lie elsewhere add to another one. */
const gather = inserting<Experience & { readonly part: string }>(
  "experience",
  [
    text("family_id", ({ part }) => part),
    text("agent", ({ agent }) => agent),
    text("task", ({ task }) => task),
    whole("done", ({ done }) => done),
    whole("spent", ({ spent }) => spent),
    whole("given_at", ({ givenAt }) => givenAt),
    whole("ended_at", ({ endedAt }) => endedAt),
  ],
  `(agent, task, family_id) DO UPDATE SET done = experience.done + excluded.done, spent = experience.spent + excluded.spent,
     given_at = coalesce(excluded.given_at, experience.given_at), ended_at = coalesce(excluded.ended_at, experience.ended_at)`,
)

/** What is added to the same is added up before. */
function summed(rows: readonly Experience[]): readonly Experience[] {
  const sums = new Map<string, Experience>()
  for (const row of rows) {
    const name = JSON.stringify([row.agent, row.task])
    const known = sums.get(name)
    sums.set(name, known ? { ...known, ...row, done: known.done + row.done, spent: known.spent + row.spent } : row)
  }
  return lastOfEach([...sums.values()], ({ agent, task }) => JSON.stringify([agent, task]))
}
