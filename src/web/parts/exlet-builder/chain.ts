import type { Json, JsonObject } from "../../../messages/json.ts"

/** A step that can be taken, as the server tells of it. */
export interface StepForm {
  readonly word: string
  readonly title: string
  readonly about: string
  readonly group: string
  readonly parameters: readonly StepParameter[]
  readonly example: Json
}

export interface StepParameter {
  readonly name: string
  readonly kind: string
  readonly required: boolean
  readonly choices?: readonly string[]
}

/** The steps of an exlet as they are written: a map with the step's word, or the word alone. */
export type Chain = readonly Json[]

/** A new step with what it must have: the first of a few choices, else still empty. */
export function newStep({ word, parameters, example }: StepForm): Json {
  if (parameters[0]?.kind === "nothing") return example
  const needed = parameters.filter(({ name, required }) => required || name === word)
  return Object.fromEntries(needed.map((parameter) => [parameter.name, firstValue(parameter)]))
}

export function withStep(chain: Chain, step: Json, at: number = chain.length): Chain {
  return chain.toSpliced(at, 0, step)
}

export function withoutStep(chain: Chain, at: number): Chain {
  return chain.toSpliced(at, 1)
}

/** Nothing changes where one of the two is no place in it. */
export function movedStep(chain: Chain, from: number, to: number): Chain {
  const step = chain[from]
  if (step === undefined || to < 0 || to >= chain.length || from === to) return chain
  return chain.toSpliced(from, 1).toSpliced(to, 0, step)
}

/** A parameter of a step set, or taken away with `undefined`. */
export function changedStep(chain: Chain, at: number, name: string, value: Json | undefined): Chain {
  const step = flatStep(chain[at])
  if (!isMap(step)) return chain
  if (value !== undefined) return chain.with(at, { ...step, [name]: value })
  const { [name]: _, ...rest } = step
  return chain.with(at, rest)
}

/** One worklet with its values in a map of its own, with all of it beside each other: so both are the same form. */
export function flatStep(step: Json | undefined): Json | undefined {
  if (!isMap(step) || !isMap(step.compensate)) return step
  const { worklet, with: given, into, ...rest } = step.compensate
  if (typeof worklet !== "string" || Object.keys(rest).length > 0) return step
  return {
    ...step,
    compensate: worklet,
    ...(given !== undefined && { with: given }),
    ...(into !== undefined && { into }),
  }
}

/** Which of the known steps this is. */
export function formOfStep(step: Json, forms: readonly StepForm[]): StepForm | undefined {
  if (typeof step === "string") return forms.find(({ word }) => word === step)
  return isMap(step) ? forms.find(({ word }) => Object.hasOwn(step, word)) : undefined
}

/** A step in a few words: what it is about, without its details. */
export function stepSummary(step: Json, form: StepForm | undefined): string {
  if (form === undefined) return typeof step === "string" ? step : JSON.stringify(step)
  const value = isMap(step) ? step[form.word] : undefined
  if (typeof value === "string") return value
  if (isMap(value) && typeof value.worklet === "string") return value.worklet
  return value === undefined || value === null ? "" : JSON.stringify(value)
}

/** What people type to find a step: its word, its title or what it does. */
export function stepsFound(forms: readonly StepForm[], typed: string): readonly StepForm[] {
  const wanted = typed.trim().toLowerCase()
  return forms.filter(({ word, title, about }) =>
    [word, title, about].some((text) => text.toLowerCase().includes(wanted)),
  )
}

/** Findings about a list of steps by the step they are about; `undefined`: all of them. Their paths begin with `then`, as in a rule. */
export function findingsByStep<Found extends { readonly place: { readonly path: string } }>(
  findings: readonly Found[],
): ReadonlyMap<number | undefined, readonly Found[]> {
  const own = findings.filter(({ place }) => place.path.startsWith("then"))
  return Map.groupBy(own, ({ place }) => {
    const index = /^then\[(\d+)\]/.exec(place.path)?.[1]
    return index === undefined ? undefined : Number(index)
  })
}

export function isMap(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

function firstValue({ kind, choices }: StepParameter): Json {
  if (choices?.[0] !== undefined) return choices[0]
  if (kind === "expressions" || kind === "needs") return {}
  return kind === "texts" ? [] : ""
}
