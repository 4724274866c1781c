import type { Observer } from "../runtime/observer.ts"

/** Several observers as one, each told everything. */
export function together(observers: readonly Observer[]): Observer {
  const [only] = observers
  if (observers.length === 1 && only) return only
  return {
    asked(ask) {
      const watches = observers.flatMap((each) => each.asked?.(ask) ?? [])
      if (watches.length === 0) return undefined
      return {
        decided: tell(watches, (watch, decided) => watch.decided?.(decided)),
        refused: (rejection, milliseconds) => {
          for (const watch of watches) watch.refused?.(rejection, milliseconds)
        },
        committed: tell(watches, (watch, committed) => watch.committed?.(committed)),
      }
    },
    program(item) {
      const watches = observers.flatMap((each) => each.program?.(item) ?? [])
      if (watches.length === 0) return undefined
      return {
        run: (program) => watches.reduce((inner, watch) => () => (watch.run ? watch.run(inner) : inner()), program)(),
        done: () => tell(watches, (watch) => watch.done?.())(undefined),
        failed: tell(watches, (watch, message) => watch.failed?.(message)),
      }
    },
    quarantined: tell(observers, (each, quarantine) => each.quarantined?.(quarantine)),
    storeFailed: tell(observers, (each, error) => each.storeFailed?.(error)),
    delivered: tell(observers, (each, broadcast) => each.delivered?.(broadcast)),
    carried: tell(observers, (each, carried) => each.carried?.(carried)),
  }
}

function tell<Told, What>(all: readonly Told[], say: (one: Told, what: What) => void): (what: What) => void {
  return (what) => {
    for (const one of all) say(one, what)
  }
}
