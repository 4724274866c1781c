/**
 * Tells whether what is written now would be kept. The last write says so if it was a moment ago; otherwise something is written: a little, or, where
 * the last write failed, as much as commits mostly need. So an idle store whose disk is full is found out, and whoever asks often writes no more often.
 */
export class WriteProbe {
  #last: { readonly at: number; readonly error?: unknown } | undefined
  #hasFailed = false
  #writing: Promise<void> | undefined

  noteWritten(): void {
    this.#hasFailed = false
    this.#last = { at: performance.now() }
  }

  /** Why it failed may be the writer's own affair: next time something is written. */
  noteFailed(): void {
    this.#last = undefined
    this.#hasFailed = true
  }

  /** Throws what the last such write has thrown. */
  async check(write: (bytes: number) => Promise<unknown>): Promise<void> {
    if (this.#last === undefined || performance.now() - this.#last.at >= believedFor) {
      this.#writing ??= this.#write(write).finally(() => {
        this.#writing = undefined
      })
      await this.#writing
    }
    if (this.#last?.error !== undefined) throw this.#last.error
  }

  async #write(write: (bytes: number) => Promise<unknown>): Promise<void> {
    try {
      await write(this.#hasFailed ? much : 1)
      this.noteWritten()
    } catch (error) {
      this.noteFailed()
      this.#last = { at: performance.now(), error }
    }
  }
}

/** Milliseconds. */
const believedFor = 500
/** Bytes. */
const much = 1024 * 1024
