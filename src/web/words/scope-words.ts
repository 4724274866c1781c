import { titleOf } from "../../model/forms.ts"
import { parseScope } from "../../model/scope-text.ts"

/** What the processes and steps a scope may name are called. */
export interface ScopeTitles {
  readonly process: (name: string) => string
  readonly step: (task: string) => string | undefined
}

/** Where rules are asked, for people: “Do the show”, “Organise a concert”, “the role Clerk”, “everywhere”. */
export function scopeWords(at: string, { process, step }: ScopeTitles): string {
  const scope = parseScope(at)
  switch (scope.kind) {
    case "everywhere":
      return "everywhere"
    case "place":
      return scope.task === undefined ? process(scope.process) : (step(scope.task) ?? titleOf(scope.task))
    case "object":
      return `${titleOf(scope.variable)} of ${process(scope.process)}`
    case "class":
      return `data of the class ${scope.name}`
    default:
      return `the ${scope.kind} ${titleOf(scope.name)}`
  }
}
