import { readFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { accepted, type CaseId, type Engine, type ItemId, logLines, openEngine, VirtualClock } from "../main.ts"
import type { Command, Output } from "./command.ts"

export const demo: Command = {
  summary: "Runs the concert example in the terminal and prints what happens as it happens",
  usage: "[--store FILE]",
  help: [
    "Deploys examples/concert, starts three concerts, lets their work be done in virtual time and follows the history.",
    "  --store FILE   keep it in an SQLite file instead of memory",
  ],
  async run(args, output) {
    const { values } = parseArgs({ args: [...args], options: { store: { type: "string" } } })
    const clock = new VirtualClock()
    const engine = await openEngine({ clock, store: values.store ?? "memory" })
    const file = fileURLToPath(new URL("../../examples/concert/organise-concert.yaml", import.meta.url))
    const deployed = accepted(await engine.deploy([{ name: file, text: await readFile(file, "utf8") }]))
    for (const { name, version } of deployed.processes) output.out(`Deployed ${name} v${version}.\n`)
    const following = follow(engine, output, await engine.lastPosition())

    const cases: CaseId[] = []
    for (const [by, seating] of [
      ["ann", 20_000],
      ["bob", 12_000],
      ["cho", 5000],
    ] as const) {
      cases.push(accepted(await engine.start("organise-concert", { by, data: { seating } })).case)
    }
    const [first, second, third] = cases
    if (first) await work(engine, first, "bookStadium", "ann")
    if (second) await work(engine, second, "bookStadium", "bob", { venueName: "Town Hall", venueCost: 40_000 })
    await clock.advance("P15D")
    if (third) await work(engine, third, "bookStadium", "cho")
    if (second)
      accepted(await engine.suspend({ kind: "case", case: second }, { by: "bob", reason: "waiting for the mayor" }))
    await clock.advance("P20D")
    if (second)
      accepted(await engine.continue({ kind: "case", case: second }, { by: "bob", reason: "the mayor agrees" }))
    for (const [index, id] of cases.entries())
      await work(engine, id, "sellTickets", "dee", { ticketsSold: [18_000, 11_500, 900][index] ?? 0 })
    for (const id of cases.slice(0, 2)) await work(engine, id, "doShow", "eve")
    await engine.idle()
    await following.upTo(await engine.lastPosition())

    output.out("\nWhere they stand:")
    for (const id of cases) {
      const view = await engine.case(id)
      const open = view?.items.filter(({ endedAt }) => endedAt === undefined).map(({ task }) => task) ?? []
      output.out(
        `  ${id}  ${view?.state}  ${view?.data.venueName}  ${view?.data.ticketsSold}/${view?.data.seating}  ${open.join(", ")}`,
      )
    }
    await engine.stop()
    return 0
  },
}

async function work(engine: Engine, id: CaseId, task: string, by: string, data = {}): Promise<void> {
  const item = (await engine.case(id))?.items.find((candidate) => candidate.task === task)
  if (item === undefined) return
  accepted(await engine.startItem(item.id, { by }))
  accepted(await engine.completeItem(item.id, data, { by }))
}

/** Prints each entry as it becomes durable, under a short name for its case. `upTo` waits until one is printed. */
function follow(engine: Engine, output: Output, after: number): { upTo(position: number): Promise<void> } {
  const names = new Map<string, string>()
  const tasks = new Map<ItemId, string>()
  let printed = after
  void (async () => {
    for await (const entry of engine.history({ after })) {
      const name = names.get(entry.family) ?? `show ${names.size + 1}`
      names.set(entry.family, name)
      for (const line of logLines([entry], tasks)) output.out(`${name}  ${line.replaceAll(entry.family, name)}`)
      printed = entry.position
    }
  })()
  return {
    async upTo(position) {
      while (printed < position) await new Promise((resolve) => setImmediate(resolve))
    },
  }
}
