import { createHash } from "node:crypto"
import type { Json } from "../messages/json.ts"
import type { Rejection } from "../messages/rejections.ts"
import { canonicalJson } from "../store/canonical.ts"
import type { Batch, RequestRow } from "../store/port.ts"
import { type Act, type Answer, accept, actor, refuse } from "./answer.ts"
import { ownPlain } from "./own-copy.ts"

/** What an agent asks under a key of his: asked again, it is answered as before and not done again. */
export type Request = Pick<RequestRow, "agent" | "key" | "digest">

/** Undefined where no key was given, or nothing is to be done. `asked` is all that makes it another request under the same key. */
export function requestOf(act: Act, asked: unknown): Request | undefined {
  if (act.key === undefined || act.dryRun) return undefined
  // What is not plain is refused, and so never remembered.
  const text = canonicalJson((ownPlain(asked) ?? null) as Json)
  return { agent: actor(act), key: act.key, digest: createHash("sha256").update(text).digest("hex") }
}

/** One of several things a request does, each in a transaction of its own: after a crash those already done are not done again. */
export function partOf(request: Request | undefined, part: string): Request | undefined {
  return request && { ...request, key: `${request.key}\n${part}` }
}

export const nameOf = ({ agent, key }: Pick<Request, "agent" | "key">): string => JSON.stringify([agent, key])

/** What was answered to the request before; undefined: nothing, or too long ago. */
export function answerBefore<Value>(
  row: RequestRow | undefined,
  { digest, key }: Request,
  now: number,
): Answer<Value> | undefined {
  if (row === undefined || row.at < now - remembered) return undefined
  return row.digest === digest ? accept((row.answer ?? undefined) as Value) : refuse(reused(key))
}

export function answered(request: Request, at: number, value: unknown): RequestRow {
  return { ...request, at, answer: (value ?? null) as Json }
}

/** What is to be written of requests. More are forgotten than added, so the old ones come to an end. */
export function writing(rows: readonly RequestRow[], now: number): Pick<Batch, "requests" | "forgetting"> {
  if (rows.length === 0) return { requests: rows }
  return { requests: rows, forgetting: { before: now - remembered, limit: 10 + 2 * rows.length } }
}

/** A day, in milliseconds. */
const remembered = 24 * 60 * 60 * 1000

function reused(key: string): Rejection {
  return {
    code: "KEY_REUSED",
    message: `the key ${JSON.stringify(key.split("\n", 1)[0])} was given with something else before`,
    remedy: "Give a new key to whatever is new; the same key means the very same again",
  }
}
