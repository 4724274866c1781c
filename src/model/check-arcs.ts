import type { Report } from "../messages/findings.ts"
import { type Known, suggest } from "./check-names.ts"
import type { StepProperties } from "./definition.ts"
import { canonicalEvent } from "./event-names.ts"
import { quoted } from "./names.ts"
import type { Process } from "./net.ts"

/** That the classes of exception arcs are there: an arc for one that nobody knows is never taken. */
export function checkArcs(process: Process, known: Known, report: Report): void {
  const { classes } = known
  for (const { nodes } of process.nets.values()) {
    for (const { task } of nodes.values()) {
      const { on } = (task?.scoped ?? {}) as Partial<StepProperties>
      for (const [name, { path }] of on ?? []) {
        if (classes.has(canonicalEvent(name)) || known.pattern(name)) continue
        const message = `There is no class ${quoted(name)}, so this arc is never taken.`
        const remedy = suggest(known)(name, classes.all(), "Declare it under 'exceptions'.")
        report({ code: "UNKNOWN_CLASS", severity: "warning", path, message, remedy })
      }
    }
  }
}
