import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { refusal, showApp } from '../../test-app.tsx'

const queries = [
  ['incidentReport.readManyDrafts', 'The incidents could not be loaded.'],
  ['incidentReport.readManyClocks', 'The incidents could not be loaded.'],
  ['med.readManyHolds', 'The holds could not be loaded.'],
  ['file.readManyUploads', 'Your last uploads could not be loaded.'],
  ['tradingPartner.readManyDue', 'The licenses and agreements that are due could not be loaded.'],
  ['user.readReviewDue', 'We could not check whether the access review is due.'],
] as const

test.each(queries)('home says that %s failed, and asks again', async (failing, words) => {
  let isUp = false
  const answer = (path: string) => () => {
    if (path === failing && !isUp) throw refusal('busy', 'Busy.', 409)
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
])('home of a customer with %i orders ever, none of them open, says so', async (orders, words) => {
  showApp('/', {
    answers: {
      ...Object.fromEntries(
        queries.map(([path]) => [path, () => (path === 'med.readManyHolds' ? { items: [], nextCursor: null, amount: 0 } : [])]),
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
