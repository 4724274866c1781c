import type { Expression, Vocabulary } from "../expressions/expression.ts"
import { parseDuration, parseMoment } from "../expressions/time.ts"
import type { ValueType } from "../expressions/value-type.ts"
import type { Report } from "../messages/findings.ts"
import { compileNeeds } from "./compile-needs.ts"
import type {
  ActivityProperties,
  Amount,
  DataType,
  Deadline,
  Many,
  Mapping,
  StepProperties,
  TaskProperties,
  Wait,
} from "./definition.ts"
import { canonicalEvent } from "./event-names.ts"
import { maySuggest, meant } from "./names.ts"
import type { Due, ManySpec, Reads, Task, WaitSpec, Writes } from "./net.ts"
import { compileAt, systemNames, vocabularyOf } from "./vocabulary.ts"

/** What the expressions around a node may see. */
export interface Surroundings {
  readonly variables: ReadonlyMap<string, DataType>
  /** The elements of the `forEach` blocks around it. */
  readonly locals: ReadonlyMap<string, DataType>
  /** Values an instance may be given besides: what its `collect` gathers. */
  readonly collected: ReadonlyMap<string, DataType>
  readonly report: Report
}

export const anything: DataType = { kind: "scalar", type: "any", required: false, path: [] }

export function compileTask(properties: TaskProperties, around: Surroundings): Task {
  const reads = properties.reads && compileReads(properties.reads, around)
  const cost = properties.cost && compileAmount(properties.cost, around)
  return {
    ...compileStep(properties, around),
    writes: compileWrites(properties.writes, around),
    ...(reads && { reads }),
    ...(cost !== undefined && { cost }),
    ...(properties.worker !== undefined && { worker: properties.worker }),
    ...(properties.needs && { needs: compileNeeds(properties.needs, around) }),
    priority: properties.priority ?? 0,
  }
}

/** For an activity or `forEach`: it reads and writes nothing itself. */
export function compileStep(
  properties: StepProperties & Pick<ActivityProperties, "budget">,
  around: Surroundings,
): Task {
  const budget = properties.budget && compileAmount(properties.budget, around)
  const deadline = properties.deadline && compileDue(properties.deadline, around)
  const invariant =
    properties.invariant && compileAt(properties.invariant, namesAround(around), around.report, "boolean")
  return {
    ...(properties.title !== undefined && { title: properties.title }),
    ...(deadline && { deadline }),
    ...(budget !== undefined && { budget }),
    ...(invariant && { invariant }),
    writes: { fields: new Map() },
    priority: 0,
    pauseTimers: properties.pauseTimers,
    select: properties.select,
    scoped: properties,
    ...(properties.on.size > 0 && { arcs: arcsOf(properties) }),
    locals: around.locals,
    collects: new Set(around.collected.keys()),
  }
}

function arcsOf({ on }: StepProperties): NonNullable<Task["arcs"]> {
  return new Map([...on].map(([name, { name: to }]) => [canonicalEvent(name), to]))
}

export function compileDue(deadline: Deadline, around: Surroundings): Due | undefined {
  switch (deadline.form) {
    case "duration": {
      const duration = parseDuration(deadline.duration)
      return duration && { form: "after", duration }
    }
    case "date": {
      const moment = parseMoment(deadline.at)
      return moment === undefined ? undefined : { form: "at", moment }
    }
    case "expression": {
      const expression = compileAt(deadline.expression, namesAround(around), around.report)
      if (expression === undefined) return undefined
      return isMoment(expression, deadline.expression.path, around) ? { form: "expression", expression } : undefined
    }
  }
}

export function compileWait(wait: Wait, around: Surroundings): WaitSpec | undefined {
  switch (wait.form) {
    case "duration": {
      const duration = parseDuration(wait.duration)
      return duration && { form: "after", duration }
    }
    case "until": {
      const until = compileAt(wait.until, namesAround(around), around.report)
      return until && isMoment(until, wait.until.path, around) ? { form: "until", until } : undefined
    }
    case "message": {
      const key = wait.key && compileAt(wait.key, namesAround(around), around.report)
      return { form: "message", message: wait.message, ...(key && { key }) }
    }
  }
}

export function compileMany(many: Many, around: Surroundings): ManySpec | undefined {
  if (around.variables.has(many.as)) around.report(hidesVariable(many))
  const elements = compileAt(many.in, namesAround(around), around.report, { list: "any" })
  const inside = {
    ...around,
    locals: new Map([...around.locals, [many.as, elementType(many, around)], ...collectedBy(many, around)]),
  }
  const collect: [string, Expression][] = []
  for (const [variable, text] of many.collect) {
    if (around.variables.get(variable)?.kind !== "list") {
      around.report({
        code: "COLLECT_NEEDS_LIST",
        severity: "error",
        path: text.path,
        message: `"${variable}" is not a list among the process's data, so nothing can be collected into it`,
        remedy: `Declare it under data, e.g. ${variable}: { list: any }`,
      })
      continue
    }
    const list = around.variables.get(variable)
    const element = list?.kind === "list" ? certainType(list.of) : "any"
    const expression = compileAt(text, vocabularyOf(inside.variables, inside.locals), around.report, element)
    if (expression) collect.push([variable, expression])
  }
  if (elements === undefined) return undefined
  return {
    elements,
    as: many.as,
    element: elementType(many, around),
    min: many.min ?? 0,
    max: many.max ?? Number.MAX_SAFE_INTEGER,
    enough: many.enough ?? Number.MAX_SAFE_INTEGER,
    dynamic: many.dynamic,
    collect,
  }
}

/** What lies inside a `forEach` sees its element, and may give what it collects. */
export function insideMany(many: Many, around: Surroundings): Surroundings {
  return {
    ...around,
    locals: new Map([...around.locals, [many.as, elementType(many, around)]]),
    collected: new Map([...around.collected, ...collectedBy(many, around)]),
  }
}

function elementType(many: Many, around: Surroundings): DataType {
  const name = many.in.source.trim()
  const list = around.locals.get(name) ?? around.variables.get(name)
  return list?.kind === "list" ? list.of : anything
}

const bareName = /^[A-Za-z_][A-Za-z0-9_]*$/

/** `collect: { verdicts: verdict }`: each instance may be given a `verdict`, of the type of the list's elements. */
function collectedBy(many: Many, around: Surroundings): readonly (readonly [string, DataType])[] {
  const found: [string, DataType][] = []
  for (const [variable, text] of many.collect) {
    const list = around.variables.get(variable)
    const expression = compileAt(text, vocabularyOf(around.variables, around.locals, { open: true }), () => {})
    for (const name of expression?.names ?? []) {
      if (name === many.as || around.locals.has(name) || systemNames.has(name)) continue
      const own = around.variables.get(name)
      if (own) {
        found.push([name, { ...own, required: false }])
        continue
      }
      const isWhole = bareName.test(text.source.trim()) && list?.kind === "list"
      found.push([name, isWhole ? { ...list.of, required: false } : anything])
    }
  }
  return found
}

function compileReads(mapping: Mapping, around: Surroundings): Reads {
  if (mapping.form === "names") {
    for (const { name, path } of mapping.names) {
      if (!around.variables.has(name) && !around.locals.has(name))
        around.report(unknownVariable(name, path, around.variables))
    }
    return { form: "names", names: mapping.names.map(({ name }) => name) }
  }
  const entries: [string, Expression][] = []
  for (const [name, text] of mapping.entries) {
    const expression = compileAt(text, namesAround(around), around.report)
    if (expression) entries.push([name, expression])
  }
  return { form: "expressions", entries }
}

function compileWrites(mapping: Mapping | undefined, around: Surroundings): Writes {
  const { variables, locals, collected, report } = around
  // Most tasks write whatever they are given: one map for all of them, or each would have its own copy of all variables.
  if (mapping === undefined)
    return { fields: collected.size === 0 ? variables : new Map([...variables, ...collected]), isAny: true }
  const fields = new Map<string, DataType>(collected)
  if (mapping.form === "names") {
    for (const { name, path } of mapping.names) {
      const type = variables.get(name) ?? collected.get(name)
      if (type) fields.set(name, type)
      else report(unknownVariable(name, path, variables))
    }
    return { fields }
  }
  const entries: [string, Expression][] = []
  const vocabulary = namesOfWrites(around)
  for (const [name, text] of mapping.entries) {
    if (!variables.has(name) && !collected.has(name)) report(unknownVariable(name, text.path, variables))
    const expression = compileAt(text, vocabulary, report, certainType(variables.get(name)))
    if (expression === undefined) continue
    entries.push([name, expression])
    for (const free of expression.names) {
      const own = variables.get(free)
      if (own) fields.set(free, own)
      else if (!locals.has(free) && !Object.hasOwn(vocabulary.names, free))
        fields.set(free, fields.get(free) ?? anything)
    }
  }
  return { fields, entries }
}

/** Text may stand for a time and a time for text, but a number or truth is nothing else. */
function certainType(type: DataType | undefined): ValueType {
  if (type?.kind !== "scalar") return "any"
  if (type.type === "integer" || type.type === "number") return "number"
  return type.type === "boolean" ? "boolean" : "any"
}

export function compileAmount(amount: Amount, around: Surroundings): Expression | number | undefined {
  if (amount.form === "number") return amount.value
  return compileAt(amount.expression, namesAround(around), around.report, "number")
}

/** What expressions at a place may speak of. */
export const namesAround = oncePerPlace(({ variables, locals, collected }) =>
  vocabularyOf(variables, new Map([...collected, ...locals])),
)

const namesOfWrites = oncePerPlace(({ variables, locals }) =>
  vocabularyOf(variables, locals, { item: true, open: true }),
)

/** Thousands of tasks may have the same surroundings, and these thousands of variables. */
function oncePerPlace(names: (around: Surroundings) => Vocabulary): (around: Surroundings) => Vocabulary {
  const known = new WeakMap<Surroundings, Vocabulary>()
  return (around) => {
    const found = known.get(around) ?? names(around)
    known.set(around, found)
    return found
  }
}

/** A due time may come out as a moment, as a duration from now, or as text that is either. */
function isMoment(expression: Expression, path: Deadline["path"], around: Surroundings): boolean {
  const { type } = expression
  if (type === "timestamp" || type === "duration" || type === "string" || type === "any") return true
  around.report({
    code: "TYPE_MISMATCH",
    severity: "error",
    path,
    message: `"${expression.source}" is neither a time nor a duration`,
    remedy: 'Give a date, datetime or duration, e.g. dueDate or now + duration("P3D")',
  })
  return false
}

function hidesVariable({ as, path }: Many) {
  return {
    code: "HIDES_VARIABLE",
    severity: "warning",
    path,
    message: `inside, "${as}" is the element and hides the process's variable of that name`,
    remedy: "Give the element a name of its own",
  } as const
}

function unknownVariable(name: string, path: Mapping["path"], variables: ReadonlyMap<string, DataType>) {
  const declare = `Declare it under data, e.g. ${name}: string`
  return {
    code: "UNKNOWN_VARIABLE",
    severity: "error",
    path,
    message: `there is no "${name}" among the process's data`,
    remedy: maySuggest(variables) ? meant(name, variables.keys(), declare) : declare,
  } as const
}
