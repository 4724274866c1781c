import { statSync } from "node:fs"
import { join } from "node:path"
import { accepted, asItemId, type CaseId, openEngine } from "../src/main.ts"
import { type Benchmark, rounded } from "./result.ts"
import { inFolder } from "./workplace.ts"

/** Very many cases that wait: started, the engine opened anew, all completed. */
export const waiting: Benchmark = {
  name: "waiting",
  run: ({ million }) =>
    inFolder(async (folder) => {
      const count = million ? 1_000_000 : 100_000
      const file = join(folder, "engine.db")
      const ids: CaseId[] = []
      let engine = await openEngine({ store: file })
      accepted(
        await engine.deploy(
          "process: wait\ndata: { customer: string, amount: number }\nflow: [ { task: approve, deadline: P30D }, { task: pay } ]",
        ),
      )
      const started = await perSecond(count, async (index) => {
        ids.push(accepted(await engine.start("wait", { data: { customer: `customer ${index}`, amount: index } })).case)
      })
      const memory = process.memoryUsage().rss
      await engine.stop()
      const bytes = statSync(file).size / count

      const before = performance.now()
      engine = await openEngine({ store: file })
      accepted(await engine.completeItem(asItemId(`${ids[count >> 1]}.i1`)))
      const reopened = performance.now() - before

      const completed = await perSecond(count, async (index) => {
        const id = ids[index]
        if (index !== count >> 1) accepted(await engine.completeItem(asItemId(`${id}.i1`)))
        accepted(await engine.completeItem(asItemId(`${id}.i3`)))
      })
      await engine.stop()
      return [
        { name: "waiting.start", value: rounded(started), unit: "cases/s" },
        { name: "waiting.memory", value: rounded(memory / 2 ** 20), unit: "MiB" },
        { name: "waiting.disk", value: rounded(bytes), unit: "bytes/case" },
        { name: "waiting.reopen", value: rounded(reopened), unit: "ms" },
        { name: "waiting.complete", value: rounded(completed), unit: "cases/s" },
      ]
    }),
}

async function perSecond(count: number, work: (index: number) => Promise<void>): Promise<number> {
  const start = performance.now()
  let next = 0
  const client = async () => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: 500 }, client))
  return count / ((performance.now() - start) / 1000)
}
