import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { refusal, showApp } from '../../test-app.tsx'

const queries = [
  ['incidentReport.readManyDrafts', 'The incidents could not be loaded.'],
  ['incidentReport.readManyClocks', 'The incidents could not be loaded.'],
  ['med.readManyHolds', 'The holds could not be loaded.'],
  ['file.readManyUploads', 'Your recent uploads could not be loaded.'],
  ['tradingPartner.readManyDue', 'The licenses and agreements that are due could not be loaded.'],
  ['user.readReviewDue', 'We could not check whether the access review is due.'],
  ['customer.readFirstSteps', 'Your first steps could not be loaded.'],
] as const

test.each(queries)('the home page reports that %s failed, and can retry', async (failing, words) => {
  let isUp = false
  const answer = (path: string) => () => {
    if (path === failing && !isUp) throw refusal('busy', 'Busy.', 409)
    if (path === 'customer.readFirstSteps') return { isHidden: true, done: [] }
    if (path === 'user.readReviewDue') return { isDue: false, lastFinishedAt: null }
    return path === 'med.readManyHolds' ? { items: [], nextCursor: null, amount: 0 } : []
  }
  showApp('/', {
    answers: {
      ...Object.fromEntries(queries.map(([path]) => [path, answer(path)])),
      'order.readManySearch': () => ({ items: [], nextCursor: null }),
      'order.readTotals': () => ({ orders: 0, amountNotReceived: 0 }),
      'incidentReport.readWarnings': () => ({ count: 0 }),
    },
  })
  await screen.findByText(words)
  isUp = true
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.queryByText(words)).toBeNull())
})

test.each([
  [0, /^No orders yet\./],
  [3, /^Nothing is left to receive\./],
])('the home page shows the right message if no order is open and the customer has %i orders in total', async (orders, words) => {
  showApp('/', {
    answers: {
      ...Object.fromEntries(
        queries
          .filter(([path]) => path !== 'customer.readFirstSteps')
          .map(([path]) => [path, () => (path === 'med.readManyHolds' ? { items: [], nextCursor: null, amount: 0 } : [])]),
      ),
      'order.readManySearch': () => ({ items: [], nextCursor: null }),
      'order.readTotals': (input: { open?: boolean }) => ({
        orders: input.open ? 0 : orders,
        complete: orders,
        amountOfMeds: 0,
        amountNotReceived: 0,
      }),
      'incidentReport.readWarnings': () => ({ count: 0 }),
    } as never,
  })
  expect(await screen.findByText(words)).toBeTruthy()
})

describe('the first-week checklist', () => {
  const empty = (path: string) => () => (path === 'med.readManyHolds' ? { items: [], nextCursor: null, amount: 0 } : [])
  const show = (steps: () => unknown, more: object = {}) =>
    showApp('/', {
      answers: {
        ...more,
        ...Object.fromEntries(queries.map(([path]) => [path, empty(path)])),
        'order.readManySearch': () => ({ items: [], nextCursor: null }),
        'order.readTotals': () => ({ orders: 0, amountNotReceived: 0 }),
        'incidentReport.readWarnings': () => ({ count: 0 }),
        'user.readReviewDue': () => ({ isDue: false, lastFinishedAt: null }),
        'customer.readFirstSteps': steps,
        'customer.updateFirstStepsHidden': () => ({ ok: true }),
      },
    })

  test('links to the remaining steps and checks off the completed ones', async () => {
    show(() => ({ isHidden: false, done: ['location', 'gln'] }))
    const list = await screen.findByRole('region', { name: 'Your first week' })
    expect(within(list).getByText('2 of 6 done')).toBeTruthy()
    expect(within(list).getAllByRole('img', { name: 'Done' })).toHaveLength(2)
    expect(within(list).getByRole('link', { name: 'Test your scanner' }).getAttribute('href')).toBe('/settings/scanner')
    expect(within(list).queryByRole('link', { name: 'Add your locations' })).toBeNull()
  })

  test('can be hidden with its button', async () => {
    let isHidden = false
    const { inputs } = show(() => ({ isHidden, done: [] }))
    const button = await screen.findByRole('button', { name: 'Hide this list' })
    isHidden = true
    await userEvent.click(button)
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Your first week' })).toBeNull())
    expect(inputs('customer.updateFirstStepsHidden')).toEqual([{ isHidden: true }])
  })

  test('disappears when all steps are completed', async () => {
    show(() => ({ isHidden: false, done: ['location', 'gln', 'partner', 'regulator', 'scanner', 'order'] }))
    await screen.findByText(/^No orders yet\.|^Nothing is left/)
    expect(screen.queryByRole('region', { name: 'Your first week' })).toBeNull()
  })

  test('appears below a plan notice when no plan is active', async () => {
    const standing = { isActive: false, graceUntil: '2099-12-26T00:00:00.000Z' }
    show(() => ({ isHidden: false, done: [] }), { 'subscription.readStanding': () => standing })
    const link = await screen.findByRole('link', { name: 'Choose a plan' })
    expect(link.getAttribute('href')).toBe('/subscription/modify')
    expect(screen.getByText(/You can still upload files, enter packages and invite users until .*2099/)).toBeTruthy()
  })
})
