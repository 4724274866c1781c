import { openStore } from "../store/open-store.ts"
import type { Store } from "../store/port.ts"
import type { Channel } from "./channel.ts"
import { type Clock, machineClock, watched } from "./clock.ts"
import { type Engine, startEngine } from "./engine.ts"
import type { Verifier } from "./examining.ts"
import { type NewFamilyId, newFamilyId } from "./new-ids.ts"
import type { Observer } from "./observer.ts"
import { usualRest } from "./watchdog.ts"

export interface EngineOptions {
  /**
   * A file, which is made if it is not there, or a PostgreSQL database, `postgres://user:password@host/database`; `memory` (the
   * default) is forgotten when the engine stops.
   */
  readonly store?: string | Store
  /** The machine's time unless set; a `VirtualClock` for tests and simulations. */
  readonly clock?: Clock
  readonly newFamilyId?: NewFamilyId
  /** How many cases, items and the like to keep in memory; 50,000 unless set. */
  readonly capacity?: number
  /** False: the net machine alone. Nothing is checked, no rule is asked, no exception handled. */
  readonly checks?: boolean
  /**
   * How long, in milliseconds, a program's item may wait for a worker of that name to be registered before nobody being there is
   * an exception (`ResourceUnavailable`); 60,000 unless set.
   */
  readonly workerGrace?: number
  /** Is told what happens, for logs, metrics and traces. */
  readonly observer?: Observer
  /** Other ways than their own lists by which people and systems are told: webhooks, mail. None unless set. */
  readonly channels?: readonly Channel[]
  /** After so many milliseconds of rest a family is looked at for what has no reason to move (`Stalled`); ten minutes unless set; false: nobody looks. */
  readonly watchdog?: number | false
}

/** Opens an engine on its store. A file has one owner: opening one that is in use throws a `StoreError` that says so. A database may be open in many. */
export async function openEngine(options: EngineOptions = {}, verifier?: Verifier): Promise<Engine> {
  const { store = "memory", clock = machineClock, capacity = 50_000, checks = true, workerGrace = 60_000 } = options
  const opened = typeof store === "string" ? await openStore(store) : store
  return startEngine({
    store: opened,
    clock: watched(clock),
    newFamilyId: options.newFamilyId ?? newFamilyId,
    capacity,
    isChecking: checks,
    workerGrace,
    observer: options.observer,
    channels: options.channels ?? [],
    watchdog: options.watchdog ?? usualRest,
    verifier,
  })
}
