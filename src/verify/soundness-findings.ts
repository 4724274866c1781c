import type { LocalFinding, Path } from "../messages/findings.ts"
import type { Net } from "../model/net.ts"
import { Names, type Written } from "./node-names.ts"
import type { Fault, Verdict } from "./soundness.ts"

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
