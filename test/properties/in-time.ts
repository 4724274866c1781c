import fc from "fast-check"

export interface InTime {
  readonly seed: number
  readonly numRuns: number
  /** Milliseconds after which no further sample is tried. */
  readonly limit: number
}

/**
 * Tries samples until there are enough or it is late. A sample that has begun is finished: one that was given up would run on beside the tests that
 * share its process.
 */
export function assertInTime<Of extends unknown[]>(property: fc.IPropertyWithHooks<Of>, options: InTime): void
export function assertInTime<Of extends unknown[]>(
  property: fc.IAsyncPropertyWithHooks<Of>,
  options: InTime,
): Promise<void>
export function assertInTime<Of extends unknown[]>(
  property: fc.IPropertyWithHooks<Of> | fc.IAsyncPropertyWithHooks<Of>,
  { limit, ...parameters }: InTime,
): void | Promise<void> {
  const from = performance.now()
  const run = property.run.bind(property)
  const passed = null
  property.run = ((value: Of) => (performance.now() - from > limit ? passed : run(value))) as typeof property.run
  return fc.assert(property as fc.IAsyncPropertyWithHooks<Of>, parameters)
}
