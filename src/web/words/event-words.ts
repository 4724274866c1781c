import type { Event, EventOf, EventType } from "../../messages/events.ts"
import type { HoldTarget } from "../../messages/holds.ts"
import { titleOf } from "../../model/forms.ts"
import type { IconName } from "../parts/icon.tsx"
import { askedWords } from "./asked.ts"
import type { Tone } from "./states.ts"

/** What happened, for people. */
export interface EventWords {
  readonly text: string
  readonly icon: IconName
  readonly tone: Tone
  /** Of the machinery: of interest to whoever wants to see everything. */
  readonly isMinor?: true
}

/** What is known of ids that events name: the tasks of items, the exlets of runs, the processes of cases. */
export interface Known {
  readonly tasks: ReadonlyMap<string, string>
  readonly exlets: ReadonlyMap<string, string>
  readonly processes: ReadonlyMap<string, string>
  /** What holds are on, and of which class exceptions are. */
  readonly holds?: ReadonlyMap<string, HoldTarget>
  readonly classes?: ReadonlyMap<string, string>
  /** What people call tasks and processes, where that is not in their names. */
  readonly titles?: ReadonlyMap<string, string>
  /** What people call agents, roles and units. */
  readonly agent?: (name: string) => string
  /** What people call classes of exceptions. */
  readonly classTitle?: (name: string) => string
}

export function wordsOf(event: Event, known: Known): EventWords {
  return (words[event.type] as (event: Event, say: Say) => EventWords)(event, new Say(known))
}

/** Learns the names of what events bring into being. */
export function learnNames(events: Iterable<Event>, known: Known): Known {
  const tasks = new Map(known.tasks)
  const exlets = new Map(known.exlets)
  const processes = new Map(known.processes)
  const holds = new Map(known.holds)
  const classes = new Map(known.classes)
  for (const event of events) {
    if (event.type === "HoldPlaced") holds.set(event.hold.id, event.hold.target)
    if (event.type === "ExceptionRaised") classes.set(event.exception, event.class)
    if (event.type === "ItemEnabled") tasks.set(event.item, event.task)
    if (event.type === "RunStarted") exlets.set(event.run, event.exlet)
    if (event.type === "CaseStarted") processes.set(event.case, event.process)
  }
  return { ...known, tasks, exlets, processes, holds, classes }
}

export const nothingKnown: Known = { tasks: new Map(), exlets: new Map(), processes: new Map() }

class Say {
  readonly #known: Known

  constructor(known: Known) {
    this.#known = known
  }

  item(id: string): string {
    const task = this.#known.tasks.get(id)
    return task === undefined ? "an item" : this.step(task)
  }

  case(id: string): string {
    const process = this.#known.processes.get(id)
    return process === undefined ? "the case" : this.step(process)
  }

  /** A task, block or process by its name. */
  step(name: string): string {
    return quoted(this.title(name))
  }

  title(name: string): string {
    return this.#known.titles?.get(name) ?? titleOf(name)
  }

  /** What the engine says of class or exlet and place, as in `Timeout at inspectDamage`, with the place as people call it. */
  about(text: string): string {
    const found = /^([\w-]+) at ([\w-]+)$/.exec(text)
    if (!found) return text
    const [, what = "", at = ""] = found
    return `${/^\p{Lu}/u.test(what) ? this.class(what) : what} at ${this.step(at)}`
  }

  class(name: string): string {
    return this.#known.classTitle?.(name) ?? titleOf(name)
  }

  agent(name: string): string {
    return this.#known.agent?.(name) ?? name
  }

  held(id: string): string {
    const target = this.#known.holds?.get(id)
    return target === undefined ? "A hold" : `The hold on ${held(target, this)}`
  }

  exception(id: string): string {
    const name = this.#known.classes?.get(id)
    return name === undefined ? "The exception" : quoted(this.class(name))
  }

  run(id: string): string {
    const exlet = this.#known.exlets.get(id)
    return exlet === undefined ? "the exlet" : quoted(exlet)
  }
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
const quoted = (text: string): string => `“${text}”`
const because = (text: string | undefined): string => (text ? `: ${text}` : "")
const names = (data: object): string => Object.keys(data).map(titleOf).join(", ") || "nothing"

const says = (tone: Tone, icon: IconName, text: string): EventWords => ({ tone, icon, text })
const minor = (icon: IconName, text: string): EventWords => ({ tone: "idle", icon, text, isMinor: true })

type Words = { readonly [Type in EventType]: (event: EventOf<Type>, say: Say) => EventWords }

const words: Words = {
  CaseStarted: ({ process, parent }, say) =>
    says(
      "busy",
      "cases",
      parent ? `${say.step(process)} was started on its behalf` : `The case of ${say.step(process)} was started`,
    ),
  DataWritten: ({ data }) => says("idle", "edit", `Data was changed: ${names(data)}`),
  CaseCompleted: ({ case: id }, say) => says("done", "completed", `${say.case(id)} was completed`),
  CaseExhausted: ({ case: id }, say) => says("idle", "removed", `${say.case(id)} has nothing left to do`),
  CaseRemoved: ({ case: id }, say) => says("idle", "removed", `${say.case(id)} was removed`),
  CaseFailed: ({ case: id, cause }, say) => says("trouble", "failed", `${say.case(id)} failed${because(cause)}`),
  FrameOpened: ({ item }, say) => minor("activity", `${say.item(item)} was opened`),
  FrameClosed: () => minor("activity", "An activity was closed"),
  RouteFired: () => minor("right", "The flow went on"),
  FlowRewound: () => minor("undo", "The flow went back"),
  Jumped: ({ to }, say) => says("held", "skipped", `The flow goes on at ${say.step(to)}`),
  ItemEnabled: ({ task: name }, say) => says("ready", "enabled", `${say.step(name)} can begin`),
  ItemWithdrawn: ({ item }, say) => minor("removed", `${say.item(item)} is not to be done any more`),
  ItemOffered: ({ item, to }, say) =>
    says("ready", "people", to ? `${say.item(item)} is offered to ${say.agent(to)}` : `${say.item(item)} is offered`),
  AgentAwaited: ({ item }, say) => says("waiting", "waiting", `${say.item(item)} waits until somebody can do it`),
  ItemAllocated: ({ item, to }, say) => says("ready", "allocated", `${say.item(item)} is with ${say.agent(to)}`),
  ItemDeclined: ({ item, agent, reason }, say) =>
    says("held", "failed", `${say.agent(agent)} declined ${say.item(item)}${because(reason)}`),
  ItemEscalated: ({ item, to }, say) =>
    says("held", "up", `${say.item(item)} went up to ${to.map((each) => say.agent(each)).join(", ")}`),
  NeedsAmended: ({ item }, say) => says("held", "people", `${say.item(item)} needs somebody else now`),
  ItemHandedBack: ({ item }, say) => says("ready", "undo", `${say.item(item)} was handed back`),
  ItemStarted: ({ item, agent }, say) =>
    says(
      "busy",
      "started",
      agent === "engine" ? `${say.item(item)} began` : `${say.agent(agent)} started ${say.item(item)}`,
    ),
  ItemUpdated: ({ item, data }, say) => says("idle", "edit", `${say.item(item)} was written on: ${names(data)}`),
  OutputKept: ({ item }, say) => minor("edit", `What ${say.item(item)} wrote is kept until it may be over`),
  ItemCompleted: ({ item }, say) => says("done", "completed", `${say.item(item)} was completed`),
  ItemForceCompleted: ({ item }, say) => says("done", "completed", `${say.item(item)} was completed from outside`),
  ItemFailed: ({ item }, say) => says("trouble", "failed", `${say.item(item)} failed`),
  ItemSkipped: ({ item }, say) => says("idle", "skipped", `${say.item(item)} was skipped`),
  ItemRemoved: ({ item }, say) => says("idle", "removed", `${say.item(item)} was removed`),
  ItemRestarted: ({ item, attempt }, say) => says("held", "loop", `${say.item(item)} begins again, attempt ${attempt}`),
  ActivityEmptied: ({ item }, say) => minor("activity", `Nothing is left inside ${say.item(item)}`),
  AttemptFailed: ({ item, message }, say) => says("trouble", "failed", `${say.item(item)} did not work: ${message}`),
  ItemUndone: ({ task: name }, say) => says("held", "undo", `${say.step(name)} was undone`),
  HoldPlaced: ({ hold: { target, reason } }, say) =>
    says("held", "held", capital(`${held(target, say)} is held${because(say.about(reason))}`)),
  HoldLifted: ({ hold }, say) => says("ready", "started", `${say.held(hold)} was lifted`),
  TimerArmed: ({ purpose }) => minor("timer", `A timer was set (${purpose})`),
  TimerFired: () => minor("timer", "A timer went off"),
  TimerDisarmed: () => minor("timer", "A timer is not needed any more"),
  TimerPaused: () => minor("timer", "A timer stands still"),
  TimerResumed: () => minor("timer", "A timer goes on"),
  ExceptionRaised: ({ class: name, at, parameters }, say) =>
    says("trouble", "trouble", `${say.class(name)} at ${say.step(at)}${because(textIn(parameters))}`),
  ExceptionResolved: ({ exception, as }, say) =>
    says(as === undefined ? "done" : "idle", "completed", `${say.exception(exception)} was ${as ?? "resolved"}`),
  InvariantRestored: () => minor("completed", "What must hold holds again"),
  MessageReceived: ({ name }) => says("waiting", "message", `The message ${quoted(name)} came`),
  MessageAwaited: ({ item, name }, say) =>
    says("waiting", "message", `${say.item(item)} waits for the message ${quoted(name)}`),
  MessageTaken: ({ item }, say) => minor("message", `${say.item(item)} took its message`),
  CapabilitiesGranted: ({ agent, capabilities }, say) =>
    says("idle", "people", `${say.agent(agent)} can do ${capabilities.join(", ")} now`),
  DecisionMade: ({ on, at, conclusion }, say) =>
    conclusion
      ? says("busy", "rules", `${asking(on, at, say)}, the rules said ${quoted(conclusion.says)}`)
      : minor("rules", `${asking(on, at, say)}, the rules said nothing`),
  StageReached: ({ stage, remedy }) =>
    minor("rules", `The ladder came to ${stage}${remedy ? "" : ", without an answer"}`),
  ItemTriedAgain: ({ item }, say) => says("held", "loop", `${say.item(item)} is tried again`),
  VerificationBegun: ({ class: name, at }, say) =>
    minor("search", `It is watched whether ${say.class(name)} at ${say.step(at)} comes back`),
  ExceptionVerified: ({ exception, as }, say) =>
    says(
      as === "resolved" ? "done" : "trouble",
      as === "resolved" ? "completed" : "loop",
      `${say.exception(exception)} ${as === "resolved" ? "did not come back" : "came back"}`,
    ),
  RunStarted: ({ exlet, at }, say) => says("busy", "exlet", `The exlet ${quoted(exlet)} began at ${say.step(at)}`),
  StepTaken: ({ run, step, note }, say) => minor("exlet", `${say.run(run)} took step ${step + 1}${because(note)}`),
  RunEnded: ({ run, as, message }, say) =>
    says(
      as === "failed" ? "trouble" : "done",
      as === "failed" ? "failed" : "exlet",
      `${say.run(run)} ${as === "completed" ? "is through" : `was ${as}`}${because(message)}`,
    ),
  InterventionOpened: ({ to, text, at }, say) =>
    says(
      "trouble",
      "intervention",
      `${to ? say.agent(to) : "Somebody"} is asked: ${askedWords(text, at, say.title(at), (name) => say.class(name))}`,
    ),
  InterventionAnswered: ({ answer }) =>
    says("done", "intervention", `The question was answered: ${String(answer.do ?? "confirm")}`),
  InterventionWithdrawn: () => says("idle", "intervention", "Nobody needs to answer any more"),
  Notified: ({ to, text }, say) => says("idle", "bell", `${say.agent(to)} was told: ${say.about(text)}`),
  BoundKept: ({ bound }) => minor("completed", `The bound ${bound} holds again`),
  EventRaised: ({ name, at }, say) => says("waiting", "message", `${quoted(name)} happened at ${say.step(at)}`),
  PatternNoted: ({ pattern }) => minor("search", `Part of the pattern ${quoted(pattern)} was seen`),
  PatternMatched: ({ pattern }) => says("waiting", "search", `The pattern ${quoted(pattern)} came together`),
  BroadcastSent: ({ verb, process }, say) => says("held", "message", `All cases of ${say.step(process)}: ${verb}`),
  ExpectedCame: ({ run, awaits }, say) =>
    minor("exlet", `${say.run(run)} waits for ${awaits.map(({ task }) => say.step(task)).join(", ")}`),
  StartSent: ({ process, number }, say) =>
    says(
      "busy",
      "cases",
      number === undefined
        ? `${say.step(process)} is started as a family of its own`
        : `${say.step(process)} is started under the case number ${number}`,
    ),
  InterventionEscalated: ({ to }, say) => says("trouble", "up", `The question went up to ${say.agent(to)}`),
  InterventionAssigned: ({ to }, say) => says("idle", "people", `The question is with ${say.agent(to)} now`),
  InterventionPostponed: () => says("idle", "timer", "The question is due later"),
  AnswerTakenBack: () => says("held", "undo", "The answer was taken back"),
  RollbackPlanned: ({ to, undos }, say) =>
    says("held", "undo", `Everything back to ${say.step(to)} is to be undone: ${undos.length} steps`),
  UndoStarted: ({ task: name, by }, say) =>
    says("held", "undo", `${say.step(name)} is being undone by ${by === "person" ? "a person" : `a ${by}`}`),
  UndoFailed: ({ task: name, message }, say) =>
    says("trouble", "failed", `${say.step(name)} could not be undone: ${message}`),
  UndoRetried: () => minor("undo", "Undoing is tried once more"),
  RolledBack: ({ to }, say) => says("held", "undo", `Everything back to ${say.step(to)} is undone`),
}

/** What rules were asked about. */
function asking(on: string, at: string, say: Say): string {
  const asked = checkpointsAt[on]
  if (asked) return `${asked} ${say.step(at)}`
  // As in `done(B3)`, or `done(laptop-order/B3)`.
  const [, word = "", about = ""] = /^(\w+)\((.*)\)$/s.exec(on) ?? []
  const happened = happenings[word]
  if (happened) return `When ${say.step(about.slice(about.lastIndexOf("/") + 1))} ${happened}`
  if (word === "message") return `On the message ${quoted(about)}`
  return word ? `On ${on}` : `On ${quoted(say.class(on))} at ${say.step(at)}`
}

const happenings: Readonly<Record<string, string>> = {
  started: "began",
  done: "was done",
  aborted: "was aborted",
  written: "was written",
}

const checkpointsAt: Readonly<Record<string, string>> = {
  casePre: "Before",
  itemPre: "Before",
  casePost: "After",
  itemPost: "After",
  select: "Picking what to do at",
}

function held(target: HoldTarget, say: Say): string {
  switch (target.kind) {
    case "item":
      return say.item(target.item)
    case "after":
      return `what follows ${say.step(target.task)}`
    case "case":
      return say.case(target.case)
    case "end":
      return `the end of ${say.case(target.case)}`
  }
}

/** What an exception says for itself. */
function textIn(parameters: Readonly<Record<string, unknown>>): string | undefined {
  const said = parameters.message ?? parameters.text ?? parameters.title
  return typeof said === "string" ? said : undefined
}
