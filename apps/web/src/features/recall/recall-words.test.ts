import { describe, expect, test } from 'vitest'
import { describeCompared, describeReading, pagerWindow, pickSerial, splitPieces, stockSearches, sumWords } from './recall-words.ts'

describe('the pager', () => {
  test('[RECALL-018 RECALL-019 RECALL-020] shows at most seven pages, starting three before the current one, or the last seven near the end', () => {
    expect(pagerWindow(1, 3)).toEqual([1, 2, 3])
    expect(pagerWindow(1, 20)).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(pagerWindow(4, 20)).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(pagerWindow(9, 20)).toEqual([6, 7, 8, 9, 10, 11, 12])
    expect(pagerWindow(5, 20)).toEqual([2, 3, 4, 5, 6, 7, 8])
    expect(pagerWindow(16, 20)).toEqual([13, 14, 15, 16, 17, 18, 19])
    expect(pagerWindow(17, 20)).toEqual([14, 15, 16, 17, 18, 19, 20])
    expect(pagerWindow(2, 7)).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(pagerWindow(18, 20)).toEqual([14, 15, 16, 17, 18, 19, 20])
    expect(pagerWindow(20, 20)).toEqual([14, 15, 16, 17, 18, 19, 20])
    expect(pagerWindow(1, 0)).toEqual([])
  })
})

test('[RECALL-038] the serial number of an SGTIN is the part after its last dot', () => {
  expect(pickSerial('urn:epc:id:sgtin:0303999.077410.10L2')).toEqual({ head: 'urn:epc:id:sgtin:0303999.077410.', serial: '10L2' })
  expect(pickSerial('10L2')).toEqual({ head: '', serial: '10L2' })
})

describe('the counts of a dismissal', () => {
  test('show a note when they do not add up', () => {
    expect(sumWords(6, [1, 4, undefined, undefined], false)).toBe('5 of 6 are accounted for. Say in the notes where the other one is.')
    expect(sumWords(6, [1, 3, 0, 0], false)).toBe('4 of 6 are accounted for. Say in the notes where the other 2 are.')
    expect(sumWords(6, [2, 4, 0, 0], false)).toBeUndefined()
    expect(sumWords(6, [undefined], false)).toBeUndefined()
    expect(sumWords(6, [7], false)).toBe('7 is more than the 6 that came in.')
    expect(sumWords(6, [1], true)).toBe('“None on hand” is checked, but quantities are entered. Which is right?')
  })
})

describe('the text of a recall', () => {
  test('is shown completely, with recognized and unrecognized text marked', () => {
    const text = 'Lots LP1, LP10 of NDC 1-2; see 55?'
    const pieces = splitPieces(text, ['LP1', 'LP10'], ['see 55?'])
    expect(pieces.map((piece) => piece.text).join('')).toBe(text)
    expect(pieces.filter(({ kind }) => kind === 'read').map((piece) => piece.text)).toEqual(['LP1', 'LP10'])
    expect(pieces.filter(({ kind }) => kind === 'unread').map((piece) => piece.text)).toEqual(['see 55?'])
  })

  test('has a short summary for each recall code, which shows what could be read and which lots are recalled', () => {
    const code = {
      id: 1,
      ndcWithDashes: '',
      formFactor: 'Bottle',
      criteria: [],
      allLots: false,
      isUnread: false,
      comparedBy: 'ndc' as const,
      amountOfLots: 0,
    }
    const dated = [{ id: 1, expiration: '2028-03', recallLotNumbers: [{ lotNumber: 'A' }] }]
    expect(describeReading({ ...code, ndcWithDashes: '8801-0500-60', isUnread: true }).words).toContain('shown as possible')
    expect(describeReading({ ...code, allLots: true }).words).toBe('all lots are recalled')
    expect(describeReading({ ...code, amountOfLots: 3, criteria: dated }).words).toBe('3 lots, each with its expiry')
    expect(
      describeReading({
        ...code,
        amountOfLots: 1,
        criteria: [{ ...dated[0], id: 1, expiration: null, recallLotNumbers: [{ lotNumber: 'A' }] }],
      }).words,
    ).toBe('1 lot')
  })

  test('has a note on where to look manually when nothing could be compared', () => {
    const code = { id: 1, ndcWithDashes: '', formFactor: 'Bottle', criteria: [], allLots: false, isUnread: false, amountOfLots: 0 }
    const bare = { ...code, comparedBy: 'nothing' as const }
    const not = 'so your packages were not compared with it'
    expect(describeReading({ ...bare, isUnread: true })).toEqual({
      isShort: true,
      words: `the text names no NDC, and no lots could be read, ${not}`,
    })
    expect(describeReading({ ...bare, allLots: true }).words).toBe(`all lots are recalled, but the text names no NDC, ${not}`)
    expect(describeReading({ ...bare, amountOfLots: 1, ndcWithDashes: '1-2' }).words).toBe(
      `its lots are a range, but the NDC could not be read, ${not}`,
    )
    expect(describeReading({ ...code, comparedBy: 'manufacturer' })).toMatchObject({
      isShort: true,
      words: expect.stringContaining('shown as possible'),
    })
    const ndc = { comparedBy: 'ndc' as const }
    expect([describeCompared([ndc]), describeCompared([bare, ndc]), describeCompared([bare]), describeCompared([])]).toEqual([
      'all',
      'part',
      'nothing',
      'nothing',
    ])
    expect(stockSearches({ title: 'Losartan potassium 50 mg', manufacturer: 'The Ormsby Generics, Inc.' })).toEqual([
      { label: 'Search your packages for “Losartan”', href: '/searchmeds?medName=Losartan' },
      { label: 'Search your packages from “Ormsby”', href: '/searchmeds?manufacturerName=Ormsby' },
    ])
  })
})
