import { written } from "./texts.ts"

export type Cell = string | number | boolean | null
export type CellType = "text" | "bigint" | "boolean" | "double precision" | "jsonb"

/** A column of many rows as PostgreSQL sends arrays itself: nothing is quoted here, or read sign by sign there. */
export function packed(type: CellType, cells: readonly Cell[]): Buffer {
  const buffer = Buffer.allocUnsafe(head + mostBytes(type, cells))
  const write = writers[type]
  let at = head
  let hasNull = 0
  for (const cell of cells) {
    if (cell === null) {
      hasNull = 1
      at = buffer.writeInt32BE(-1, at)
    } else {
      const start = at + 4
      at = write(buffer, cell, start)
      buffer.writeInt32BE(at - start, start - 4)
    }
  }
  // Of one dimension, whose first index is 1.
  buffer.writeInt32BE(1, 0)
  buffer.writeInt32BE(hasNull, 4)
  buffer.writeInt32BE(oids[type], 8)
  buffer.writeInt32BE(cells.length, 12)
  buffer.writeInt32BE(1, 16)
  return buffer.subarray(0, at)
}

const head = 20

/** A sign takes three bytes at most, and one that is written otherwise becomes two of one byte each. */
function mostBytes(type: CellType, cells: readonly Cell[]): number {
  let bytes = 12 * cells.length
  if (type === "text" || type === "jsonb")
    for (const cell of cells) if (typeof cell === "string") bytes += 3 * cell.length + 1
  return bytes
}

type Writer = (buffer: Buffer, cell: Exclude<Cell, null>, at: number) => number

const writers: Readonly<Record<CellType, Writer>> = {
  text: (buffer, cell, at) => at + buffer.write(written(cell as string), at),
  jsonb: (buffer, cell, at) => buffer.writeUInt8(1, at) + buffer.write(cell as string, at + 1),
  boolean: (buffer, cell, at) => buffer.writeUInt8(cell ? 1 : 0, at),
  "double precision": (buffer, cell, at) => buffer.writeDoubleBE(cell as number, at),
  bigint(buffer, cell, at) {
    if (!Number.isSafeInteger(cell)) throw new RangeError(`${cell} is no whole number that could be kept`)
    const high = Math.floor((cell as number) / 2 ** 32)
    return buffer.writeUInt32BE((cell as number) - high * 2 ** 32, buffer.writeInt32BE(high, at))
  },
}

const oids: Readonly<Record<CellType, number>> = {
  text: 25,
  bigint: 20,
  boolean: 16,
  "double precision": 701,
  jsonb: 3802,
}
