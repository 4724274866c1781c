import { AsyncLocalStorage } from "node:async_hooks"
import { expect, test } from "vitest"
import {
  accepted,
  asAgentId,
  asFamilyId,
  asItemId,
  type EngineOptions,
  type Observer,
  openMemoryStore,
  rootFrame,
  StoreError,
} from "../../src/main.ts"
import { emptyBatch } from "../../src/store/empty-batch.ts"
import { newMemoryDisk } from "../../src/store/memory/disk.ts"
import { concert, House } from "./house.ts"
import { anEngine } from "./workplace.ts"

const two = "process: two\ndata: { n: integer }\nflow: [ { task: a }, { task: b } ]"

/** Writes down what it is told, a line each; times are told apart from nothing only. */
function notes(): { readonly observer: Observer; readonly lines: string[] } {
  const lines: string[] = []
  const took = (milliseconds: number) => (milliseconds >= 0 ? "" : " in no time at all")
  const observer: Observer = {
    asked({ command, by, reason }) {
      const what = `${command} by ${by}`
      lines.push(`${what} asked${reason === undefined ? "" : `: ${reason}`}`)
      return {
        decided: ({ version, events, milliseconds }) =>
          lines.push(`${what} decided at ${version}: ${events.map(({ type }) => type)}${took(milliseconds)}`),
        refused: ({ code }, milliseconds) => lines.push(`${what} refused: ${code}${took(milliseconds)}`),
        committed: ({ batch, milliseconds }) => lines.push(`${what} committed, one of ${batch}${took(milliseconds)}`),
      }
    },
    quarantined: ({ command }) => lines.push(`quarantined by ${command}`),
    storeFailed: (error) => lines.push(`the store failed: ${error instanceof Error ? error.message : error}`),
    program({ task, process, worker, attempt }) {
      const what = `${worker} at ${process}/${task}, attempt ${attempt}`
      return { done: () => lines.push(`${what} done`), failed: (message) => lines.push(`${what} failed: ${message}`) }
    },
    delivered: ({ verb, process }) => lines.push(`${verb} ${process} delivered`),
  }
  return { observer, lines }
}

test("[DOOR20] an observer is told of each command: that it was asked, decided or refused, and committed", async () => {
  const { observer, lines } = notes()
  const { engine } = await anEngine(two, { observer })
  const { case: id } = accepted(await engine.start("two", { by: "ann", reason: "why not", key: "k" }))
  expect(lines.splice(0)).toEqual([
    "StartCase by ann asked: why not",
    "StartCase by ann decided at 2: CaseStarted,ItemEnabled",
    "StartCase by ann committed, one of 1",
  ])
  await Promise.all([
    engine.setData(id, { n: 1 }),
    engine.setData(id, { n: "many" }, { by: "eve" }),
    engine.setData(id, { n: 2 }, { key: "l", by: "bob" }),
    engine.setData(id, { n: 3 }, { dryRun: true }),
    engine.setData(id, [] as never),
  ])
  expect(lines.splice(0).toSorted()).toEqual([
    "SetData by administrator asked",
    "SetData by administrator asked",
    "SetData by administrator committed, one of 3",
    "SetData by administrator decided at 3: DataWritten",
    "SetData by administrator refused: DATA_INVALID",
    "SetData by bob asked",
    "SetData by bob committed, one of 3",
    "SetData by bob decided at 4: DataWritten",
    "SetData by eve asked",
    "SetData by eve refused: DATA_INVALID",
  ])
})

test("[DOOR20] what is not permitted is told, and what an observer throws is lost", async () => {
  const { observer, lines } = notes()
  const angry: Observer = {
    asked: (asked) => ({
      ...observer.asked?.(asked),
      decided: () => {
        throw new Error("not again")
      },
    }),
    storeFailed: () => {
      throw new Error("not that either")
    },
  }
  const permissions = "organisation: { roles: { clerk: {} }, permissions: { clerk: { do: true } } }"
  const { engine } = await anEngine(`${two}\n---\n${permissions}`, { observer: angry })
  expect((await engine.start("two", { by: "eve" })).ok).toBe(false)
  accepted(await engine.start("two"))
  expect(lines).toEqual([
    "StartCase by eve asked",
    "StartCase by eve refused: NOT_PERMITTED",
    "StartCase by administrator asked",
    "StartCase by administrator committed, one of 1",
  ])
})

test("[DOOR21] a command is told in the context of whoever asks, so that a trace goes on", async () => {
  const trace = new AsyncLocalStorage<string>()
  const traces: (string | undefined)[] = []
  const observer: Observer = {
    asked: () => {
      traces.push(trace.getStore())
      return undefined
    },
    program: () => ({ run: (program) => trace.run("program", program) }),
  }
  const { engine } = await anEngine("process: p\nflow: [ { program: send }, { task: a } ]", { observer })
  const seen: (string | undefined)[] = []
  await Promise.all(["one", "two"].map((name) => trace.run(name, () => engine.start("p", { key: name }))))
  expect(traces).toEqual(["one", "two"])
  engine.worker("send", () => {
    seen.push(trace.getStore())
    return {}
  })
  await engine.idle()
  expect(seen).toEqual(["program", "program"])
})

test("[DOOR22] programs, what was carried to other families, quarantines and failures of the store are told", async () => {
  const disk = newMemoryDisk()
  const { observer, lines } = notes()
  const store = openMemoryStore(disk)
  let isBroken = false
  const failing: EngineOptions["store"] = {
    ...store,
    commit: (batch) => (isBroken ? Promise.reject(new StoreError("STORE_FAILED", "disk full")) : store.commit(batch)),
  }
  const told = (text: string) => lines.splice(0).filter((line) => line.includes(text))
  const { engine } = await anEngine(`process: p\nflow: [ { program: send }, { task: a } ]\n---\n${two}`, {
    observer,
    store: failing,
  })
  let calls = 0
  engine.worker("send", () => {
    calls += 1
    if (calls === 1) throw new Error("no paper")
    return {}
  })
  const { case: id } = accepted(await engine.start("p"))
  await engine.idle()
  accepted(await engine.retryItem(asItemId(`${id}.i1`)))
  await engine.idle()
  expect(told("send at")).toEqual(["send at p/send, attempt 1 failed: no paper", "send at p/send, attempt 2 done"])

  isBroken = true
  expect((await engine.start("two")).ok).toBe(false)
  expect((await engine.deploy("process: three\nflow: [ { task: a } ]")).ok).toBe(false)
  expect(lines.splice(0)).toEqual([
    "StartCase by administrator asked",
    "StartCase by administrator decided at 2: CaseStarted,ItemEnabled",
    "the store failed: disk full",
    "StartCase by administrator refused: STORE_FAILED",
    "the store failed: disk full",
  ])
  isBroken = false

  const { case: sick } = accepted(await engine.start("two"))
  await engine.kill()
  // What could never be written by the engine itself: an item in a place its process does not have.
  const event = {
    type: "ItemEnabled",
    item: asItemId(`${sick}.i9`),
    case: sick,
    frame: rootFrame(sick),
    task: "nowhere",
    kind: "work",
  } as const
  const entry = {
    family: asFamilyId(sick),
    version: 3,
    at: 0,
    by: asAgentId("someone"),
    command: "Forged",
    events: [event],
  }
  await openMemoryStore(disk).commit({ ...emptyBatch, entries: [entry] })
  const { engine: next } = await anEngine(two, { observer, store: openMemoryStore(disk) })
  expect((await next.completeItem(asItemId(`${sick}.i9`))).ok).toBe(false)
  expect(told("quarantined")).toEqual(["quarantined by CompleteItem"])
})

test("[DOOR22] a step on all cases is told when it has reached every family", async () => {
  const { observer, lines } = notes()
  const strike = `
exlets: { halt: [ { suspend: allCases } ] }
exceptions: { Strike: {} }
rules: [ { on: Strike, at: concert, then: halt } ]`
  const house = await House.open(`${concert}\n---${strike}`, { observer })
  const [first] = [await house.start("concert"), await house.start("concert")]
  accepted(await house.engine.raise({ class: "Strike", case: first }))
  await house.engine.idle()
  expect(lines.filter((line) => line.includes("delivered"))).toEqual(["suspend concert delivered"])
})
