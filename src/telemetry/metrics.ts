import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client"
import type { Observer } from "../runtime/observer.ts"
import type { Counts } from "../store/port.ts"

/** Numbers for those who run a server, as Prometheus reads them. */
export interface Metrics {
  /** Told by the engine. */
  readonly observer: Observer
  /** Told by the door. */
  request(answered: { readonly operation: string; readonly status: number; readonly seconds: number }): void
  signInFailed(by: string): void
  streams(change: 1 | -1): void
  /** The page that is scraped: what has happened since the start, and how things stand. */
  page(counts: Counts): Promise<string>
  readonly contentType: string
}

export function metrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Counter({ name, help, labelNames, registers })
  const histogram = <Label extends string>(
    name: string,
    help: string,
    buckets: readonly number[],
    labelNames: readonly Label[] = [],
  ) => new Histogram({ name, help, labelNames, buckets: [...buckets], registers })

  const commands = counter("exlet_commands_total", "Commands, by what became of them", ["command", "outcome", "code"])
  const decided = histogram("exlet_decision_seconds", "How long it took to decide a command", seconds, ["command"])
  const took = histogram("exlet_command_seconds", "From asking until what it did was durable", seconds, ["command"])
  const commits = histogram(
    "exlet_commit_commands",
    "How many commands became durable together",
    [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000],
  )
  const raised = counter("exlet_exceptions_total", "Exceptions raised", ["class"])
  const concluded = counter("exlet_decisions_total", "What rule trees were asked", ["on", "concluded"])
  const programs = histogram(
    "exlet_program_seconds",
    "How long programs took",
    [...seconds, 30, 120, 600],
    ["worker", "outcome"],
  )
  const letters = counter("exlet_deliveries_total", "Letters carried, by channel and outcome", ["channel", "outcome"])
  const failures = counter("exlet_store_failures_total", "Commits and reads the store could not do")
  const requests = histogram("exlet_http_request_seconds", "How long the HTTP door took to answer", seconds, [
    "operation",
    "status",
  ])
  const refusedAtTheDoor = counter("exlet_sign_in_failures_total", "Credentials that were not accepted", ["by"])
  const streams = new Gauge({ name: "exlet_event_streams", help: "Event streams that are open", registers })
  const standing = gauges(registers)

  // Finding a label's series costs more than counting in it.
  const decidedIn = remembered((command) => decided.labels({ command }))
  const tookIn = remembered((command) => took.labels({ command }))
  const doneOf = remembered((command) => commands.labels({ command, outcome: "done", code: "" }))
  const answeredIn = remembered((name) => {
    const [status = "", operation = ""] = name.split(" ")
    return requests.labels({ operation, status })
  })

  /** The last batch that was. */
  let counted: object | undefined

  return {
    observer: {
      asked({ command }) {
        const start = performance.now()
        return {
          decided({ events, milliseconds }) {
            decidedIn(command).observe(milliseconds / 1000)
            for (const event of events) {
              if (event.type === "ExceptionRaised") raised.inc({ class: event.class })
              if (event.type === "DecisionMade")
                concluded.inc({ on: event.on, concluded: String(event.conclusion !== undefined) })
            }
          },
          refused({ code }) {
            commands.inc({ command, outcome: "refused", code })
          },
          committed(committed) {
            doneOf(command).inc()
            tookIn(command).observe((performance.now() - start) / 1000)
            if (committed === counted) return
            counted = committed
            commits.observe(committed.batch)
          },
        }
      },
      program({ worker }) {
        const start = performance.now()
        const end = (outcome: string) => programs.observe({ worker, outcome }, (performance.now() - start) / 1000)
        return { done: () => end("done"), failed: () => end("failed") }
      },
      storeFailed: () => failures.inc(),
      carried: ({ channel, outcome }) => letters.inc({ channel, outcome }),
    },
    request: ({ operation, status, seconds: time }) => answeredIn(`${status} ${operation}`).observe(time),
    signInFailed: (by) => refusedAtTheDoor.inc({ by }),
    streams: (change) => streams.inc(change),
    async page(counts) {
      standing(counts)
      return registry.metrics()
    },
    contentType: registry.contentType,
  }
}

const seconds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

function remembered<Series>(find: (name: string) => Series): (name: string) => Series {
  const known = new Map<string, Series>()
  return (name) => {
    const series = known.get(name) ?? find(name)
    known.set(name, series)
    return series
  }
}

/** How things stand when somebody looks. */
function gauges(registers: Registry[]): (counts: Counts) => void {
  const gauge = <Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Gauge({ name, help, labelNames, registers })
  const cases = gauge("exlet_cases", "Cases by process and state", ["process", "state", "held"])
  const items = gauge("exlet_items", "Live items by process, kind and status", ["process", "kind", "status", "held"])
  const exceptions = gauge("exlet_exceptions_open", "Open exceptions by class and where they stand", [
    "class",
    "process",
    "at",
  ])
  const ready = gauge("exlet_items_ready", "Items that wait for a program", ["worker"])
  const interventions = gauge("exlet_interventions_open", "Questions to people that nobody has answered")
  const alarms = gauge("exlet_alarms_due", "Timers and leases that are due and have not been dealt with")
  const broadcasts = gauge("exlet_broadcasts_pending", "Steps on all cases that are on their way to other families")
  const quarantined = gauge("exlet_families_quarantined", "Families set aside because of a bug")
  const outbox = gauge("exlet_outbox", "Letters that have not arrived", ["channel", "given_up"])
  return (counts) => {
    for (const each of [cases, items, exceptions, ready, outbox]) each.reset()
    for (const { count, held, ...labels } of counts.casesByState) cases.set({ ...labels, held: String(held) }, count)
    for (const { count, held, ...labels } of counts.itemsByStatus) items.set({ ...labels, held: String(held) }, count)
    for (const { count, ...labels } of counts.exceptions) exceptions.set(labels, count)
    for (const { count, worker } of counts.readyItems) ready.set({ worker }, count)
    interventions.set(counts.interventions)
    alarms.set(counts.alarmsDue)
    broadcasts.set(counts.broadcasts)
    quarantined.set(counts.quarantined)
    for (const { channel, givenUp, count } of counts.deliveries)
      outbox.set({ channel, given_up: String(givenUp) }, count)
  }
}
