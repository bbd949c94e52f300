import { describe, expect, test } from 'vitest'
import { makeCells } from '../line/order-cells.ts'
import { noteReceipt } from '../list/progress-words.ts'
import { applyRanges, findFact, parseIndex, type Recalled } from '../receive-index.ts'
import type { NewScanResult, OrderProduct, ReceiptInfo, ScanResult } from '../receive-types.ts'
import { toCorrectedResult } from '../use/corrected-result.ts'
import type { WordFacts } from './line-names.ts'
import { announcement, describeResult } from './result-words.ts'

const at = '2026-11-21T14:14:07.000Z'
const metformin: OrderProduct = {
  id: 1,
  regulatedProductName: 'Metformin HCl',
  additionalTradeItemId: null,
  dosageFormType: 'TABLET, FILM COATED',
  strengthDescription: '500 mg',
  manufacturerOfTradeItemPartyName: null,
  netContentDescription: null,
  sgtin: null,
  gtin: null,
}

/** An order of `cases` cases with `each` meds per case, on one pallet. */
function makeKnown(cases: number, each: number): WordFacts {
  const keys = ['003999990000041829']
  const parents = [-1]
  const lasts = [cases * (each + 1)]
  let states = '3'
  for (let box = 0; box < cases; box += 1) {
    const line = keys.push(`003999990000${100_000 + box}`) - 1
    parents.push(0)
    lasts.push(line + each)
    states += `3${'0'.repeat(each)}`
    for (let med = 1; med <= each; med += 1) {
      keys.push(`10K7M3Q9${box}B${med}`)
      parents.push(line)
      lasts.push(line + med)
    }
  }
  const index = parseIndex({
    documentId: 1,
    count: keys.length,
    keys: keys.join('\n'),
    meta: [...states].map((state) => (state === '3' ? 0 : 1)).join(','),
    parents: parents.join(','),
    lasts: lasts.join(','),
    states,
    facts: [
      { gtin: null, productId: null, lotNumber: null, expirationDate: null },
      { gtin: '00301162001165', productId: 1, lotNumber: 'M6604C', expirationDate: '2026-08-31' },
    ],
    lastReceiptId: 0,
  })
  return { index, products: new Map([[1, metformin]]), receipts: new Map<number, ReceiptInfo>(), me: 5, locationId: 1 }
}
const say = (known: WordFacts, outcome: NewScanResult) => describeResult(known, { ...outcome, id: 1, at })
const reading = { kind: 'unit', gtin: '00301162001165', serialNumber: 'X', how: 'scan' } as const
const received: NewScanResult = {
  kind: 'received',
  of: 'med',
  line: 2,
  productId: null,
  amount: 1,
  expired: 0,
  held: 0,
  receiptId: 1,
  pending: false,
  waiting: false,
}

describe('the display of a result', () => {
  test('describes a scan made without a network as waiting, not as received', () => {
    const words = say(makeKnown(2, 3), { ...received, receiptId: null, pending: true, waiting: true })
    expect(words).toMatchObject({ title: 'Saved', tone: 'info' })
    expect(words.says).toContain('Saved on this device.')
    const behindOthers = say(makeKnown(2, 3), { ...received, receiptId: null, pending: true, waiting: true, behindOthers: true })
    expect(behindOthers.says).toContain('Somebody else is working on this order')
  })

  test('shows who put a package on hold, when and why', () => {
    const known = makeKnown(1, 2)
    const hold = { by: 'Dana Ruiz', at: '2026-11-20T15:00:00.000Z', reason: 'Recall D-9001-2026.' }
    const { says } = say(known, { kind: 'stop', line: 1, why: 'held', days: 0, how: 'scan', hold })
    expect(says).toMatch(/^Dana Ruiz put this on hold .*: Recall D-9001-2026\. Keep it in quarantine\.$/)
  })

  test('mentions the expiration of a mismatched label only if the label has expired', () => {
    const known = makeKnown(1, 2)
    const file = { lotNumber: 'L', expirationDate: '2030-08-31' }
    const differs = (expirationDate: string) => say(known, { kind: 'differs', line: 1, how: 'scan', label: { expirationDate }, file }).says
    expect(differs('2020-01')).toContain('Its label says it expired 01/2020.')
    expect(differs('2999-01-31')).not.toContain('expired')
  })

  test('mentions a recall that may include a received package’s lot, but does not show it as an alarm', () => {
    const known = makeKnown(1, 2)
    const fact = findFact(known.index, 2)
    const recall = {
      recallId: 1,
      confidence: 'possible',
      classification: 'Class II',
      recallNumbers: ['D-7'],
      isAnswered: false,
      dismissedAt: null,
    }
    const lot = { epcisMedVocabularyId: fact?.productId, lotNumber: fact?.lotNumber, expiration: fact?.expirationDate }
    known.index.recalls = [{ ...recall, ...lot } as unknown as Recalled]
    expect(say(known, { ...received, line: 2 })).toMatchObject({
      tone: 'done',
      says: 'Possible recall (Class II, D-7): it may cover this lot. Compare the lot with the recall.',
    })
  })

  test('shows both values of each field that differs, and no other fields', () => {
    const file = { lotNumber: 'M6604C', expirationDate: '2026-08-31' }
    const differs = (label: { lotNumber?: string; expirationDate?: string }): NewScanResult => ({
      kind: 'differs',
      line: 2,
      how: 'scan',
      label,
      file,
    })
    const words = say(makeKnown(2, 3), differs({ lotNumber: 'X1', expirationDate: '2026-08' }))
    expect(words).toMatchObject({ title: 'Stop: label differs', tone: 'stop', shape: 'octagon' })
    const read = (outcome: NewScanResult) => announcement(makeKnown(2, 3), { ...outcome, id: 1, at })
    expect(read(differs({ lotNumber: 'X1', expirationDate: '2026-08' }))).toContain('. The label says lot X1; the file says M6604C.')
    expect(read(differs({ lotNumber: 'X1', expirationDate: '2026-08' }))).not.toContain('expires')
    expect(read(differs({ expirationDate: '2025-08' }))).toContain('The label says it expires 08/2025; the file says 08/31/2026.')
  })

  test('shows the product of a linear barcode or a known GTIN, and mentions a lost separator', () => {
    const known = makeKnown(2, 3)
    expect(say(known, { kind: 'productCode', code: 'UPC', productId: 1 })).toMatchObject({
      product: 'Metformin HCl 500 mg tablet',
      says: 'That is the UPC. Scan the 2D code.',
    })
    expect(say(known, { kind: 'missing', reading, isSearching: false, found: [] }).product).toBe('Metformin HCl 500 mg tablet')
    const other = { ...reading, gtin: '00312345678906' }
    expect(say(known, { kind: 'missing', reading: other, isSearching: false, found: [] }).product).toBe('No product on file')
    expect(say(known, { ...received, restored: true }).says).toContain('The scanner lost a separator')
  })

  test('gives each of the five results its own shape', () => {
    const known = makeKnown(2, 3)
    applyRanges(known.index, [[2, 2]], true)
    const other = {
      documentId: 9,
      medId: 1,
      purchaseOrderNumbers: ['88190-01'],
      senderNames: ['Quarry Hill Supply'],
      received: false,
      productName: 'Sertraline',
    }
    const results: NewScanResult[] = [
      received,
      { kind: 'already', line: 2 },
      { kind: 'missing', reading, isSearching: false, found: [other] },
      { kind: 'stop', line: 3, why: 'expired', days: -16, how: 'scan' },
      { kind: 'missing', reading, isSearching: false, found: [] },
    ]
    const words = results.map((result) => say(known, result))
    expect(words.map((one) => one.shape)).toEqual(['disc', 'ring', 'diamond', 'octagon', 'square'])
    expect(words.map((one) => one.title)).toEqual(['Received', 'Already received', 'On another order', 'Stop: expired', 'Unknown'])
    expect(words[0]).toMatchObject({ subtitle: '1 of 3 in case 100 000', product: 'Metformin HCl 500 mg tablet' })
    expect(words[2]?.says).toContain('PO 88190-01 from Quarry Hill Supply')
    expect(words[3]?.says).toBe('Expired 08/31/2026, 16 days ago. Do not put it on the shelf.')
  })

  test('shows who received a med earlier, and when', () => {
    const known = makeKnown(1, 2)
    applyRanges(known.index, [[2, 2]], true, 7)
    known.receipts.set(7, { userId: 6, by: 'Lee Okafor', at, how: 'scan' })
    expect(say(known, { kind: 'already', line: 2 }).says).toMatch(/^Lee Okafor received it at \d\d:14:07\. It is counted once\.$/)
  })

  test('shows how many meds a container scan received, and whether the order is complete', () => {
    const known = makeKnown(2, 3)
    applyRanges(known.index, [[1, 4]], true)
    const container: NewScanResult = { ...received, of: 'container', line: 1, amount: 3, expired: 3 }
    expect(say(known, container)).toMatchObject({ title: 'Received', subtitle: '3 packages in case 100 000' })
    expect(say(known, container).says).toContain('3 of them are expired')
    applyRanges(known.index, [[0, 8]], true)
    expect(say(known, container)).toMatchObject({ title: 'All received', subtitle: '6 of 6 packages' })
  })

  test('includes an announcement with the last characters of the serial number', () => {
    const known = makeKnown(2, 3)
    applyRanges(known.index, [[2, 2]], true)
    const spoken = announcement(known, { ...received, id: 1, at })
    expect(spoken).toBe('Received. 1 of 3 in case 100 000. Metformin HCl 500 mg tablet. Serial ending 9 0 B 1.')
  })
})

describe('activity of coworkers', () => {
  test('is shown in one unobtrusive line', () => {
    const known = makeKnown(2, 12)
    const change = { receiptId: 3, userId: 6, by: { firstName: 'Lee', lastName: 'Okafor' }, at, how: 'container' as const, undone: false }
    expect(noteReceipt(known, { ...change, lines: [[2, 13]] }).words).toBe('Lee Okafor received 12 in case 100 000')
    expect(noteReceipt(known, { ...change, undone: true, lines: [[2, 2]] })).toMatchObject({
      words: 'Lee Okafor undid: Metformin HCl 500 mg',
      tail: '90B1',
    })
  })
})

describe('an order drawn as a row of cells', () => {
  test('has one cell per med, case or group of cases, up to a maximum', () => {
    expect(makeCells(makeKnown(8, 12).index)).toMatchObject({ of: 'med', each: 1, groups: { length: 8 } })
    expect(makeCells(makeKnown(100, 12).index)).toMatchObject({ of: 'case', each: 1 })
    const many = makeCells(makeKnown(3000, 12).index)
    expect(many.each).toBe(19)
    expect(many.groups.flatMap((group) => group.cells).length).toBeLessThanOrEqual(160)
  })
})

describe('a scan of a package pending data', () => {
  test('is stopped with a blue message that names the ticket and does not imply that the package is suspect', () => {
    const index = parseIndex({
      documentId: 1,
      count: 1,
      keys: 'A1',
      meta: '0',
      parents: '-1',
      lasts: '0',
      states: '2',
      pending: [{ documentExceptionId: 44, ticketNumber: 1004, lines: [[0, 0]] }],
      facts: [{ gtin: '00301162001165', productId: 1, lotNumber: 'M6604C', expirationDate: '2030-08-31' }],
      lastReceiptId: 0,
    })
    const known = { index, products: new Map([[1, metformin]]), receipts: new Map<number, ReceiptInfo>(), me: 5, locationId: 1 }
    const words = say(known, { kind: 'stop', line: 0, why: 'held', days: 0, how: 'scan' })
    expect(words).toMatchObject({ shape: 'octagon', tone: 'info', title: 'Stop: data pending' })
    expect(words.says).toBe(
      'The file is wrong, not the product. The package is waiting for the corrected file (ticket 1004). Set it aside.',
    )
  })
})

describe('a scan on an order that a corrected file has just replaced', () => {
  const known = makeKnown(1, 3)
  const was = { ...received, id: 1, at, pending: true } as ScanResult
  const answer = { received: 0, alreadyReceived: 0, expired: 0, held: [] }

  test('receives the package on the corrected order, and the receipt cannot be undone on the replaced order', () => {
    const moved = toCorrectedResult({ ...answer, received: 1 }, 8)
    const next = moved.kind === 'received' ? moved.next(was) : undefined
    expect(next).toMatchObject({ kind: 'received', receiptId: null, pending: false, movedTo: 8 })
    expect(next && describeResult(known, next)).toMatchObject({
      tone: 'done',
      subtitle: '1 package on the corrected order',
      says: 'This order was replaced by a corrected file. Open the corrected order to continue.',
    })
  })

  test('reports that the package was already received, is not listed, or is on hold on the corrected order', () => {
    const again = toCorrectedResult({ ...answer, alreadyReceived: 1 }, 8)
    expect(again.kind === 'received' && again.next(was)).toMatchObject({ kind: 'already', line: 2 })
    expect(toCorrectedResult(answer, 8)).toEqual({
      kind: 'failed',
      sentence: expect.stringMatching(/the corrected file does not list this package/),
    })
    expect(toCorrectedResult({ ...answer, held: ['X'] }, 8)).toEqual({
      kind: 'failed',
      sentence: expect.stringMatching(/on hold on the corrected order/),
    })
  })
})
