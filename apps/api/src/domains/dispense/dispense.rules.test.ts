import { describe, expect, test } from 'vitest'
import { type DispenseFacts, type DispenseUnit, isAllowed, judgeDispense } from './dispense.rules.ts'

const unit: DispenseUnit = {
  medId: 1,
  gtin: '00388010500605',
  serialNumber: 'A1',
  lotNumber: 'L1',
  expirationDate: '2028-04-30',
  medName: 'Metformin',
  locationId: 1,
  locationName: 'Main',
  timeZone: 'America/New_York',
  isTypedIn: false,
  isReceived: true,
  isVoided: false,
  isPackage: false,
  label: null,
  holds: [],
  recalls: [],
  isSentBack: false,
  departure: null,
  openIn: null,
}
const facts = (changes: Partial<DispenseUnit> = {}, more: Partial<DispenseFacts> = {}): DispenseFacts => ({
  unit: { ...unit, ...changes },
  asked: { lotNumber: null, expirationDate: null },
  unlistedHolds: [],
  unknown: 'allow',
  hasRecalls: true,
  isWaiting: false,
  today: '2026-11-26',
  ...more,
})
const codes = (changes: Partial<DispenseUnit>, more?: Partial<DispenseFacts>) => judgeDispense(facts(changes, more)).map(({ code }) => code)

describe('a dispense check', () => {
  test('allows a package that was typed in, even if no order lists it', () => {
    expect(codes({ isTypedIn: true, isReceived: false })).toEqual([])
  })

  test('denies a package that was sent back or disposed of, and states that reason instead of "not received" or "held"', () => {
    expect(codes({ isReceived: false, isSentBack: true })).toEqual(['sent_away'])
    const [reason] = judgeDispense(facts({ holds: [{ reason: 'Torn', isPending: false, disposal: 'destroyed' }] }))
    expect(reason).toEqual({
      code: 'sent_away',
      blocks: true,
      text: 'Our records show that it was destroyed after a hold. Find out why it is still here.',
    })
  })

  test('warns of a package that was scanned into a shipment that has not been sent yet', () => {
    const reasons = judgeDispense(facts({ openIn: 7 }))
    expect(reasons).toEqual([
      {
        code: 'in_shipment',
        blocks: false,
        text: 'It is in shipment 7, which has not been sent yet. Remove it from the shipment before you dispense it.',
      },
    ])
    expect(isAllowed(reasons)).toBe(true)
  })

  test('denies a package that left with a shipment', () => {
    const departure = { shipmentId: 7, toName: 'Harbor Pharmacy', leftOn: '2026-11-02' }
    const [reason] = judgeDispense(facts({ departure }))
    expect(reason).toEqual({
      code: 'sent_away',
      blocks: true,
      text: 'It was sent to Harbor Pharmacy on 11/02/2026, with shipment 7. Find out why it is still here.',
    })
  })

  test('denies a package whose data is pending', () => {
    const [reason] = judgeDispense(facts({ holds: [{ reason: 'Lot missing', isPending: true, disposal: null }] }))
    expect(reason).toMatchObject({ code: 'held', text: 'On hold until its data is corrected: Lot missing' })
  })

  test('denies a package that a recall probably names, even if the recall is not classified yet', () => {
    const [reason] = judgeDispense(facts({ recalls: [{ classification: null, number: 'D-1', confidence: 'probable' }] }))
    expect(reason?.text).toBe('A recall (not classified yet, D-1) probably names this lot. Set the package aside.')
  })

  test('denies a case, because it is not a package', () => {
    expect(codes({ isPackage: true, isReceived: false })).toEqual(['not_a_package'])
  })

  test('treats an expiry without a day as the last day of the month', () => {
    const asked = { lotNumber: null, expirationDate: '2026-11' }
    expect(codes({ expirationDate: '2026-11-30' }, { asked })).toEqual([])
    expect(codes({ expirationDate: '2026-11-30' }, { asked, today: '2026-12-01' })).toEqual(['expired'])
  })

  test('uses the earlier expiry if label and file differ', () => {
    expect(codes({}, { asked: { lotNumber: null, expirationDate: '2026-10-31' } })).toEqual(['label_differs', 'expired'])
  })

  test('writes dates as month, day and year', () => {
    const texts = (expirationDate: string) =>
      judgeDispense(facts({}, { asked: { lotNumber: null, expirationDate } })).map(({ text }) => text)
    expect(texts('2026-10-31')).toEqual([
      'The label differs from the file: expiry 10/31/2026 on the label, 04/30/2028 on file.',
      'It expired on 10/31/2026.',
    ])
    expect(texts('2029-01')).toEqual(['The label differs from the file: expiry 01/2029 on the label, 04/30/2028 on file.'])
  })

  test('reports a difference in a field that was blank on the label accepted at receipt', () => {
    const label = { lotNumber: 'PRINTED', expirationDate: null }
    expect(codes({ label }, { asked: { lotNumber: 'PRINTED', expirationDate: '2029-01-31' } })).toEqual(['label_differs'])
  })

  test('warns that recalls may be missing if lots and recalls have not been compared yet', () => {
    expect(codes({}, { isWaiting: true })).toEqual(['recalls_not_checked'])
    expect(codes({ recalls: [{ classification: 'Class I', number: 'D-1', confidence: 'exact' }] }, { isWaiting: true })).toEqual([
      'recalled',
      'recalls_not_checked',
    ])
  })

  test('allows a package that only has warnings', () => {
    expect(isAllowed(judgeDispense(facts({}, { hasRecalls: false })))).toBe(true)
    expect(isAllowed(judgeDispense(facts({}, { unit: undefined })))).toBe(true)
    expect(isAllowed(judgeDispense(facts({}, { unit: undefined, unknown: 'deny' })))).toBe(false)
  })
})
