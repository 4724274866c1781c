import type { Input } from "../../../client.ts"

/** Which cases are looked at, as it stands in the address. */
export interface CaseFilters {
  readonly process?: string
  readonly version?: number
  readonly state?: string
  readonly standing?: "held" | "trouble"
  readonly exception?: string
  /** Only those under this case number. */
  readonly number?: string
  readonly where?: string
  readonly age?: Age
  /** Only those that stand at this step. */
  readonly task?: string
}

export const ages = {
  today: "Started in the last day",
  week: "Started in the last week",
  month: "Started in the last 30 days",
  older: "Older than 30 days",
  ended: "Ended today",
  endedWeek: "Ended in the last week",
} as const

export type Age = keyof typeof ages

export const caseStates = ["running", "completed", "removed", "failed", "exhausted"] as const

export function readFilters(query: URLSearchParams): CaseFilters {
  const text = (name: string) => query.get(name)?.trim() || undefined
  const version = Number(text("version"))
  const standing = text("standing")
  const age = text("age")
  const process = text("process")
  return {
    ...(process && { process }),
    ...(process && Number.isSafeInteger(version) && version > 0 && { version }),
    ...given(
      "state",
      caseStates.find((state) => state === text("state")),
    ),
    ...((standing === "held" || standing === "trouble") && { standing }),
    ...given("exception", text("exception")),
    ...given("number", text("number")),
    ...given("where", text("where")),
    ...(age !== undefined && Object.hasOwn(ages, age) && { age: age as Age }),
    ...(process && given("task", text("task"))),
  }
}

const given = <Name extends string>(name: Name, value: string | undefined) =>
  (value === undefined ? {} : { [name]: value }) as { readonly [Key in Name]?: string }

const day = 24 * 3_600_000

/** Between which moments they were started or ended. Cut to the hour, so that the same filters ask the same for a while. */
function span(age: Age, now: number): Pick<Input<"cases">, "startedAfter" | "startedBefore" | "endedAfter"> {
  const ago = (days: number) => Math.floor((now - days * day) / 3_600_000) * 3_600_000
  switch (age) {
    case "today":
      return { startedAfter: ago(1) }
    case "week":
      return { startedAfter: ago(7) }
    case "month":
      return { startedAfter: ago(30) }
    case "older":
      return { startedBefore: ago(30) }
    case "ended":
      return { endedAfter: new Date(now).setHours(0, 0, 0, 0) }
    case "endedWeek":
      return { endedAfter: ago(7) }
  }
}

/** What to ask the server for, the newest first. */
export function caseQuery(filters: CaseFilters, now: number): Input<"cases"> {
  const { process, version, state, standing, exception, number, age } = filters
  const where = conditionOf(filters)
  return {
    ...(process && { process }),
    ...(version && { version }),
    ...(state && { state }),
    ...(standing === "held" && { held: true }),
    ...(standing === "trouble" && { trouble: true }),
    ...(exception && { exception }),
    ...(number && { number }),
    ...(age && span(age, now)),
    ...(where && { where }),
    order: "newest",
  }
}

function conditionOf({ where, task }: CaseFilters): string | undefined {
  if (task === undefined) return where
  const name = JSON.stringify(task)
  const isThere = ["ready", "executing", "suspended"].map((set) => `${name} in ${set}`).join(" || ")
  return where === undefined ? isThere : `(${where}) && (${isThere})`
}
