import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { showApp } from '../../test-app.tsx'
import { bought, overview } from './test-subscriptions.ts'

const show = (known: ReturnType<typeof overview>, answers: object = {}) =>
  showApp('/subscription', { answers: { 'subscription.readOverview': () => known, 'subscription.readManyPayments': () => [], ...answers } })

describe('the “Accounts and Subscriptions” page', () => {
  test('[BILL-001 BILL-003] has its title and the link to the shop', async () => {
    show(overview())
    expect(await screen.findByRole('heading', { level: 1, name: 'Accounts and Subscriptions' })).toBeTruthy()
    expect(screen.getAllByRole('link', { name: 'Change your subscription' })[0]?.getAttribute('href')).toBe('/subscription/modify')
  })

  test('[BILL-002 BILL-004] hides canceled subscriptions unless the switch is on', async () => {
    const gone = bought({
      id: 2,
      display: 'Plus',
      product: 'plus',
      state: 'canceled',
      status: 'canceled',
      endsDateDisplay: '10/04/99',
      nextChargeDateDisplay: null,
    })
    const ended = bought({
      id: 3,
      display: 'Premier',
      product: 'premier',
      state: 'deactivated',
      status: 'canceled',
      active: false,
      endsDateDisplay: '01/02/26',
    })
    show(overview({ subscriptions: [bought(), gone, ended] }))
    const list = within(await screen.findByRole('table', { name: 'Subscriptions' }))
    expect(list.getByText('Basic')).toBeTruthy()
    expect(list.queryByText('Plus')).toBeNull()
    expect(list.queryByText('Premier')).toBeNull()
    expect(screen.getByText('Plus × 2 is canceled. You can use it until 10/04/99.')).toBeTruthy()
    await userEvent.click(screen.getByRole('switch', { name: 'Show Canceled subscriptions' }))
    expect(await list.findByText('Usable until 10/04/99')).toBeTruthy()
    expect(list.getByText('Ended 01/02/26')).toBeTruthy()
    await userEvent.click(screen.getByRole('switch', { name: 'Show Canceled subscriptions' }))
    await waitFor(() => expect(list.queryByText('Plus')).toBeNull())
  })

  test('shows whom to ask for help', async () => {
    show(overview())
    expect((await screen.findByRole('link', { name: 'help@operator.test' })).getAttribute('href')).toBe('mailto:help@operator.test')
  })

  test('reports that a renewal was declined and service continues, with a link to the provider for payment', async () => {
    const tab = { opener: {}, location: { replace: vi.fn() }, close: vi.fn() }
    vi.spyOn(window, 'open').mockReturnValue(tab as never) // the page uses only those members of a window that `tab` has
    show(overview({ subscriptions: [bought({ state: 'overdue' })] }), {
      'subscription.readAccountPage': () => ({ url: 'https://pay.test/account' }),
    })
    await screen.findByText('Your card was declined: Basic × 2')
    await userEvent.click(screen.getByRole('button', { name: 'Update your card' }))
    await waitFor(() => expect(tab.location.replace).toHaveBeenCalledWith('https://pay.test/account'))
  })

  test('shows a link to the provider when the browser blocks the new tab', async () => {
    vi.spyOn(window, 'open').mockReturnValue(null)
    show(overview({ subscriptions: [bought({ state: 'overdue' })] }), {
      'subscription.readAccountPage': () => ({ url: 'https://pay.test/account' }),
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Update your card' }))
    const link = await screen.findByRole('link', { name: 'Open the payment page' })
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['https://pay.test/account', '_blank'])
  })

  test('never shows a past day as the last usable day of an overdue plan, canceled or not', async () => {
    const late = { nextChargeDateDisplay: '01/02/26', nextChargeDate: '2026-01-02T00:00:00.000Z' }
    const after = {
      state: 'canceled',
      status: 'canceled',
      nextChargeDateDisplay: null,
      nextChargeDate: null,
      endsDateDisplay: '01/02/26',
    } as const
    const canceled = bought({ id: 2, display: 'Plus', product: 'plus', ...after })
    show(overview({ subscriptions: [bought({ state: 'overdue', ...late }), canceled] }))
    expect(await screen.findByText('Plus × 2 is canceled. The paid period is over, so the subscription ends soon.')).toBeTruthy()
    await userEvent.click(screen.getByRole('switch', { name: 'Show Canceled subscriptions' }))
    expect(await screen.findByText('The paid period is over')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Cancel Basic × 2' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Cancel Basic × 2' }))
    expect(dialog.getByText(/^The paid period is over, so the subscription ends soon\. You will not be charged again\./)).toBeTruthy()
    expect(screen.queryByText(/until 01\/02\/26/)).toBeNull()
  })

  test('lists all payments with their invoices, including one-time payments', async () => {
    const paid = {
      id: 'o1',
      reference: 'INV-7',
      at: '2026-09-01T15:00:00Z',
      items: [{ display: '1-hour training session', quantity: 1, isOnce: true }],
      totalCents: 15_000,
      invoiceUrl: 'https://pay.test/invoice/o1',
    }
    show(overview(), { 'subscription.readManyPayments': () => [paid] })
    const row = within(await screen.findByRole('row', { name: /1-hour training session × 1/ }))
    expect(row.getByText('One-time charge')).toBeTruthy()
    expect(row.getByText('$150.00')).toBeTruthy()
    expect(screen.getByRole('columnheader', { name: 'Total' })).toBeTruthy()
    expect(row.getByRole('link', { name: 'INV-7' }).getAttribute('href')).toBe('https://pay.test/invoice/o1')
    expect(screen.queryByText(/last 50 payments/)).toBeNull()
    cleanup()
    show(overview(), { 'subscription.readManyPayments': () => Array.from({ length: 50 }, (_, at) => ({ ...paid, id: `o${at}` })) })
    expect(await screen.findByText(/last 50 payments/)).toBeTruthy()
  })

  test('[BILL-009] shows the account’s region from its third and fourth characters', async () => {
    show(overview())
    expect(await screen.findByText('Carmel, CA 93921')).toBeTruthy()
  })

  test('shows a region of two characters unchanged', async () => {
    const known = overview()
    show({ ...known, account: known.account && { ...known.account, address: { ...known.account.address, region: 'CA' } } })
    expect(await screen.findByText('Carmel, CA 93921')).toBeTruthy()
  })

  test('[BILL-040] shows the last usable day and the consequences before it cancels a subscription', async () => {
    const plus = bought({ id: 2, display: 'Plus', product: 'plus', quantity: 1 })
    const { inputs } = show(overview({ subscriptions: [bought(), plus], locations: { used: 3, allowed: 3 } }), {
      'subscription.cancelOneSubscriptionById': () => ({ ...plus, status: 'canceled' }),
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel Plus × 1' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Cancel Plus × 1' }))
    expect(dialog.getByText(/^You can use it until 09\/28\/99\. You will not be charged again/)).toBeTruthy()
    expect(dialog.getByText(/^From 3 to 2 locations\. You keep what you have/)).toBeTruthy()
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel Plus' }))
    await waitFor(() => expect(inputs('subscription.cancelOneSubscriptionById')).toEqual([{ subscriptionId: 2 }]))
  })

  test('shows which subscription could not be canceled yet, and explains how to get a double payment back', async () => {
    const ending = { subscriptionId: 1, subscription: 'sub-1', display: 'Basic', quantity: 2 }
    show(
      overview({
        endings: [
          { ...ending, why: 'replaced', isDone: false, failedAt: '2026-09-16T15:00:00Z' },
          { ...ending, subscription: 'sub-2', display: 'Plus', why: 'twice', isDone: true, failedAt: null },
        ],
      }),
    )
    expect(await screen.findByText('Basic × 2 could not be canceled yet')).toBeTruthy()
    expect(screen.getByText(/We try again at least every night\.$/)).toBeTruthy()
    expect(screen.getByText('You paid twice: Plus × 2 is canceled')).toBeTruthy()
    expect(screen.getByText(/Seriatim cannot refund a payment\..*name the subscription sub-2\.$/)).toBeTruthy()
  })

  test('reports that a charge failed, that no plan is active, and that nothing can be bought', async () => {
    show(overview({ subscriptions: [bought({ state: 'overdue' })], isActive: false, graceUntil: '2099-10-01T12:00:00.000Z' }))
    expect(await screen.findByText('The last charge failed. Update your card with the payment provider.')).toBeTruthy()
    expect(screen.getByText(/^You can still upload files, enter packages and invite users until 10\/01\/2099/)).toBeTruthy()
    show(overview({ isBillingOn: false }))
    expect(await screen.findByText('Billing is turned off here')).toBeTruthy()
  })
})
