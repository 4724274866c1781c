import { flushSync } from "react-dom"

/** Draws a change at once and then focuses what came with it, so that the next key goes there however soon it is pressed. */
export function drawThen(change: () => void, focus: () => void): void {
  flushSync(change)
  focus()
}
