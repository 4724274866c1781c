import type { Output } from "../client.ts"
import { localMoment } from "./local-moment.ts"
import type { Looks } from "./looks.ts"
import { tableLines } from "./table.ts"

type Explained = Output<"explain">
type Walk = Explained["walks"][number]
type Explanation = NonNullable<Walk["path"][number]["explanation"]>
type Tree = Output<"tree">

/** A decision: each tree that was asked, each rule that was looked at, and the value of each condition's parts. */
export function explainedLines({ on, at, says, walks }: Explained, looks: Looks): readonly string[] {
  const answer = says === undefined ? looks.paint("dim", "no answer") : looks.paint("cyan", says)
  return [`${on} at ${at}: ${answer}`, ...walks.flatMap((walk) => walkLines(walk, looks))]
}

function walkLines({ tree, version, path, answer }: Walk, looks: Looks): readonly string[] {
  const lines = [looks.paint("bold", `${tree} v${version}`)]
  let depth = 1
  for (const { node, if: condition, title, outcome, message, branch, explanation } of path) {
    const mark = node === answer ? " ← answers" : ""
    const colour = outcome === "held" ? "green" : outcome === "failed" ? "red" : "dim"
    const name = title === undefined ? "" : ` (${title})`
    lines.push(`${"  ".repeat(depth)}#${node} if ${condition}${name}: ${looks.paint(colour, outcome)}${mark}`)
    if (message !== undefined) lines.push(`${"  ".repeat(depth + 2)}${message}`)
    for (const part of explanation?.parts ?? []) lines.push(...partLines(part, depth + 2, looks))
    if (branch === "except") depth++
  }
  if (path.length === 0) lines.push("  no rule to look at")
  return lines
}

export function partLines({ text, outcome, parts }: Explanation, depth: number, looks: Looks): readonly string[] {
  const value =
    outcome === "not evaluated"
      ? outcome
      : outcome.ok
        ? JSON.stringify(outcome.value)
        : `failed: ${outcome.error.message}`
  return [
    looks.paint("dim", `${"  ".repeat(depth)}${text} = ${value}`),
    ...parts.flatMap((part) => partLines(part, depth + 1, looks)),
  ]
}

/** Trees as they are written, each rule with its number, indented: what is deeper is asked only where the rule above holds. Deeper than a stack is. */
export function treeLines({ key, version, tree, nodes }: Tree, looks: Looks): readonly string[] {
  const lines = [looks.paint("bold", `${key} v${version}`)]
  const waiting = tree.map((rule) => ({ rule, depth: 1 })).toReversed()
  const numbers = nodes.values()
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { rule, depth } = next
    lines.push(`${"  ".repeat(depth)}#${numbers.next().value} ${ruleText(rule, looks)}`)
    for (const inner of (rule.except ?? []).toReversed()) waiting.push({ rule: inner, depth: depth + 1 })
  }
  return lines
}

function ruleText({ if: condition, then, title }: Tree["tree"][number], looks: Looks): string {
  const answer =
    then === undefined ? "" : ` → ${looks.paint("cyan", typeof then === "string" ? then : JSON.stringify(then))}`
  return `if ${condition}${answer}${title === undefined ? "" : ` (${title})`}`
}

/** Each rule of a tree with when it answers, and whose it is. */
export function nodeLines({ key, version, nodes }: Output<"treeNodes">, looks: Looks): readonly string[] {
  const rows = nodes.map(({ node, effective, says, at, by, reason }) => [
    `#${node}`,
    effective ?? "",
    looks.paint("cyan", says ?? "none"),
    localMoment(at),
    by,
    reason ?? "",
  ])
  const title = looks.paint("bold", `${key} v${version}`)
  if (rows.length === 0) return [title, "  no rules"]
  return [title, ...tableLines(["RULE", "ANSWERS IF", "SAYS", "SINCE", "BY", "REASON"], rows, looks)]
}

/** How often each rule was asked, and has answered. */
export function hitLines(hits: Output<"treeHits">, looks: Looks): readonly string[] {
  const { tree, version, decisions, unanswered, failed, nodes } = hits
  const rows = nodes.map((node) => [`#${node.node}`, ...[node.answered, node.asked, node.failed].map(String)])
  const trouble = failed === 0 ? "" : `; in ${failed} a condition could not be evaluated`
  return [
    `${looks.paint("bold", `${tree} v${version}`)}: of ${decisions} decisions no rule answered ${unanswered}${trouble}`,
    ...(rows.length === 0 ? [] : tableLines(["RULE", "ANSWERED", "ASKED", "FAILED"], rows, looks)),
  ]
}

/** What a rule would have changed. */
export function backtestLines(tested: Output<"backtest">, looks: Looks): readonly string[] {
  const { tree, version, checked, changed, changes, failed } = tested
  const rows = changes.map(({ case: id, item, at, before, after, version: decision }) => [
    item ?? id,
    localMoment(at),
    String(decision),
    before ?? "none",
    looks.paint("cyan", after ?? "none"),
  ])
  const trouble = failed === 0 ? "" : `; ${failed} could not be evaluated`
  const more = changed > changes.length ? [looks.paint("dim", `… and ${changed - changes.length} more (--limit)`)] : []
  return [
    `${looks.paint("bold", `${tree} v${version}`)}: of ${checked} decisions ${changed} would have been otherwise${trouble}`,
    ...(rows.length === 0 ? [] : tableLines(["WHERE", "WHEN", "DECISION", "BEFORE", "AFTER"], rows, looks)),
    ...more,
  ]
}
