import { join } from "node:path"
import { accepted, asAgentId, type CaseId, type Engine, openEngine, openSqliteStore } from "../src/main.ts"
import { emptyBatch } from "../src/store/empty-batch.ts"
import type { ItemRow } from "../src/store/port.ts"
import { type Benchmark, median, rounded } from "./result.ts"
import { inFolder } from "./workplace.ts"

const counts = { items: 1_000_000, agents: 10_000, roles: 500, tasks: 200 }
const asked = 300

/**
 * `worklist`: the first page (50) of an agent's worklist where a million items are open: 200 tasks, each for another role, of which
 * an agent plays some; an organisation of 10,000 agents and 500 roles. `worklist.due`: the same by due time. `worklist.changed`:
 * straight after the agent was given another role through the engine, that change included. `worklist.change`: the change alone.
 */
export const worklist: Benchmark = {
  name: "worklist",
  run: () =>
    inFolder(async (folder) => {
      const file = join(folder, "engine.db")
      await fill(file)
      const engine = await openEngine({ store: file })
      accepted(await engine.deploy({ organisation: organisation() }))
      await engine.idle()
      const page = (order: "priority" | "due") => async (index: number) => {
        const rows = await engine.worklist(agentAt(index), { limit: 50, order })
        if (rows.length !== 50) throw new Error(`${agentAt(index)} has ${rows.length} items`)
      }
      const first = await times(page("priority"))
      const byDueTime = await times(page("due"))
      const changing: number[] = []
      const changed = await times(async (index) => {
        const start = performance.now()
        await promote(engine, index)
        changing.push(performance.now() - start)
        await page("priority")(index)
      }, 40)
      await engine.stop()
      return [
        { name: "worklist", value: rounded(median(first)), unit: "ms" },
        { name: "worklist.due", value: rounded(median(byDueTime)), unit: "ms" },
        { name: "worklist.changed", value: rounded(median(changed)), unit: "ms" },
        { name: "worklist.change", value: rounded(median(changing)), unit: "ms" },
      ]
    }),
}

async function times(work: (index: number) => Promise<void>, count = asked): Promise<readonly number[]> {
  for (let index = 0; index < 20; index++) await work(index)
  const found: number[] = []
  for (let index = 0; index < count; index++) {
    const start = performance.now()
    await work(index * 31)
    found.push(performance.now() - start)
  }
  return found
}

async function promote(engine: Engine, index: number): Promise<void> {
  const roles = [...rolesOf(index), `role-${(index * 7 + 3) % counts.roles}`]
  accepted(await engine.deploy({ organisation: { agents: { [agentAt(index)]: { roles } } } }))
}

const agentAt = (index: number): string => `agent-${index % counts.agents}`
const rolesOf = (index: number): readonly string[] => [
  `role-${index % counts.roles}`,
  `role-${(index * 13) % counts.roles}`,
]

/** Ten roles stand above the others, so that everybody plays some that there is work for. */
function organisation() {
  const role = (index: number) => ({ is: index < 10 ? [] : [`role-${index % 10}`] })
  return {
    roles: Object.fromEntries(Array.from({ length: counts.roles }, (_, index) => [`role-${index}`, role(index)])),
    agents: Object.fromEntries(
      Array.from({ length: counts.agents }, (_, index) => [agentAt(index), { roles: rolesOf(index) }]),
    ),
  }
}

/** The rows alone: what is measured is looking. */
async function fill(file: string): Promise<void> {
  const store = await openSqliteStore(file)
  for (let from = 0; from < counts.items; from += 10_000) {
    const items = Array.from({ length: 10_000 }, (_, index) => rowOf(from + index))
    await store.commit({ ...emptyBatch, items })
  }
  await store.close()
}

function rowOf(number: number): ItemRow {
  const family = `f${String(number).padStart(9, "0")}` as ItemRow["family"]
  const task = number % counts.tasks
  return {
    id: `${family}.i1` as ItemRow["id"],
    family,
    case: family as string as CaseId,
    process: "p",
    task: `task-${task}`,
    kind: "work",
    status: "offered",
    held: false,
    live: true,
    enabledAt: number,
    priority: number % 5,
    attempt: 0,
    offer: JSON.stringify({ roles: [`role-${task}`] }),
    ...(number % 3 === 0 && { dueAt: counts.items - number }),
    ...(number % 50 === 0 && { declined: [asAgentId(agentAt(number))] }),
  }
}
