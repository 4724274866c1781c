import { useRef } from "react"

/** Returns the one after the chosen one in a list, also once that has left the list: what was below it, or else the first. */
export function useNext(ids: readonly string[], chosen: string | undefined): string | undefined {
  const before = useRef(ids)
  if (chosen === undefined || ids.includes(chosen)) before.current = ids
  return nextAfter(ids, chosen, before.current)
}

/** `before`: the list while the chosen one was in it. */
export function nextAfter(
  ids: readonly string[],
  chosen: string | undefined,
  before: readonly string[] = ids,
): string | undefined {
  const at = chosen === undefined ? -1 : before.indexOf(chosen)
  return before.slice(at + 1).find((each) => ids.includes(each)) ?? ids.find((each) => each !== chosen)
}
