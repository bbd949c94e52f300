import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { validateEpcis } from '../src/index.ts'
import { validateInPieces } from '../src/threads.ts'
import { breakages } from './breakages.ts'
import { smallDocument } from './helpers.ts'
import { mutate, randomNumbers } from './mutations.ts'

const folder = mkdtempSync(join(tmpdir(), 'epcis-threads-'))
afterAll(() => rmSync(folder, { recursive: true }))

const document = smallDocument({ meds: 3_000, perCase: 10, casesPerPallet: 10 })
let files = 0

function keep(content: string | Uint8Array): string {
  files += 1
  const path = join(folder, `${files}.xml`)
  writeFileSync(path, content)
  return path
}

describe('several threads', { timeout: 120_000 }, () => {
  test.each([1, 2, 3, 7])('%d of them say what one says', async (threads) => {
    const path = keep(document)
    const seen: number[] = []
    const onProgress = (bytes: number) => seen.push(bytes)
    expect(await validateInPieces(path, { threads, leastBytes: 0, leastBytesForThreads: 0, pieceBytes: 20_000, onProgress })).toEqual(
      validateEpcis(readFileSync(path)),
    )
    expect(seen.length).toBeGreaterThan(10)
    expect(seen).toEqual(seen.toSorted((one, other) => one - other))
  })

  test('are given the clock, what is on file and how many findings are kept', async () => {
    const path = keep(document.replace(/<VocabularyElement .*<\/VocabularyElement>/s, '').replaceAll('<action>OBSERVE', '<action>'))
    const options = {
      now: new Date('2020-01-01T00:00:00Z'),
      knownGlns: new Set(['0300012000009']),
      knownGtins: new Set(['0']),
      findingsPerType: 3,
    }
    const found = await validateInPieces(path, { ...options, threads: 3, leastBytes: 0, leastBytesForThreads: 0, pieceBytes: 50_000 })
    expect(found).toEqual(validateEpcis(readFileSync(path), {}, options))
    expect(found?.findings.length).toBeGreaterThan(3)
  })

  test('say the same of documents that are broken somewhere', async () => {
    const originals = [...breakages.filter((_breakage, index) => index % 12 === 0).map(({ edit }) => edit(document)), `\ufeff${document}`]
    for (const [index, original] of originals.entries()) {
      const bytes = mutate(new TextEncoder().encode(original), randomNumbers(index))
      const found = await validateInPieces(keep(bytes), { threads: 3, leastBytes: 0, leastBytesForThreads: 0, pieceBytes: 30_000 })
      expect(found ?? validateEpcis(bytes)).toEqual(validateEpcis(bytes))
    }
  })

  test('are not begun for a file that is small, no XML in UTF-8, or no plain file', async () => {
    const small = keep(document)
    expect(await validateInPieces(small, { threads: 4 })).toBeNull()
    expect(await validateInPieces(keep('{"type": "EPCISDocument"}'), { leastBytes: 0, leastBytesForThreads: 0, threads: 4 })).toBeNull()
    expect(
      await validateInPieces(keep(Buffer.from(`\ufeff${document}`, 'utf16le')), { leastBytes: 0, leastBytesForThreads: 0, threads: 4 }),
    ).toBeNull()
    expect(await validateInPieces(folder, { leastBytes: 0, leastBytesForThreads: 0, threads: 4 })).toBeNull()
    await expect(validateInPieces(join(folder, 'none.xml'), { threads: 4 })).rejects.toThrow('ENOENT')
  })

  test('say the same of a file without an event, and of an empty one', async () => {
    for (const text of ['<a', '<a/>', document.slice(0, document.indexOf('<ObjectEvent'))]) {
      const path = keep(text)
      expect(await validateInPieces(path, { threads: 2, leastBytes: 0, leastBytesForThreads: 0 })).toEqual(
        validateEpcis(readFileSync(path)),
      )
    }
    expect(await validateInPieces(keep(''), { threads: 2, leastBytes: 0, leastBytesForThreads: 0 })).toBeNull()
  })
})
