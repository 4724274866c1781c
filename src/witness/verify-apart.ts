import { existsSync } from "node:fs"
import { availableParallelism } from "node:os"
import { fileURLToPath } from "node:url"
import { Worker } from "node:worker_threads"
import type { Finding } from "../messages/findings.ts"
import { packageFile } from "../package-files.ts"
import type { Verifier } from "../runtime/examining.ts"
import type { Sketch } from "../runtime/sketching.ts"
import { verifierHere } from "./verify.ts"
import type { ThreadRequest } from "./verify-thread.ts"

/**
 * The same as `verifierHere`, in threads of its own, so that nobody else waits meanwhile: a small bundle not for a large one either, as
 * long as there are threads left. A bundle without the package's files has no file for a thread to run: there it is done here.
 */
export const verifierApart: Verifier = {
  async verify(what, inForce) {
    const file = threadFile()
    return file === undefined ? verifierHere.verify(what, inForce) : ask<readonly Finding[]>(file, { what, inForce })
  },
  async sketch(what) {
    const file = threadFile()
    return file === undefined ? verifierHere.sketch(what) : ask<readonly Sketch[]>(file, { what })
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

async function ask<Answer>(file: string, request: ThreadRequest): Promise<Answer> {
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

function inThread<Answer>(file: string, request: ThreadRequest): Promise<Answer> {
  const thread = takeIdle() ?? new Worker(file, { execArgv: [] })
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
      keep(thread)
      reject(error)
    }
  })
}

function takeIdle(): Worker | undefined {
  const [newest] = [...idle.keys()].slice(-1)
  if (newest) clearTimeout(idle.get(newest))
  if (newest) idle.delete(newest)
  return newest
}

/** Keeps no process alive, and nothing of what it verified for long. */
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
