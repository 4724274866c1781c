import { type Family, type Frame, type Item, isLive } from "../engine/family.ts"
import { holdsOn, holdsOnEnd } from "../engine/holds.ts"
import { publicName } from "../engine/raise.ts"
import { mayCome } from "../engine/still-to-come.ts"
import { isUnderWay } from "../engine/under-way.ts"
import type { Handling, Run } from "../exceptions/handling.ts"
import type { Stall, StallReason } from "../exceptions/stalling.ts"
import type { Hold } from "../messages/holds.ts"
import { type CaseId, engineAgent, familyOf, type ItemId, type RunId } from "../messages/ids.ts"
import type { Staff } from "../messages/people.ts"
import { nodeOf, type Process, type Task } from "../model/net.ts"
import type { FindProcess } from "./projection.ts"

export interface StallFacts {
  readonly find: FindProcess
  readonly staff?: Staff | undefined
  /** Whether somebody was in the organisation and is no longer. */
  readonly isGone: (agent: string) => boolean
  /** Whether such a program is there, or may still come. */
  readonly hasWorker: (name: string) => boolean
  /** Runs of other families that are over. */
  readonly over: ReadonlySet<RunId>
}

/**
 * Everything in a family at rest that has no reason to move: nobody who could have it, no program, timer, message, run,
 * intervention or open exception. A hold that a run has left behind counts only where nothing else in the family moves: as long as
 * something does, it may lead to a `resume`.
 */
export function stalledIn(family: Family, handling: Handling, facts: StallFacts): readonly Stall[] {
  return new Looking(family, handling, facts).stalls()
}

/** The runs of other families that hold something here. */
export function strangersHolding(family: Family): readonly RunId[] {
  const runs = [...family.holds.values()].flatMap(({ owner }) => (owner.kind === "run" ? owner.run : []))
  return [...new Set(runs)].filter((run) => familyOf(run) !== family.id)
}

/** Stalls by the item or case they stand at: one for each. */
class Looking {
  readonly #family: Family
  readonly #handling: Handling
  readonly #facts: StallFacts
  readonly #found = new Map<string, Stall>()
  readonly #left = new Map<string, Stall>()
  /** Whether anything has a reason of its own. */
  #isMoving = false
  /** Items, and cases as such, that something is wrong with, and the frames told of; `Stalled` does not count. */
  readonly #troubled = new Set<string>()
  /** Runs that ask somebody, or that another run undoes something for; items that a run does in place of whoever would. */
  readonly #asking = new Set<RunId | undefined>()
  readonly #served = new Set<RunId | undefined>()
  readonly #atWork = new Set<ItemId | undefined>()
  /** Whatever the exception machine's own timers are about. */
  readonly #timed = new Set<string>()

  constructor(family: Family, handling: Handling, facts: StallFacts) {
    this.#family = family
    this.#handling = handling
    this.#facts = facts
    for (const { class: name, item, case: id, parameters } of family.exceptions.values()) {
      if (typeof parameters.frame === "string") this.#troubled.add(parameters.frame)
      if (name !== "Stalled") this.#troubled.add(item ?? id)
    }
    for (const { run } of handling.interventions.values()) this.#asking.add(run)
    for (const run of handling.runs.values()) {
      this.#served.add(run.for)
      if (run.on === "select") this.#atWork.add(run.item)
    }
    for (const { about } of handling.timers.values()) for (const word of about.split(" ")) this.#timed.add(word)
  }

  stalls(): readonly Stall[] {
    for (const item of this.#family.items.values())
      if (isLive(item) && this.#isRunning(item.case)) this.#lookAtItem(item)
    for (const frame of this.#family.frames.values())
      if (!frame.closed && frame.live === 0 && this.#isRunning(frame.case)) this.#lookAtFrame(frame)
    this.#lookAtExceptions()
    this.#lookAtRuns()
    for (const { exception } of this.#handling.interventions.values())
      if (exception === undefined || !this.#isStall(exception)) this.#isMoving = true
    // A rule that goes by the clock may let something go.
    for (const { about } of this.#handling.timers.values()) if (about.startsWith("clock ")) this.#isMoving = true
    if (!this.#isMoving) for (const [place, stall] of this.#left) this.#note(place, stall)
    return [...this.#found.values()]
  }

  #lookAtItem(item: Item): void {
    if (this.#troubled.has(item.id)) return
    const process = this.#processOf(item.case)
    const holds = holdsOn(this.#family, item, process)
    if (holds.length > 0) this.#lookAtHolds(holds, item)
    else {
      const frame = this.#family.frames.get(item.frame)
      const { task } = nodeOf(process, frame?.net ?? "", item.task)
      const why = this.#whyStalled(item, task)
      if (why === undefined) this.#isMoving = true
      else if (why !== "inside") this.#note(item.id, this.#atItem(item, ...why))
    }
  }

  /** What holds it has a reason itself, or everything that holds it was left behind. */
  #lookAtHolds(holds: readonly Hold[], item: Item): void {
    const [hold] = holds
    if (hold === undefined || holds.some((each) => !this.#isLeft(each))) return
    const { target, reason, at } = hold
    const message = `held by "${reason}", which is over`
    if (target.kind === "item") {
      const held = this.#family.items.get(target.item) ?? item
      this.#left.set(held.id, { ...this.#atItem(held, "held", message), since: at })
    } else this.#left.set(item.case, { ...this.#atCase(item.case, "held", message), since: at })
  }

  #isLeft({ owner }: Hold): boolean {
    switch (owner.kind) {
      case "person":
        return false
      case "exception":
        return !this.#family.exceptions.has(owner.exception)
      case "run":
        return familyOf(owner.run) === this.#family.id
          ? !this.#handling.runs.has(owner.run)
          : this.#facts.over.has(owner.run)
    }
  }

  /** Undefined: it has a reason; `inside`: what is inside it has to have one. */
  #whyStalled(item: Item, task: Task | undefined): readonly [StallReason, string] | "inside" | undefined {
    if (this.#atWork.has(item.id)) return undefined
    switch (item.kind) {
      case "activity":
        if (item.status === "started" && item.open > 0) return "inside"
        if (item.status !== "started") return ["stuck", "it could not be begun"]
        return [
          "stuck",
          item.completed > 0 ? "everything in it is through" : "it has failed, and nothing is left in it",
        ]
      case "route":
        return ["stuck", "it could not be told which way to go"]
      case "wait":
        return item.awaits || this.#hasTimer(item, "wait") ? undefined : ["stuck", "what it waits for is not known"]
      case "program":
      case "work":
        return this.#whyNobody(item, task)
    }
  }

  #whyNobody(item: Item, task: Task | undefined): readonly [StallReason, string] | undefined {
    const { staff } = this.#facts
    const { status, offer } = item
    const agent = item.agent ?? offer?.to
    const isForProgram = item.kind === "program" || (agent !== undefined && staff?.isProgram(agent) === true)
    if (status === "started" && item.lease !== undefined) return undefined
    if (offer?.isAwaited) return undefined
    if (agent === engineAgent) return ["stuck", "the worklets that should do it are not there"]
    if (agent !== undefined && this.#facts.isGone(agent))
      return ["agentGone", `${agent}, whose it is, is no longer there`]
    if (status === "started" || (status === "offered" && !isForProgram)) return undefined
    if (status === "enabled" && offer === undefined && staff && (item.needs ?? task?.needs))
      return ["nobody", "nobody was looked for"]
    if (!isForProgram) return undefined
    const worker = item.agent ?? task?.worker ?? item.task
    if (this.#facts.hasWorker(worker) || this.#hasTimer(item, "worker")) return undefined
    return ["workerGone", `the program "${worker}" is not there`]
  }

  /** Nothing is live in a net that is not through: it is deadlocked, or held at its end, and somebody knows. */
  #lookAtFrame(frame: Frame): void {
    const owner = frame.item && this.#family.items.get(frame.item)
    if (this.#troubled.has(owner?.id ?? frame.case) || this.#troubled.has(frame.id)) return
    const holds = owner
      ? holdsOn(this.#family, owner, this.#processOf(frame.case))
      : holdsOnEnd(this.#family, frame.case, this.#processOf(frame.case))
    const isLeft = holds.every((hold) => this.#isLeft(hold))
    if (!isLeft) return
    const [hold] = holds
    const why: readonly [StallReason, string] = hold
      ? ["held", `held by "${hold.reason}", which is over`]
      : ["stuck", "nothing is live in it"]
    const stall = owner ? this.#atItem(owner, ...why) : this.#atCase(frame.case, ...why)
    if (hold) this.#left.set(stall.item ?? stall.case, { ...stall, since: hold.at })
    else this.#note(stall.item ?? stall.case, stall)
  }

  #lookAtExceptions(): void {
    for (const raised of this.#family.exceptions.values()) {
      if (raised.class === "Stalled" || !this.#isRunning(raised.case)) continue
      const known = this.#handling.exceptions.get(raised.id)
      const isTimed = this.#isTimed(raised.id)
      const isRun = known?.runs.some((run) => this.#handling.runs.has(run)) === true
      const isPassedOn = known?.became !== undefined && this.#family.exceptions.has(known.became)
      const isAsked = known?.intervention !== undefined && this.#handling.interventions.has(known.intervention)
      const item = raised.item && this.#family.items.get(raised.item)
      // Somebody is given it as soon as he is free.
      const isAwaited = item?.offer?.isAwaited === true && item.status === "enabled"
      if (isTimed || isRun || isPassedOn || isAsked || isAwaited) this.#isMoving = true
      else {
        const why = ["unanswered", `nobody was asked about ${raised.class}`] as const
        const stall = item ? this.#atItem(item, ...why) : this.#atCase(raised.case, ...why)
        this.#note(raised.item ?? raised.case, { ...stall, since: raised.raisedAt, of: raised.id })
      }
    }
  }

  /** A run that waits for cases that are gone, or for an answer nobody was asked for. */
  #lookAtRuns(): void {
    for (const run of this.#handling.runs.values()) {
      const isWaited = run.open.some((id) => this.#isRunning(id)) || this.#isAwaiting(run)
      const failure = run.rollback?.failure?.exception
      const isTold = failure !== undefined && this.#family.exceptions.has(failure)
      const isAsking = this.#asking.has(run.id) || this.#served.has(run.id)
      if (isWaited || isAsking || isTold || this.#isTimed(run.id)) this.#isMoving = true
      else if (this.#isRunning(run.case)) {
        const item = run.item && this.#family.items.get(run.item)
        const why = ["runWaits", `${run.exlet} waits for ${this.#expected(run) ?? "nothing"}`] as const
        const stall = item && isLive(item) ? this.#atItem(item, ...why) : this.#atCase(run.case, ...why)
        this.#left.set(stall.item ?? stall.case, { ...stall, since: run.startedAt })
      }
    }
  }

  /** Whether it waits for something that executes, and so has a reason itself. */
  #isAwaiting({ awaits = [] }: Run): boolean {
    return awaits.some((awaited) => {
      const id = this.#family.frames.get(awaited.frame)?.case
      return id !== undefined && isUnderWay(this.#family, this.#processOf(id), awaited)
    })
  }

  /** What it waits for that has not come, in words. */
  #expected({ expects = [] }: Run): string | undefined {
    for (const { case: id, task, after } of expects) {
      if (!this.#isRunning(id)) continue
      const process = this.#processOf(id)
      const isAhead = mayCome(this.#family, process, id, { task, ...(after && { after }) })
      const how = isAhead ? "has not come yet" : "cannot come any more"
      return `${process.name}/${publicName(task)}${after ? "+" : ""}, which ${how}`
    }
    return undefined
  }

  #note(place: string, stall: Stall): void {
    if (!this.#found.has(place)) this.#found.set(place, stall)
  }

  #atItem(item: Item, reason: StallReason, message: string): Stall {
    const since = item.startedAt ?? item.enabledAt
    return { case: item.case, item: item.id, at: publicName(item.task), reason, since, message }
  }

  #atCase(id: CaseId, reason: StallReason, message: string): Stall {
    const found = this.#family.cases.get(id)
    return { case: id, at: found?.process ?? "", reason, since: found?.startedAt ?? 0, message }
  }

  #hasTimer({ timers = [] }: Item, purpose: string): boolean {
    return timers.some((id) => this.#family.timers.get(id)?.purpose === purpose)
  }

  /** Whether a timer of the exception machine's own is about it. */
  #isTimed(id: string): boolean {
    return this.#timed.has(id) || this.#timed.has(id.slice(id.indexOf(".") + 1))
  }

  #isStall(id: Parameters<Family["exceptions"]["get"]>[0]): boolean {
    return this.#family.exceptions.get(id)?.class === "Stalled"
  }

  #isRunning(id: CaseId): boolean {
    return this.#family.cases.get(id)?.state === "running"
  }

  #processOf(id: CaseId): Process {
    const found = this.#family.cases.get(id)
    const process = found && this.#facts.find(found.process, found.version)
    if (process === undefined) throw new Error(`case ${id} is of no process that is known`)
    return process
  }
}
