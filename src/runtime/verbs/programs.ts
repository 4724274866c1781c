import type { Command } from "../../messages/commands.ts"
import { familyOf, type ItemId } from "../../messages/ids.ts"
import type { JsonObject } from "../../messages/json.ts"
import { permits } from "../../people/permissions.ts"
import type { ItemRow } from "../../store/port.ts"
import { type Act, type Answer, accept, actor, refuse } from "../answer.ts"
import type { Asking } from "../asking.ts"
import type { ClaimedItem } from "../claims.ts"
import { steadyTime } from "../clock.ts"
import type { Machinery } from "../machinery.ts"
import { engineStopped } from "../refusals.ts"
import { askedBy, type ClaimOptions, type Heartbeat, type HeartbeatOptions } from "../remote-programs.ts"
import { requestOf } from "../requests.ts"
import type { Source } from "../sources.ts"
import { type Handler, ProgramWorker, type Worker, type WorkerOptions } from "../workers.ts"

/** What does the work of tasks without people, here or elsewhere, and what conditions ask outside. */
export function programVerbs(machinery: Machinery, asking: Asking) {
  function report(command: Extract<Command, { type: "ReportOutput" | "ReportFailure" }>, act: Act = {}) {
    const family = familyOf(command.item)
    return asking.once(requestOf(act, { family, command }), async (request) => {
      if (!machinery.isOpen) return refuse(engineStopped)
      const program = await machinery.remote.programOf(command.item)
      const reason = act.reason ?? askedBy(act, program)
      return asking.do(family, command, { ...act, ...(reason !== undefined && { reason }) }, { request, as: program })
    })
  }

  /** A store that fails is asked again. */
  function welcomeInTheEnd(name: string): void {
    machinery.welcome(name).catch(() => {
      const steady = steadyTime(machinery.clock)
      if (machinery.isOpen && machinery.workers.has(name))
        steady.at(steady.now() + soon, () => welcomeInTheEnd(name), "aside")
    })
  }

  return {
    /** Registers the program that does the tasks naming this worker. Items it had when an engine went down come again. */
    worker(name: string, handler: Handler, options: WorkerOptions = {}): Worker {
      if (machinery.workers.has(name)) throw new Error(`there is already a worker "${name}"; stop it first`)
      const worker = new ProgramWorker(name, handler, options, {
        store: machinery.store,
        execute: (family, command, by) => machinery.ask(family, command, by),
        dataOf: (id, since) => machinery.dataOf(id, since),
        observer: machinery.observer,
        wasCalled: (id) => machinery.remote.isLeased(id, "here"),
      })
      machinery.workers.set(name, worker)
      worker.start()
      welcomeInTheEnd(name)
      const stop = () =>
        worker.stop().finally(() => {
          machinery.workers.delete(name)
          machinery.watchdog?.lookEverywhere()
        })
      return { name, stop }
    },

    /**
     * Gives items of a program that runs elsewhere, oldest first, to it alone: none, if there are none within `wait`. Asking has the
     * effect of registering a worker, for as long as somebody asks, has asked within the grace, or has such an item.
     */
    async claim(
      worker: string,
      options: ClaimOptions = {},
    ): Promise<Answer<{ readonly rows: readonly ClaimedItem[] }>> {
      if (!machinery.isOpen) return refuse(engineStopped)
      const { mayHave = () => true } = options
      // Who waits may gain and lose rights meanwhile.
      const may = ({ process }: ItemRow) => permits(machinery.staffing.organisation, actor(options), "do", { process })
      const claimed = await machinery.remote.claim(worker, {
        ...options,
        mayHave: (item) => may(item) && mayHave(item),
      })
      return claimed.ok ? accept({ rows: claimed.value }) : claimed
    },

    /** Gives back what was claimed for somebody whom it did not reach: others are given it at once, as if it had not been claimed. */
    async returnItems(items: readonly Pick<ClaimedItem, "id" | "attempt">[]): Promise<void> {
      if (machinery.isOpen) await machinery.remote.returnItems(items)
    },

    /** The program is alive: its lease lasts from now on. Refused if its result is no longer wanted. */
    async heartbeat(item: ItemId, attempt: number, options: HeartbeatOptions = {}): Promise<Answer<Heartbeat>> {
      if (!machinery.isOpen) return refuse(engineStopped)
      const command = { type: "ProlongLease", item, attempt, lease: 0 } as const
      const forbidden = await asking.notPermitted(familyOf(item), command, options)
      return forbidden ? refuse(forbidden) : machinery.remote.heartbeat(item, attempt, options)
    },

    /** What a claimed item writes. An attempt is told about once: what comes later is refused, unless it is the same under a key. */
    reportOutput: (item: ItemId, attempt: number, data: JsonObject = {}, act?: Act) =>
      report({ type: "ReportOutput", item, attempt, data }, act),
    reportFailure: (item: ItemId, attempt: number, message: string, act?: Act) =>
      report({ type: "ReportFailure", item, attempt, message: String(message) }, act),

    /** Registers what conditions read as `external.<name>`: asked when a decision needs it, within `timeout` milliseconds. */
    source(name: string, source: Source, options: { readonly timeout?: number } = {}): void {
      machinery.sources.register(name, source, options.timeout ?? 5000)
    },
  }
}

/** Milliseconds until a store that failed is asked again. */
const soon = 1000
