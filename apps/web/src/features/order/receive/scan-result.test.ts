import { describe, expect, test } from 'vitest'
import { applyRanges, ELSEWHERE, parseIndex } from './receive-index.ts'
import { decide, decideLine, minutesLeft, readScan } from './scan-result.ts'

const GS = '\u001d'
const today = '2026-11-21'
const gtin = '00301162001165'

/** Returns an order: a case of four meds (valid, expired, soon expiring, on hold) and three loose meds. */
const sample = () =>
  parseIndex({
    documentId: 7,
    count: 8,
    keys: ['003999990000041829', 'OK1', 'OLD', 'SOON', 'HELD', 'LOOSE', 'THERE', 'OK1'].join('\n'),
    meta: '0,1,2,3,1,1,1,4',
    parents: '-1,0,0,0,0,-1,-1,-1',
    lasts: '4,1,2,3,4,5,6,7',
    states: '30002450',
    facts: [
      { gtin: null, productId: null, lotNumber: null, expirationDate: null },
      { gtin, productId: 1, lotNumber: 'L', expirationDate: '2028-07-31' },
      { gtin, productId: 1, lotNumber: 'L', expirationDate: '2026-11-20' },
      { gtin, productId: 1, lotNumber: 'L', expirationDate: '2027-02-19' },
      { gtin: '00312345678906', productId: 2, lotNumber: 'L', expirationDate: null },
    ],
    lastReceiptId: 0,
  })
const scan = (serial: string) => decide(sample(), { kind: 'unit', gtin, serialNumber: serial, how: 'scan' }, today)

test.each([
  ['a web address', 'https://example.com/some/long/product/page'],
  ['a code with letters that no serial number has', 'ÄÖ-4711-ÜÄ-ÄÖ-4711-ÜÄ'],
  ['a long text', 'X'.repeat(60)],
])('the page treats %s as an unreadable code instead of an unknown package', (_, text) => {
  expect(readScan(text)).toMatchObject({ kind: 'unreadable' })
})

describe('the scan reader', () => {
  test('accepts 2D codes with group separators, carets or brackets, and plain serial numbers', () => {
    const unit = { kind: 'unit', gtin, serialNumber: '10000083546563', how: 'scan' }
    const label = { lotNumber: '608464T', expirationDate: '2028-07-31' }
    expect(readScan(`01${gtin}2110000083546563${GS}1728073110608464T\r`, 2026)).toEqual({ ...unit, label })
    expect(readScan(`]d201${gtin}2110000083546563^1728073110608464T`, 2026)).toEqual({ ...unit, label })
    expect(readScan(`(01)${gtin}(21)10000083546563`, 2026)).toEqual(unit)
    expect(readScan(`(01)${gtin}(21)10000083546563(17)280700`, 2026)).toEqual({ ...unit, label: { expirationDate: '2028-07' } })
    expect(readScan(' 10K7M3Q92X41B8 ')).toEqual({ kind: 'serial', serialNumber: '10K7M3Q92X41B8', how: 'serial' })
    expect(readScan('14')).toEqual({ kind: 'serial', serialNumber: '14', how: 'serial' })
  })

  test('[SCAN-022] treats a value under 20 characters as text, whatever it looks like', () => {
    expect(readScan(`01${gtin}219`)).toEqual({ kind: 'serial', serialNumber: `01${gtin}219`, how: 'serial' })
    expect(readScan(`01${gtin}2114`)).toEqual({ kind: 'unit', gtin, serialNumber: '14', how: 'scan' })
  })

  test('accepts an SSCC with or without its application identifier', () => {
    const container = { kind: 'container', sscc: '106141412345678908', how: 'scan' }
    for (const text of ['00106141412345678908', '(00)106141412345678908', '106141412345678908']) expect(readScan(text)).toEqual(container)
  })

  test('explains why a barcode cannot be read', () => {
    expect(readScan(`01003011620011662110000${GS}17280731`)).toMatchObject({ kind: 'unreadable' })
    expect(readScan(`01${gtin}`)).toMatchObject({ kind: 'unreadable' })
  })
})

describe('the scan handler', () => {
  test('receives an open med, and then reports it as already received', () => {
    const index = sample()
    const reading = { kind: 'unit', gtin, serialNumber: 'OK1', how: 'scan' } as const
    expect(decide(index, reading, today)).toEqual({ kind: 'receive', line: 1 })
    applyRanges(index, [[1, 1]], true)
    expect(decide(index, reading, today)).toEqual({ kind: 'already', line: 1 })
  })

  test('stops expired, short-dated, held and unshipped meds', () => {
    expect(scan('OLD')).toEqual({ kind: 'stop', line: 2, why: 'expired', days: -1 })
    expect(scan('SOON')).toEqual({ kind: 'stop', line: 3, why: 'short', days: 90 })
    expect(scan('HELD')).toMatchObject({ kind: 'stop', why: 'held' })
    expect(scan('LOOSE')).toMatchObject({ kind: 'stop', why: 'notShipped' })
    expect(scan('THERE')).toEqual({ kind: 'receivedElsewhere', line: 6 })
    expect(scan('NONE')).toEqual({ kind: 'missing' })
  })

  test.each([
    ['OK1', { lotNumber: 'X' }],
    ['OK1', { expirationDate: '2026-01-31' }],
    ['OLD', { lotNumber: 'X' }],
    ['HELD', { expirationDate: '2028-08' }],
    ['LOOSE', { lotNumber: 'X' }],
    ['THERE', { lotNumber: 'X' }],
  ])('reports that the label of package %s differs (%o) before it makes any other check', (serialNumber, label) => {
    const reading = { kind: 'unit', gtin, serialNumber, how: 'scan', label } as const
    expect(decide(sample(), reading, today)).toMatchObject({ kind: 'differs', label })
  })

  test('stops a mismatched label even if its serial number was already received, because the label may be on a second package', () => {
    const index = sample()
    applyRanges(index, [[1, 1]], true)
    const reading = { kind: 'unit', gtin, serialNumber: 'OK1', how: 'scan' } as const
    expect(decide(index, { ...reading, label: { lotNumber: 'X' } }, today)).toMatchObject({ kind: 'differs' })
    expect(decide(index, { ...reading, label: { lotNumber: ' l ', expirationDate: '2028-07' } }, today)).toMatchObject({ kind: 'already' })
  })

  test('makes all other checks even if a mismatched label is accepted with a reason', () => {
    expect(decideLine(sample(), 1, today, { lotNumber: 'X', reason: 'misprint' })).toEqual({ kind: 'receive', line: 1 })
    expect(decideLine(sample(), 2, today, { lotNumber: 'X', reason: 'misprint' })).toMatchObject({ kind: 'stop', why: 'expired' })
  })

  test('accepts a container’s label that matches any of its contents', () => {
    const label = `00003999990000041829${GS}02${gtin}10l${GS}17280731`
    expect(readScan(label, 2026)).toMatchObject({ kind: 'container', label: { lotNumber: 'l', expirationDate: '2028-07-31' } })
    expect(decide(sample(), readScan(label, 2026), today)).toEqual({ kind: 'container', line: 0 })
    expect(decide(sample(), readScan(label.replace('10l', '10ZZ9'), 2026), today)).toMatchObject({ kind: 'differs', line: 0 })
    expect(decide(sample(), readScan(label.replace('280731', '300131'), 2026), today)).toMatchObject({ kind: 'differs', line: 0 })
  })

  test('applies a reason only to the stop for which it was given', () => {
    const anyway = { lotNumber: 'X', stopReason: 'checked', elsewhereReason: 'a copy' } as const
    expect(decideLine(sample(), 1, today, anyway)).toEqual({ kind: 'differs', line: 1, label: { lotNumber: 'X' } })
    expect(decideLine(sample(), 6, today, { lotNumber: 'X', reason: 'misprint' })).toEqual({ kind: 'receivedElsewhere', line: 6 })
    expect(decideLine(sample(), 6, today, { ...anyway, reason: 'misprint' })).toEqual({ kind: 'receive', line: 6 })
  })

  test('asks for two reasons to receive a package that was received elsewhere and is also short-dated', () => {
    const index = sample()
    index.states[3] = ELSEWHERE
    expect(decideLine(index, 3, today)).toMatchObject({ kind: 'stop', why: 'short' })
    expect(decideLine(index, 3, today, { stopReason: 'checked' })).toEqual({ kind: 'receivedElsewhere', line: 3 })
    expect(decideLine(index, 3, today, { elsewhereReason: 'a copy' })).toMatchObject({ kind: 'stop', why: 'short' })
    expect(decideLine(index, 3, today, { stopReason: 'checked', elsewhereReason: 'a copy' })).toEqual({ kind: 'receive', line: 3 })
  })

  test('asks for the product when a bare serial number matches several', () => {
    expect(decide(sample(), readScan('OK1'), today)).toEqual({ kind: 'choose', lines: [1, 7] })
    expect(decide(sample(), readScan('ok1'), today)).toEqual({ kind: 'choose', lines: [1, 7] })
  })

  test('receives a container with open meds, and stops one with only held meds left', () => {
    const index = sample()
    expect(decide(index, readScan('003999990000041829'), today)).toEqual({ kind: 'container', line: 0 })
    applyRanges(index, [[1, 3]], true)
    expect(decide(index, readScan('003999990000041829'), today)).toMatchObject({ kind: 'stop', why: 'held' })
  })
})

describe('the estimate of the minutes left', () => {
  test('uses the pace of the last receipts and ignores pauses', () => {
    const at = Date.parse('2026-11-21T09:00:00Z')
    const events = [0, 6, 12, 18].map((seconds) => ({ at: at + seconds * 1000, meds: 1 }))
    expect(minutesLeft(events, 55)).toBe(6)
    expect(minutesLeft(events.slice(0, 2), 55)).toBeUndefined()
    expect(minutesLeft([{ at: at - 3_600_000, meds: 500 }, ...events], 55)).toBe(6)
  })
})

describe('a recalled lot', () => {
  const recall = {
    recallId: 1,
    epcisEventId: 2,
    title: 'Losartan',
    classification: 'Class I',
    reason: 'Impurity',
    recallNumbers: ['D-1'],
    epcisMedVocabularyId: 1,
    lotNumber: 'L',
    expiration: '2028-07-31',
    confidence: 'exact' as const,
    why: 'Same NDC and lot',
    isAnswered: false,
    dismissedAt: null,
  }
  const recalled = (confidence: 'exact' | 'probable' | 'possible' = 'exact') => {
    const index = sample()
    index.recalls = [{ ...recall, confidence }]
    return index
  }
  const stop = { kind: 'stop', why: 'recalled' }

  test('stops the scan of a med or its case until the user gives a reason for receiving despite the recall', () => {
    const index = recalled()
    expect(decideLine(index, 1, today)).toMatchObject(stop)
    expect(decideLine(index, 0, today)).toMatchObject(stop)
    expect(decideLine(index, 1, today, { stopReason: 'checked', elsewhereReason: 'x' })).toMatchObject(stop)
    expect(decideLine(index, 1, today, { recallReason: 'checked' })).toEqual({ kind: 'receive', line: 1 })
    expect(decideLine(index, 7, today)).toEqual({ kind: 'receive', line: 7 })
    expect(decideLine(recalled('probable'), 1, today)).toMatchObject(stop)
  })

  test('is stopped if it is expired, even with a reason for receiving it; it causes no stop if it is only a possible match', () => {
    const index = sample()
    index.recalls = [{ ...recall, expiration: '2026-11-20' }]
    expect(decideLine(index, 2, today, { recallReason: 'checked' })).toMatchObject({ kind: 'stop', why: 'expired' })
    expect(decideLine(recalled('possible'), 1, today)).toEqual({ kind: 'receive', line: 1 })
  })
})
