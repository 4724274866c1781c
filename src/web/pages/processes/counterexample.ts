import type { Finding } from "../../../messages/findings.ts"
import type { Json, JsonObject } from "../../../messages/json.ts"
import type { Drawing, DrawnNet } from "../../../model/drawing.ts"
import { titleOf } from "../../../model/forms.ts"
import type { Mark, Marks } from "../../net/marks.ts"
import { type Sketch, taskOf, tasksOf } from "./found-at.ts"

/** One moment of a counterexample that is played on its net. */
export interface Frame {
  readonly text: string
  /** What was given with it. */
  readonly with?: string
  /** Where it happens. */
  readonly task?: string
  /** What has happened until then, in order. */
  readonly played: readonly string[]
  /** The steps that what has come about is said of. */
  readonly about?: readonly string[]
  /** The end of it: what has come about. */
  readonly isEnd: boolean
}

/** A counterexample in words, step by step. */
export function framesOf(steps: readonly JsonObject[], net: Drawing): readonly Frame[] {
  const tasks = tasksOf(net)
  const played: string[] = []
  return steps.map((step): Frame => {
    const [verb = "", value = null] = Object.entries(step)[0] ?? []
    const named = [value, step.item ?? null, isObject(value) ? (value.item ?? null) : null].map(taskNamed)
    const known = named.find((task) => task !== undefined && tasks.has(task))
    if (known !== undefined && verb !== "raise") played.push(known)
    const about = verb === "expect" ? tasksExpected(value).filter((task) => tasks.has(task)) : []
    const isAboutIt = known !== undefined && taskNamed(value) === known
    const title = isAboutIt ? (tasks.get(known)?.title ?? titleOf(known)) : nameOf(value)
    const given = dataText(step.data)
    return {
      text: verb === "expect" ? expectation(value, net) : (words[verb]?.(title) ?? `${titleOf(verb)} ${title}`.trim()),
      ...(given !== "" && { with: given }),
      ...(known !== undefined && { task: known }),
      played: [...played],
      ...(about.length > 0 && { about }),
      isEnd: verb === "expect",
    }
  })
}

/** What the net shows at one moment: what was done, what is done now, and at the end what the finding is about. */
export function frameMarks(frame: Frame, finding: Finding, sketch: Sketch): Marks {
  const marks = new Map<string, Mark>()
  for (const task of frame.played)
    marks.set(task, { tone: "done", icon: "completed", word: "done", ...(task === frame.task && { isPlayed: true }) })
  if (frame.task !== undefined && !marks.has(frame.task)) marks.set(frame.task, here("trouble"))
  if (!frame.isEnd) return marks
  const stuck = taskOf(finding, sketch)
  for (const task of stuck === undefined ? (frame.about ?? []) : [stuck])
    marks.set(task, here(finding.severity === "error" ? "trouble" : "held"))
  return marks
}

const here = (tone: Mark["tone"]): Mark => ({ tone, icon: "trouble", word: "here", isPlayed: true })

/** The edges gone along, by `from → to`: to each task the shortest way from what was done before it. */
export function playedEdges(played: readonly string[], net: Drawing): ReadonlySet<string> {
  const edges = new Set<string>()
  for (const drawn of net.nets) {
    const done = new Set(drawn.nodes.filter(({ kind }) => kind === "start").map(({ id }) => id))
    for (const task of played) {
      const node = drawn.nodes.find((each) => each.task === task)
      if (node === undefined) continue
      for (const edge of wayTo(node.id, done, drawn)) edges.add(edge)
      done.add(node.id)
    }
  }
  return edges
}

function wayTo(target: string, from: ReadonlySet<string>, { edges }: DrawnNet): readonly string[] {
  const ways = new Map<string, readonly string[]>([[target, []]])
  const queue = [target]
  for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
    const way = ways.get(at) ?? []
    if (at !== target && from.has(at)) return way
    for (const edge of edges) {
      if (edge.to !== at || ways.has(edge.from)) continue
      ways.set(edge.from, [`${edge.from} → ${edge.to}`, ...way])
      queue.push(edge.from)
    }
  }
  return []
}

const words: Readonly<Record<string, (title: string) => string>> = {
  start: () => "A case is started",
  complete: (title) => `${title} is completed`,
  "start-item": (title) => `${title} is started`,
  fail: (title) => `${title} fails`,
  skip: (title) => `${title} is skipped`,
  restart: (title) => `${title} begins again`,
  raise: (title) => `${title} is raised`,
  advance: (title) => `${title} passes`,
  message: (title) => `The message ${title} comes`,
  set: () => "Data is changed",
  remove: (title) => `${title} is removed`,
}

function expectation(value: Json, net: Drawing): string {
  if (!isObject(value)) return "That is how it ends"
  const tasks = tasksOf(net)
  const called = (name: unknown) =>
    name === net.process ? "the process" : (tasks.get(String(name))?.title ?? titleOf(String(name)))
  const parts: string[] = []
  for (const raised of Array.isArray(value.exceptions) ? (value.exceptions as readonly Json[]) : [])
    if (isObject(raised)) parts.push(`${titleOf(String(raised.class))} at ${called(raised.at)}`)
  const waiting = isObject(value.states) ? value.states.notReady : undefined
  if (Array.isArray(waiting)) parts.push(`not reached: ${waiting.map(called).join(", ")}`)
  for (const [task, status] of Object.entries(isObject(value.items) ? value.items : {}))
    parts.push(`${called(task)} is ${itemWords(String(status))}`)
  if (isObject(value.decision)) {
    const { at, conclusion } = value.decision
    parts.push(`at ${called(at)} the rules say ${conclusion === "none" ? "nothing" : String(conclusion)}`)
  }
  for (const [exlet, runs] of Object.entries(isObject(value.exlets) ? value.exlets : {}))
    parts.push(typeof runs === "number" ? `${exlet} has run ${runs} times` : `${exlet} is ${String(runs)}`)
  if (typeof value.interventions === "number" && value.interventions > 0) parts.push("somebody is asked")
  const state = typeof value.state === "string" ? [`the case is ${value.state}`] : []
  return `In the end ${[...state, ...parts].join("; ") || "it stands so"}`
}

/** The tasks whose items or decisions are expected to be so. */
function tasksExpected(value: Json): readonly string[] {
  if (!isObject(value)) return []
  const { items, decision } = value
  const decided = isObject(decision) && typeof decision.at === "string" ? [decision.at] : []
  return [...Object.keys(isObject(items) ? items : {}), ...decided]
}

/** `held enabled`, `removed`: how an item stands. */
function itemWords(status: string): string {
  if (status.startsWith("held ")) return "held, and nothing lets it go"
  return status === "removed" ? "taken away undone" : status
}

/** `review`, `item review`, `review[2]`. */
function taskNamed(value: Json): string | undefined {
  return typeof value === "string" ? /^(?:item\s+)?([^\s[\]]+)/.exec(value)?.[1] : undefined
}

const nameOf = (value: Json): string => (typeof value === "string" ? value : isObject(value) ? dataText(value) : "")

function dataText(data: Json | undefined): string {
  if (!isObject(data)) return ""
  return Object.entries(data)
    .map(([name, value]) => `${name} = ${JSON.stringify(value)}`)
    .join(", ")
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)
