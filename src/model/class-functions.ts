import type { FunctionType, WordProblem } from "../expressions/expression.ts"
import type { ClassTree } from "./exception-classes.ts"
import { maySuggest, meant, quoted } from "./names.ts"

/** The functions about classes that conditions and steps have: with all classes known, names that are none are found. */
export function classFunctions(
  classes: Pick<ClassTree, "has" | "all"> | undefined,
): Readonly<Record<"isA", FunctionType>> {
  const checkText: FunctionType["checkText"] = (name) =>
    classes === undefined || classes.has(name) ? undefined : unknownClass(name, classes)
  return { isA: { arguments: ["string", "string"], returns: "boolean", checkText } }
}

function unknownClass(name: string, classes: Pick<ClassTree, "all">): WordProblem {
  const remedy = "Declare it under 'exceptions'."
  return {
    code: "UNKNOWN_CLASS",
    message: `There is no class ${quoted(name)}.`,
    remedy: maySuggest(classes) ? meant(name, classes.all(), remedy) : remedy,
  }
}
