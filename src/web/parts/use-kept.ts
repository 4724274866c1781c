import { useCallback, useState } from "react"

export interface Kept<Value> {
  readonly value: Value
  /** Something was typed that is not what it began with. */
  readonly isTyped: boolean
  change(next: Value): void
  /** Takes what it began with. */
  forget(): void
}

/** What somebody types, kept in his tab until it is let go of, whatever becomes of the page or the server. */
export function useKept<Value>(key: string, begin: Value, isValue: (kept: unknown) => boolean): Kept<Value> {
  const [typed, setTyped] = useState(() => read<Value>(key, isValue))
  const change = useCallback(
    (next: Value) => {
      setTyped({ value: next })
      write(key, JSON.stringify(next))
    },
    [key],
  )
  const forget = useCallback(() => {
    setTyped(undefined)
    sessionStorage.removeItem(key)
  }, [key])
  const value = typed ? typed.value : begin
  return { value, isTyped: JSON.stringify(value) !== JSON.stringify(begin), change, forget }
}

function read<Value>(key: string, isValue: (kept: unknown) => boolean): { readonly value: Value } | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? "")
    return isValue(kept) ? { value: kept as Value } : undefined
  } catch {
    return undefined
  }
}

/** What is too large for a tab is kept by the page alone. */
function write(key: string, text: string): void {
  try {
    sessionStorage.setItem(key, text)
  } catch {
    sessionStorage.removeItem(key)
  }
}
