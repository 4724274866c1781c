import type { Json, JsonObject } from "../src/messages/json.ts"

/** A process as somebody might have drawn it, and whether a mistake was put into it on purpose. */
export interface GeneratedNet {
  readonly definition: JsonObject
  readonly mistake?: string
}

/**
 * Processes of 20 to 100 tasks, the same for the same number: nets drawn from nested blocks, some with ways across, cancellation
 * and or-joins, and flows written in blocks. About half of them have one mistake.
 */
export function generatedNet(number: number, least = 20, most = 100): GeneratedNet {
  const dice = new Dice(number)
  const size = least + dice.below(most - least + 1)
  const name = `p${number}`
  if (dice.isLucky(0.25)) return { definition: { process: name, ...new Flow(dice).drawn(size) } }
  const drawing = new NetDrawing(dice)
  drawing.draw(size)
  const mistake = dice.isLucky(0.5) ? drawing.mistaken() : undefined
  return { definition: { process: name, ...drawing.written() }, ...(mistake && { mistake }) }
}

/** Chance that comes out the same each time. */
class Dice {
  #state: number

  constructor(seed: number) {
    this.#state = (seed * 2_654_435_761) >>> 0
    for (let warm = 0; warm < 5; warm++) this.below(2)
  }

  below(limit: number): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((this.#state / 2 ** 32) * limit)
  }

  isLucky(share: number): boolean {
    return this.below(1_000_000) < share * 1_000_000
  }

  pick<Value>(from: readonly Value[]): Value {
    const value = from[this.below(from.length)]
    if (value === undefined) throw new Error("nothing to pick from")
    return value
  }

  /** A number as a sum of so many others, each at least one. */
  shares(total: number, count: number): readonly number[] {
    const shares = Array.from({ length: count }, () => 1)
    for (let left = total - count; left > 0; left--) {
      const index = this.below(count)
      shares[index] = (shares[index] ?? 0) + 1
    }
    return shares
  }
}

/** Conditions, each about something else, and the data they are about. */
class Conditions {
  readonly data: Record<string, Json> = {}
  readonly #dice: Dice

  constructor(dice: Dice) {
    this.#dice = dice
  }

  next(): string {
    const name = `v${Object.keys(this.data).length + 1}`
    switch (this.#dice.below(3)) {
      case 0:
        this.data[name] = { type: "boolean", default: false }
        return name
      case 1:
        this.data[name] = { type: "integer", default: 0 }
        return `${name} > 100`
      default:
        this.data[name] = { type: "string", default: "" }
        return `${name} == "yes"`
    }
  }
}

interface Drawn {
  join: "and" | "xor" | "or"
  split: "and" | "xor" | "or"
  readonly to: Map<string, string | undefined>
  cancels?: string[]
}

/** One way in and one way out. */
interface Fragment {
  readonly first: string
  readonly last: string
}

class NetDrawing {
  readonly #dice: Dice
  readonly #conditions: Conditions
  readonly #nodes = new Map<string, Drawn>()
  /** Tasks of choices that a task of a branch beside them may lead to as well. */
  readonly #across: { readonly from: string; readonly to: string }[] = []

  constructor(dice: Dice) {
    this.#dice = dice
    this.#conditions = new Conditions(dice)
  }

  draw(size: number): void {
    const { first, last } = this.#sequence(size)
    this.#start = first
    this.#lead(last, "end")
    for (const { from, to } of this.#across) if (this.#dice.isLucky(0.3)) this.#leadAcross(from, to)
  }
  #start = ""

  written(): JsonObject {
    const net: Record<string, Json> = { start: { to: [this.#start] } }
    for (const [name, { join, split, to, cancels }] of this.#nodes) {
      const isChosen = to.size > 1 && split !== "and"
      const targets = isChosen ? this.#chosen(to) : [...to.keys()]
      net[name] = {
        ...(join !== "xor" && { join }),
        ...(isChosen && { split }),
        to: targets,
        ...(cancels && { cancels }),
      }
    }
    return { data: this.#conditions.data, net }
  }

  /** Makes a mistake people make, and says which. Undefined: there is nothing to get wrong. */
  mistaken(): string | undefined {
    const nodes = [...this.#nodes]
    const joins = (join: Drawn["join"]) =>
      nodes.filter(([name, node]) => node.join === join && this.#inputs(name) > 1).map(([, node]) => node)
    const mistakes: [string, () => boolean][] = [
      ["and-join made xor", () => this.#change(joins("and"), (node) => (node.join = "xor"))],
      ["xor-join made and", () => this.#change(joins("xor"), (node) => (node.join = "and"))],
      [
        "and-split made xor",
        () => this.#change(nodes.map(([, node]) => node).filter(isAndSplit), (node) => (node.split = "xor")),
      ],
      [
        "xor-split made and",
        () => this.#change(nodes.map(([, node]) => node).filter(isXorSplit), (node) => (node.split = "and")),
      ],
      [
        "a branch to the end",
        () =>
          this.#change(
            nodes.map(([, node]) => node),
            (node) => node.to.set("end", undefined),
          ),
      ],
      [
        "cancelled what is waited for",
        () => {
          const [, node] = this.#dice.pick(nodes)
          const [other] = this.#dice.pick(nodes)
          node.cancels = [...(node.cancels ?? []), other]
          return true
        },
      ],
    ]
    const [name, make] = this.#dice.pick(mistakes)
    return make() ? name : undefined
  }

  #change(nodes: readonly Drawn[], change: (node: Drawn) => unknown): boolean {
    if (nodes.length === 0) return false
    change(this.#dice.pick(nodes))
    return true
  }

  #inputs(name: string): number {
    return [...this.#nodes.values()].filter(({ to }) => to.has(name)).length
  }

  #chosen(to: Drawn["to"]): JsonObject {
    const names = [...to.keys()]
    return Object.fromEntries(
      names.map((name, index) => [
        name,
        index === names.length - 1 ? "otherwise" : (to.get(name) ?? this.#conditions.next()),
      ]),
    )
  }

  #task(join: Drawn["join"] = "xor", split: Drawn["split"] = "and"): string {
    const name = `t${this.#nodes.size + 1}`
    this.#nodes.set(name, { join, split, to: new Map() })
    return name
  }

  #lead(from: string, to: string): void {
    this.#nodes.get(from)?.to.set(to, undefined)
  }

  #leadAcross(from: string, to: string): void {
    const node = this.#nodes.get(from)
    if (node === undefined || node.to.size !== 1 || this.#nodes.get(to)?.join !== "xor") return
    node.split = "xor"
    node.to.set(to, undefined)
  }

  #sequence(size: number): Fragment {
    const count = Math.max(1, Math.min(size, 1 + this.#dice.below(Math.max(1, Math.floor(size / 4)))))
    const fragments = this.#dice.shares(size, count).map((share) => this.#block(share))
    fragments.forEach(({ last }, index) => {
      const next = fragments[index + 1]
      if (next) this.#lead(last, next.first)
    })
    return { first: fragments[0]?.first ?? "", last: fragments.at(-1)?.last ?? "" }
  }

  #block(size: number): Fragment {
    if (size < 4) return this.#tasks(size)
    const roll = this.#dice.below(10)
    if (roll < 3) return this.#branches(size, "and")
    if (roll < 6) return this.#branches(size, "xor")
    if (roll < 7) return this.#branches(size, "or")
    if (roll < 8) return this.#loop(size)
    if (roll < 9) return this.#race(size)
    return this.#tasks(size)
  }

  #tasks(size: number): Fragment {
    const names = Array.from({ length: size }, () => this.#task())
    names.forEach((name, index) => {
      const next = names[index + 1]
      if (next) this.#lead(name, next)
    })
    return { first: names[0] ?? "", last: names.at(-1) ?? "" }
  }

  #branches(size: number, kind: "and" | "xor" | "or"): Fragment {
    const first = this.#task("xor", kind)
    const count = 2 + this.#dice.below(Math.min(3, size - 3))
    const branches = this.#dice.shares(size - 2, Math.min(count, size - 2)).map((share) => this.#sequence(share))
    const last = this.#task(kind)
    for (const branch of branches) {
      this.#lead(first, branch.first)
      this.#lead(branch.last, last)
    }
    const [one, other] = branches
    if (kind === "xor" && one && other) this.#across.push({ from: one.last, to: other.first })
    return { first, last }
  }

  #loop(size: number): Fragment {
    const first = this.#task("xor")
    const body = this.#sequence(size - 2)
    const last = this.#task("xor", "xor")
    this.#lead(first, body.first)
    this.#lead(body.last, last)
    const after = this.#task()
    this.#lead(last, first)
    this.#lead(last, after)
    return { first, last: after }
  }

  /** Two branches of which the one that is done first takes the other away. */
  #race(size: number): Fragment {
    const first = this.#task()
    const from = this.#nodes.size
    const one = this.#sequence(Math.max(1, Math.floor((size - 2) / 2)))
    const between = this.#nodes.size
    const other = this.#sequence(Math.max(1, size - 2 - Math.floor((size - 2) / 2)))
    const to = this.#nodes.size
    const [endOne, endOther] = [this.#task(), this.#task()]
    const names = [...this.#nodes.keys()]
    const last = this.#task("xor")
    this.#lead(first, one.first)
    this.#lead(first, other.first)
    this.#lead(one.last, endOne)
    this.#lead(other.last, endOther)
    this.#lead(endOne, last)
    this.#lead(endOther, last)
    const [nodeOne, nodeOther] = [this.#nodes.get(endOne), this.#nodes.get(endOther)]
    if (nodeOne) nodeOne.cancels = [...names.slice(between, to), endOther]
    if (nodeOther) nodeOther.cancels = [...names.slice(from, between), endOne]
    return { first, last }
  }
}

const isAndSplit = ({ split, to }: Drawn): boolean => split === "and" && to.size > 1
const isXorSplit = ({ split, to }: Drawn): boolean => split === "xor" && to.size > 1

/** The same in blocks, which fit each other by the way they are written. */
class Flow {
  readonly #dice: Dice
  readonly #conditions: Conditions
  #tasks = 0
  #blocks = 0

  constructor(dice: Dice) {
    this.#dice = dice
    this.#conditions = new Conditions(dice)
  }

  drawn(size: number): JsonObject {
    const flow = this.#flow(size)
    return { data: { ...this.#conditions.data, lines: { list: "string", default: [] } }, flow }
  }

  #flow(size: number): Json[] {
    const count = Math.max(1, Math.min(size, 1 + this.#dice.below(Math.max(1, Math.floor(size / 4)))))
    return this.#dice.shares(size, count).map((share) => this.#block(share))
  }

  #block(size: number): JsonObject {
    if (size < 3) return size === 1 ? this.#task() : this.#named("activity", { do: [this.#task(), this.#task()] })
    const flows = () =>
      this.#dice.shares(size, 2 + this.#dice.below(Math.min(2, size - 2))).map((each) => this.#flow(each))
    switch (this.#dice.below(7)) {
      case 0:
      case 1:
        return this.#named("parallel", { branches: flows() })
      case 2:
        return this.#named("choice", { cases: this.#cases(flows()) })
      case 3:
        return this.#named("some", { cases: this.#cases(flows()) })
      case 4:
        return this.#named("while", { when: this.#conditions.next(), do: this.#flow(size) })
      case 5:
        return this.#named("activity", { do: this.#flow(size) })
      default:
        return this.#named("forEach", { in: "lines", as: `line${this.#blocks}`, do: this.#flow(size) })
    }
  }

  #cases(flows: readonly Json[][]): Json[] {
    return flows.map((flow, index) =>
      index === flows.length - 1 ? { otherwise: flow } : { when: this.#conditions.next(), do: flow },
    )
  }

  #task(): JsonObject {
    return { task: `t${++this.#tasks}` }
  }

  #named(kind: string, rest: JsonObject): JsonObject {
    return { [kind]: `b${++this.#blocks}`, ...rest }
  }
}
