import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Boundary, reloadOnce } from './boundary.tsx'

const missing = new TypeError('Failed to fetch dynamically imported module: /assets/orders-1.js')

function Broken(): never {
  throw new Error('drawn wrong')
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined) // React logs errors that a boundary catches
})
afterEach(cleanup)

describe('a component that fails to render', () => {
  test('disappears without blanking the rest of the page', () => {
    render(
      <>
        <p>beside it</p>
        <Boundary fallback={<button type="button">Reload</button>}>
          <Broken />
        </Boundary>
      </>,
    )
    expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy()
    expect(screen.getByText('beside it')).toBeTruthy()
  })
})

describe('a missing chunk of the app', () => {
  test('reloads the page once, without looping', () => {
    const reload = vi.fn()
    expect(reloadOnce(missing, { now: 1_000_000, reload })).toBe(true)
    expect(reloadOnce(missing, { now: 1_010_000, reload })).toBe(false)
    expect(reloadOnce(missing, { now: 1_040_000, reload })).toBe(true)
    expect(reload).toHaveBeenCalledTimes(2)
  })

  test('is distinguished from other errors', () => {
    const reload = vi.fn()
    expect(reloadOnce(new Error('x is undefined'), { now: 1_000_000, reload })).toBe(false)
    expect(reload).not.toHaveBeenCalled()
  })
})
