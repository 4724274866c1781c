const QUOTE = 0x22
const BACKSLASH = 0x5c

/**
 * Whether JSON is nested deeper than allowed, seen from its bytes alone: the parser would build it all, or overflow the stack, before
 * anybody could ask. Says nothing about whether it is JSON.
 */
export function isDeeper(bytes: Uint8Array, deepest: number): boolean {
  if (bytes.length <= deepest) return false
  let depth = 0
  let isText = false
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index]
    if (isText) {
      if (byte === BACKSLASH) index++
      else if (byte === QUOTE) isText = false
    } else if (byte === QUOTE) isText = true
    else if (byte === 0x7b || byte === 0x5b) {
      depth++
      if (depth > deepest) return true
    } else if (byte === 0x7d || byte === 0x5d) depth--
  }
  return false
}
