import type { Interruptible } from "../model/interruptible.ts"
import { plain } from "../model/plain.ts"
import type { Deployable } from "../runtime/examining.ts"
import type { StoredInForce } from "../runtime/stored-in-force.ts"

/** What a thread is asked. Without `inForce`, what is in force is what it was in the request before. */
export interface ThreadRequest {
  readonly kind: "verify" | "sketch"
  readonly what: Passed
  readonly inForce?: StoredTexts
}

/** As JSON where it is large: making a text, a part at a time, keeps a turn shorter than copying all of a value at once. */
type Passed = { readonly text: string } | { readonly value: Deployable }

type StoredTexts = { readonly [Part in keyof StoredInForce]: readonly string[] }

/** A bundle on its way to a thread. What JSON cannot hold goes as it is, so that it is told in the thread. */
export function* passing(what: Deployable): Interruptible<Passed> {
  if (typeof what === "string" || Array.isArray(what)) return { value: what }
  let isJson = true
  const copy = plain(what, () => {
    isJson = false
  })
  yield
  return isJson ? { text: JSON.stringify(copy) } : { value: what }
}

/** Returns the bundle in the thread. */
export function received(what: Passed): Deployable {
  return "text" in what ? JSON.parse(what.text) : what.value
}

/** What is in force on its way to a thread. */
export function* passingInForce({ processes, definitions, treeChanges }: StoredInForce): Interruptible<StoredTexts> {
  return {
    processes: yield* textsOf(processes),
    definitions: yield* textsOf(definitions),
    treeChanges: yield* textsOf(treeChanges),
  }
}

/** Returns what is in force in the thread. */
export function receivedInForce({ processes, definitions, treeChanges }: StoredTexts): StoredInForce {
  return {
    processes: processes.map((text) => JSON.parse(text)),
    definitions: definitions.map((text) => JSON.parse(text)),
    treeChanges: treeChanges.map((text) => JSON.parse(text)),
  }
}

function* textsOf(rows: readonly object[]): Interruptible<readonly string[]> {
  const texts: string[] = []
  for (const row of rows) {
    texts.push(JSON.stringify(row))
    yield
  }
  return texts
}
