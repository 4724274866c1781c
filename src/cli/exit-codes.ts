import type { Refusal } from "../api/problems.ts"

/** What a command line ends with. Scripts rely on them: none changes its meaning. */
export const exitCode = {
  done: 0,
  refused: 1,
  senseless: 2,
  unreachable: 3,
  notPermitted: 4,
  interrupted: 130,
} as const

export const exitCodeMeanings: Readonly<Record<keyof typeof exitCode, string>> = {
  done: "done",
  refused: "refused, or something was found",
  senseless: "the command line makes no sense, or something it needs is missing",
  unreachable: "the server or the file cannot be reached",
  notPermitted: "not signed in, or not permitted",
  interrupted: "interrupted",
}

/** By the code and the HTTP status of a refusal. */
export function exitCodeOf({ code }: Pick<Refusal, "code">, status: number): number {
  if (code === "REQUEST_INVALID") return exitCode.senseless
  if (status === 503) return exitCode.unreachable
  if (status === 401 || (status === 403 && !aboutTheWork.has(code))) return exitCode.notPermitted
  return exitCode.refused
}

/** Refused because of what the work needs, not because of what somebody may do. */
const aboutTheWork: ReadonlySet<Refusal["code"]> = new Set<Refusal["code"]>([
  "ITEM_NOT_YOURS",
  "AGENT_NOT_QUALIFIED",
  "AGENT_EXCLUDED",
])
