import { type Checkpoint, compensatedClass, isCheckpoint, plainEvent } from "../../model/event-names.ts"
import { titleOf } from "../../model/forms.ts"

/** What rules are asked about: a checkpoint, an exception of a class, or something that merely happens. */
export type EventKind = "checkpoint" | "exception" | "happening"

export interface EventTitle {
  readonly kind: EventKind
  readonly title: string
}

/** An event that trees stand on, for people. */
export function eventTitle(on: string, classTitle = titleOf): EventTitle {
  const answered = compensatedClass(on)
  if (answered !== undefined)
    return { kind: "checkpoint", title: `While something is undone for ${classTitle(answered)}` }
  if (isCheckpoint(on)) return { kind: "checkpoint", title: checkpoints[on] }
  const plain = plainEvent(on)
  if (plain === undefined) return { kind: "exception", title: classTitle(on) }
  const say = happenings[plain.word]
  return { kind: "happening", title: say ? say(plain.about) : on }
}

/** The event, the scope and, of a bound handler, the handler that a tree's key names. */
export interface TreeParts {
  readonly on: string
  readonly at: string
  readonly handler?: string
}

export function treeParts(key: string): TreeParts {
  const space = key.search(/ (?=[^ ]*$)/)
  const [on, rest] = space < 0 ? [key, ""] : [key.slice(0, space), key.slice(space + 1)]
  const hash = rest.indexOf("#")
  return hash < 0 ? { on, at: rest } : { on, at: rest.slice(0, hash), handler: rest.slice(hash + 1) }
}

const checkpoints: Readonly<Record<Checkpoint, string>> = {
  casePre: "Before a case",
  casePost: "After a case",
  itemPre: "Before an item",
  itemPost: "After an item",
  select: "Picking worklets",
  compensating: "While something is undone",
}

const happenings: Readonly<Record<string, (about: string) => string>> = {
  started: (about) => `${titleOf(about)} begins`,
  done: (about) => `${titleOf(about)} is done`,
  aborted: (about) => `${titleOf(about)} is aborted`,
  written: (about) => `${titleOf(about)} is written`,
  message: (about) => `The message ${about} comes`,
  every: (about) => `Every ${about}`,
  at: (about) => `At ${about}`,
  after: (about) => `After ${about}`,
}
