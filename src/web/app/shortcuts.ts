import { useEffect, useRef } from "react"
import { navigate } from "./location.tsx"
import type { Place } from "./pages.tsx"

interface Wanted {
  readonly places: readonly Place[]
  readonly onPalette: () => void
  readonly onHelp: () => void
}

/** Ctrl K opens the palette, ? the help, and g with a letter goes to a page. Nothing while somebody writes. */
export function useShortcuts(wanted: Wanted): void {
  const latest = useRef(wanted)
  latest.current = wanted
  useEffect(() => {
    let begunAt = 0
    const pressed = (event: KeyboardEvent) => {
      const { places, onPalette, onHelp } = latest.current
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
        event.preventDefault()
        onPalette()
        return
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target) || isCovered()) return
      if (event.key === "?") {
        event.preventDefault()
        return onHelp()
      }
      if (event.key === "/") {
        event.preventDefault()
        return onPalette()
      }
      if (event.key === "g") {
        begunAt = Date.now()
        return
      }
      const isSecond = Date.now() - begunAt < 1500
      begunAt = 0
      const place = isSecond ? places.find(({ letter }) => letter === event.key) : undefined
      if (place === undefined) return
      // What comes may have a field with the focus: the letter is not for that.
      event.preventDefault()
      navigate(place.path)
    }
    addEventListener("keydown", pressed)
    return () => removeEventListener("keydown", pressed)
  }, [])
}

export function isWriting(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
}

const isCovered = (): boolean => document.querySelector("dialog[open]") !== null
