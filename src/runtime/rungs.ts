import { remedyText } from "../exceptions/remedy-text.ts"
import type { Event, EventOf } from "../messages/events.ts"
import type { Considered, Stage } from "../messages/handling.ts"
import type { AgentId, CaseId, ExceptionId, InterventionId, RunId } from "../messages/ids.ts"
import type { ExceptionState } from "../store/port.ts"

/** One stage an exception came to: what was looked at there, what was not chosen and why, and what was done. */
export interface Rung {
  readonly stage: Stage
  /** The version of the event that tells it. */
  readonly version: number
  readonly at: number
  readonly considered: readonly Considered[]
  readonly says?: readonly string[]
  /** What came of it, in words: the runs it began and how they ended; whom it asked, and what he answered. */
  readonly came: readonly string[]
}

type Growing = Omit<Rung, "came"> & { readonly came: string[] }

/** The stages one exception came to, gathered from the history of its family, and what became of it. */
export class Rungs {
  readonly all: Growing[] = []
  state: ExceptionState = "open"
  readonly #id: ExceptionId
  #case: CaseId | undefined
  /** What is told of a run or question, in the list of its rung. */
  readonly #told = new Map<RunId | InterventionId, (text: string) => void>()
  readonly #runs = new Map<RunId, EventOf<"RunStarted">>()

  constructor(id: ExceptionId) {
    this.#id = id
  }

  add(
    event: Event,
    { version, at, by }: { readonly version: number; readonly at: number; readonly by: AgentId },
  ): void {
    const rung = "exception" in event && event.exception === this.#id ? rungOf(event) : undefined
    if (rung) this.all.push({ ...rung, version, at, came: [] })
    this.#follow(event, by)
  }

  #follow(event: Event, by: AgentId): void {
    switch (event.type) {
      case "ExceptionRaised":
        if (event.exception === this.#id) this.#case = event.case
        return
      case "RunStarted":
        if (event.exception === this.#id) this.#begin(event)
        return
      case "RunEnded":
        this.#end(event)
        return
      case "InterventionOpened":
        if (event.exception === this.#id) this.#tell(event.intervention, "person", `asked ${event.to ?? "somebody"}`)
        return
      case "InterventionAssigned":
      case "InterventionEscalated":
        this.#told.get(event.intervention)?.(`it is with ${event.to}`)
        return
      case "InterventionAnswered":
        this.#told.get(event.intervention)?.(`${by} answered: ${answerText(event.answer)}`)
        return
      case "InterventionWithdrawn":
        this.#told.get(event.intervention)?.("nobody needs to answer any more")
        return
      case "ExceptionResolved":
        if (event.exception === this.#id) this.state = event.as ?? "resolved"
        return
      case "VerificationBegun":
        if (event.exception === this.#id) this.state = "verifying"
        return
      case "ExceptionVerified":
        if (event.exception === this.#id) this.state = event.as
        return
      case "CaseCompleted":
      case "CaseExhausted":
      case "CaseFailed":
      case "CaseRemoved":
        if (event.case === this.#case && isOpen(this.state)) this.state = "resolved"
    }
  }

  #begin(run: EventOf<"RunStarted">): void {
    this.#runs.set(run.run, run)
    if (run.solves || run.stage !== "mandatory") this.state = "handling"
    this.#tell(run.run, run.stage ?? "rules", `${nameOf(run)}: begun`)
  }

  #end({ run: id, as, message }: EventOf<"RunEnded">): void {
    const run = this.#runs.get(id)
    if (run === undefined) return
    if (this.state === "handling") this.state = "open"
    const isPassed = as === "completed" && !run.solves && run.stage !== "mandatory"
    const how = isPassed ? "completed, and passed it on" : message === undefined ? as : `${as}: ${message}`
    this.#told.get(id)?.(`${nameOf(run)}: ${how}`)
  }

  /** Under the newest rung of that stage. */
  #tell(id: RunId | InterventionId, stage: Stage, text: string): void {
    const rung = this.all.findLast((each) => each.stage === stage)
    const tell = (said: string) => void rung?.came.push(said)
    this.#told.set(id, tell)
    tell(text)
  }
}

const isOpen = (state: ExceptionState): boolean => state === "open" || state === "handling"

/** A run is known by its handler or exlet, and by its steps where those have no name. */
function nameOf({ handler, exlet, steps }: EventOf<"RunStarted">): string {
  if (exlet !== "steps") return handler === undefined ? exlet : `${handler} (${exlet})`
  return `${handler ?? exlet} (${steps.map((step) => step.do).join(", ")})`
}

function answerText({ do: verb, exlet, to, target }: EventOf<"InterventionAnswered">["answer"]): string {
  return [verb, exlet, to, target].filter((word) => typeof word === "string").join(" ")
}

function rungOf(event: Event): Omit<Rung, "version" | "at" | "came"> | undefined {
  switch (event.type) {
    case "DecisionMade": {
      const chosen = event.conclusions ?? (event.conclusion ? [event.conclusion] : [])
      const considered = event.walks.map(({ tree, failed }): Considered => {
        if (chosen.some((each) => each.tree === tree)) return { what: tree }
        return { what: tree, why: failed ? "a condition could not be evaluated" : "none of its rules holds" }
      })
      const stage = event.stage ?? "rules"
      return { stage, considered, ...(chosen.length > 0 && { says: chosen.map(({ says }) => says) }) }
    }
    case "StageReached": {
      const { stage, considered, remedy } = event
      return { stage, considered, ...(remedy && { says: [remedyText(remedy)] }) }
    }
    case "InterventionOpened": {
      const proposed = event.proposal ? [{ what: `proposed: ${event.proposal.says}` }] : []
      return { stage: "person", considered: proposed, says: [event.text] }
    }
    default:
      return undefined
  }
}
