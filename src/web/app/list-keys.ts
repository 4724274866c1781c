import { useEffect, useRef } from "react"
import { isWriting } from "./shortcuts.ts"

/** `j` and `k` go to the next and the one before in a list, unless somebody writes, or something lies over the page. */
export function useListKeys(ids: readonly string[], chosen: string | undefined, choose: (id: string) => void): void {
  const latest = useRef({ ids, chosen, choose })
  latest.current = { ids, chosen, choose }
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const step = event.key === "j" ? 1 : event.key === "k" ? -1 : 0
      if (step === 0 || event.ctrlKey || event.metaKey || event.altKey) return
      if (isWriting(event.target) || document.querySelector("dialog[open]")) return
      const { ids, chosen, choose } = latest.current
      const at = chosen === undefined ? -1 : ids.indexOf(chosen)
      const next = ids[Math.min(ids.length - 1, Math.max(0, at + step))]
      // The key is used up: what is drawn for it may have a field with the focus.
      event.preventDefault()
      if (next !== undefined && next !== chosen) choose(next)
    }
    addEventListener("keydown", pressed)
    return () => removeEventListener("keydown", pressed)
  }, [])
}
