import type { Report } from "../messages/findings.ts"
import { findProcess, findTask, type KnownProcesses } from "./check-names.ts"
import type { Process } from "./net.ts"
import { needsOf } from "./process-needs.ts"

/** That tasks of processes by name (`order/sign`), whose doers matter to needs here, are there. Those of this process are known before. */
export function checkDoers(process: Process, known: KnownProcesses, report: Report): void {
  const warn: Report = (finding) => report({ ...finding, severity: "warning" })
  for (const { needs, path } of needsOf(process))
    for (const key of ["notWhoDid", "whoDid"] as const)
      for (const name of needs[key]) {
        const [first = "", task] = name.split("/")
        const other = task === undefined ? undefined : findProcess(first, [...path, key], known, warn)
        if (other !== undefined && task !== undefined) findTask(other, task, [...path, key], warn)
      }
}
