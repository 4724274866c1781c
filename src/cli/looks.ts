import type { Output } from "./command.ts"

/** How things may look where they are shown. */
export interface Looks {
  /** Absent: as wide as need be. */
  readonly width?: number
  paint(colour: Colour, text: string): string
}

export type Colour = "red" | "green" | "yellow" | "cyan" | "dim" | "bold"

export function looksOf({ width, colours }: Output): Looks {
  return {
    ...(width !== undefined && { width }),
    paint: (colour, text) => (colours ? `\u001b[${codes[colour]}m${text}\u001b[0m` : text),
  }
}

const codes: Readonly<Record<Colour, string>> = {
  red: "31",
  green: "32",
  yellow: "33",
  cyan: "36",
  dim: "2",
  bold: "1",
}
