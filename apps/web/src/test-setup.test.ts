import { describe, expect, test } from 'vitest'

const mayClose = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

describe('a form that never finished saving', () => {
  test('blocks the closing of the page until the test that rendered the form ends', () => {
    window.addEventListener('beforeunload', (event) => event.preventDefault())
    expect(mayClose()).toBe(false)
  })

  test('no longer blocks the closing of the page in the next test', () => expect(mayClose()).toBe(true))
})
