/** `P1DT2H30M` → `1 day 2 hours 30 minutes`; undefined for what is no duration. */
export function durationWords(iso: string): string | undefined {
  const found = pattern.exec(iso)
  if (found === null || !/\d/.test(iso)) return undefined
  return units
    .flatMap(({ name }, index) => {
      const count = found[index + 1]
      return count === undefined ? [] : [`${count} ${name}${Number(count) === 1 ? "" : "s"}`]
    })
    .join(" ")
}

/** What people write, `2 days`, `1h 30m` or `P2D`, as ISO 8601 has it. */
export function readDuration(text: string): string | undefined {
  const written = text.trim()
  if (durationWords(written.toUpperCase()) !== undefined) return written.toUpperCase()
  const parts = [...written.matchAll(/(\d+(?:\.\d+)?)\s*([a-z]+)[\s,]*/gi)]
  if (parts.length === 0 || parts.map(([part]) => part).join("") !== written) return undefined
  const counts = new Map<Unit, string>()
  for (const [, count = "", word = ""] of parts) {
    const unit = units.find(({ name, short }) => short.includes(word.toLowerCase()) || isWord(word, name))
    if (unit === undefined || counts.has(unit)) return undefined
    counts.set(unit, count)
  }
  const written8601 = (isTime: boolean) =>
    units.flatMap((unit) => (unit.isTime === isTime && counts.has(unit) ? `${counts.get(unit)}${unit.letter}` : []))
  const time = written8601(true).join("")
  const iso = `P${written8601(false).join("")}${time && `T${time}`}`
  return durationWords(iso) === undefined ? undefined : iso
}

interface Unit {
  readonly name: string
  readonly letter: string
  readonly short: readonly string[]
  readonly isTime: boolean
}

const units: readonly Unit[] = [
  { name: "year", letter: "Y", short: ["y"], isTime: false },
  { name: "month", letter: "M", short: ["mo"], isTime: false },
  { name: "week", letter: "W", short: ["w"], isTime: false },
  { name: "day", letter: "D", short: ["d"], isTime: false },
  { name: "hour", letter: "H", short: ["h"], isTime: true },
  { name: "minute", letter: "M", short: ["m", "min", "mins"], isTime: true },
  { name: "second", letter: "S", short: ["s", "sec", "secs"], isTime: true },
]

const pattern = /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/

const isWord = (word: string, name: string): boolean => [name, `${name}s`].includes(word.toLowerCase())
