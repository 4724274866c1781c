/** How large one answer may become, about: rows are taken until it is full, and one in any case. */
export class PageBudget {
  #left: number
  #isEmpty = true

  constructor(characters = pageSize) {
    this.#left = characters
  }

  /** Whether there is room for a row, which is counted then. */
  takes(row: object): boolean {
    const size = JSON.stringify(row).length
    if (size > this.#left && !this.#isEmpty) return false
    this.#left -= size
    this.#isEmpty = false
    return true
  }
}

/** Characters of JSON. */
export const pageSize = 8 * 1024 * 1024
