import { type Comparison, comparisons } from "../exceptions/differences.ts"
import type { Context } from "../messages/context.ts"
import type { Json } from "../messages/json.ts"

/** What conditions can see under a name, in a context and, where there is one, in the other that it is compared with. */
export interface SeenValue {
  readonly name: string
  readonly about: About
  readonly here?: Json
  readonly there?: Json
  readonly differs: boolean
}

/** `data`: the case's own. `flow`: what was done, how often, with what result. `case`: the case and family, and the present moment. */
export type About = "data" | "event" | "agent" | "item" | "flow" | "case"

/** All that conditions can see in a context, the most telling first; beside it what they see in the other. */
export function sideBySide(here: Context, there?: Context): readonly SeenValue[] {
  const all = [...comparisons(here, there ?? here)]
  const names = new Set(all.map(({ name }) => name))
  const seen = all
    .filter((value) => !isNoise(value, names))
    .map(({ name, isDifferent, ...values }) => ({
      name,
      about: aboutOf(name),
      ...(values.here !== undefined && { here: values.here }),
      ...(there && values.there !== undefined && { there: values.there }),
      differs: isDifferent,
    }))
  return seen.toSorted((one, other) => order.indexOf(one.about) - order.indexOf(other.about)).slice(0, mostValues)
}

/** What an item sees of the case's data is the data's; and of other items only what differs is worth a line. */
function isNoise({ name, isDifferent }: Comparison, names: ReadonlySet<string>): boolean {
  if (name.startsWith("item.data.")) return names.has(name.slice("item.data.".length))
  return name.startsWith("items[") && !isDifferent
}

const order: readonly About[] = ["data", "event", "agent", "item", "flow", "case"]
/** Nobody looks at more. */
const mostValues = 1000

const abouts: Readonly<Record<string, About>> = {
  event: "event",
  external: "event",
  agent: "agent",
  item: "item",
  items: "flow",
  notReady: "flow",
  ready: "flow",
  executing: "flow",
  suspended: "flow",
  done: "flow",
  aborted: "flow",
  case: "case",
  family: "case",
  now: "case",
}

function aboutOf(name: string): About {
  if (/^(result|count|round|duringRound)\(/.test(name)) return "flow"
  const [first = ""] = name.split(/[.[]/)
  return (Object.hasOwn(abouts, first) && abouts[first]) || "data"
}
