/** `a`, `a and b`, `a, b and c`. */
export function listed(words: readonly string[], last = "and"): string {
  if (words.length < 2) return words.join()
  return `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`
}

/** Not more than some of them by name. */
export function someOf(names: readonly string[], last = "and"): string {
  if (names.length <= MOST_NAMED) return listed(names, last)
  return listed([...names.slice(0, MOST_NAMED - 1), `${names.length - MOST_NAMED + 1} others`], last)
}

const MOST_NAMED = 6
