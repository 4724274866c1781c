import { type Reads, readsOf } from "../expressions/reads.ts"
import type { Rejection } from "../messages/rejections.ts"
import { plainEvent } from "../model/event-names.ts"
import type { Right } from "../model/organisation.ts"
import type { Authority } from "./authority.ts"
import type { StepReach } from "./step-reach.ts"

/**
 * Where something written in place is to run. What is written by hand runs in a family that is known; a rule runs in
 * families nobody knows yet, at the scope it is taught for.
 */
export interface Standing {
  /** Of the case, or of the scope; undefined: a rule for every process. */
  readonly process?: string | undefined
  /** The processes of the cases above; undefined: they may be any. */
  readonly ancestors?: readonly string[]
  /** The processes of all cases of the family; undefined: they may be any. */
  readonly family?: readonly string[]
  /** Whether a step is one of its own process. */
  hasStep(name: string): boolean
  /** Whether its own process has a variable, or waits for a message, of that name. */
  hasVariable(name: string): boolean
  takesMessage(name: string): boolean
  /** A right that is as good as the one a step asks for: whoever may teach at a process may act on it by a rule. */
  readonly instead?: Right
}

/** Returns why steps written in place may not do what they do: each is authorised for its target, and for what it reads. */
export function stepsNotPermitted(reach: StepReach, at: Standing, authority: Authority): Rejection | undefined {
  const { may } = authority
  const instead = at.instead === undefined ? [] : [at.instead]
  const mayOn = (process: string | undefined, rights: readonly Right[]) =>
    [...rights, ...instead].some((right) => may(right, process === undefined ? {} : { process }))
  if (reach.isGranting && !may("administer")) return notPermitted(authority, ["administer"])
  // Rights in a unit are for its items.
  if (reach.wholeCases && !mayOn(at.process, ["intervene"])) return notPermitted(authority, ["intervene"], at.process)
  if (reach.ancestors) {
    const hidden = at.ancestors === undefined ? !mayOn(undefined, ["intervene"]) : undefined
    // Which process is above is not for whoever may not see it.
    const isForbidden = hidden ?? at.ancestors?.some((process) => !mayOn(process, ["intervene"]))
    if (isForbidden) return notPermitted(authority, ["intervene"], undefined, "in the processes above")
  }
  if (reach.anyFamily && !mayOn(undefined, anyFamily))
    return notPermitted(authority, anyFamily, undefined, "in every family, and any may have the case number")
  for (const { process, rights } of reach.processes)
    if (!mayOn(process, rights)) return notPermitted(authority, rights, process)
  for (const source of reach.expressions) {
    const refused = expressionNotPermitted(source, at, authority)
    if (refused) return refused
  }
  for (const step of reach.doneBefore)
    if (!isStepSeen(step, at, authority)) return unread(authority, step, "the steps of all cases of the family")
  return undefined
}

/** What is enough to join a family. */
const anyFamily = ["see", "do", "intervene"] as const

/**
 * Returns why an author may not write a rule on an event. Rules hear what happens in every case of the family, with its doer and
 * its result. What is raised by name is meant for all of them.
 */
export function eventNotPermitted(on: string, at: Standing, authority: Authority): Rejection | undefined {
  const plain = plainEvent(on)
  if (plain === undefined) return undefined
  const { word, about } = plain
  const isSeen = () => seesFamily(at, authority)
  switch (word) {
    case "started":
    case "done":
    case "aborted":
      if (about === at.process || authority.reads(about) || isStepSeen(about, at, authority)) return undefined
      return unread(authority, on, "the steps of all cases of the family")
    case "written":
      return at.hasVariable(about) || isSeen()
        ? undefined
        : unread(authority, on, "the data of all cases of the family")
    case "message":
      return at.takesMessage(about) || isSeen()
        ? undefined
        : unread(authority, on, "the messages to all cases of the family")
    default:
      return undefined
  }
}

/** Returns why somebody may not write an expression: it reads what they may not see. What cannot be read is not judged. */
export function expressionNotPermitted(source: string, at: Standing, authority: Authority): Rejection | undefined {
  const reads = readsOf(source)
  return reads && readsNotPermitted(reads, at, authority, source)
}

/** The same for an expression of somebody else: whether its parts may be shown. */
export const mayRead = (source: string, at: Standing, authority: Authority | undefined): boolean =>
  authority === undefined || expressionNotPermitted(source, at, authority) === undefined

function readsNotPermitted(reads: Reads, at: Standing, authority: Authority, source: string): Rejection | undefined {
  if (reads.organisation && !authority.may("see")) return unread(authority, source, "the organisation")
  if (reads.history && !seesFamily(at, authority)) return unread(authority, source, "all that happens in the family")
  if (reads.past && !authority.reads(at.process)) return unread(authority, source, "all cases of the process")
  if (reads.anyStep && !seesFamily(at, authority))
    return unread(authority, source, "the steps of all cases of the family")
  for (const step of reads.steps)
    if (!isStepSeen(step, at, authority)) return unread(authority, source, "the steps of all cases of the family")
  return undefined
}

const seesFamily = (at: Standing, authority: Authority): boolean =>
  at.family?.every((process) => authority.reads(process)) ?? authority.reads()

/** Whether a step is one of its own process, one of a process they may read, or they may read them all. */
function isStepSeen(step: string, at: Standing, authority: Authority): boolean {
  const name = step.replace(/\+$/, "")
  const process = name.slice(0, Math.max(0, name.indexOf("/")))
  return at.hasStep(name) || (process !== "" && authority.reads(process)) || seesFamily(at, authority)
}

function notPermitted({ by }: Authority, rights: readonly Right[], process?: string, where?: string): Rejection {
  const place = where ?? (process === undefined ? "everywhere" : `in ${process}`)
  return {
    code: "NOT_PERMITTED",
    message: `${by} may not ${rights.join(" or ")} ${place}, which one of the steps needs`,
    remedy: "Leave the step out, ask somebody who may, or have an administrator deploy an exlet for it",
  }
}

function unread({ by }: Authority, source: string, what: string): Rejection {
  const text = source.length > 60 ? `${source.slice(0, 57)}…` : source
  return {
    code: "NOT_PERMITTED",
    message: `${by} may not see ${what}, which "${text}" reads`,
    remedy: 'Leave it out, or ask somebody who may see it; name steps one by one, as in "sell" in done',
  }
}
