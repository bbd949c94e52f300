import { describe, expect, test } from 'vitest'

const mayClose = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

describe('a form that never finished saving', () => {
  test('keeps the page from closing until the test that rendered the form ends', () => {
    window.addEventListener('beforeunload', (event) => event.preventDefault())
    expect(mayClose()).toBe(false)
  })

  test('does not keep the page of the next test from closing', () => expect(mayClose()).toBe(true))
})
