/**
 * Keys of what is asked for: the same again has the same key until an answer came, so that what was done though its answer got
 * lost is not done twice.
 */
export class RequestKeys {
  readonly #unanswered = new Map<string, string>()
  readonly #fresh: () => string

  constructor(fresh: () => string = freshKey) {
    this.#fresh = fresh
  }

  keyOf(name: string, input: unknown): string {
    const asked = JSON.stringify([name, input])
    const key = this.#unanswered.get(asked) ?? this.#fresh()
    this.#unanswered.set(asked, key)
    return key
  }

  answered(name: string, input: unknown): void {
    this.#unanswered.delete(JSON.stringify([name, input]))
  }
}

/** A key nobody else has. `crypto.randomUUID` is there only where the page came over HTTPS or from this machine. */
export function freshKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("")
}
