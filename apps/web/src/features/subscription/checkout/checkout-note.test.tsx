import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { showApp } from '../../../test-app.tsx'
import { bought, overview } from '../test-subscriptions.ts'
import { CheckoutNote } from './checkout-note.tsx'
import { isWaiting, waiting } from './checkout-watch.ts'

describe('waiting for a checkout', () => {
  const begunAt = 1_000_000
  const at = (seconds: number, changedAfter?: number) =>
    isWaiting(
      { url: '', begunAt, changedAt: changedAfter === undefined ? undefined : begunAt + changedAfter * 1000 },
      begunAt + seconds * 1000,
    )

  test('[BILL-022] stops 60 s after the last change, but goes on as long as nothing has changed', () => {
    expect([at(59, 0), at(60, 0), at(100, 50), at(110, 50)]).toEqual([true, false, true, false])
    expect(at(500)).toBe(true)
  })

  test('[BILL-023] stops after ten minutes at most, even if changes keep arriving', () => {
    expect([at(599), at(600), at(599, 590), at(600, 590)]).toEqual([true, false, true, false])
  })
})

describe('the note about a checkout', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => {
    act(() => waiting.set(undefined))
    vi.useRealTimers()
  })

  const known = { 'subscription.readOverview': () => overview() }
  const plans = (amount: number) => Array.from({ length: amount }, (_, at) => bought({ id: at + 1 }))
  function begin(read: () => object) {
    const shown = showApp('/', { answers: { ...known, 'subscription.updateFromProvider': read }, children: <CheckoutNote /> })
    act(() => waiting.set({ url: 'https://pay.test/s', begunAt: Date.now(), changedAt: undefined }))
    return { ...shown, reads: () => shown.calls.filter((call) => call.path === 'subscription.updateFromProvider') }
  }
  const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000))

  test('[BILL-021 BILL-022] polls the subscriptions every 5 s in the background, until 60 s after the last change', async () => {
    let amount = 1
    const { reads } = begin(() => ({ isReachable: true, readAt: null, orders: 0, subscriptions: plans(amount) }))
    await pass(0)
    expect(reads()).toHaveLength(1)
    await pass(4.9)
    expect(reads()).toHaveLength(1)
    await pass(0.2)
    expect(reads()).toHaveLength(2)
    expect(reads().every((call) => call.background)).toBe(true)
    amount = 2
    await pass(5)
    expect(screen.getByText('Payment received')).toBeTruthy()
    expect(screen.getByText('Your plan is active.')).toBeTruthy()
    await pass(40)
    amount = 3
    await pass(55)
    expect(screen.getByText('Payment received')).toBeTruthy()
    await pass(20)
    expect(screen.queryByText('Payment received')).toBeNull()
    const { length } = reads()
    await pass(60)
    expect(reads()).toHaveLength(length)
  })

  test('[BILL-023] disappears if the checkout has not changed for ten minutes, even if the provider does not answer', async () => {
    const { reads } = begin(() => {
      throw new Error('no answer')
    })
    await pass(300)
    expect(screen.getByText('Waiting for your checkout')).toBeTruthy()
    await pass(301)
    expect(waiting.get()).toBeUndefined()
    expect(reads().length).toBeGreaterThan(100)
  })

  test('recognizes a one-time payment, which creates no subscription', async () => {
    let orders = 2
    begin(() => ({ isReachable: true, readAt: null, orders, subscriptions: [] }))
    await pass(1)
    orders = 3
    await pass(5)
    expect(screen.getByText('Payment received')).toBeTruthy()
    expect(screen.getByText('Your purchase is complete.')).toBeTruthy()
  })

  test('reports that a purchased add-on is on file, not that a plan is active', async () => {
    let subscriptions = plans(1)
    begin(() => ({ isReachable: true, readAt: null, orders: 0, subscriptions }))
    await pass(1)
    subscriptions = [...subscriptions, bought({ id: 2, product: 'additional-user-monthly' })]
    await pass(5)
    expect(screen.getByText('Payment received')).toBeTruthy()
    expect(screen.getByText('Your purchase is complete.')).toBeTruthy()
    expect(screen.queryByText('Your plan is active.')).toBeNull()
  })

  test.each([
    ['a cancellation', { state: 'canceled', status: 'canceled' }],
    ['a declined renewal', { state: 'overdue' }],
    ['the end of a subscription', { state: 'deactivated', status: 'canceled', active: false }],
  ] as const)('does not mistake %s for a payment', async (_, change) => {
    let subscriptions = plans(2)
    begin(() => ({ isReachable: true, readAt: null, orders: 1, subscriptions }))
    await pass(1)
    subscriptions = [bought(), bought({ id: 2, ...change })]
    await pass(5)
    expect(screen.getByText('Waiting for your checkout')).toBeTruthy()
    expect(screen.queryByText('Payment received')).toBeNull()
    subscriptions = [...subscriptions, bought({ id: 3 })]
    await pass(5)
    expect(screen.getByText('Payment received')).toBeTruthy()
    expect(screen.getByText('Your plan is active.')).toBeTruthy()
  })

  test('[BILL-022] reports a payment that arrived while another page was open', async () => {
    let amount = 1
    const read = () => ({ isReachable: true, readAt: null, orders: 0, subscriptions: plans(amount) })
    begin(read)
    await pass(1)
    cleanup()
    amount = 2
    await pass(20)
    showApp('/', { answers: { ...known, 'subscription.updateFromProvider': read }, children: <CheckoutNote /> })
    await pass(1)
    expect(screen.getByText('Payment received')).toBeTruthy()
  })

  test('waits for a slow response before polling again', async () => {
    const { reads } = begin(
      () => new Promise((resolve) => setTimeout(() => resolve({ isReachable: true, readAt: null, orders: 0, subscriptions: [] }), 12_000)),
    )
    await pass(11)
    expect(reads()).toHaveLength(1)
    await pass(5)
    expect(reads()).toHaveLength(2)
  })

  test('lets the user stop waiting for the checkout', async () => {
    const { reads } = begin(() => ({ isReachable: true, readAt: null, orders: 0, subscriptions: [] }))
    await pass(0)
    fireEvent.click(screen.getByRole('button', { name: 'Stop waiting' }))
    await pass(60)
    expect(reads()).toHaveLength(1)
    expect(screen.queryByText('Waiting for your checkout')).toBeNull()
  })
})
