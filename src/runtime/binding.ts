import { boundKey } from "../exceptions/tree.ts"
import type { Finding } from "../messages/findings.ts"
import type { Json, JsonObject } from "../messages/json.ts"
import type { Rejection } from "../messages/rejections.ts"
import { meant } from "../model/names.ts"
import { readScopes } from "../model/read-scope.ts"
import type { BindingDefinition, ConstraintDefinition, HandlerDefinition } from "../model/repertoire.ts"
import type { StoredDefinition } from "../store/port.ts"
import { type Answer, accept, refuse } from "./answer.ts"
import { type BindingSource, bindingName } from "./bound-handlers.ts"
import { removalOf } from "./deploy-handlers.ts"
import type { Edit } from "./edits.ts"
import { examine, type InForce, invalidPart } from "./examining.ts"
import { waitingFor } from "./known-repertoire.ts"
import { inUse } from "./repertoire.ts"
import type { Rulebook } from "./rulebook.ts"
import type { Stamp } from "./stamp.ts"

/** A scope as people write it: text as in `requisition/payment` and `role:clerk`, or a map as in `{ role: clerk }`. */
export type ScopeInput = string | JsonObject

/** A handler, and where it is to hold: one scope or a list of some. */
export interface NewBinding {
  readonly handler: string
  readonly at: ScopeInput | readonly ScopeInput[]
  readonly with?: JsonObject
}

export interface Bound {
  readonly handler: string
  /** `isNew` is false where it was bound there with these very values. */
  readonly bindings: readonly (BoundTrees & { readonly at: string; readonly isNew: boolean })[]
  readonly findings: readonly Finding[]
}

/** The keys of a binding's trees: one for each event of its handler. */
export interface BoundTrees {
  /** The first of them. */
  readonly tree: string
  readonly trees: readonly string[]
}

function treesOf({ on, name }: Pick<HandlerDefinition, "on" | "name">, at: string): BoundTrees {
  const trees = on.map((event) => boundKey(event, at, name))
  return { tree: trees[0] ?? "", trees }
}

/** Binds a handler, for all cases there are and will be. */
export function bind(
  inForce: InForce,
  { handler, at, with: values = {} }: NewBinding,
  stamp: Stamp,
): Answer<Edit<Bound>> {
  const { rulebook } = inForce
  const definition = typeof handler === "string" ? rulebook.handlers.handler(handler) : undefined
  if (definition === undefined) return refuse(noHandler(handler, rulebook))
  const { bundle, findings } = examine({ bind: [{ handler, at: at as Json, with: values }] }, inForce)
  if (findings.some(({ severity }) => severity === "error"))
    return refuse(invalidPart("the binding", /^bind\[0\]/, findings))
  const { bindings } = bundle.repertoire
  const given = bindings[0]?.with ?? {}
  const isNew = (binding: BindingDefinition) =>
    JSON.stringify(rulebook.handlers.binding(handler, binding.at)?.with) !== JSON.stringify(given)
  const source: BindingSource = { with: given, isLive: true }
  const definitions = bindings.filter(isNew).map(({ at: scope }): StoredDefinition => {
    const name = bindingName(handler, scope)
    const version = rulebook.nextVersion("binding", name)
    return { kind: "binding", name, version, source: source as unknown as Json, ...stamp }
  })
  const value = {
    handler,
    bindings: bindings.map((binding) => ({
      at: binding.at,
      ...treesOf(definition, binding.at),
      isNew: isNew(binding),
    })),
    findings,
  }
  return accept(writing(rulebook, definitions, value))
}

export interface Unbound {
  readonly handler: string
  readonly at: readonly string[]
}

/** Unbinds a handler from these scopes, or from wherever it is bound. */
export function unbind(
  { rulebook }: InForce,
  { handler, at }: Pick<NewBinding, "handler"> & Partial<NewBinding>,
  stamp: Stamp,
): Answer<Edit<Unbound>> {
  if (typeof handler !== "string" || rulebook.handlers.handler(handler) === undefined)
    return refuse(noHandler(handler, rulebook))
  const bound = scopesOf(handler, rulebook)
  const scopes = at === undefined ? bound : scopesIn(at)
  const missing = scopes.find((scope) => !bound.includes(scope))
  if (scopes.length === 0 || missing !== undefined) return refuse(notBound(handler, missing))
  const definitions = scopes.map((scope) => removalOf("binding", bindingName(handler, scope), rulebook, stamp))
  return accept(writing(rulebook, definitions, { handler, at: scopes }))
}

/** The scopes an edit of bindings is about, as far as they can be read: where somebody must be allowed to teach. */
export function scopesIn(at: NewBinding["at"]): readonly string[] {
  const scopes = readScopes(at as Json, [], "'at'", () => {}) ?? []
  return [...new Set(scopes.map((scope) => scope.at))]
}

export function scopesOf(handler: string, rulebook: Rulebook): readonly string[] {
  return [...rulebook.handlers.bindings()].filter((binding) => binding.handler === handler).map(({ at }) => at)
}

/** A handler as people see it, and where it is bound. */
export interface HandlerView {
  readonly name: string
  readonly version: number
  /** As in a file: one event, or a list of several. */
  readonly on: string | readonly string[]
  readonly title?: string
  readonly mandatory: boolean
  /** As in a file. */
  readonly source: JsonObject
  readonly bindings: readonly BindingView[]
}

export interface BindingView extends BoundTrees {
  readonly at: string
  readonly with: JsonObject
  /** When it was bound, or bound with these values, by whom and why. */
  readonly since: number
  readonly by: string
  readonly reason?: string
}

export function handlerViews(rulebook: Rulebook): readonly HandlerView[] {
  const bindings = [...rulebook.handlers.bindings()]
  return [...rulebook.handlers.handlers()].map(({ name, on, title, mandatory, source }) => ({
    name,
    version: rulebook.stored("handler", name)?.version ?? 0,
    on: on.length === 1 ? (on[0] ?? "") : on,
    ...(title !== undefined && { title }),
    mandatory,
    source,
    bindings: bindings
      .filter(({ handler }) => handler === name)
      .map(({ at, with: given, stored }) => ({
        at,
        with: given,
        ...treesOf({ on, name }, at),
        since: stored.at,
        by: stored.by,
        ...(stored.reason !== undefined && { reason: stored.reason }),
      })),
  }))
}

export function removeHandler({ rulebook }: InForce, name: string, stamp: Stamp): Answer<Edit<undefined>> {
  if (rulebook.handlers.handler(name) === undefined) return refuse(noHandler(name, rulebook))
  const usedBy = scopesOf(name, rulebook).map((at) => `its binding at ${at}`)
  if (usedBy.length > 0) return refuse({ ...inUse(`handler "${name}"`, usedBy), remedy: "Unbind it first" })
  return accept(writing(rulebook, [removalOf("handler", name, rulebook, stamp)], undefined))
}

export function removePattern({ rulebook }: InForce, name: string, stamp: Stamp): Answer<Edit<undefined>> {
  if (!rulebook.patterns.has(name)) {
    const remedy = meant(name, rulebook.patterns.keys(), "Look its name up in the list of patterns")
    return refuse({ code: "PATTERN_NOT_FOUND", message: `there is no pattern "${name}"`, remedy })
  }
  const usedBy = waitingFor(name, rulebook)
  if (usedBy.length > 0) return refuse(inUse(`pattern "${name}"`, usedBy))
  return accept(writing(rulebook, [removalOf("pattern", name, rulebook, stamp)], undefined))
}

export function removeConstraint({ rulebook }: InForce, name: string, stamp: Stamp): Answer<Edit<undefined>> {
  if (rulebook.stored("constraint", name) === undefined) {
    const names = [...rulebook.allConstraints()].map((constraint) => constraint.name)
    const remedy = meant(name, names, "Look its name up in the list of constraints")
    return refuse({ code: "CONSTRAINT_NOT_FOUND", message: `there is no constraint "${name}"`, remedy })
  }
  return accept(writing(rulebook, [removalOf("constraint", name, rulebook, stamp)], undefined))
}

/** A constraint as people see it. */
export interface ConstraintView {
  readonly name: string
  readonly at: string
  /** As in a file. */
  readonly source: JsonObject
  readonly since: number
  readonly by: string
}

export function constraintViews(rulebook: Rulebook): readonly ConstraintView[] {
  return [...rulebook.allConstraints()].map(({ name, at, source }: ConstraintDefinition) => {
    const stored = rulebook.stored("constraint", name)
    return { name, at, source, since: stored?.at ?? 0, by: stored?.by ?? "" }
  })
}

function writing<Value>(rulebook: Rulebook, definitions: readonly StoredDefinition[], value: Value): Edit<Value> {
  return {
    value,
    batch: { definitions },
    comeIntoForce() {
      for (const definition of definitions) rulebook.define(definition)
    },
  }
}

function noHandler(name: string, rulebook: Rulebook): Rejection {
  const names = [...rulebook.handlers.handlers()].map((handler) => handler.name)
  return {
    code: "HANDLER_NOT_FOUND",
    message: `there is no handler "${name}"`,
    remedy: meant(String(name), names, "Look its name up in the list of handlers"),
  }
}

function notBound(handler: string, at: string | undefined): Rejection {
  return {
    code: "NOT_BOUND",
    message: `the handler "${handler}" is not bound${at === undefined ? "" : ` at ${at}`}`,
    remedy: "Look at where it is bound in the list of handlers",
  }
}
