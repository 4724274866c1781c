import type { LocalFinding } from "../messages/findings.ts"
import type { EarlyRead, WriteConflict } from "./data-faults.ts"
import { Names, type Written } from "./node-names.ts"

export function earlyReadFinding(written: Written, { variable, net, node, expression }: EarlyRead): LocalFinding {
  const names = new Names(written, net)
  const where = expression ? `\`${expression.source}\` at ${names.of(node.name)}` : names.of(node.name)
  return {
    code: "READ_BEFORE_WRITTEN",
    severity: "warning",
    path: names.path(node.name),
    message: `${where} reads "${variable}", and there is a way on which nothing can have written it before.`,
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
