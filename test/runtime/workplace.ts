import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { onTestFinished } from "vitest"
import {
  accepted,
  type CaseId,
  type Engine,
  type EngineOptions,
  type ItemView,
  openEngine,
  VirtualClock,
} from "../../src/main.ts"

/** A file that is gone after the test. */
export function aFile(): string {
  const folder = mkdtempSync(join(tmpdir(), "exlet-test-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, "engine.db")
}

/** An engine in virtual time that has these processes. */
export async function anEngine(
  yaml: string,
  options: EngineOptions = {},
): Promise<{ engine: Engine; clock: VirtualClock }> {
  const clock = new VirtualClock()
  const engine = await openEngine({ clock, ...options })
  onTestFinished(() => engine.stop({ grace: 0 }))
  accepted(await engine.deploy(yaml))
  return { engine, clock }
}

export async function itemOf(engine: Engine, id: CaseId, task: string): Promise<ItemView> {
  const found = (await engine.caseItems(id, { task, limit: 100_000 })).at(-1)
  const item = found && (await engine.item(found.id))
  if (item === undefined) throw new Error(`no item of ${task} in ${id}`)
  return item
}
