/** Finds the line and column of an offset, both from 1. A line ends with a line feed, a carriage return, or both. */
export function linesOf(text: string): (offset: number) => { readonly line: number; readonly column: number } {
  const starts = [0, ...Array.from(text.matchAll(/\r\n?|\n/g), (match) => match.index + match[0].length)]
  return (offset) => {
    let low = 0
    let high = starts.length
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 }
  }
}
