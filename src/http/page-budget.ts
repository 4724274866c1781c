/** How large one answer may become, about: rows are taken until it is full, and one in any case. */
export class PageBudget {
  #left: number
  #isEmpty = true
  /** Characters of the row that was looked at last. */
  last = 0

  constructor(characters = pageSize) {
    this.#left = characters
  }

  /** Whether there is room for a row, which is counted then. */
  takes(row: object): boolean {
    const size = JSON.stringify(row).length
    this.last = size
    if (size > this.#left && !this.#isEmpty) return false
    this.#left -= size
    this.#isEmpty = false
    return true
  }
}

/** How many rows of the size of those read so far are worth reading next, up to a number. */
export class ReadAhead {
  #characters = 0
  #rows = 0

  /** Rows that were read, and how large they are. */
  note(size: number): void {
    this.#characters += size
    this.#rows++
  }

  rows(most: number): number {
    if (this.#rows === 0) return Math.min(most, firstRead)
    const average = Math.max(1, this.#characters / this.#rows)
    return Math.max(1, Math.min(most, Math.floor(readSize / average)))
  }
}

const firstRead = 20
/** Characters that one read should come to: what is read in one go keeps everybody waiting. */
const readSize = 256 * 1024

/** Characters of JSON. */
export const pageSize = 1024 * 1024
