import { addDuration, parseDuration } from "../expressions/time.ts"
import type { Considered, Remedy } from "../messages/handling.ts"
import type { ItemId } from "../messages/ids.ts"
import type { Occasion } from "./asking.ts"
import type { Handling } from "./handling.ts"
import type { Arc, ItemFacts, Looking, PlaceFacts } from "./port.ts"
import { ASSIGNMENT_REJECTED } from "./rejected-assignment.ts"

/** What one stage has to say about an exception. */
export interface Found {
  readonly remedy?: Remedy
  readonly considered: readonly Considered[]
}

/** Where an exception stands, what holds there, and what has been tried. */
export interface Situation {
  readonly port: Looking
  readonly tried: Handling["tried"]
  readonly occasion: Occasion
  readonly place: PlaceFacts
}

/** The stages beside rules that answer by themselves. */
export const remedyAt: { readonly [stage in "procedural" | "builtIn" | "pattern"]: (at: Situation) => Found } = {
  procedural: arcFor,
  builtIn: builtInFor,
  pattern: patternFor,
}

const nothing: Found = { considered: [] }

/** The task's arcs before those of the activities around it; of each the class, then the nearest superclass. */
function arcFor({ port, occasion, place }: Situation): Found {
  const { arcs } = place
  if (arcs.length === 0) return nothing
  const { classes } = port.rules
  const lineage = classes.has(occasion.on) ? classes.names(occasion.on) : [occasion.on]
  const fits = (arc: Arc) => lineage.includes(arc.class)
  const first = arcs.find(fits)
  const rivals = first ? arcs.filter((arc) => arc.item === first.item && fits(arc)) : []
  const chosen = lineage.flatMap((name) => rivals.find((arc) => arc.class === name) ?? [])[0]
  const considered = arcs.map((arc): Considered => {
    const what = `arc ${arc.class} → ${arc.to}`
    if (arc === chosen) return { what }
    return { what, why: fits(arc) ? "another is nearer" : `${occasion.on} is no ${arc.class}` }
  })
  return chosen ? { remedy: { kind: "arc", item: chosen.item, to: chosen.to }, considered } : { considered }
}

/** When everybody is busy it waits, or goes the other way; nobody else can be tried where all were asked already. */
function builtInFor(at: Situation): Found {
  const { port, occasion } = at
  const { classes } = port.rules
  const { item } = occasion
  if (item !== undefined && classes.is(occasion.on, ASSIGNMENT_REJECTED))
    return { remedy: { kind: "next", item }, considered: [{ what: "next candidate" }] }
  if (item === undefined || !classes.is(occasion.on, "ResourceUnavailable")) return nothing
  if (!classes.is(occasion.on, "AllBusy"))
    return { considered: [{ what: "next candidate", why: "there is nobody left to ask" }] }
  const other = alternativeFor(at, item)
  if (other.remedy) return other
  return { remedy: { kind: "wait", item }, considered: [...other.considered, { what: "wait until somebody is free" }] }
}

/** What its process says about doing it again. With nobody to do it, again would find the same nobody. */
function patternFor(at: Situation): Found {
  const { port, occasion, place } = at
  const { pattern } = place
  if (pattern === undefined) return nothing
  const { classes } = port.rules
  const item = occasion.item && port.item(occasion.item)
  const not = (why: string): Found => ({ considered: [{ what: pattern, why }] })
  if (classes.is(occasion.on, "ResourceUnavailable")) return not("again would find the same nobody")
  if (classes.is(occasion.on, "Unforeseen")) return not("what nobody has foreseen is for a person")
  if (item === undefined) return not("it concerns the whole case")
  if (!item.isLive) return not("the item is over")
  switch (pattern) {
    case "repeatable":
      if (classes.is(occasion.on, "LoopLimit")) return not("it was done too often already")
      if (isLate(occasion.on, classes) && !isHanging(occasion.on, classes, item))
        return not("again would only be later")
      return again(at, item)
    case "replaceable":
      return alternativeFor(at, item.id)
    case "optional":
      return { remedy: { kind: "skip", item: item.id }, considered: [{ what: "optional: skip" }] }
    case "critical": {
      if (item.within === undefined) return not("nothing is around it that could fail")
      return {
        remedy: { kind: "fail", activity: item.within },
        considered: [{ what: "critical: fail what is around it" }],
      }
    }
  }
}

function isLate(on: string, classes: Looking["rules"]["classes"]): boolean {
  return classes.is(on, "Timeout") || classes.is(on, "DeadlineExceeded")
}

/** A call nobody hears of any more: nothing is lost when it is given up. */
function isHanging(on: string, classes: Looking["rules"]["classes"], { kind, status }: ItemFacts): boolean {
  return classes.is(on, "Timeout") && kind === "program" && status === "started"
}

function again({ tried, place }: Situation, item: ItemFacts): Found {
  const before = tried.get(item.id) ?? 0
  const executions = Math.max(item.attempt, before + 1)
  if (executions >= place.attempts)
    return {
      considered: [{ what: "repeatable", why: `it was tried ${executions} times, of ${place.attempts} at most` }],
    }
  const backoff = place.backoff === undefined ? undefined : parseDuration(place.backoff)
  const after = backoff ? addDuration(0, backoff) * 2 ** before : 0
  return {
    remedy: { kind: "again", item: item.id, after },
    considered: [{ what: `repeatable: execution ${executions + 1} of ${place.attempts}` }],
  }
}

/** The next of the nearest step; when all of those were tried, of what that is part of. */
function alternativeFor({ place }: Situation, item: ItemId): Found {
  const considered: Considered[] = []
  for (const { of, alternatives, within } of place.replaceable) {
    for (let number = 1; number <= within; number++)
      considered.push({ what: `alternative ${number} for ${of}`, why: "it was tried" })
    if (within >= alternatives) continue
    const number = within + 1
    considered.push({ what: `alternative ${number} for ${of}` })
    return { remedy: { kind: "alternative", item, of, number }, considered }
  }
  return { considered }
}
