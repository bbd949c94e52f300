import { describe, expect, test } from 'vitest'
import { amountWords, foundWords } from './tracing-words.ts'

const counts = { found: 3000, partly: 1, notFound: 6999, outside: 0, elsewhere: 0 }

describe('a request’s summary in a list', () => {
  test('shows the progress of the search, and once it is complete, the number of items on file', () => {
    expect(foundWords({ counts, items: 10_000, searchedItems: 10_000 })).toBe('3,001 of 10,000 found')
    expect(foundWords({ counts: null, items: 10_000, searchedItems: 2000 })).toBe('Searched 2,000 of 10,000 items')
    expect(foundWords({ counts: null, items: 2, searchedItems: 0 })).toBe('Not searched yet')
  })

  test('says “more than” and the number at which counting stopped', () => {
    expect(amountWords({ amount: 10_000, hasMore: true })).toBe('more than 10,000 packages')
    expect(amountWords({ amount: 10_000, hasMore: false })).toBe('10,000 packages')
  })
})
