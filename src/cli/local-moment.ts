/** A moment as ISO 8601 in the time zone of this machine: `2026-01-05T10:00:00+01:00`. */
export function localMoment(milliseconds: number): string {
  const date = new Date(milliseconds)
  if (Number.isNaN(date.getTime())) return String(milliseconds)
  const offset = -date.getTimezoneOffset()
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join("-")
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(":")
  const zone =
    offset === 0
      ? "Z"
      : `${offset < 0 ? "-" : "+"}${two(Math.trunc(Math.abs(offset) / 60))}:${two(Math.abs(offset) % 60)}`
  return `${day}T${time}${zone}`
}

/** A line that was written elsewhere, its moments in the time zone of this machine; what is quoted is data, and stays. */
export function withLocalMoments(line: string): string {
  return line.replace(/(?<!["\d])\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, (text) => localMoment(Date.parse(text)))
}

const two = (number: number): string => String(number).padStart(2, "0")
