import type { ExceptionState } from "./port.ts"

/** Whether something is still to be done about it. */
export const isOpen = (state: ExceptionState): boolean => state === "open" || state === "handling"
