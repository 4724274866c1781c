import type { Path, Report } from "../messages/findings.ts"
import { checkWho } from "./check-expressions.ts"
import type { Known } from "./check-names.ts"
import type { ProcessDefinition } from "./definition.ts"
import type { Process } from "./net.ts"
import { vocabularyOf } from "./vocabulary.ts"

/** That whoever answers for a process or a step of it is called as somebody there is. */
export function checkOwners(
  process: Process,
  { path }: ProcessDefinition,
  paths: ReadonlyMap<string, Path>,
  known: Known,
  report: Report,
): void {
  const vocabulary = vocabularyOf(process.variables, new Map(), { open: true })
  const check = (owner: string | undefined, at: Path): void => {
    // Whether an expression fits is looked at where it is compiled.
    if (owner !== undefined && /^[\p{L}\p{N}_-]+$/u.test(owner))
      checkWho(owner, [...at, "owner"], vocabulary, known, report)
  }
  check(process.scoped.owner, path)
  for (const { nodes } of process.nets.values())
    for (const { name, task } of nodes.values()) check(task?.scoped.owner, paths.get(name) ?? path)
}
