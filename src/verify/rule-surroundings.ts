import type { Surroundings, TermFacts } from "../expressions/possible.ts"
import type { Json, JsonObject } from "../messages/json.ts"
import { classAt } from "../model/data-classes.ts"
import type { DataType } from "../model/definition.ts"
import { compensatedClass } from "../model/event-names.ts"
import type { ClassTree } from "../model/exception-classes.ts"
import { type Process, stepNames } from "../model/net.ts"
import { placeOfScope } from "../model/scope-text.ts"
import { EVENT_FIELDS } from "../model/vocabulary.ts"
import type { RepertoireInForce } from "./repertoire-in-force.ts"

/** What is known of the names in the conditions of a rule: the data of its process, and the parameters of its event. */
export function ruleSurroundings(
  { on, at, with: given }: { readonly on: string; readonly at: string; readonly with?: JsonObject },
  { processes, classes, dataClasses }: Pick<RepertoireInForce, "processes" | "classes" | "dataClasses">,
): Surroundings {
  const name = placeOfScope(at).process
  const process = name === undefined ? undefined : processes.get(name)
  const locals = process ? localNames(process) : new Set<string>()
  return {
    sets: STATES,
    // What the case has several instances of is in the state of the liveliest: one, too.
    isInOneSet: (step) => process !== undefined && stepNames(process).has(step),
    below(name) {
      const all = [...new Set([...classes.below(name), ...dataClasses.below(name)])]
      return all.length > MOST_BELOW ? undefined : all
    },
    classOf: (path) => process && classAt(process.variables, path),
    term(text) {
      const own = Object.hasOwn(given ?? {}, text) ? given?.[text] : undefined
      if (own !== undefined) return exactly(own)
      if (text === "event.class") return { type: "string", isPresent: true, ...classesBelow(on, classes) }
      if (text.startsWith("event.")) return ofParameter(text.slice("event.".length), on, classes)
      const type = locals.has(text) ? undefined : process?.variables.get(text)
      return type ? factsOfType(type) : {}
    },
  }
}

const MOST_BELOW = 100

/** The sets that each step of a case is in one of. */
export const STATES: ReadonlySet<string> = new Set(["notReady", "ready", "executing", "suspended", "done", "aborted"])

/** What values of a type can be. */
export function factsOfType(type: DataType): TermFacts {
  const isPresent = type.required
  if (type.kind !== "scalar") return { isPresent }
  const { enum: values, min, max } = type
  const only = values && { values }
  switch (type.type) {
    case "integer":
    case "number":
      return {
        type: "number",
        isPresent,
        isWhole: type.type === "integer",
        ...boundsOf(min, max, values),
      }
    case "string":
      return { type: "string", isPresent, ...only }
    case "boolean":
      return { type: "boolean", isPresent, ...only }
    default:
      return { isPresent }
  }
}

function boundsOf(min: number | undefined, max: number | undefined, values: readonly Json[] | undefined) {
  const numbers = (values ?? []).filter((value) => typeof value === "number")
  const least = numbers.length > 0 ? Math.min(...numbers) : min
  const most = numbers.length > 0 ? Math.max(...numbers) : max
  return { ...(least !== undefined && { min: least }), ...(most !== undefined && { max: most }) }
}

function exactly(value: Json): TermFacts {
  if (typeof value === "number") return { type: "number", isPresent: true, min: value, max: value }
  if (typeof value === "string") return { type: "string", isPresent: true, values: [value] }
  if (typeof value === "boolean") return { type: "boolean", isPresent: true, values: [value] }
  return {}
}

function classesBelow(event: string, classes: ClassTree): Pick<TermFacts, "values"> {
  const on = compensatedClass(event) ?? event
  return classes.has(on) ? { values: classes.below(on) } : {}
}

/** Subclasses may say more of a parameter, and the engine raises its own classes with what they do not declare. */
function ofParameter(name: string, on: string, classes: ClassTree): TermFacts {
  if (EVENT_FIELDS.some((field) => field === name)) return {}
  const below = classes.below(on).flatMap((each) => classes.ownParameters(each).get(name) ?? [])
  const types = new Set([classes.parameters(on).get(name), ...below])
  const [type] = types
  return types.size === 1 && type ? { ...factsOfType(type), isPresent: false } : {}
}

/** What instances call their elements may hide a variable. */
function localNames(process: Process): ReadonlySet<string> {
  const names = new Set<string>()
  for (const { nodes } of process.nets.values())
    for (const { task } of nodes.values()) for (const name of task?.locals.keys() ?? []) names.add(name)
  return names
}
