import type { Finding, Path, Place } from "../messages/findings.ts"
import type { BundledProcess } from "./bundle-document.ts"
import type { OrganisationEntry } from "./organisation.ts"
import type { Repertoire, TreeDefinition } from "./repertoire.ts"
import { type Locate, placed } from "./source.ts"

/** Notes what a bundle's documents define, one after the other, and tells where something is defined again. */
export function bundleNames() {
  const seen = new Map<string, Place>()
  const checkIsNew = (key: string, { code, at, locate, ...words }: Named, findings: Finding[]) => {
    const here = locate(at.path, at.at)
    const first = seen.get(key)
    if (first === undefined) seen.set(key, here)
    else {
      const message = `There is already ${words.what}, ${where(first)}.`
      findings.push(placed({ code, severity: "error", ...at, message, remedy: words.remedy }, locate))
    }
  }
  return {
    check(
      processes: readonly BundledProcess[],
      { exlets, trees, classes, dataClasses, handlers, bindings, patterns, constraints, removals }: Repertoire,
      organisation: readonly OrganisationEntry[],
      findings: Finding[],
    ): void {
      for (const { definition, locate } of processes) {
        const { name } = definition
        const at = { path: ["process"] }
        checkIsNew(`process ${name}`, named("PROCESS", `a process '${name}'`, RENAME, at, locate), findings)
      }
      for (const { name, path, locate } of exlets)
        checkIsNew(`exlet ${name}`, named("EXLET", `an exlet '${name}'`, RENAME, { path, at: "key" }, locate), findings)
      for (const { name, path, locate } of classes)
        checkIsNew(`class ${name}`, named("CLASS", `a class '${name}'`, RENAME, { path, at: "key" }, locate), findings)
      for (const { name, path, locate } of dataClasses) {
        const what = `a data class '${name}'`
        checkIsNew(`data ${name}`, named("DATA_CLASS", what, RENAME, { path, at: "key" }, locate), findings)
      }
      const isKey = ({ path }: { readonly path: Path }) => ({ path, at: "key" }) as const
      for (const each of [...handlers, ...removals.filter(({ kind }) => kind === "handler")])
        checkIsNew(
          `handler ${each.name}`,
          named("HANDLER", `a handler '${each.name}'`, RENAME, isKey(each), each.locate),
          findings,
        )
      for (const each of [...patterns, ...removals.filter(({ kind }) => kind === "pattern")])
        checkIsNew(
          `pattern ${each.name}`,
          named("PATTERN", `a pattern '${each.name}'`, RENAME, isKey(each), each.locate),
          findings,
        )
      for (const { handler, at, atPath, locate } of bindings) {
        const what = `a binding of '${handler}' at '${at}'`
        checkIsNew(`binding ${handler}@${at}`, named("BINDING", what, DROP, { path: atPath }, locate), findings)
      }
      for (const { name, at, budget, deadline, path, locate } of constraints) {
        const word = budget ? "budget" : deadline ? "deadline" : undefined
        const what = `a ${word} at '${at}'`
        if (word) checkIsNew(`constraint ${name}`, named("CONSTRAINT", what, DROP, { path }, locate), findings)
      }
      for (const tree of trees) {
        const what = `a tree on '${tree.on}' at '${tree.at}'`
        checkIsNew(
          `tree ${tree.on} ${tree.at}`,
          named("TREE", what, JOIN, { path: onPath(tree) }, tree.locate),
          findings,
        )
      }
      for (const { kind, name, path, locate } of organisation) {
        const what = `${ENTRIES[kind]} '${name}'`
        const at = { path, at: "key" } as const
        checkIsNew(`${kind} ${name}`, named(kind.toUpperCase(), what, ONCE, at, locate), findings)
      }
    },
  }
}

/** Where the event of a tree stands. */
export function onPath({ path }: TreeDefinition): Path {
  return [...path, "on"]
}

/** Where the scope of a tree stands: once for all trees of an ordered list. */
export function atPath({ path }: TreeDefinition): Path {
  return [...(path.at(-2) === "first" ? path.slice(0, -2) : path), "at"]
}

interface Named {
  readonly code: string
  readonly what: string
  readonly remedy: string
  readonly at: { readonly path: Path; readonly at?: "key" }
  readonly locate: Locate
}

function named(kind: string, what: string, remedy: string, at: Named["at"], locate: Locate): Named {
  return { code: `DUPLICATE_${kind}`, what, remedy, at, locate }
}

function where({ file, line }: Place): string {
  if (file === undefined) return "before"
  return `in ${file}${line === undefined ? "" : `, line ${line}`}`
}

const ENTRIES = {
  role: "a role",
  capability: "a capability",
  unit: "a unit",
  agent: "an agent",
  permission: "an entry under 'permissions' for",
} as const
const ONCE = "Say everything about it in one place."
const RENAME = "Rename one of the two."
const DROP = "Keep the one that is meant."
const JOIN = "Put its rules into that one; entries of one list are each other's else."
