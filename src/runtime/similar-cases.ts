import type { Classes } from "../exceptions/rules.ts"
import type { ExceptionId } from "../messages/ids.ts"
import type { AnswerGiven, ExceptionRow, Store } from "../store/port.ts"

/** What was done when the like happened before. */
export interface Similar {
  /** The same at the same place first, then in the process, then what it is a kind of; of each the newest first. */
  readonly cases: readonly SimilarCase[]
  /** Of those and some more before them, how often each answer was given and how often the same came back; most often first. */
  readonly answers: readonly SimilarAnswer[]
}

export interface SimilarCase extends Pick<ExceptionRow, "id" | "case" | "class" | "at" | "raisedAt" | "state"> {
  readonly answer: AnswerGiven
}

export interface SimilarAnswer extends Pick<AnswerGiven, "stage" | "says"> {
  readonly count: number
  readonly recurred: number
}

/** So many are shown, and so many at most are looked at: what is long past is worth less than its cost. */
const shown = 10
const looked = 200

export async function similarTo(
  store: Store,
  classes: Classes,
  about: {
    readonly exception?: ExceptionId | undefined
    readonly class: string
    readonly process: string
    readonly at: string
  },
): Promise<Similar> {
  const { class: name, process, at } = about
  const found = new Map<ExceptionId, SimilarCase>()
  const add = async (query: { readonly class: string; readonly at?: string }) => {
    if (found.size >= looked) return
    const rows = await store.answered({ process, ...query, limit: looked })
    for (const { id, case: of, class: like, at: where, raisedAt, state, answer } of rows)
      if (answer && id !== about.exception && found.size < looked && !found.has(id))
        found.set(id, { id, case: of, class: like, at: where, raisedAt, state, answer })
  }
  await add({ class: name, at })
  await add({ class: name })
  for (const broader of classes.lineage(name).slice(1)) await add({ class: broader })
  const cases = [...found.values()]
  return { cases: cases.slice(0, shown), answers: counted(cases) }
}

function counted(cases: readonly SimilarCase[]): readonly SimilarAnswer[] {
  const answers = new Map<string, SimilarAnswer>()
  for (const { answer, state } of cases) {
    const { stage, says } = answer
    const key = `${stage} ${says}`
    const { count, recurred } = answers.get(key) ?? { count: 0, recurred: 0 }
    answers.set(key, { stage, says, count: count + 1, recurred: recurred + Number(state === "recurred") })
  }
  return [...answers.values()].sort((one, other) => other.count - one.count)
}
