import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { Worker } from "node:worker_threads"
import type { Finding } from "../messages/findings.ts"
import { packageFile } from "../package-files.ts"
import type { Verifier } from "../runtime/examining.ts"
import { verifyDeployable } from "./verify.ts"

/**
 * The same as `verifyDeployable`, in a thread of its own, so that nobody else waits meanwhile. One after the other. A bundle without
 * the package's files has no file for a thread to run: there it is done here.
 */
export const verifyApart: Verifier = (what, before) => {
  const answer = last.then(() => {
    const file = threadFile()
    return file === undefined ? verifyDeployable(what, before) : inThread(file, { what, before })
  })
  last = answer.catch(() => undefined)
  return answer
}

let last: Promise<unknown> = Promise.resolve()

function threadFile(): string | undefined {
  const here: string | undefined = import.meta.url
  // As it is written, or as it was built.
  const beside = here && fileURLToPath(new URL(`./verify-thread${here.endsWith(".ts") ? ".ts" : ".js"}`, here))
  return beside && existsSync(beside) ? beside : packageFile("dist/witness/verify-thread.js")
}

/** The thread that ran last, while it waits for the next bundle: starting one takes longer than most verifications. */
let idle: Worker | undefined
let leaving: NodeJS.Timeout | undefined
const idleFor = 60_000

function inThread(file: string, asked: object): Promise<readonly Finding[]> {
  const thread = idle ?? new Worker(file, { execArgv: [] })
  idle = undefined
  clearTimeout(leaving)
  thread.removeAllListeners()
  thread.ref()
  return new Promise((resolve, reject) => {
    thread.once("message", (findings: readonly Finding[]) => {
      keep(thread)
      resolve(findings)
    })
    thread.once("error", reject)
    thread.once("exit", () => reject(new Error("the thread that verifies ended without an answer")))
    thread.postMessage(asked)
  })
}

/** Keeps no process alive, and nothing of what it verified for long. */
function keep(thread: Worker): void {
  const drop = () => {
    if (idle === thread) idle = undefined
  }
  thread.removeAllListeners().on("error", drop).on("exit", drop).unref()
  idle = thread
  leaving = setTimeout(() => {
    drop()
    void thread.terminate()
  }, idleFor).unref()
}
