import { consult, mandatoryFor, noParameters, type Occasion, treesFor } from "../exceptions/asking.ts"
import type { Handling } from "../exceptions/handling.ts"
import { outlook } from "../exceptions/ladder-outlook.ts"
import { withDefaults } from "../exceptions/raising.ts"
import { says } from "../exceptions/step-text.ts"
import { type CaseId, engineAgent, type ItemId } from "../messages/ids.ts"
import type { DataType } from "../model/definition.ts"
import { ROOT_CLASS } from "../model/exception-classes.ts"
import { type Form, formOf } from "../model/forms.ts"
import type { LoadedFamily } from "./families.ts"
import { FamilyFacts, type FamilyFactsOptions } from "./family-facts.ts"
import type { Rulebook } from "./rulebook.ts"

/** Something a person may raise at a case or an item. */
export interface Trigger {
  readonly class: string
  readonly title: string
  readonly level: "case" | "item"
  /** What is to be said with it. */
  readonly parameters: Form
  /** What would be done about it as things stand, before anything is said with it; absent: a person would be asked. */
  readonly wouldRun?: string
  /** A plain event that rules wait for, and no exception: where they say nothing, nothing is done. */
  readonly isEvent?: true
}

/** The triggers known for a case or item: those some rule there waits for, and those no rule anywhere does; of a case also the plain events its rules wait for. */
export function triggersAt(
  { state: family, handling }: Pick<LoadedFamily, "state" | "handling">,
  at: { readonly case: CaseId } | { readonly item: ItemId },
  facts: FamilyFactsOptions,
  rulebook: Rulebook,
): readonly Trigger[] {
  const port = new FamilyFacts(family, facts)
  const item = "item" in at ? port.item(at.item) : undefined
  const found = port.case(item?.case ?? ("case" in at ? at.case : ("" as CaseId)))
  if (!found?.isRunning || ("item" in at && !item?.isLive)) return []
  const level = item ? "item" : "case"
  const triggers: Trigger[] = []
  for (const { name, title, parameters } of declared(rulebook, level)) {
    const occasion: Occasion = {
      on: name,
      case: found.id,
      ...(item && { item: item.id }),
      at: item?.task ?? found.process,
      parameters: withDefaults(parameters, {}),
      by: engineAgent,
      depth: 0,
    }
    const own = ownLineage(rulebook, name)
    const isWaitedFor =
      treesFor(port, occasion).length > 0 || mandatoryFor(port, occasion).some(({ on }) => own.includes(on))
    if (!isWaitedFor && own.some((each) => rulebook.wants(each))) continue
    const would = wouldRun(port, handling, occasion)
    triggers.push({
      class: name,
      title: title ?? name,
      level,
      parameters: formOf(parameters, undefined, [...parameters.keys()]),
      ...(would !== undefined && { wouldRun: would }),
    })
  }
  if (level === "item") return triggers
  const events = rulebook.raisedEvents().flatMap((on): readonly Trigger[] => {
    const place = { case: found.id, at: found.process, parameters: noParameters, by: engineAgent, depth: 0 }
    const occasion: Occasion = { on, ...place }
    if (treesFor(port, occasion).length === 0 && mandatoryFor(port, occasion).length === 0) return []
    const would = whatIfRaised(port, occasion)
    return [
      {
        ...{ class: on, title: on, level, parameters: { fields: [] }, isEvent: true },
        ...(would !== undefined && { wouldRun: would }),
      },
    ]
  })
  return [...triggers, ...events]
}

function whatIfRaised(port: FamilyFacts, occasion: Occasion): string | undefined {
  const { advice } = consult(port, occasion)
  return port.takeLacking().length > 0 ? undefined : advice && says(advice.conclusion)
}

/** It, and what it is a kind of: as far as that is a trigger of its own, and not what all triggers are. */
function ownLineage({ classTree }: Rulebook, name: string): readonly string[] {
  return classTree.lineage(name).filter((each) => !common.has(each))
}

const common: ReadonlySet<string> = new Set([ROOT_CLASS, "CaseTrigger", "ItemTrigger", "Unforeseen"])

function declared(rulebook: Rulebook, level: "case" | "item") {
  const tree = rulebook.classTree
  return rulebook
    .declaredClasses()
    .filter(({ name }) => (tree.is(name, "Unforeseen") ? "case" : tree.isTrigger(name)) === level)
    .map(({ name, title }) => ({ name, title, parameters: tree.parameters(name) as ReadonlyMap<string, DataType> }))
}

/** What the first stage says that has something to say. What depends on outside values cannot be told beforehand. */
function wouldRun(port: FamilyFacts, { tried }: Pick<Handling, "tried">, occasion: Occasion): string | undefined {
  const { involvement, stages } = outlook(port, tried, occasion)
  if (port.takeLacking().length > 0 || involvement === "manual") return undefined
  const first = stages.find(({ stage, says }) => stage !== "mandatory" && stage !== "person" && says)
  return first?.says?.join(", ")
}
