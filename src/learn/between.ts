/** The number of fewest digits that is more than `low` and at most `high`, and of those the one nearest to the middle. */
export function roundBetween(low: number, high: number): number {
  const middle = low / 2 + high / 2
  const largest = Math.max(Math.abs(low), Math.abs(high), smallest)
  const first = Math.ceil(Math.log10(largest))
  for (let power = first; power > first - 17; power--) {
    for (const part of [1, 0.5]) {
      const unit = 10 ** power * part
      const found = [Math.floor(middle / unit), Math.ceil(middle / unit)]
        .map((times) => exact(times * unit))
        .filter((number) => number > low && number <= high)
        .toSorted((one, other) => Math.abs(one - middle) - Math.abs(other - middle))
      if (found[0] !== undefined) return found[0]
    }
  }
  return high
}

/** A number of few digits at or beyond another, up or down: steps of 5, 50, 500 … */
export function roundNear(number: number, direction: "up" | "down"): number {
  if (number === 0) return 0
  const unit = 10 ** Math.floor(Math.log10(Math.abs(number))) / 2
  const times = exact(number / unit)
  return exact((direction === "up" ? Math.ceil(times) : Math.floor(times)) * unit)
}

/** The beginning of the longest of year, month, day and hour that begins after `low` and not after `high`; as people write it. */
export function momentBetween(low: number, high: number): string {
  const text = new Date(high).toISOString()
  const begins = [
    `${text.slice(0, 4)}-01-01`,
    `${text.slice(0, 7)}-01`,
    text.slice(0, 10),
    `${text.slice(0, 13)}:00:00Z`,
  ]
  return begins.find((begin) => Date.parse(begin) > low) ?? text
}

const smallest = 1e-9
/** Without the tail that binary fractions have. */
const exact = (number: number): number => Number(number.toPrecision(12))
