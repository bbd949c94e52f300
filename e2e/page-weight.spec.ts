import { expect, test } from 'vitest'
import { heaviestChunks, weighFirstLoad } from './page-weight.ts'

/** Chunks with their own size limits (kilobytes, gzip): libraries loaded only on demand, or kept in the browser's cache across releases. */
const LIBRARIES: readonly (readonly [chunk: RegExp, most: number, what: string])[] = [
  [/^pdf\.worker/, 400, 'reads PDFs, in a worker'],
  [/^pdf-view/, 140, 'shows PDFs'],
  [/^report-chart/, 125, 'draws charts'],
  [/^bwip-js/, 90, 'draws barcodes'],
  [/^react-/, 70, 'React'],
  [/^precheck-worker/, 60, 'reads EPCIS documents, in a worker'],
]
const PAGE = 40

test('the sign-in page loads at most 100 kB of JavaScript', () => {
  expect(weighFirstLoad().js).toBeLessThanOrEqual(100)
})

test('a page loads at most 40 kB of its own code, and no library grows beyond its recorded size', () => {
  const heavy = heaviestChunks()
    .map(({ name, kb }) => ({ name, kb, most: LIBRARIES.find(([chunk]) => chunk.test(name))?.[1] ?? PAGE }))
    .filter(({ kb, most }) => kb > most)
  expect(heavy).toEqual([])
})
