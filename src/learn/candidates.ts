import { parseMoment } from "../expressions/time.ts"
import type { Json } from "../messages/json.ts"
import { momentBetween, roundBetween, roundNear } from "./between.ts"
import type { SeenValue } from "./side-by-side.ts"

/** A condition, and what there is to say for it. */
export interface Suggestion {
  readonly if: string
  readonly why: string
}

/** Conditions by which a value here could be told from the one there, or from any, the most general first. Not all of them need make sense. */
export function candidatesFor({ name, here, there, differs }: SeenValue, isCompared: boolean): readonly Suggestion[] {
  if (!isCompared) return here === undefined ? [] : alone(name, here)
  if (!differs) return []
  if (here === undefined) return [{ if: `!has(${name})`, why: `${name} has no value here; there it is ${told(there)}` }]
  if (there === undefined) {
    const why = `${name} is ${told(here)} here, and has no value there`
    return [
      { if: `has(${name})`, why },
      ...alone(name, here).map(({ if: text }) => ({ if: `has(${name}) && ${text}`, why })),
    ]
  }
  return apart(name, here, there)
}

function apart(name: string, here: Json, there: Json): readonly Suggestion[] {
  const why = `${name} is ${told(here)} here and ${told(there)} there`
  if (typeof here === "boolean") return [{ if: here ? name : `!${name}`, why }]
  if (typeof here === "number" && typeof there === "number") return numbers(name, here, there, why)
  if (typeof here === "string" && typeof there === "string")
    return [...moments(name, here, there, why), ...texts(name, here, there, why)]
  if (Array.isArray(here) && Array.isArray(there)) return lists(name, here, there)
  return [{ if: `${name} == ${JSON.stringify(here)}`, why }]
}

function numbers(name: string, here: number, there: number, why: string): readonly Suggestion[] {
  const isLess = here < there
  const bound = isLess ? roundBetween(here, there) : -roundBetween(-here, -there)
  return [
    { if: `${name} ${isLess ? "<" : ">"} ${bound}`, why: bound === there ? why : `${why}; ${bound} lies between` },
    { if: `${name} ${isLess ? "<=" : ">="} ${here}`, why },
    { if: `${name} == ${here}`, why },
  ]
}

function texts(name: string, here: string, there: string, why: string): readonly Suggestion[] {
  return [
    { if: `${name} == ${JSON.stringify(here)}`, why },
    { if: `${name} != ${JSON.stringify(there)}`, why },
  ]
}

function moments(name: string, here: string, there: string, why: string): readonly Suggestion[] {
  const [one, other] = [parseMoment(here), parseMoment(there)]
  if (one === undefined || other === undefined) return []
  const isBefore = one < other
  const bound = JSON.stringify(isBefore ? momentBetween(one, other) : momentBetween(other, one))
  return [{ if: `${name} ${isBefore ? "<" : ">="} timestamp(${bound})`, why: `${why}; ${bound} lies between` }]
}

function lists(name: string, here: readonly Json[], there: readonly Json[]): readonly Suggestion[] {
  const missingIn = (list: readonly Json[], other: readonly Json[]) =>
    list.filter((element) => isPlain(element) && !other.includes(element)).slice(0, mostElements)
  const size = { here: here.length, there: there.length }
  const why = `${name} has ${size.here} here and ${size.there} there`
  return [
    ...missingIn(here, there).map((element) => ({
      if: `${JSON.stringify(element)} in ${name}`,
      why: `${told(element)} is in ${name} here, and not there`,
    })),
    ...missingIn(there, here).map((element) => ({
      if: `!(${JSON.stringify(element)} in ${name})`,
      why: `${told(element)} is not in ${name} here, but there`,
    })),
    ...(size.here === size.there
      ? []
      : [{ if: `size(${name}) ${size.here < size.there ? "<" : ">"} ${size.there}`, why }]),
    ...(size.here === 0 ? [{ if: `size(${name}) == 0`, why }] : []),
  ]
}

/** With nothing to compare it with. */
function alone(name: string, here: Json): readonly Suggestion[] {
  const why = `${name} is ${told(here)} here`
  switch (typeof here) {
    case "boolean":
      return [{ if: here ? name : `!${name}`, why }]
    case "number":
      return [
        { if: `${name} >= ${roundNear(here, "down")}`, why },
        { if: `${name} <= ${roundNear(here, "up")}`, why },
        { if: `${name} == ${here}`, why },
      ]
    case "string": {
      const moment = parseMoment(here)
      const since =
        moment === undefined
          ? []
          : [{ if: `${name} >= timestamp(${JSON.stringify(momentBetween(moment - 1, moment))})`, why }]
      return [...since, { if: `${name} == ${JSON.stringify(here)}`, why }]
    }
    default:
      if (!Array.isArray(here)) return []
      if (here.length === 0) return [{ if: `size(${name}) == 0`, why: `${name} is empty here` }]
      return [
        ...here
          .filter(isPlain)
          .slice(0, mostElements)
          .map((element) => ({
            if: `${JSON.stringify(element)} in ${name}`,
            why: `${told(element)} is in ${name} here`,
          })),
        { if: `size(${name}) >= ${here.length}`, why: `${name} has ${here.length} here` },
      ]
  }
}

const mostElements = 3
const isPlain = (element: Json): boolean => typeof element !== "object"

function told(value: Json | undefined): string {
  const text = JSON.stringify(value ?? null)
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}
