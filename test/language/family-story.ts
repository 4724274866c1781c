import { absorb, type Draft, emptyFamily } from "../../src/engine/draft.ts"
import { evolve } from "../../src/engine/evolve.ts"
import { fold } from "../../src/exceptions/fold.ts"
import { absorbHandling, emptyHandling, type HandlingDraft } from "../../src/exceptions/handling.ts"
import type { Command } from "../../src/messages/commands.ts"
import type { Entry } from "../../src/messages/events.ts"
import { administrator, asFamilyId, type FamilyId, type ItemId } from "../../src/messages/ids.ts"
import type { JsonObject } from "../../src/messages/json.ts"
import { deploy } from "../../src/runtime/deploying.ts"
import { KnownFacts } from "../../src/runtime/known-facts.ts"
import { logLines } from "../../src/runtime/log.ts"
import { Processes } from "../../src/runtime/processes.ts"
import { Rulebook } from "../../src/runtime/rulebook.ts"
import { Staffing } from "../../src/runtime/staffing.ts"
import { trailFact } from "../../src/runtime/trail.ts"
import { TrailFinder } from "../../src/runtime/trail-finder.ts"
import { type Decided, decideTurn, needsRecheck, type TurnDecision } from "../../src/runtime/turn.ts"
import { rememberedNeeds } from "../../src/runtime/written-needs.ts"
import { openMemoryStore } from "../../src/store/memory/store.ts"

export interface Repertoire {
  readonly processes: Processes
  readonly rulebook: Rulebook
  readonly staffing: Staffing
}

export async function repertoireOf(bundle: JsonObject): Promise<Repertoire> {
  const store = openMemoryStore()
  const processes = await Processes.open(store)
  const rulebook = await Rulebook.open(store, processes.current)
  const staffing = await Staffing.open(store)
  const deployed = deploy(bundle, { processes, rulebook, staffing }, { by: administrator, at: 0 })
  if (!deployed.ok) throw new Error(deployed.rejection.message)
  deployed.value.comeIntoForce()
  return { processes, rulebook, staffing }
}

const needs = rememberedNeeds()

/** One family decided by both machines, without a runtime around them. */
export class FamilyStory {
  readonly id: FamilyId = asFamilyId("f")
  readonly state: Draft = emptyFamily(this.id)
  readonly handling: HandlingDraft = emptyHandling()
  readonly entries: Entry[] = []
  now = Date.parse("2026-01-05T09:00:00Z")
  readonly #repertoire: Repertoire

  constructor(repertoire: Repertoire) {
    this.#repertoire = repertoire
  }

  /** Decides, and takes what was decided as done. Throws if deciding does. */
  ask(command: Command): Decided {
    const item = takesItem(command)
    const about = item && this.state.items.get(item)
    if (about && needsRecheck(this, about.id, this.#facts()))
      this.#take({ type: "Recheck", case: about.case, item: about.id, ifChanged: true })
    return this.#take(command)
  }

  /** What would be decided; nothing is done. */
  decide(command: Command): Decided {
    const facts = new KnownFacts()
    for (;;) {
      const decision = this.#decide(command, facts)
      if (!("needs" in decision)) return decision
      for (const need of decision.needs) {
        if (need.kind !== "trail") throw new Error("there are no outside sources here")
        const finder = new TrailFinder(need.of)
        while (finder.begins()) for (const entry of this.entries) finder.see(entry)
        facts.add(trailFact(need.of, finder))
      }
    }
  }

  #decide(command: Command, known: KnownFacts): TurnDecision {
    const { processes, staffing } = this.#repertoire
    const net = {
      hasWorker: () => true,
      mayHaveWorker: () => true,
      isGone: () => false,
      workerGrace: 0,
      isChecking: true,
      by: administrator,
      needs,
      staff: staffing.staff,
    }
    return decideTurn(this, command, { ...this.#facts(), find: processes.find, ...net, facts: known })
  }

  log(): string {
    return logLines(this.entries).join("\n")
  }

  /** The same family folded again from its entries, from the beginning or after what was folded before. */
  folded(from = { state: emptyFamily(this.id), handling: emptyHandling() }, entries = this.entries) {
    for (const entry of entries) {
      evolve(from.state, entry)
      for (const event of entry.events) fold(from.handling, event, entry)
    }
    return from
  }

  #take(command: Command): Decided {
    const decision = this.decide(command)
    if (!decision.ok || decision.events.length === 0) return decision
    const { events } = decision
    const version = this.state.version + 1
    this.entries.push({ family: this.id, version, at: this.now, by: administrator, command: command.type, events })
    absorb(this.state, decision.draft)
    if (decision.handling) absorbHandling(this.handling, decision.handling)
    return decision
  }

  #facts() {
    const { processes, rulebook } = this.#repertoire
    return { rules: rulebook, find: processes.find, newest: processes.current, facts: new KnownFacts(), now: this.now }
  }
}

function takesItem(command: Command): ItemId | undefined {
  return command.type === "StartItem" || command.type === "ClaimItem" || command.type === "CompleteItem"
    ? command.item
    : undefined
}
