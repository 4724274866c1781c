import { spawn } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { expect, test } from "vitest"
import { emptyFamily } from "../../src/engine/draft.ts"
import { evolve } from "../../src/engine/evolve.ts"
import { fold } from "../../src/exceptions/fold.ts"
import { emptyHandling } from "../../src/exceptions/handling.ts"
import { type Engine, familyOf, openEngine, openSqliteStore, type RecordedEntry } from "../../src/main.ts"
import { readFamily } from "../../src/runtime/families.ts"
import { encodeSnapshot } from "../../src/runtime/snapshots.ts"
import { diskFolder } from "../test-folders.ts"

const kills = Number(process.env.KILLS ?? 12)

test(`[DUR1] [DUR2] [DUR3] an engine killed ${kills} times under load has lost nothing it acknowledged`, {
  timeout: 120_000,
}, async () => {
  const folder = mkdtempSync(join(diskFolder(), "exlet-kill-"))
  const file = join(folder, "engine.db")
  const calls = join(folder, "calls")
  const acknowledged: string[] = []
  for (let kill = 0; kill < kills; kill++) {
    acknowledged.push(...(await runAndKill("load.ts", [file, calls], 1 + Math.floor(Math.random() * 400))))
    await check(file, acknowledged)
  }
  expect(acknowledged.length).toBeGreaterThan(kills)

  const engine = await openEngine({ store: file })
  engine.worker("charge", async (item) => ({ receipt: item.key }))
  await engine.idle()
  await everythingCharged(engine)
  const charged = await completions(engine, "charge")
  const called = new Set(
    readFileSync(calls, "utf8")
      .trim()
      .split("\n")
      .map((line) => line.split(" ")[0]),
  )
  for (const key of called) expect(charged.has(String(key))).toBe(true)
  await engine.stop()
  rmSync(folder, { recursive: true })
})

test(`[DUR1] [DUR2] [DUR5] an engine killed ${kills / 2} times while things go wrong brings everything to its end`, {
  timeout: 120_000,
}, async () => {
  const folder = mkdtempSync(join(diskFolder(), "exlet-kill-"))
  const file = join(folder, "engine.db")
  const acknowledged: string[] = []
  for (let kill = 0; kill < kills / 2; kill++) {
    acknowledged.push(...(await runAndKill("handling-load.ts", [file], 1 + Math.floor(Math.random() * 300))))
    await check(file, acknowledged)
  }

  const engine = await openEngine({ store: file })
  await engine.idle()
  await answerAndWork(engine)
  expect(await engine.quarantined()).toEqual([])
  expect(await engine.interventions()).toEqual([])
  expect(await engine.cases({ state: "running" })).toEqual([])
  await engine.stop()
  rmSync(folder, { recursive: true })
})

/** Answers whatever is asked and does whatever can be done, until there is nothing of either. */
async function answerAndWork(engine: Engine): Promise<void> {
  for (let isMoving = true; isMoving; ) {
    isMoving = false
    for (const { id } of await engine.interventions()) isMoving = (await engine.answer(id, "dismiss")).ok || isMoving
    const items = (await engine.items({ live: true, limit: 10_000 })).filter(({ held }) => !held)
    const answers = await Promise.all(items.map(({ id }) => engine.completeItem(id)))
    isMoving = answers.some(({ ok }) => ok) || isMoving
    await engine.idle()
  }
}

/** Lets the load run until it has said so many things, then kills it. Gives all it had said. */
async function runAndKill(load: string, args: readonly string[], after: number): Promise<readonly string[]> {
  const child = spawn(process.execPath, [join(import.meta.dirname, load), ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  })
  const said: string[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    said.push(line)
    if (said.length === after) child.kill("SIGKILL")
  }
  return said
}

async function check(file: string, acknowledged: readonly string[]): Promise<void> {
  expect(existsSync(file)).toBe(true)
  const store = await openSqliteStore(file)
  const history = new Map<string, RecordedEntry[]>()
  for (
    let page = await store.entriesAfter(0, 5000);
    page.length > 0;
    page = await store.entriesAfter(page.at(-1)?.position ?? 0, 5000)
  ) {
    for (const entry of page) history.set(entry.family, [...(history.get(entry.family) ?? []), entry])
  }
  const completed = new Map<string, number>()
  for (const entries of history.values()) {
    for (const { events } of entries) {
      for (const event of events)
        if (event.type === "ItemCompleted") completed.set(event.item, (completed.get(event.item) ?? 0) + 1)
    }
  }
  const lost = acknowledged.filter((line) => {
    const [what, id = ""] = line.split(" ")
    return what === "completed" ? !completed.has(id) : !history.has(id)
  })
  expect(lost).toEqual([])
  expect([...completed].filter(([, times]) => times > 1)).toEqual([])
  for (const [family, entries] of [...history].slice(-50)) {
    const replayed = { state: emptyFamily(familyOf(family as never)), handling: emptyHandling() }
    for (const entry of entries) {
      evolve(replayed.state, entry)
      for (const event of entry.events) fold(replayed.handling, event, entry)
    }
    const loaded = await readFamily(store, family as never)
    expect(loaded && encodeSnapshot({ state: loaded.state, handling: loaded.handling })).toBe(encodeSnapshot(replayed))
  }
  await store.close()
}

async function everythingCharged(engine: Engine): Promise<void> {
  for (;;) {
    const open = await engine.items({ task: "charge", live: true, limit: 1 })
    if (open.length === 0) return
    await engine.idle()
  }
}

async function completions(engine: Engine, task: string): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  for (
    let page = await engine.items({ task, limit: 1000 });
    page.length > 0;
    page = await engine.items({ task, limit: 1000, after: page.at(-1)?.id as never })
  ) {
    for (const { id, status } of page) if (status === "completed") found.add(id)
  }
  return found
}
