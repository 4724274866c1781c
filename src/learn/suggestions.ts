import { type Bindings, compileExpression, isExpression, type Vocabulary } from "../expressions/expression.ts"
import { roundBetween, roundNear } from "./between.ts"
import { candidatesFor, type Suggestion } from "./candidates.ts"
import type { About, SeenValue } from "./side-by-side.ts"

export interface Told {
  /** What conditions see here, and there where there is a cornerstone. */
  readonly values: readonly SeenValue[]
  readonly here: Bindings
  readonly there?: Bindings | undefined
  readonly vocabulary: Vocabulary
  /** The names that rules of the tree look at already. */
  readonly lookedAt: ReadonlySet<string>
}

/**
 * Conditions for a rule that is to answer here and not there, the most useful first: of the case's data before anything else, of what
 * rules of the tree look at before what they do not, one of each name before a second of any. Each compiles, is true here and false there.
 */
export function suggestions(told: Told): readonly Suggestion[] {
  const { values, there } = told
  const weighed: Weighed[] = []
  for (const value of values) {
    if (!isTelling(value)) continue
    const weight = weights[value.about] - (isLookedAt(value.name, told) ? 2 : 0)
    const sound = candidatesFor(value, there !== undefined).filter((candidate) => isSound(candidate.if, told))
    weighed.push(...sound.map((candidate, index) => ({ ...candidate, weight: weight + index * 10 })))
  }
  for (const candidate of proportions(told)) if (isSound(candidate.if, told)) weighed.push({ ...candidate, weight: -3 })
  const unique = new Map(weighed.toSorted((one, other) => one.weight - other.weight).map((each) => [each.if, each]))
  return [...unique.values()].slice(0, most).map(({ if: condition, why }) => ({ if: condition, why }))
}

interface Weighed extends Suggestion {
  /** Less is more useful. */
  readonly weight: number
}

const most = 24
const weights: Readonly<Record<About, number>> = { data: 0, event: 2, agent: 4, item: 6, flow: 7, case: 8 }

/** Ids and the moments at which something began tell two cases apart, and nothing else. */
function isTelling({ name, about, differs }: SeenValue): boolean {
  if (/^(now|case\.(id|startedAt)|family\.id|event\.(item|case)|item\.(id|enabledAt))$/.test(name)) return false
  if (/^items\[/.test(name)) return false
  return differs || about === "data" || about === "agent" || (about === "event" && !/^event\.(class|at|by)$/.test(name))
}

const isLookedAt = (name: string, { lookedAt }: Told): boolean => lookedAt.has(name.split(/[.[(]/)[0] ?? "")

/** Of two numbers that rules of the tree look at: the one as a part of the other. */
function proportions({ values, there, lookedAt }: Told): readonly Suggestion[] {
  const known = values.filter(({ name, here }) => lookedAt.has(name) && typeof here === "number") as readonly Numbered[]
  return known.flatMap((one) =>
    known.flatMap((whole) => {
      if (one === whole || !(whole.here > 0) || one.here > whole.here) return []
      const part = `${whole.name} * `
      const here = one.here / whole.here
      const why = `${one.name} is ${percent(here)} of ${whole.name} here`
      if (there === undefined)
        return [
          { if: `${one.name} >= ${part}${roundNear(here, "down")}`, why },
          { if: `${one.name} <= ${part}${roundNear(here, "up")}`, why },
        ]
      if (typeof one.there !== "number" || typeof whole.there !== "number" || !(whole.there > 0)) return []
      const other = one.there / whole.there
      if (here === other) return []
      const bound = here < other ? roundBetween(here, other) : -roundBetween(-here, -other)
      return [
        { if: `${one.name} ${here < other ? "<" : ">"} ${part}${bound}`, why: `${why} and ${percent(other)} there` },
      ]
    }),
  )
}

type Numbered = Omit<SeenValue, "here"> & { readonly here: number }

const percent = (part: number): string => `${Number((part * 100).toPrecision(3))} %`

function isSound(source: string, { vocabulary, here, there }: Told): boolean {
  const compiled = compileExpression(source, vocabulary, "boolean")
  if (!isExpression(compiled)) return false
  const comesOut = (bindings: Bindings, value: boolean) => {
    const outcome = compiled.evaluate(bindings)
    return outcome.ok && outcome.value === value
  }
  return comesOut(here, true) && (there === undefined || comesOut(there, false))
}
