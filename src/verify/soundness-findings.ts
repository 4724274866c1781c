import type { LocalFinding, Path } from "../messages/findings.ts"
import type { ProcessDefinition } from "../model/definition.ts"
import type { Net, Process } from "../model/net.ts"
import type { Fault, Verdict } from "./soundness.ts"

/** Where the nodes of a process were written. */
export interface Written {
  readonly definition: ProcessDefinition
  readonly process: Process
  readonly paths: ReadonlyMap<string, Path>
}

/** A fault of a net in the words of those who wrote it. */
export function faultFinding(written: Written, net: Net, fault: Fault): LocalFinding {
  const names = new Names(written, net)
  switch (fault.kind) {
    case "stuck":
      return stuck(names, fault.waiting)
    case "improper":
      return {
        ...warning("IMPROPER_COMPLETION", names.path(fault.by)),
        message: `${names.whole} can complete through ${names.of(fault.by)} while ${names.list(fault.left, "something")} is still to be done or waits for more.`,
        remedy:
          "Join the branches before the end (join: and, or join: or), or cancel what is left with 'cancels', if it is no longer wanted.",
      }
    case "endless":
      return {
        ...warning("NO_OPTION_TO_COMPLETE", names.path(fault.round[0])),
        message: `${names.whole} can come to ${names.of(fault.round[0])} and go on for ever from there: no way leads to its end any more.`,
        remedy: "Give the circle a way out that leads to the end.",
      }
    case "dead":
      return {
        ...warning("DEAD_TASK", names.path(fault.node)),
        message: `${names.of(fault.node)} never happens: ${reason(fault)}${also(names, fault.behind)}`,
        remedy: fault.isReached
          ? "Let it join by xor or or, or let all it waits for come on the same way."
          : "Mend the conditions in front of it, or remove it.",
      }
  }
}

/** That nothing is known. */
export function unknownFinding(written: Written, net: Net, { states }: Verdict): LocalFinding {
  const names = new Names(written, net)
  return {
    ...warning("SOUNDNESS_UNKNOWN", names.ownPath),
    message: `Whether ${names.whole.replace(/^The/, "the")} always completes is not known: ${states} states were looked at, nothing wrong was found, and there are more.`,
    remedy: "Put parts of it into activities, which are looked at one by one, or test it with stories.",
  }
}

function warning(code: string, path: Path): Pick<LocalFinding, "code" | "severity" | "path"> {
  return { code, severity: "warning", path }
}

function stuck(names: Names, waiting: readonly string[]): LocalFinding {
  const [first, second] = waiting
  const base = warning("NO_OPTION_TO_COMPLETE", names.path(first))
  if (first === undefined)
    return {
      ...base,
      message: `${names.whole} can run dry: nothing is left to be done, and its end has not been reached.`,
      remedy: "Let every way lead to the end, and cancel nothing that the end still needs.",
    }
  return {
    ...base,
    message: second
      ? `${names.whole} can get stuck: ${names.list(waiting)} each wait for what no longer comes.`
      : `${names.whole} can get stuck: ${names.of(first)} waits for more than comes.`,
    remedy:
      "Let what joins branches fit what splits them: and with and, xor with xor; an or-join waits for those that were taken.",
  }
}

function reason({ isReached }: { readonly isReached: boolean }): string {
  return isReached ? "what it waits for never comes all together." : "no way that leads to it is ever taken."
}

function also(names: Names, behind: readonly string[]): string {
  const list = names.known(behind)
  return list.length === 0 ? "" : ` Nor does what lies behind it: ${list.join(", ")}.`
}

/** What nodes are called by people. */
class Names {
  readonly #written: Written
  readonly ownPath: Path
  /** The process, or the activity whose net it is. */
  readonly whole: string

  constructor(written: Written, net: Net) {
    const { definition, paths } = written
    this.#written = written
    this.ownPath = (net.owner && paths.get(net.owner.node)) ?? definition.path
    this.whole = net.owner ? `The activity "${net.owner.node}"` : `The process "${definition.name}"`
  }

  path(node: string | undefined): Path {
    return (node !== undefined && this.#written.paths.get(this.#base(node))) || this.ownPath
  }

  of(node: string | undefined): string {
    if (node === undefined) return "a place"
    const base = this.#base(node)
    const [, kind] = /^(.*)~\d+$/.exec(base) ?? []
    return kind === undefined ? `"${base}"` : `a ${kind} block without a name`
  }

  /** As a list in a sentence. */
  list(nodes: readonly string[], otherwise = "nothing"): string {
    const all = [...new Set(nodes.map((node) => this.of(node)))]
    if (all.length === 0) return otherwise
    const shown = all.length > MOST_NAMED ? [...all.slice(0, MOST_NAMED), "others"] : all
    return shown.length === 1 ? String(shown[0]) : `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}`
  }

  /** Those that have names. */
  known(nodes: readonly string[]): readonly string[] {
    const named = [...new Set(nodes.filter((node) => !node.includes("~")))]
    return named.length > MOST_NAMED ? [...named.slice(0, MOST_NAMED), "…"] : named
  }

  /** A route stands for the step it was drawn for. */
  #base(node: string): string {
    const { paths } = this.#written
    for (let name = node; name !== ""; name = name.slice(0, Math.max(0, name.lastIndexOf("~")))) {
      if (paths.has(name)) return name
    }
    return node
  }
}

const MOST_NAMED = 5
