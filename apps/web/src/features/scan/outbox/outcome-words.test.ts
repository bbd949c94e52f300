import { describe, expect, test } from 'vitest'
import { movedWords, unseenWords } from './outcome-words.ts'

const scan = { at: '2026-11-21T14:14:07.000Z', key: '10K7M3Q9' }
const answer = { received: 0, alreadyReceived: 0, held: [], differs: [], notReceived: [] }
const said = (more: object) => unseenWords(scan, { kind: 'answered', answer: { ...answer, ...more } })

describe('the outcome of a waiting scan whose page is not open', () => {
  test('shows, if a corrected file replaced the order, whether the package was received, already received, not listed or on hold', () => {
    expect(said({ received: 1, replacedBy: 8 })).toBeUndefined()
    expect(movedWords(1)).toEqual({ detail: '1 scan was applied to the corrected order that replaced the first one.' })
    expect(said({ replacedBy: 8 })).toMatchObject({
      kind: 'stop',
      message: expect.stringContaining('was not received: 10K7M3Q9'),
      detail: 'The order was replaced by a corrected file, which does not list this package. Set the package aside.',
    })
    expect(said({ replacedBy: 8, alreadyReceived: 1 })).toMatchObject({ kind: 'attention', detail: 'It was already received.' })
    expect(said({ replacedBy: 8, held: ['10K7M3Q9'] })).toMatchObject({
      kind: 'attention',
      detail: 'It is on hold, or the order does not list it.',
    })
  })

  test('is shown only if the scan was refused, did not match the document, or changed nothing', () => {
    expect(unseenWords(scan, { kind: 'refused', key: 'order_voided', sentence: 'This order was voided.' })).toMatchObject({
      kind: 'stop',
      detail: 'This order was voided.',
    })
    expect(said({ differs: [{}] })?.kind).toBe('stop')
    expect(said({ alreadyReceived: 1 })?.detail).toBe('It was already received.')
    expect(said({ received: 1 })).toBeUndefined()
    expect(movedWords(0)).toEqual({})
  })
})
