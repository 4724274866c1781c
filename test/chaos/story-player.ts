import type { Input } from "../../src/client.ts"
import { isNamed } from "../../src/engine/states.ts"
import type { CaseView } from "../../src/main.ts"
import type { InterventionRow } from "../../src/store/port.ts"
import { aliasOf, parseCaseName } from "../../src/stories/aliases.ts"
import type { Expectation } from "../../src/stories/expectation.ts"
import { itemMeant, newestItem, statusOf } from "../../src/stories/find-item.ts"
import { interventionMeant } from "../../src/stories/perform-handling.ts"
import { resembles, sameNames, shown, shownList } from "../../src/stories/resemblance.ts"
import type { Action, Step, Story } from "../../src/stories/story.ts"
import type { Balancer } from "./balancer.ts"

const known: ReadonlySet<Action["do"]> = new Set<Action["do"]>([
  ...(["start", "start-item", "restart", "skip", "fail", "complete"] as const),
  ...(["raise", "report", "answer", "set", "remove", "crash", "expect"] as const),
])

const itemVerbs = {
  "start-item": "startItem",
  restart: "restartItem",
  skip: "skipItem",
  fail: "failItem",
} as const

const live: ReadonlySet<string> = new Set(["enabled", "offered", "allocated", "started"])

/**
 * Time passes by itself over real processes, what is taught would be there for all, and whose turn it is depends on what else everybody has
 * to do: such stories are told elsewhere.
 */
export const canBePlayed = ({ steps, workers }: Story): boolean =>
  workers.size === 0 && steps.every(({ action }) => known.has(action.do))

/** Plays a story over HTTP, each request at any node. Of what is expected it looks at cases, their families, items, states and data. */
export class StoryPlayer {
  readonly #balancer: Balancer
  readonly #aliases = new Map<string, string>()
  #last = ""

  constructor(balancer: Balancer) {
    this.#balancer = balancer
  }

  async play(story: Story): Promise<readonly string[]> {
    for (const step of story.steps) {
      const problems = await this.#take(step)
      if (problems.length > 0) return problems.map((problem) => `${story.name}, ${step.title}: ${problem}`)
    }
    return []
  }

  async #take(step: Step): Promise<readonly string[]> {
    // Nodes crash here in any case.
    if (step.action.do === "crash") return []
    if (step.action.do === "expect") return this.#look(step.action.expectation, step.of)
    const told = await this.#act(step)
    if (told === undefined) return ["nobody answered"]
    const found = told.ok ? "accepted" : told.rejection.code
    const isRight = step.refused === true ? !told.ok : found === (step.refused ?? "accepted")
    return isRight ? [] : [`expected ${step.refused ?? "accepted"}, found ${found}`]
  }

  async #act(step: Step) {
    const { action, by: as = "administrator" } = step
    const balancer = this.#balancer
    if (action.do === "start") {
      const { process, data } = action
      const told = await balancer.ask((client, options) => client.start({ process, data }, options), { as })
      if (told?.ok) this.#aliases.set(aliasOf(step) ?? process, told.value.case)
      if (told?.ok) this.#last = told.value.case
      return told
    }
    const view = await this.#view(step.of)
    const name = "item" in action ? action.item : undefined
    const item = name ? (itemMeant(view, name, "work")?.id ?? "") : ""
    switch (action.do) {
      case "start-item":
      case "restart":
      case "skip":
      case "fail": {
        const verb = itemVerbs[action.do]
        return balancer.ask((client, options) => client[verb]({ item }, options), { as })
      }
      case "complete":
        return balancer.ask((client, options) => client.completeItem({ item, data: action.data }, options), { as })
      case "raise": {
        const raised = { case: view.id, class: action.class, with: action.with, ...(name && { item }) }
        return balancer.ask((client, options) => client.raise(raised, options), { as })
      }
      case "report": {
        const { title, text } = action
        const report = { case: view.id, title, ...(text !== undefined && { text }), ...(name && { item }) }
        return balancer.ask((client, options) => client.report(report, options), { as })
      }
      case "answer": {
        const asked = { case: view.id, open: false, limit: 1000 }
        const { rows = [] } = (await balancer.done((client) => client.interventions(asked))) ?? {}
        const intervention = interventionMeant(rows as unknown as readonly InterventionRow[], action)?.id ?? ""
        const answer = { intervention, ...action.answer } as Input<"answer">
        return balancer.ask((client, options) => client.answer(answer, options), { as })
      }
      case "remove": {
        const { target } = action
        const id = target.kind === "item" ? (itemMeant(view, target.item, "any")?.id ?? "") : view.id
        return target.kind === "item"
          ? balancer.ask((client, options) => client.removeItem({ item: id }, options), { as })
          : balancer.ask((client, options) => client.removeCase({ case: id }, options), { as })
      }
      case "set":
        return balancer.ask((client, options) => client.setData({ case: view.id, data: action.data }, options), { as })
      default:
        throw new Error(`nobody can play ${step.title}`)
    }
  }

  async #look(expectation: Expectation, of: string | undefined): Promise<readonly string[]> {
    const view = await this.#view(expectation.of ?? of)
    const { state = view.state, held = view.held, data = {}, items = [], states = [], family } = expectation
    const rows = family ? await this.#family(view.family) : []
    return [
      ...(view.state === state ? [] : [`expected ${state}, found ${view.state}`]),
      ...(view.held === held ? [] : [`expected held ${held}, found ${view.held}`]),
      ...Object.entries(data)
        .filter(([name, value]) => !resembles(view.data[name], value))
        .map(([name, value]) => `expected ${name} ${shown(value)}, found ${shown(view.data[name])}`),
      ...[...items].flatMap(([name, expected]) => {
        const item = newestItem(view, expected.item)
        const wanted = expected.held ? `held ${expected.status}` : expected.status
        // Items of a round before are no longer part of the case.
        const isGone = item === undefined && !live.has(expected.status)
        return isGone || (item && statusOf(item) === wanted)
          ? []
          : [`expected ${name} ${wanted}, found ${item ? statusOf(item) : "none"}`]
      }),
      ...[...states].flatMap(([name, wanted]) => {
        const found = Object.keys(view.states).filter((task) => view.states[task] === name && isNamed(task))
        return sameNames(found, wanted) ? [] : [`expected ${name} ${shownList(wanted)}, found ${shownList(found)}`]
      }),
      ...[...(family ?? [])].flatMap(([name, wanted]) => {
        const [, process, number] = /^(.*?)(?:\[(\d+)\])?$/.exec(name) ?? []
        const found = rows.filter((row) => row.process === process).at(number === undefined ? -1 : Number(number) - 1)
        return (found?.state ?? "none") === wanted
          ? []
          : [`expected ${name} ${wanted}, found ${found?.state ?? "none"}`]
      }),
    ]
  }

  async #view(name: string | undefined): Promise<CaseView> {
    const { alias, process, number } = name === undefined ? { alias: "", number: 1 } : parseCaseName(name)
    const own = name === undefined ? this.#last : (this.#aliases.get(alias) ?? "")
    const others =
      process === undefined ? [] : (await this.#family(own)).filter((row) => row.process === process && row.id !== own)
    const id = process === undefined ? own : (others[number - 1]?.id ?? "")
    const view = await this.#balancer.done((client) => client.case({ case: id }))
    if (view === undefined) throw new Error(`there is no case ${name ?? id}`)
    return view as unknown as CaseView
  }

  /** Oldest first. */
  async #family(family: string) {
    const { rows = [] } = (await this.#balancer.done((client) => client.cases({ family, limit: 1000 }))) ?? {}
    const age = (id: string) => Number(/\.c(\d+)$/.exec(id)?.[1] ?? 0)
    return rows.toSorted((one, other) => age(one.id) - age(other.id))
  }
}
