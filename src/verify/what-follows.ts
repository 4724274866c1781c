import type { Step } from "../messages/steps.ts"
import { isCheckpoint, isCompensating, plainEvent } from "../model/event-names.ts"
import { namesOfException } from "../model/names-of-exception.ts"
import { stepNames } from "../model/net.ts"
import { placeOfScope } from "../model/scope-text.ts"
import type { ActingRule, RepertoireInForce } from "./repertoire-in-force.ts"

/**
 * Returns which rules each rule may trigger: the edges of a graph whose first nodes are the rules. The nodes behind them stand for what
 * many steps may bring about, so that there are not as many edges as pairs of rules.
 */
export function whatFollows(rules: readonly ActingRule[], force: RepertoireInForce): readonly (readonly number[])[] {
  const graph = new Graph(rules, force)
  rules.forEach((rule, index) => {
    for (const { step } of rule.steps) graph.follow(index, step, placeOfScope(rule.at).process)
  })
  return graph.edges
}

/** A node for something that many steps bring about; its edges go to the rules that hear of it. */
type Hub = string

class Graph {
  readonly edges: number[][]
  readonly #force: RepertoireInForce
  readonly #hubs = new Map<Hub, number>()
  readonly #byEvent = new Map<string, number[]>()
  /** Rules on plain events by word and by what they are about. */
  readonly #plain = new Map<string, number[]>()
  readonly #ofWord = new Map<string, number[]>()
  readonly #written = new Set<number>()
  /** Rules on checkpoints by their process; under `undefined` those of any. */
  readonly #checks = new Map<string | undefined, number[]>()
  readonly #patterns: Parameters<typeof namesOfException>[1]

  constructor(rules: readonly ActingRule[], force: RepertoireInForce) {
    this.#force = force
    this.edges = rules.map(() => [])
    this.#patterns = new Map(force.patterns.map((pattern) => [pattern.name, pattern]))
    rules.forEach(({ on, at }, index) => {
      into(this.#byEvent, on, index)
      if (isCheckpoint(on) || isCompensating(on)) into(this.#checks, placeOfScope(at).process, index)
      const plain = plainEvent(on)
      if (plain === undefined) return
      into(this.#ofWord, plain.word, index)
      if (plain.word === "written") this.#written.add(index)
      into(this.#plain, plain.about, index)
    })
  }

  /** What a step of a rule may bring about. `own`: the process the rule is about. */
  follow(rule: number, step: Step, own: string | undefined): void {
    switch (step.do) {
      case "raise":
        this.#lead(rule, `raised ${step.class}`, () => this.#ofRaised(step.class))
        return
      case "set":
        for (const name of Object.keys(step.values))
          this.#lead(rule, `written ${own ?? ""} ${name}`, () => this.#ofWritten(name, own))
        return
      case "start":
        this.#leadToCase(rule, step.process)
        return
      case "compensate":
        for (const { worklet } of step.worklets) this.#leadToCase(rule, worklet)
        this.#lead(rule, "anything is written", () => this.#ofWord.get("written") ?? [])
        return
      case "terminate":
      case "remove":
        this.#lead(rule, "anything is aborted", () => this.#ofWord.get("aborted") ?? [])
        return
      case "complete":
      case "skip":
      case "fail":
      case "jump":
      case "rollback":
        // The flow goes on, and with it everything that is asked on its way.
        this.#lead(rule, "the flow goes on", () => {
          const words = [...this.#ofWord].filter(([word]) => word !== "aborted")
          return words.flatMap(([, each]) => each)
        })
        this.#lead(rule, `checked in ${own ?? "any process"}`, () =>
          own === undefined ? [...this.#checks.values()].flat() : this.#checkedIn(own),
        )
        return
      default:
        return
    }
  }

  #lead(rule: number, hub: Hub, rules: () => readonly number[]): void {
    let node = this.#hubs.get(hub)
    if (node === undefined) {
      node = this.edges.length
      this.#hubs.set(hub, node)
      this.edges.push([...rules()])
    }
    this.edges[rule]?.push(node)
  }

  /** What happens when a process is begun and done. */
  #leadToCase(rule: number, name: string): void {
    this.#lead(rule, `case of ${name}`, () => {
      const process = this.#force.processes.get(name)
      const steps = new Set([name, ...(process ? stepNames(process) : [])])
      return [
        ...this.#checkedIn(name),
        ...[...steps].flatMap((step) => this.#about(name, step).filter((index) => !this.#written.has(index))),
        ...[...(process?.variables.keys() ?? [])].flatMap((variable) =>
          this.#about(name, variable).filter((index) => this.#written.has(index)),
        ),
      ]
    })
  }

  #checkedIn(process: string): readonly number[] {
    return [...(this.#checks.get(process) ?? []), ...(this.#checks.get(undefined) ?? [])]
  }

  #ofRaised(raised: string): readonly number[] {
    const { classes } = this.#force
    const lineage = classes.has(raised) ? classes.lineage(raised) : [raised]
    return namesOfException(lineage, this.#patterns).flatMap((name) => this.#byEvent.get(name) ?? [])
  }

  /** `own`: the process of the case that is written to; absent: any. */
  #ofWritten(name: string, own: string | undefined): readonly number[] {
    const inOwn = own === undefined ? [...this.#force.processes.keys()] : [own]
    const named = inOwn.flatMap((process) => this.#plain.get(`${process}/${name}`) ?? [])
    return [...(this.#plain.get(name) ?? []), ...named].filter((index) => this.#written.has(index))
  }

  /** Rules on plain events about something of a process. */
  #about(process: string, name: string): readonly number[] {
    return [...(this.#plain.get(name) ?? []), ...(this.#plain.get(`${process}/${name}`) ?? [])]
  }
}

function into<Key>(map: Map<Key, number[]>, key: Key, index: number): void {
  const known = map.get(key)
  if (known) known.push(index)
  else map.set(key, [index])
}
