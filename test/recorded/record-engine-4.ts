import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { fileURLToPath } from "node:url"
import { brotliCompressSync } from "node:zlib"
import { accepted, openEngine, openSqliteStore, VirtualClock } from "../../src/main.ts"
import { familyIds, playDays } from "../../src/sample/play-days.ts"
import { whatIsSeen } from "./what-is-seen.ts"

/**
 * How `engine-4.db.br` and `engine-4.json.br` were made, once: thirty days of the three examples, with rules that people taught, as
 * version 0.1 wrote them, and all that could be looked at in it. They stand for the files people have, so they are not made
 * again when the engine changes.
 */
const beside = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const file = beside("engine-4.db")
rmSync(file, { force: true })
const end = Date.parse("2026-11-19T10:00:00Z")
const clock = new VirtualClock(new Date(end - 30 * 24 * 3_600_000).toISOString())
const store = await openSqliteStore(file)
const engine = await openEngine({ store, clock, newFamilyId: familyIds(4), watchdog: false })
for (const name of ["concert", "laptop", "requisition"]) {
  const folder = fileURLToPath(new URL(`../../examples/${name}/`, import.meta.url))
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((each) => /\.ya?ml$/.test(each) && !each.includes(".story."))
    .map((each) => ({ name: each, text: readFileSync(`${folder}${each}`, "utf8") }))
  accepted(await engine.deploy(files, { by: "ada", reason: "an example" }))
}
await playDays({ engine, clock, end, seed: 4 })
const [open] = (await engine.interventions({ limit: 100 })).filter((row) => row.class !== undefined)
if (open?.class === undefined) throw new Error("nobody was asked anything")
accepted(
  await engine.learn(
    {
      on: open.class,
      at: open.process,
      then: [{ notify: "ada", text: "seen" }],
      if: "true",
      from: { case: open.case },
    },
    { by: "ada", reason: "somebody should know" },
  ),
)
await engine.idle()
await engine.stop()
const again = await openEngine({ store: file, clock: new VirtualClock(end), watchdog: false })
const seen = await whatIsSeen(again)
await again.stop()
const database = new DatabaseSync(file)
database.exec("PRAGMA journal_mode = DELETE; VACUUM")
database.close()
writeFileSync(beside("engine-4.db.br"), brotliCompressSync(readFileSync(file)))
writeFileSync(beside("engine-4.json.br"), brotliCompressSync(JSON.stringify(seen)))
rmSync(file)
