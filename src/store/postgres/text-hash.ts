/**
 * What PostgreSQL's `hashtext` gives for a text on the usual machines (little endian), as Citus uses it to say where a row goes: Bob
 * Jenkins' lookup3 over its bytes.
 */
export function textHash(text: string): number {
  const bytes = Buffer.from(text, "utf8")
  const start = (0x9e3779b9 + bytes.length + 3923095) | 0
  let state: State = [start, start, start]
  let at = 0
  for (; bytes.length - at >= 12; at += 12) state = mixed(added(state, bytes.subarray(at, at + 12), 0))
  // The lowest byte of the third is the length's, which is in all of them.
  return finished(added(state, bytes.subarray(at), 8))
}

type State = readonly [number, number, number]

/** `skipped`: how many bits of the third number are left as they are. */
function added([a, b, c]: State, bytes: Uint8Array, skipped: 0 | 8): State {
  const sums = [a, b, c] as [number, number, number]
  bytes.forEach((byte, index) => {
    const word = index >> 2
    const shift = 8 * (index & 3) + (word === 2 ? skipped : 0)
    sums[word] = ((sums[word] ?? 0) + (byte << shift)) | 0
  })
  return sums
}

const turned = (number: number, by: number): number => (number << by) | (number >>> (32 - by))

function mixed([a, b, c]: State): State {
  const turns = [4, 6, 8, 16, 19, 4]
  let [x, y, z] = [a, b, c]
  for (const by of turns) {
    x = ((x - z) | 0) ^ turned(z, by)
    z = (z + y) | 0
    ;[x, y, z] = [y, z, x]
  }
  return [x, y, z]
}

function finished([a, b, c]: State): number {
  const turns = [14, 11, 25, 16, 4, 14, 24]
  let [x, y, z] = [c, a, b]
  for (const by of turns) {
    x = ((x ^ z) - turned(z, by)) | 0
    ;[x, y, z] = [y, z, x]
  }
  return z
}
