import { describe, expect, test } from 'vitest'
import { answerWords, deliveryStateWords, webhookState } from './webhook-words.ts'

const endpoint = {
  id: 1,
  name: 'Fill system',
  url: 'https://a.example/',
  events: [],
  locationId: null,
  locationName: null,
  createdAt: '2026-11-26T10:00:00Z',
  createdBy: 'Dana Ruiz',
  offAt: null,
  offReason: null,
  failingSince: null,
  previousSecretUntil: null,
  waiting: 0,
  last: null,
}

describe('the state of an endpoint', () => {
  test('shows whether it is on, how many events are waiting, and how long it has been failing', () => {
    expect(webhookState(endpoint)).toEqual({ meaning: 'done', words: 'On', sub: undefined })
    const failing = webhookState({ ...endpoint, waiting: 1, failingSince: '2026-11-26T10:00:00Z' })
    expect(failing).toEqual({ meaning: 'attention', words: expect.stringMatching(/^Failing since /), sub: '1 event waiting' })
  })

  test('shows why it is off', () => {
    const off = (offReason: 'person' | 'gone' | 'failing') => webhookState({ ...endpoint, offAt: '2026-11-26T10:00:00Z', offReason }).words
    expect([off('person'), off('gone'), off('failing')]).toEqual(['Off', 'Off: the receiver answered 410', 'Off: failed for three days'])
  })
})

describe('the result of a delivery', () => {
  test('is the status code, with the reason if there is one, or why no answer came', () => {
    expect(answerWords({ status: 204, error: null })).toBe('Answered 204')
    expect(answerWords({ status: 301, error: 'Redirects are not followed.' })).toBe('Answered 301. Redirects are not followed.')
    expect(answerWords({ status: null, error: 'No answer within 15 seconds.' })).toBe('No answer within 15 seconds.')
    expect(answerWords({ status: null, error: null })).toBe('Not sent yet')
  })

  test('is marked as needing attention while the delivery is being retried, but not before its first attempt', () => {
    expect(deliveryStateWords({ state: 'waiting', attempts: 0 }).meaning).toBeUndefined()
    expect(deliveryStateWords({ state: 'waiting', attempts: 2 })).toEqual({ meaning: 'attention', words: 'Waiting' })
    expect(deliveryStateWords({ state: 'failed', attempts: 10 })).toEqual({ meaning: 'stop', words: 'Failed' })
  })
})
