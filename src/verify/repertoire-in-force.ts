import type { Claim } from "../expressions/possible.ts"
import type { Path, Place } from "../messages/findings.ts"
import type { JsonObject } from "../messages/json.ts"
import type { Step } from "../messages/steps.ts"
import type { Bundle } from "../model/bundle.ts"
import { writtenSteps } from "../model/check-exlets.ts"
import { type DataClassTree, dataClassTree } from "../model/data-class-tree.ts"
import { type ClassTree, classTree } from "../model/exception-classes.ts"
import type { Process } from "../model/net.ts"
import type {
  BindingDefinition,
  ClassDefinition,
  ExletDefinition,
  HandlerDefinition,
  PatternDefinition,
  RuleDefinition,
  TreeDefinition,
} from "../model/repertoire.ts"
import type { Locate } from "../model/source.ts"
import { partAt, stepAt, type Written } from "../model/step-paths.ts"

/** Everything that will have a say once a bundle is deployed: what it brings, and what is there already and stays. */
export interface RepertoireInForce {
  readonly processes: ReadonlyMap<string, Process>
  readonly trees: readonly TreeInForce[]
  readonly bound: readonly BoundInForce[]
  readonly exlets: ReadonlyMap<string, ExletDefinition>
  readonly classes: ClassTree
  readonly dataClasses: DataClassTree
  /** Those the bundle declares. */
  readonly declared: readonly ClassDefinition[]
  readonly patterns: readonly PatternDefinition[]
}

export interface TreeInForce extends TreeDefinition {
  /** Whether the bundle brings it. */
  readonly isNew: boolean
}

/** A handler where it is bound. */
export interface BoundInForce {
  readonly handler: HandlerDefinition
  readonly at: string
  readonly with: JsonObject
  readonly isNew: boolean
}

/** A rule that leads to steps: one node of a tree, or a bound handler. */
export interface ActingRule {
  /** Of the tree, as in the log: `done(B3) laptop-order`. */
  readonly tree: string
  readonly on: string
  readonly at: string
  readonly if: string
  /** What is so when it fires: its condition holds, and those around and before it do or do not. */
  claims(): Iterable<Claim>
  /** The exlet's name; absent for steps in place. */
  readonly exlet?: string
  readonly steps: readonly PlacedStep[]
  readonly place: Place
  readonly isMandatory: boolean
  readonly isNew: boolean
}

export interface PlacedStep {
  readonly step: Step
  readonly place: Place
}

/** `before`: what is deployed, as a bundle. */
export function repertoireInForce(
  { repertoire }: Bundle,
  processes: ReadonlyMap<string, Process>,
  before?: Bundle,
): RepertoireInForce {
  const old = before?.repertoire
  const isRemoved = (kind: "handler" | "pattern", name: string) =>
    repertoire.removals.some((removal) => removal.kind === kind && removal.name === name)
  const keyOf = ({ on, at }: TreeDefinition) => `${on} ${at}`
  const own = new Set(repertoire.trees.map(keyOf))
  const handlers = new Map(
    [...(old?.handlers ?? []), ...repertoire.handlers]
      .filter(({ name }) => !isRemoved("handler", name))
      .map((handler) => [handler.name, handler]),
  )
  const bindings = new Map<string, BindingDefinition>()
  for (const binding of [...(old?.bindings ?? []), ...repertoire.bindings])
    bindings.set(`${binding.handler}@${binding.at}`, binding)
  const brought = new Set<object>([...repertoire.handlers, ...repertoire.bindings])
  return {
    processes,
    trees: [
      ...(old?.trees ?? []).filter((tree) => !own.has(keyOf(tree))).map((tree) => ({ ...tree, isNew: false })),
      ...repertoire.trees.map((tree) => ({ ...tree, isNew: true })),
    ],
    bound: [...bindings.values()].flatMap((binding) => {
      const handler = handlers.get(binding.handler)
      if (handler === undefined) return []
      return { handler, at: binding.at, with: binding.with, isNew: brought.has(binding) || brought.has(handler) }
    }),
    exlets: new Map([...(old?.exlets ?? []), ...repertoire.exlets].map((exlet) => [exlet.name, exlet])),
    classes: classTree([...(old?.classes ?? []), ...repertoire.classes]),
    dataClasses: dataClassTree([...(old?.dataClasses ?? []), ...repertoire.dataClasses]),
    declared: repertoire.classes,
    patterns: [...(old?.patterns ?? []), ...repertoire.patterns].filter(({ name }) => !isRemoved("pattern", name)),
  }
}

/** Every rule that does something, in the order they were written. */
export function actingRules(force: RepertoireInForce): readonly ActingRule[] {
  const found: ActingRule[] = []
  const add = (rule: RuleDefinition, of: Omit<ActingRule, "if" | "exlet" | "steps" | "place">, locate: Locate) => {
    const steps = placedSteps(rule, locate, force)
    if (steps.length === 0) return
    const name = rule.then?.kind === "exlet" ? { exlet: rule.then.name } : {}
    found.push({ ...of, ...name, if: rule.if.source, steps, place: locate(rule.thenPath ?? rule.path) })
  }
  for (const { on, at, nodes, locate, isNew } of force.trees) {
    const tree = `${on} ${at}`
    const visit = (list: readonly RuleDefinition[], around: () => Iterable<Claim>): void => {
      list.forEach((rule, index) => {
        const claims = function* (): Generator<Claim> {
          yield* around()
          for (let earlier = 0; earlier < index; earlier++)
            yield { source: list[earlier]?.if.source ?? "", holds: false }
          yield { source: rule.if.source, holds: true }
        }
        add(rule, { tree, on, at, claims, isMandatory: false, isNew }, locate)
        visit(rule.except, claims)
      })
    }
    visit(nodes, () => [])
  }
  for (const { handler, at, isNew } of force.bound) {
    const { on, mandatory, name, locate } = handler
    const claims = () => [{ source: handler.if.source, holds: true }]
    for (const event of on) {
      const rule = { tree: `${event} ${at}#${name}`, on: event, at, claims, isMandatory: mandatory, isNew }
      add(handler, rule, locate)
    }
  }
  return found
}

/** The steps a rule leads to, each with where it was written: in place, or in its exlet. */
export function placedSteps(
  { then, thenPath, thenSource }: Pick<RuleDefinition, "then" | "thenPath" | "thenSource">,
  locate: Locate,
  { exlets }: Pick<RepertoireInForce, "exlets">,
): readonly PlacedStep[] {
  if (then?.kind === "exlet") {
    const exlet = exlets.get(then.name)
    return exlet ? stepsAt(exlet.steps, writtenSteps(exlet), exlet.locate) : []
  }
  if (then?.kind === "worklets")
    return [{ step: { do: "compensate", worklets: then.worklets }, place: locate(thenPath ?? []) }]
  if (then?.kind !== "steps") return []
  return stepsAt(then.steps, { value: thenSource, path: thenPath ?? [] }, locate)
}

function stepsAt(steps: readonly Step[], written: Written, locate: Locate): readonly PlacedStep[] {
  return steps.map((step, index) => ({ step, place: locate(wordOf(written, step, index)) }))
}

function wordOf(written: Written, step: Step, index: number): Path {
  return partAt(stepAt(written, index), step.do).path
}

/** Whether it says what is to be done. */
export const hasConclusion = ({ then }: Pick<RuleDefinition, "then">): boolean => then !== undefined
