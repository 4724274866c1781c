import type { Path, Report } from "../messages/findings.ts"
import { type Known, suggest } from "./check-names.ts"
import { DEEPEST_CLASS } from "./data-class-tree.ts"
import type { DataType } from "./definition.ts"
import { meant, nearestName, quoted } from "./names.ts"
import type { Process } from "./net.ts"
import type { DataClassDefinition } from "./repertoire.ts"

/** That a data class is one that is there, is not itself by a detour, and is not too deep below what it is. */
export function checkDataClass({ name, is, path }: DataClassDefinition, { dataClasses }: Known, report: Report): void {
  if (is === undefined) return
  const at = [...path, "is"]
  if (!dataClasses.has(is)) {
    const message = `There is no data class ${quoted(is)} for '${name}' to be.`
    const remedy = meant(is, dataClasses.all(), "Declare it under 'dataClasses' too.")
    report({ code: "UNKNOWN_DATA_CLASS", severity: "error", path: at, message, remedy })
    return
  }
  const circle = dataClasses.circle(name)
  if (circle) {
    const message = `'${name}' is itself by a detour: ${circle.join(" is ")}.`
    report({ code: "CLASS_CYCLE", severity: "error", path: at, message, remedy: "Take away 'is' of one of them." })
  } else if (dataClasses.lineage(name).length > DEEPEST_CLASS) {
    const message = `'${name}' is more than ${DEEPEST_CLASS} classes deep.`
    report({ code: "CLASS_TOO_DEEP", severity: "error", path: at, message, remedy: "Leave out classes between." })
  }
}

/** The class of some data that is nearly one of those declared may be a slip; another one is a class of its own. */
export function checkClassesOfData(process: Process, known: Known, report: Report): void {
  const { dataClasses } = known
  if (dataClasses.all().length === 0) return
  const check = (type: DataType): void => {
    const { class: name, path } = type
    if (name !== undefined && !dataClasses.has(name)) tellSlip(name, path, known, report)
    if (type.kind === "list") check(type.of)
    if (type.kind === "object") for (const field of type.fields.values()) check(field)
  }
  for (const type of process.variables.values()) check(type)
}

function tellSlip(name: string, path: Path, known: Known, report: Report): void {
  const { dataClasses } = known
  if (nearestName(name, dataClasses.all()) === undefined) return
  const message = `There is no data class ${quoted(name)}, so rules for others do not reach this data.`
  const remedy = suggest(known)(name, dataClasses.all(), "Declare it under 'dataClasses'.")
  report({ code: "UNKNOWN_DATA_CLASS", severity: "warning", path: [...path, "class"], message, remedy })
}
