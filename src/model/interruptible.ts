/** Work that yields wherever others may have a turn. */
export type Interruptible<Result = void> = Generator<void, Result, void>

/** Does all of it in one go. */
export function finish<Result>(work: Interruptible<Result>): Result {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}
