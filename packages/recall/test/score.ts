import { type RecallCode, type RecallRecord, readRecall } from '../src/index.ts'

/** What a person read from each recall, by recall number: the reference with which the results of the recall reader are compared. */
export type Golden = Record<string, { codes: Omit<RecallCode, 'lotPrefixes' | 'lotSuffixes'>[] }>

export interface Score {
  hits: number
  /** Number of facts in the reference. */
  wanted: number
  /** Number of facts that the reader found. */
  found: number
}

const FACTS = {
  ndcs: ({ ndc }: RecallCode) => [String(ndc)],
  lots: ({ ndc, lots }: RecallCode) => lots.map((lot) => `${ndc} ${lot.toLowerCase()}`),
  expirations: ({ ndc, expirations }: RecallCode) => expirations.map(({ lot, expiration }) => `${ndc} ${lot?.toLowerCase()} ${expiration}`),
  ranges: ({ ndc, ranges }: RecallCode) => ranges.map((range) => `${ndc} ${range.join(' to ')}`),
  allLots: ({ ndc, allLots }: RecallCode) => (allLots ? [String(ndc)] : []),
}

/** Compares the reader with the reference: precision is hits / found, recall hits / wanted. */
export function computeScore(records: readonly RecallRecord[], golden: Golden): Record<keyof typeof FACTS, Score> {
  const none = (): Score => ({ hits: 0, wanted: 0, found: 0 })
  const scores = { ndcs: none(), lots: none(), expirations: none(), ranges: none(), allLots: none() }
  for (const record of records) {
    const wanted = golden[record.recall_number ?? '']?.codes
    if (!wanted) continue
    const found = readRecall(record).codes
    for (const [name, factsOf] of Object.entries(FACTS) as [keyof typeof FACTS, (code: RecallCode) => string[]][]) {
      // The cast in the line above is needed because Object.entries() loses the type of the keys.
      const byHand = new Set(wanted.flatMap(factsOf))
      const read = new Set(found.flatMap(factsOf))
      scores[name].hits += [...byHand].filter((fact) => read.has(fact)).length
      scores[name].wanted += byHand.size
      scores[name].found += read.size
    }
  }
  return scores
}
