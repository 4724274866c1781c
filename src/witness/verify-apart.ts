import { existsSync } from "node:fs"
import { availableParallelism } from "node:os"
import { fileURLToPath } from "node:url"
import { Worker } from "node:worker_threads"
import type { Finding } from "../messages/findings.ts"
import { packageFile } from "../package-files.ts"
import type { Deployable, Verifier } from "../runtime/examining.ts"
import { inSlices } from "../runtime/in-slices.ts"
import type { Sketch } from "../runtime/sketching.ts"
import type { RevisionInForce } from "../runtime/stored-in-force.ts"
import { passing, passingInForce, type ThreadRequest } from "./thread-request.ts"
import { verifierHere } from "./verify.ts"

/**
 * The same as `verifierHere`, in threads of its own, so that nobody else waits meanwhile: a small bundle not for a large one either, as
 * long as there are threads left. A bundle without the package's files has no file for a thread to run: there it is done here.
 */
export const verifierApart: Verifier = {
  async verify(what, inForce) {
    const file = threadFile()
    return file === undefined
      ? verifierHere.verify(what, inForce)
      : ask<readonly Finding[]>(file, { kind: "verify", what, inForce })
  },
  async sketch(what) {
    const file = threadFile()
    return file === undefined ? verifierHere.sketch(what) : ask<readonly Sketch[]>(file, { kind: "sketch", what })
  },
}

function threadFile(): string | undefined {
  const here: string | undefined = import.meta.url
  // As it is written, or as it was built.
  const beside = here && fileURLToPath(new URL(`./verify-thread${here.endsWith(".ts") ? ".ts" : ".js"}`, here))
  return beside && existsSync(beside) ? beside : packageFile("dist/witness/verify-thread.js")
}

/** At least so many that a few long ones leave a thread for a short one. */
const mostThreads = Math.max(4, availableParallelism())

/** Threads that wait for the next bundle: starting one takes longer than most verifications. */
const idle = new Map<Worker, NodeJS.Timeout>()
const mostIdle = 2
const idleFor = 60_000

let running = 0
/** Requests that wait for a thread, the oldest first. */
const waiting: (() => void)[] = []

interface Apart {
  readonly kind: ThreadRequest["kind"]
  readonly what: Deployable
  readonly inForce?: RevisionInForce
}

async function ask<Answer>(file: string, request: Apart): Promise<Answer> {
  if (running >= mostThreads) await new Promise<void>((resolve) => waiting.push(resolve))
  else running++
  try {
    return await inThread<Answer>(file, request)
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

/** What each thread was given last as what is in force. */
const holding = new WeakMap<Worker, RevisionInForce>()

function isHolding(thread: Worker, { engine, revision }: RevisionInForce): boolean {
  const held = holding.get(thread)
  return held?.engine === engine && held.revision === revision
}

/** What is in force is read and passed on only if no idle thread holds it. */
async function inThread<Answer>(file: string, { kind, what, inForce }: Apart): Promise<Answer> {
  const request = { kind, what: await inSlices(passing(what)) }
  const holder = inForce && takeIdle((thread) => isHolding(thread, inForce))
  if (holder) return post(holder, request)
  const stored = inForce && (await inSlices(passingInForce(await inForce.stored())))
  const thread = takeIdle() ?? new Worker(file, { execArgv: [] })
  if (inForce) holding.set(thread, inForce)
  return post(thread, { ...request, ...(stored && { inForce: stored }) })
}

function post<Answer>(thread: Worker, request: ThreadRequest): Promise<Answer> {
  thread.removeAllListeners()
  thread.ref()
  return new Promise((resolve, reject) => {
    thread.once("message", (answer: Answer) => {
      keep(thread)
      resolve(answer)
    })
    thread.once("error", reject)
    thread.once("exit", () => reject(new Error("the thread that verifies ended without an answer")))
    try {
      thread.postMessage(request)
    } catch (error) {
      // What cannot be passed on is no bundle.
      holding.delete(thread)
      keep(thread)
      reject(error)
    }
  })
}

/** The newest that is suitable. */
function takeIdle(isSuitable: (thread: Worker) => boolean = () => true): Worker | undefined {
  const taken = [...idle.keys()].findLast(isSuitable)
  if (taken) clearTimeout(idle.get(taken))
  if (taken) idle.delete(taken)
  return taken
}

/** Keeps no process alive, and nothing of what is in force for long. */
function keep(thread: Worker): void {
  const drop = () => {
    clearTimeout(idle.get(thread))
    idle.delete(thread)
  }
  thread.removeAllListeners().on("error", drop).on("exit", drop).unref()
  const end = () => {
    drop()
    void thread.terminate()
  }
  if (idle.size >= mostIdle) end()
  else idle.set(thread, setTimeout(end, idleFor).unref())
}
