/** Results of a drill. */
export interface Findings {
  figures: Record<string, number>
  /** Problems, as sentences; empty if there are none. */
  wrong: string[]
}

/** One sentence for each count that is not zero, beginning with the count. */
export function describeWrong(counted: readonly (readonly [amount: number, what: string])[]): string[] {
  return counted.flatMap(([amount, what]) => (amount ? [`${amount.toLocaleString('en-US')} ${what}.`] : []))
}

/** Returns the value below which the fraction `part` (0 to 1) of the values lies, for example the median for 0.5; 0 if there are no values. */
export function findQuantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/**
 * Polls until `isSo` returns true.
 * @returns milliseconds until then.
 * @throws Error if `isSo` does not return true within `seconds`.
 */
export async function waitUntil(what: string, isSo: () => Promise<boolean>, seconds = 600): Promise<number> {
  const began = Date.now()
  while (!(await isSo())) {
    if (Date.now() - began > seconds * 1000) throw new Error(`Waited ${seconds} seconds for ${what}.`)
    await pause(100)
  }
  return Date.now() - began
}
