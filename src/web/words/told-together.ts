/** What is said several times at once is said once, with how often; each stays where it was said first. */
export function toldTogether<Line extends { readonly text: string }>(
  lines: readonly Line[],
  isAlone: (line: Line) => boolean,
): readonly (Line & { readonly times: number })[] {
  const all: { line: Line; times: number }[] = []
  const said = new Map<string, { line: Line; times: number }>()
  for (const line of lines) {
    const before = isAlone(line) ? undefined : said.get(line.text)
    if (before) before.times += 1
    else {
      const first = { line, times: 1 }
      all.push(first)
      if (!isAlone(line)) said.set(line.text, first)
    }
  }
  return all.map(({ line, times }) => ({ ...line, times }))
}
