import type { LocalFinding } from "../messages/findings.ts"
import type { EarlyRead, WriteConflict } from "./data-faults.ts"
import { Names, type Written } from "./node-names.ts"

export function earlyReadFinding(written: Written, { variable, net, node, expression }: EarlyRead): LocalFinding {
  const names = new Names(written, net)
  const at = node ? names.of(node.name) : "the end of the process"
  return {
    code: "READ_BEFORE_WRITTEN",
    severity: "warning",
    path: node ? names.path(node.name) : [...names.ownPath, "result"],
    message: `${expression ? `\`${expression.source}\` at ${at}` : at} reads "${variable}", and there is a way on which nothing can have written it before.`,
    remedy: `Write it before that on every way, give it a default, make it required at the start, or ask has(${variable}) first.`,
  }
}

export function writeConflictFinding(written: Written, { variable, net, one, other }: WriteConflict): LocalFinding {
  const names = new Names(written, net)
  return {
    code: "WRITE_CONFLICT",
    severity: "warning",
    path: names.path(other.name),
    message: `${names.of(other.name)} and ${names.of(one.name)} can be under way at the same time and both write "${variable}": what the later one writes replaces the other.`,
    remedy: "Let each write a variable of its own, or do one after the other.",
  }
}
