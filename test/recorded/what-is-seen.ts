import type { CaseId, Engine } from "../../src/main.ts"

/** Everything that can be looked at in an engine, as plain data. */
export async function whatIsSeen(engine: Engine): Promise<Record<string, unknown>> {
  const cases = await allCases(engine)
  const interventions = await engine.interventions({ open: false, limit: 1000 })
  const exceptions = await engine.exceptions({ limit: 1000 })
  const trees = engine.trees()
  const agents = engine.organisation().flatMap(({ kind, name }) => (kind === "agent" ? [name] : []))
  return {
    processes: engine.processes(),
    organisation: engine.organisation(),
    trees,
    treeNodes: trees.map(({ key }) => engine.treeNodes(key)),
    treeChanges: await each(trees, ({ key }) => engine.treeChanges(key)),
    treeHits: await each(trees, ({ key }) => engine.treeHits(key)),
    exlets: engine.exlets(),
    handlers: engine.handlers(),
    patterns: engine.patterns(),
    constraints: engine.constraints(),
    classes: engine.exceptionClasses().filter(({ isBuiltIn }) => !isBuiltIn),
    bundle: engine.bundle(),
    cases: await each(cases, async ({ id, family }) => ({
      case: await caseSeen(engine, id),
      runs: await engine.runs(family),
      triggers: await engine.triggers({ case: id }),
    })),
    items: await engine.items({ live: true, limit: 1000 }),
    itemsOpened: await each(await engine.items({ live: true, limit: 1000 }), ({ id }) => engine.item(id)),
    interventions: await each(interventions, ({ id }) => engine.intervention(id)),
    ladders: await each(exceptions, ({ id }) => engine.ladder(id)),
    worklists: await each(agents, async (agent) => [agent, await engine.worklist(agent, { limit: 1000 })]),
    overview: await engine.overview(),
    notifications: await each(agents, async (agent) => [agent, await engine.notifications(agent)]),
    entries: (await engine.entries({ limit: 10_000 })).length,
  }
}

/** What the items of a case read is seen one by one. */
async function caseSeen(engine: Engine, id: CaseId) {
  const seen = await engine.case(id)
  return seen && { ...seen, items: seen.items.map((item) => item.id) }
}

async function allCases(engine: Engine) {
  const all = []
  for (let after: string | undefined; ; ) {
    const page = await engine.cases({ limit: 500, ...(after && { after: after as never }) })
    all.push(...page)
    after = page.at(-1)?.id
    if (page.length < 500) return all
  }
}

async function each<Row, Value>(rows: readonly Row[], seen: (row: Row) => Promise<Value>): Promise<readonly Value[]> {
  const all: Value[] = []
  for (const row of rows) all.push(await seen(row))
  return all
}
