import type { Input } from "../../../client.ts"

export const dueFilters = ["overdue", "today", "week"] as const
export const orders = ["priority", "due", "age"] as const

/** What of the worklist is looked at, as the address says it. */
export interface WorkFilters {
  readonly show?: "mine" | "offered"
  readonly process?: string
  readonly task?: string
  readonly due?: (typeof dueFilters)[number]
  readonly text?: string
  readonly order?: (typeof orders)[number]
}

export function filtersOf(query: URLSearchParams): WorkFilters {
  const text = query.get("text")?.slice(0, 200)
  const [show, due, order] = [query.get("show"), query.get("due"), query.get("order")]
  const [process, task] = [query.get("process"), query.get("task")]
  return {
    ...((show === "mine" || show === "offered") && { show }),
    ...(process && { process }),
    ...(task && { task }),
    ...(isOne(dueFilters, due) && { due }),
    ...(text?.trim() && { text }),
    ...(isOne(orders, order) && order !== "priority" && { order }),
  }
}

export const isFiltered = ({ process, task, due, text }: WorkFilters): boolean =>
  [process, task, due, text].some((each) => each !== undefined)

type Asked = Omit<Input<"worklist">, "agent" | "mine" | "limit" | "after">

/** As the server is asked. Moments are those of whole minutes, so that the question stays the same for a while. */
export function askedFor({ process, task, due, text, order }: WorkFilters, now: number): Asked {
  return {
    ...(process && { process }),
    ...(task && { task }),
    ...(text && { text: text.trim() }),
    ...(order && { order }),
    ...(due && { dueBefore: dueBefore(due, now) }),
  }
}

function dueBefore(due: NonNullable<WorkFilters["due"]>, now: number): number {
  if (due === "overdue") return Math.floor(now / 60_000) * 60_000
  const end = new Date(now)
  end.setHours(24, 0, 0, 0)
  if (due === "week") end.setDate(end.getDate() + 6)
  return end.getTime()
}

function isOne<Value extends string>(values: readonly Value[], value: string | null): value is Value {
  return values.some((each) => each === value)
}
