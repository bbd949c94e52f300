import { describe, expect, test } from 'vitest'
import { type RecallRecord, readRecall } from '../src/index.ts'
import { collected } from './collected.ts'
import { computeScore, type Golden } from './score.ts'

const download = collected('enforcement-visible.json') as { results: RecallRecord[] } | null // openFDA's download has this shape
const golden = collected('golden-visible.json') as Golden | null // the README of the data describes this shape

describe('the recall reader on real recalls', () => {
  test.skipIf(!download || !golden)('matches a person’s reading', () => {
    const { lots, ndcs, expirations, allLots } = computeScore(download?.results ?? [], golden ?? {})
    expect(lots.hits / lots.found).toBeGreaterThanOrEqual(0.99)
    expect(lots.hits / lots.wanted).toBeGreaterThanOrEqual(0.97)
    for (const score of [ndcs, expirations, allLots]) expect(score.hits / Math.max(score.found, score.wanted)).toBeGreaterThanOrEqual(0.97)
  })

  test.skipIf(!download)('returns only values that occur in the text and are not too long', () => {
    for (const record of download?.results ?? []) {
      const text = `${record.code_info ?? ''} ${record.more_code_info ?? ''}`
      for (const { lots } of readRecall(record).codes) expect(lots.filter((lot) => !text.includes(lot))).toEqual([])
    }
  })
})
