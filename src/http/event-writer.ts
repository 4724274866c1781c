import type { ServerResponse } from "node:http"

/** Writes server-sent events at the pace of whoever reads them: nothing is kept for a reader who does not take it. */
export class EventWriter {
  readonly #response: ServerResponse
  readonly #patience: number
  /** When something was last written. */
  wroteAt = performance.now()

  constructor(response: ServerResponse, patience: number) {
    this.#response = response
    this.#patience = patience
  }

  get isOpen(): boolean {
    return !this.#response.destroyed && !this.#response.writableEnded
  }

  /** Whether the reader keeps up, so that there is no harm in telling more. */
  get isFree(): boolean {
    return this.isOpen && !this.#response.writableNeedDrain
  }

  /** Resolves when there is room for more; false if there is nobody to read it, who is cut off if he took nothing for too long. */
  async write(text: string): Promise<boolean> {
    if (!this.isOpen) return false
    this.wroteAt = performance.now()
    return this.#response.write(text) || (await this.#drained())
  }

  end(text: string): void {
    if (this.isOpen) this.#response.end(text)
  }

  #drained(): Promise<boolean> {
    const response = this.#response
    return new Promise((resolve) => {
      const done = (isThere: boolean) => {
        clearTimeout(timer)
        response.off("drain", drained)
        response.off("close", closed)
        resolve(isThere)
      }
      const drained = () => done(true)
      const closed = () => done(false)
      const timer = setTimeout(() => response.destroy(), this.#patience)
      response.once("drain", drained)
      response.once("close", closed)
      if (response.destroyed) done(false)
    })
  }
}

/** One event as text. JSON has no line breaks, so one line of data is enough. */
export function eventText(event: string, data: string, id?: number): string {
  return `${id === undefined ? "" : `id: ${id}\n`}event: ${event}\ndata: ${data}\n\n`
}

export const heartbeatText = ":\n\n"

/** What a stream of events is announced with. No proxy should collect it. */
export const streamHeaders = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-store",
  "x-accel-buffering": "no",
} as const
