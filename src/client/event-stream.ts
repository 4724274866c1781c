/** One server-sent event. */
export interface Followed {
  readonly id?: string
  readonly event?: string
  readonly data: string
}

/** The events of a response, as they come. Ends when the connection does. */
export async function* follow(response: Response): AsyncGenerator<Followed> {
  if (response.body === null) return
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ""
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      rest += value
      for (let end = rest.indexOf("\n\n"); end >= 0; end = rest.indexOf("\n\n")) {
        const told = read(rest.slice(0, end))
        rest = rest.slice(end + 2)
        if (told) yield told
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

/** Undefined: only a comment. */
function read(block: string): Followed | undefined {
  let id: string | undefined
  let event: string | undefined
  const data: string[] = []
  for (const line of block.split("\n")) {
    const colon = line.indexOf(":")
    const field = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "")
    if (field === "id") id = value
    if (field === "event") event = value
    if (field === "data") data.push(value)
  }
  if (data.length === 0) return undefined
  return { ...(id !== undefined && { id }), ...(event !== undefined && { event }), data: data.join("\n") }
}
