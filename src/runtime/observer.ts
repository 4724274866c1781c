import type { Command } from "../messages/commands.ts"
import type { Event } from "../messages/events.ts"
import type { AgentId, CaseId, FamilyId, ItemId } from "../messages/ids.ts"
import type { Rejection } from "../messages/rejections.ts"
import type { BroadcastRow, Quarantine } from "../store/port.ts"

/**
 * Is told what an engine does, for logs, metrics and traces. It changes nothing, and what it throws is lost. What is only tried out
 * is not told.
 */
export interface Observer {
  /** A command was asked for; called in the asker's own context. What comes of it is told to whom this gives. */
  asked?(asked: Asked): Watch | undefined
  /** A family was set aside, durably. */
  quarantined?(quarantine: Quarantine): void
  /** The store could not read or write what it was asked to. */
  storeFailed?(error: unknown): void
  /** A program is about to do an item. */
  program?(item: WatchedItem): ProgramWatch | undefined
  /** A step on all cases of a process has reached every family. */
  delivered?(broadcast: BroadcastRow): void
  /** A channel was given a letter to carry, and this came of it. */
  carried?(carried: CarriedLetter): void
}

export interface CarriedLetter {
  readonly channel: string
  readonly type: string
  readonly id: string
  /** `failed`: it is tried again; `unaddressed`: there is no way to reach whom it is for. */
  readonly outcome: "delivered" | "unaddressed" | "failed" | "given up"
  readonly message?: string
}

export interface Asked {
  readonly family: FamilyId
  readonly command: Command["type"]
  readonly by: AgentId
  readonly reason?: string
}

/** Told in this order; `refused` or `committed` is the last. Decided anew, after a conflict, it is told anew. */
export interface Watch {
  /** `version` is the family's then; no events: nothing was to be done, or it was done before under the same key. */
  decided?(decided: {
    readonly version: number
    readonly events: readonly Event[]
    readonly milliseconds: number
  }): void
  /** By the decision, which took so long, or because the store failed. */
  refused?(rejection: Rejection, milliseconds: number): void
  /** It is durable, together with the other commands of its batch, which are all told the same value; writing them took so long. */
  committed?(committed: { readonly batch: number; readonly milliseconds: number }): void
}

export interface WatchedItem {
  readonly id: ItemId
  readonly case: CaseId
  readonly process: string
  readonly task: string
  readonly worker: string
  readonly attempt: number
}

export interface ProgramWatch {
  /** Calls the program, and then reports for it, in whatever context that should have. */
  run?<Result>(program: () => Result): Result
  done?(): void
  /** It threw, or gave what is no output; or what it gave is no longer wanted. */
  failed?(message: string): void
}

/** The same observer, whose mistakes are nobody else's. */
export function harmless(observer: Observer): Observer {
  return {
    asked(asked) {
      const watch = quietly(() => observer.asked?.(asked))
      return (
        watch && {
          decided: (decided) => quietly(() => watch.decided?.(decided)),
          refused: (rejection, milliseconds) => quietly(() => watch.refused?.(rejection, milliseconds)),
          committed: (committed) => quietly(() => watch.committed?.(committed)),
        }
      )
    },
    quarantined: (quarantine) => quietly(() => observer.quarantined?.(quarantine)),
    storeFailed: (error) => quietly(() => observer.storeFailed?.(error)),
    program(item) {
      const watch = quietly(() => observer.program?.(item))
      return (
        watch && {
          run: (program) => (watch.run ? watch.run(program) : program()),
          done: () => quietly(() => watch.done?.()),
          failed: (message) => quietly(() => watch.failed?.(message)),
        }
      )
    },
    delivered: (broadcast) => quietly(() => observer.delivered?.(broadcast)),
    carried: (carried) => quietly(() => observer.carried?.(carried)),
  }
}

function quietly<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
