/** What the doctor says of one thing. */
export interface Finding {
  readonly what: string
  readonly verdict: "ok" | "warning" | "trouble"
  readonly says: string
  readonly remedy?: string
}

export const ok = (what: string, says: string): Finding => ({ what, verdict: "ok", says })
export const warning = (what: string, says: string, remedy: string): Finding => ({
  what,
  verdict: "warning",
  says,
  remedy,
})
export const trouble = (what: string, says: string, remedy: string): Finding => ({
  what,
  verdict: "trouble",
  says,
  remedy,
})

export const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MiB`
