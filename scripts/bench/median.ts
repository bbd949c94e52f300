export interface SearchFigure {
  name: string
  /** Milliseconds, median. */
  ours: number
  bare: number
}

const ROUNDS = 15

/** After one round that warms the caches. */
export async function median(work: () => Promise<unknown>): Promise<number> {
  await work()
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now()
    await work()
    times.push(performance.now() - began)
  }
  return times.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0
}
