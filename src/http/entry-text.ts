/** An entry as JSON, made once: readers who see all of it are told the same text. */
export function entryText(entry: object): string {
  const known = texts.get(entry)
  if (known !== undefined) return known
  const text = JSON.stringify(entry)
  texts.set(entry, text)
  return text
}

const texts = new WeakMap<object, string>()
