import { stripVTControlCharacters } from "node:util"
import type { Looks } from "./looks.ts"

export type Row = readonly string[]

/** Rows under their titles, no wider than the terminal: the widest columns give way first. Columns with nothing in them are left out. */
export function tableLines(titles: Row, rows: readonly Row[], { width, paint }: Looks): readonly string[] {
  const used = titles.map((_, column) => column).filter((column) => rows.some((row) => (row[column] ?? "") !== ""))
  const cells = [titles, ...rows].map((row) => used.map((column) => clean(row[column] ?? "")))
  const widths = fitted(
    used.map((_, place) => Math.max(...cells.map((row) => lengthOf(row[place] ?? "")))),
    width,
  )
  return cells.map((row, index) => {
    const line = row
      .map((cell, place) => padded(cell, widths[place] ?? 0))
      .join("  ")
      .trimEnd()
    return index === 0 ? paint("bold", line) : line
  })
}

const gap = 2
const narrowest = 8

function fitted(wanted: readonly number[], width: number | undefined): readonly number[] {
  const widths = [...wanted]
  if (width === undefined) return widths
  let over = widths.reduce((sum, one) => sum + one + gap, -gap) - width
  while (over > 0) {
    const widest = widths.indexOf(Math.max(...widths))
    const most = widths[widest] ?? 0
    if (most <= narrowest) break
    const next = Math.max(narrowest, ...widths.filter((one) => one < most))
    const less = Math.max(1, Math.min(over, most - next))
    widths[widest] = most - less
    over -= less
  }
  return widths
}

function padded(cell: string, width: number): string {
  const length = lengthOf(cell)
  if (length <= width) return cell + " ".repeat(width - length)
  return `${[...stripVTControlCharacters(cell)].slice(0, Math.max(0, width - 1)).join("")}…`
}

const lengthOf = (cell: string): number => [...stripVTControlCharacters(cell)].length

/** A cell is one line. */
const clean = (cell: string): string => cell.replace(/[\r\n\t]+/g, " ")
