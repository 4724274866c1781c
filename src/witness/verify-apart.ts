import { Worker } from "node:worker_threads"
import type { Finding } from "../messages/findings.ts"
import type { Verifier } from "../runtime/examining.ts"

/** The same as `verifyDeployable`, in a thread of its own, so that nobody else waits meanwhile. One after the other. */
export const verifyApart: Verifier = (what, before) => {
  const answer = last.then(() => inThread({ what, before }))
  last = answer.catch(() => undefined)
  return answer
}

let last: Promise<unknown> = Promise.resolve()

function inThread(asked: object): Promise<readonly Finding[]> {
  // As it is written, or as it was built.
  const file = new URL(`./verify-thread${import.meta.url.endsWith(".ts") ? ".ts" : ".js"}`, import.meta.url)
  const thread = new Worker(file, { workerData: asked, execArgv: [] })
  return new Promise((resolve, reject) => {
    thread.once("message", (findings: readonly Finding[]) => {
      resolve(findings)
      void thread.terminate()
    })
    thread.once("error", reject)
    thread.once("exit", () => reject(new Error("the thread that verifies ended without an answer")))
  })
}
