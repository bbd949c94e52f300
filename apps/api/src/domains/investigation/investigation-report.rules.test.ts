import { describe, expect, test } from 'vitest'
import { type Investigated, knownFormFields, type SuspectPackage } from './investigation-report.rules.ts'

const pack = (more: Partial<SuspectPackage> = {}): SuspectPackage => ({
  serialNumber: 'S1',
  lotNumber: 'L1',
  expirationDate: '2028-06-30',
  ndc: '0399-9884-02',
  productName: 'Amoxicillin',
  strength: '500 mg',
  dosageForm: 'CAPSULE, LIQUID FILLED',
  ...more,
})
const known = (more: Partial<Investigated> = {}): Investigated => ({
  id: 12,
  reason: 'The seal is broken',
  conclusion: 'It is a counterfeit.',
  openedOn: '2026-11-20',
  findings: [{ kind: 'history', foundOn: '2026-11-21', words: 'Never shipped.', by: 'Dana Ruiz' }],
  verified: [{ serialNumber: 'S1', answeredOn: '2026-11-22', words: 'The manufacturer has no package with this serial number.' }],
  unlisted: [],
  packages: [pack()],
  amount: 1,
  ...more,
})

describe('the form prefilled from an investigation', () => {
  test('contains each lot, date and product once, and every serial number', () => {
    const packages = [pack({ serialNumber: 'S2' }), pack(), pack({ serialNumber: 'S3', lotNumber: 'L2', expirationDate: null })]
    expect(knownFormFields(known({ packages, amount: 3 }))).toMatchObject({
      nameOfProduct: 'Amoxicillin',
      dosageForm: 'CAPSULE',
      strength: '500 mg',
      serialNumber: 'S1, S2, S3',
      lotNumber: 'L1, L2',
      expiration: '2028-06-30',
      quantity: '3 packages',
    })
  })

  test('enters MULTIPLE for several dosage forms', () => {
    expect(knownFormFields(known({ packages: [pack(), pack({ dosageForm: 'Tablet' })] })).dosageForm).toBe('MULTIPLE')
  })

  test('uses the label of a package that no file lists', () => {
    const unlisted = [{ label: 'S9', productName: null }]
    expect(knownFormFields(known({ packages: [], unlisted, amount: 0 }))).toMatchObject({
      serialNumber: 'S9',
      nameOfProduct: '',
      quantity: '',
    })
  })

  test('truncates a list of serial numbers that is too long for its field, but never within a number', () => {
    const packages = Array.from({ length: 6000 }, (_, at) => pack({ serialNumber: `SERIAL${String(at).padStart(6, '0')}` }))
    const { serialNumber = '' } = knownFormFields(known({ packages, amount: 6000 }))
    expect(serialNumber.length).toBeLessThanOrEqual(50_000)
    expect(serialNumber.split(', ').every((one) => one.length === 12)).toBe(true)
  })

  test('describes the event with the suspicion, the findings and the conclusion, and never states a classification', () => {
    const form = knownFormFields(known())
    expect(form.eventNotes?.split('\n')).toEqual([
      'Suspected since 11/20/2026: The seal is broken',
      'Investigation 12:',
      '11/21/2026, Transaction history checked (Dana Ruiz): Never shipped.',
      '11/22/2026, verification of S1: The manufacturer has no package with this serial number.',
      'Conclusion: It is a counterfeit.',
    ])
    expect(form.classification).toBeUndefined()
  })
})
