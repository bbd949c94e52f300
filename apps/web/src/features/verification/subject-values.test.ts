import type { VerificationChoices } from '@seriatim/schema'
import { describe, expect, test } from 'vitest'
import { makeSubjectShape, startOf, whyByHand } from './subject-values.ts'

const choices: VerificationChoices = {
  driver: 'gs1',
  purposes: ['return'],
  locations: [{ id: 1, name: '412 Park Avenue' }],
  mayConfigure: true,
}

describe('the purpose of a question', () => {
  test('is left empty for a suspect package if the service has no text for that purpose, and the dialog explains why the user must ask the manufacturer without the service', () => {
    expect(startOf(choices, { prefer: 'suspect' }, false).purpose).toBe('')
    expect(startOf(choices, { prefer: 'suspect' }, true).purpose).toBe('suspect')
    expect(whyByHand(choices, { prefer: 'suspect' })).toMatch(/no text for “Suspect or illegitimate product”/)
  })

  test('is preset to the suggestion of the page from which the dialog was opened, if the service supports that purpose', () => {
    const origin = { prefer: 'suspect' } as const
    expect(startOf({ ...choices, purposes: ['return', 'suspect'] }, origin, false).purpose).toBe('suspect')
    expect(whyByHand({ ...choices, purposes: ['return', 'suspect'] }, origin)).toBeUndefined()
    expect(whyByHand({ ...choices, driver: 'manual' }, origin)).toBeUndefined()
  })

  test('cannot be sent to the service if the service has no text for any purpose, so the user must ask without the service', () => {
    expect(whyByHand({ ...choices, purposes: [] }, {})).toMatch(/any purpose/)
  })

  test('is required', () => {
    const typed = { ...startOf(choices, { prefer: 'status' }, false), gtin: '1', serialNumber: '1' }
    expect(
      makeSubjectShape(undefined)
        .safeParse(typed)
        .error?.issues.map(({ message }) => message),
    ).toEqual(['Choose the purpose.'])
  })
})
