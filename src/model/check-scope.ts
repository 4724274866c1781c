import type { Path, Report } from "../messages/findings.ts"
import { findProcess, findTask, type Known, suggest } from "./check-names.ts"
import { dataClassesOf } from "./data-classes.ts"
import { meant, quoted } from "./names.ts"
import type { RuleScope } from "./rule-scope.ts"
import { parseScope } from "./scope-text.ts"

/** That a scope is there. What cannot be found is told; then whatever holds there is checked as if it were for anything. */
export function findScope(at: string, path: Path, known: Known, report: Report): RuleScope {
  const scope = parseScope(at)
  switch (scope.kind) {
    case "everywhere":
      return {}
    case "place": {
      const process = findProcess(scope.process, path, known, report)
      if (process === undefined) return {}
      const node = scope.task === undefined ? undefined : findTask(process, scope.task, path, report)
      return node ? { process, node } : { process }
    }
    case "object": {
      const process = findProcess(scope.process, path, known, report)
      if (process === undefined || process.variables.has(scope.variable)) return process ? { process } : {}
      const message = `The process '${process.name}' has no data ${quoted(scope.variable)}.`
      const remedy = meant(scope.variable, process.variables.keys(), "Declare it under 'data'.")
      report({ code: "UNKNOWN_VARIABLE", severity: "error", path, message, remedy })
      return { process }
    }
    case "class":
      findDataClass(scope.name, path, known, report)
      return {}
    default:
      findBelonging(scope.kind, scope.name, path, known, report)
      return {}
  }
}

/** Data that does not come into being later, as people do, is there or is a mistake. */
function findDataClass(name: string, path: Path, known: Known, report: Report): void {
  const used = dataClassesIn(known)
  if (used.has(name) || known.dataClasses.has(name)) return
  const message = `There is no data of the class ${quoted(name)}.`
  const classes = [...known.dataClasses.all(), ...used]
  const remedy = suggest(known)(
    name,
    classes,
    "Say 'class:' of some data of a process, or declare it under 'dataClasses'.",
  )
  report({ code: "UNKNOWN_DATA_CLASS", severity: "error", path, message, remedy })
}

/** Looked for once, as many scopes may ask. */
function dataClassesIn(known: Known): ReadonlySet<string> {
  const found = dataClasses.get(known)
  if (found) return found
  const classes = new Set<string>()
  for (const process of known.processes()) for (const each of dataClassesOf(known.process(process))) classes.add(each)
  dataClasses.set(known, classes)
  return classes
}

const dataClasses = new WeakMap<Known, ReadonlySet<string>>()

/** Where there is no organisation yet, nobody can say who will be in it. */
function findBelonging(kind: "role" | "unit" | "agent", name: string, path: Path, known: Known, report: Report): void {
  const { organisation } = known
  if (organisation.has(kind, name)) return
  const isEmpty = (["role", "unit", "agent"] as const).every((each) => organisation.names(each).length === 0)
  report({
    code: `UNKNOWN_${kind.toUpperCase()}`,
    severity: isEmpty ? "warning" : "error",
    path,
    message: `There is no ${kind} ${quoted(name)}.`,
    remedy: suggest(known)(name, organisation.names(kind), `Declare it under '${kind}s' of the organisation.`),
  })
}
