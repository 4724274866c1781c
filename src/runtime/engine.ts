import { Asking } from "./asking.ts"
import type { Clock } from "./clock.ts"
import { type EngineParts, Machinery } from "./machinery.ts"
import { caseVerbs } from "./verbs/cases.ts"
import { definitionVerbs } from "./verbs/definitions.ts"
import { interventionVerbs } from "./verbs/interventions.ts"
import { itemVerbs } from "./verbs/items.ts"
import { lookingVerbs } from "./verbs/looking.ts"
import { operationVerbs } from "./verbs/operations.ts"
import { peopleVerbs } from "./verbs/people.ts"
import { programVerbs } from "./verbs/programs.ts"
import { recordVerbs } from "./verbs/records.ts"
import { repertoireVerbs } from "./verbs/repertoire.ts"
import { ruleVerbs } from "./verbs/rules.ts"
import { tellingVerbs } from "./verbs/telling.ts"
import { troubleVerbs } from "./verbs/trouble.ts"

/**
 * Runs processes on a store. Every verb answers after what it did is durable, or with a refusal that changed nothing; it
 * throws only for bugs. One engine owns its store until it is stopped, unless that is a database which several may share (`isNode`).
 */
export interface Engine extends Verbs {
  readonly clock: Clock
  /** How often the organisation has changed since the engine was opened. */
  readonly reorganised: number
  /** Whether other engines may have the same store open. */
  readonly isNode: boolean
  /** Resolves when all that other nodes had defined before is in force here; at once where there are none. */
  abreast(): Promise<void>
  /** Resolves when nothing is under way any more. Programs that wait for something outside are not waited for. */
  idle(): Promise<void>
  /**
   * Takes nothing new, finishes what is under way, programs included, and closes the store. Programs that are not through
   * after `grace` milliseconds (10,000 unless set) are aborted; their items come again when the store is opened.
   */
  stop(options?: { readonly grace?: number }): Promise<void>
  /** As a crash would: drops what is in memory; only what was acknowledged is there afterwards. For tests. */
  kill(): Promise<void>
}

/** Use `openEngine`, which finds the store and the clock. */
export async function startEngine(parts: EngineParts): Promise<Engine> {
  const machinery = await Machinery.open(parts)
  const { clock, shared } = machinery
  return {
    ...verbsOf(machinery),
    clock,
    isNode: shared !== undefined,
    get reorganised() {
      return machinery.reorganised
    },
    abreast: async () => shared?.abreast(),
    idle: () => machinery.idle(),
    stop: ({ grace = 10_000 } = {}) => machinery.stop(grace),
    kill: () => machinery.kill(),
  }
}

type Verbs = ReturnType<typeof verbsOf>

function verbsOf(machinery: Machinery) {
  const asking = new Asking(machinery)
  return {
    ...definitionVerbs(machinery, asking),
    ...caseVerbs(machinery, asking),
    ...itemVerbs(asking),
    ...programVerbs(machinery, asking),
    ...troubleVerbs(machinery, asking),
    ...interventionVerbs(machinery, asking),
    ...ruleVerbs(machinery, asking),
    ...peopleVerbs(machinery, asking),
    ...repertoireVerbs(machinery, asking),
    ...lookingVerbs(machinery, asking),
    ...tellingVerbs(machinery, asking),
    ...recordVerbs(machinery, asking),
    ...operationVerbs(machinery, asking),
  }
}
