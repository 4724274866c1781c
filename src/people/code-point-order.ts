/** Compares texts by their code points, the same everywhere; JavaScript alone would put U+FF00 behind U+10000. */
export function codePointOrder(one: string, other: string): number {
  const length = Math.min(one.length, other.length)
  for (let at = 0; at < length; at++) {
    const [left, right] = [one.charCodeAt(at), other.charCodeAt(at)]
    if (left !== right) return placeOf(left) - placeOf(right)
  }
  return one.length - other.length
}

/** Halves of a pair stand for code points beyond all others. */
const placeOf = (unit: number): number => (unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit)
