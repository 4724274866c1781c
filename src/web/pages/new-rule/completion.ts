/** A name that conditions may use, with what is inside it. */
export interface Name {
  readonly name: string
  readonly type: string
  readonly about?: string
  readonly fields?: readonly Name[]
}

export interface Vocabulary {
  readonly names: readonly Name[]
  readonly functions: readonly { readonly name: string; readonly returns: string; readonly about: string }[]
}

export interface Completion {
  readonly text: string
  /** What stands in the text instead of what was typed. */
  readonly insert: string
  readonly type: string
  readonly about?: string
}

export interface Completions {
  /** Where what was typed of the name begins. */
  readonly start: number
  readonly options: readonly Completion[]
}

/** What may stand where somebody types: names that begin so, or what is inside the name before the dot. None inside of texts. */
export function completionsAt(text: string, caret: number, vocabulary: Vocabulary): Completions {
  const before = text.slice(0, caret)
  const nothing = { start: caret, options: [] }
  if (isInText(before)) return nothing
  const typed = /(?:[A-Za-z_]\w*\.)*(?:[A-Za-z_]\w*)?$/.exec(before)?.[0] ?? ""
  if (typed === "" || /[\w)\].]$/.test(before.slice(0, before.length - typed.length))) return nothing
  const way = typed.split(".")
  const last = way.pop() ?? ""
  const inside = way.reduce<readonly Name[] | undefined>(
    (names, step) => names?.find(({ name }) => name === step)?.fields,
    vocabulary.names,
  )
  const isTop = way.length === 0
  const functions = isTop
    ? vocabulary.functions.map(({ name, returns, about }) => ({
        text: `${name}()`,
        insert: `${name}(`,
        type: returns,
        about,
      }))
    : []
  const names = (inside ?? []).map(({ name, type, about }) => ({
    text: name,
    insert: name,
    type,
    ...(about !== undefined && { about }),
  }))
  const options = [...names, ...functions].filter(
    ({ text: own }) => own.toLowerCase().startsWith(last.toLowerCase()) && own !== last,
  )
  return { start: caret - last.length, options: options.slice(0, most) }
}

/** The text with one of them put in, and where one goes on to type. */
export function complete(text: string, caret: number, start: number, insert: string): { text: string; caret: number } {
  return { text: text.slice(0, start) + insert + text.slice(caret), caret: start + insert.length }
}

const most = 8

/** Whether a quote is open. */
function isInText(before: string): boolean {
  let open: string | undefined
  for (let index = 0; index < before.length; index++) {
    const sign = before[index]
    if (open !== undefined && sign === "\\") index++
    else if (open === undefined) open = sign === '"' || sign === "'" ? sign : undefined
    else if (sign === open) open = undefined
  }
  return open !== undefined
}
