/** What a drill found out. */
export interface Findings {
  figures: Record<string, number>
  /** What should not be, in sentences; empty when all is well. */
  wrong: string[]
}

/** Each sentence that has something to count. */
export function tellWrong(counted: readonly (readonly [amount: number, what: string])[]): string[] {
  return counted.flatMap(([amount, what]) => (amount ? [`${amount.toLocaleString('en-US')} ${what}.`] : []))
}

/** The value below which so much of them lies (0–1); 0 of none. */
export function findQuantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Asks again and again. @returns after how many milliseconds it was so. @throws Error when it never is. */
export async function waitUntil(what: string, isSo: () => Promise<boolean>, seconds = 600): Promise<number> {
  const began = Date.now()
  while (!(await isSo())) {
    if (Date.now() - began > seconds * 1000) throw new Error(`Waited ${seconds} seconds for ${what}.`)
    await pause(100)
  }
  return Date.now() - began
}
