import type { FunctionType, WordProblem } from "../expressions/expression.ts"
import type { DataClassTree } from "./data-class-tree.ts"
import { classAt, classesIn } from "./data-classes.ts"
import type { DataType } from "./definition.ts"
import type { ClassTree } from "./exception-classes.ts"
import { maySuggest, meant, quoted } from "./names.ts"
import { pastFunctions } from "./past-functions.ts"

/** The classes an expression may name: those of exceptions, and those of data that are declared. */
export interface ClassNames {
  readonly classes: Pick<ClassTree, "has" | "all">
  readonly dataClasses: Pick<DataClassTree, "has" | "all">
}

/**
 * The functions about classes and about the past of other cases that conditions and steps have. With all classes known, names that are none are found; so is data without a
 * class, unless there may be other data than is known.
 */
export function classFunctions(
  data: ReadonlyMap<string, DataType>,
  names: ClassNames | undefined,
  isOpen: boolean,
): Readonly<Record<string, FunctionType>> {
  return {
    ...pastFunctions((name) => names && checkException(name, names)),
    isA: {
      arguments: ["string", "string"],
      returns: "boolean",
      checkText: (name) => names && checkClass(name, names, data),
    },
    class: {
      arguments: ["string"],
      returns: "string",
      checkText: (path) => (isOpen ? undefined : checkPath(path, data)),
    },
  }
}

function checkClass(
  name: string,
  { classes, dataClasses }: ClassNames,
  data: ReadonlyMap<string, DataType>,
): WordProblem | undefined {
  if (classes.has(name) || dataClasses.has(name)) return undefined
  const used = [...data.values()].flatMap(classesIn)
  if (used.includes(name)) return undefined
  const remedy = "Declare it under 'exceptions' or 'dataClasses'."
  const all = [...classes.all(), ...dataClasses.all(), ...used]
  return {
    code: "UNKNOWN_CLASS",
    message: `There is no class ${quoted(name)}.`,
    remedy: maySuggest(classes) ? meant(name, all, remedy) : remedy,
  }
}

function checkPath(path: string, data: ReadonlyMap<string, DataType>): WordProblem | undefined {
  if (classAt(data, path) !== undefined) return undefined
  const [name = ""] = path.split(".")
  if (data.has(name))
    return {
      code: "UNKNOWN_DATA_CLASS",
      message: `The data ${quoted(path)} has no class.`,
      remedy: "Say 'class:' where it is declared.",
    }
  return {
    code: "UNKNOWN_VARIABLE",
    message: `There is no data ${quoted(name)}.`,
    remedy: meant(name, data.keys(), "Name a variable, or a field as 'order.buyer'."),
  }
}

function checkException(name: string, { classes }: ClassNames): WordProblem | undefined {
  if (classes.has(name)) return undefined
  const remedy = "Declare it under 'exceptions'."
  return {
    code: "UNKNOWN_CLASS",
    message: `There is no class of exceptions ${quoted(name)}.`,
    remedy: maySuggest(classes) ? meant(name, classes.all(), remedy) : remedy,
  }
}
