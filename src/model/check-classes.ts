import type { Report } from "../messages/findings.ts"
import type { ClassTree } from "./exception-classes.ts"
import { meant, quoted } from "./names.ts"
import type { ClassDefinition } from "./repertoire.ts"

/** That every class is one that is there, and none is itself by a detour. */
export function checkClass(definition: ClassDefinition, classes: ClassTree, report: Report): void {
  const { name, is, path } = definition
  const at = [...path, "is"]
  if (!classes.has(is)) {
    const message = `There is no class ${quoted(is)} for '${name}' to be.`
    const remedy = meant(is, classes.all(), "Declare it under 'exceptions' too.")
    report({ code: "UNKNOWN_CLASS", severity: "error", path: at, message, remedy })
    return
  }
  const circle = classes.circle(name)
  if (circle === undefined) return
  const message = `'${name}' is itself by a detour: ${circle.join(" is ")}.`
  report({ code: "CLASS_CYCLE", severity: "error", path: at, message, remedy: "Let one of them be 'Exception'." })
}
