/** A text as it is meant, and where in the file it is written. */
export interface XmlText {
  readonly value: string
  readonly start: number
  readonly end: number
}

/**
 * Tells where in the file the character of a text stands that has this index: `&lt;` is one character, and so is the end of a line. It goes
 * on from where it was asked last, so that questions in order cost no more than the text is long.
 */
export function offsetsIn(file: string, { start, end }: XmlText): (index: number) => number {
  let known = { index: 0, offset: start }
  return (wanted) => {
    let { index, offset } = wanted < known.index ? { index: 0, offset: start } : known
    while (index < wanted && offset < end) {
      const length = writtenLength(file, offset, end)
      index += isAstral(file.slice(offset, offset + length)) ? 2 : 1
      offset += length
    }
    known = { index, offset: Math.min(offset, end) }
    return known.offset
  }
}

/** Whether XML can hold the text at all: most control characters have no place in it, however they are written. */
export function fitsXml(text: string): boolean {
  return !/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u.test(text)
}

/** How many characters of the file stand for one of the text. */
function writtenLength(file: string, offset: number, end: number): number {
  if (file[offset] === "\r" && file[offset + 1] === "\n") return 2
  if (file[offset] !== "&") return 1
  const [reference = "&"] = /&[^;&]*;?/y.exec(file.slice(offset, Math.min(end, offset + LONGEST_REFERENCE))) ?? []
  return reference.length
}

/** With as many zeros in front as anybody might write. */
const LONGEST_REFERENCE = 100

function isAstral(written: string): boolean {
  const [, hex, decimal] = /^&#(?:x([0-9a-f]+)|([0-9]+));$/i.exec(written) ?? []
  const code = hex === undefined ? Number(decimal ?? 0) : Number.parseInt(hex, 16)
  return code > 0xffff
}
