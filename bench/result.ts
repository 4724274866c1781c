/** One measurement. `ratio` is `value / reference`, taken inside one run. */
export interface Result {
  readonly name: string
  readonly value: number
  readonly unit: string
  readonly reference?: number
  readonly ratio?: number
}

export interface Benchmark {
  /** What `--only` matches: the beginning of the results' names. */
  readonly name: string
  run(options: { readonly million: boolean }): Promise<readonly Result[]>
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export function rounded(value: number): number {
  return Number(value.toPrecision(4))
}

/** What was measured beside its reference, round by round. */
export function comparison(
  name: string,
  unit: string,
  measured: readonly { readonly value: number; readonly reference: number }[],
): Result {
  return {
    name,
    value: rounded(median(measured.map(({ value }) => value))),
    unit,
    reference: rounded(median(measured.map(({ reference }) => reference))),
    ratio: rounded(median(measured.map(({ value, reference }) => value / reference))),
  }
}
