import { act, cleanup, renderHook, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { refusal, showApp } from '../../../test-app.tsx'
import { waiting } from '../checkout/checkout-watch.ts'
import { bought, overview, priced } from '../test-subscriptions.ts'
import { useCart } from './use-cart.ts'

const prices = priced({
  basic: 59,
  'basic-annual': 590,
  plus: 99,
  enterprise: 149,
  'additional-user-monthly': 12,
  'training-session-1-hour': 150,
})

/** The mock-up's example of an upgrade, computed by hand. */
const worked = {
  product: 'enterprise',
  title: 'Enterprise (Unlimited)',
  today: '2026-09-16',
  quantity: 5,
  priceCents: 14_900,
  lines: [
    {
      display: 'Basic',
      quantity: 2,
      paidUntil: '2026-09-28',
      daysLeft: 12,
      daysInPeriod: 30,
      period: 'month',
      subtotalCents: 11_800,
      creditCents: 4720,
    },
    {
      display: 'Basic',
      quantity: 2,
      paidUntil: '2026-10-04',
      daysLeft: 18,
      daysInPeriod: 30,
      period: 'month',
      subtotalCents: 11_800,
      creditCents: 7080,
    },
    {
      display: 'Basic',
      quantity: 1,
      paidUntil: '2026-10-11',
      daysLeft: 25,
      daysInPeriod: 30,
      period: 'month',
      subtotalCents: 5900,
      creditCents: 4917,
    },
  ],
  ends: [{ display: 'Additional user', quantity: 7 }],
  creditCents: 16_717,
  percent: 22.439,
  monthlyCents: 74_500,
  firstMonthCents: 57_783,
  renewsOn: '2026-10-16',
}

function show({ known = overview(), answers = {} }: { known?: ReturnType<typeof overview>; answers?: object } = {}) {
  return showApp('/subscription/modify', {
    answers: {
      'subscription.readOverview': () => known,
      'subscription.readAllProducts': () => prices,
      'subscription.readUpgrade': () => worked,
      ...answers,
    },
  })
}

describe('the “Change your subscription” page', () => {
  test('[BILL-011 CONST-002] shows the products with the provider’s prices, monthly or yearly', async () => {
    show()
    const plans = within(await screen.findByRole('table', { name: 'Plans' }))
    expect(plans.getAllByRole('row').map((row) => row.textContent)).toEqual([
      expect.stringContaining('Locations'),
      expect.stringMatching(/^BasicYou have 2, about 500 meds per day1125 GB\$59\.00per monthAdd more$/),
      expect.stringMatching(/^PlusAlso billed annually11100 GB\$99\.00per monthAdd to cart$/),
      expect.stringMatching(/^Enterprise \(Unlimited\)Replaces your 2 Basic plans1UnlimitedUnlimited\$149\.00per monthPreview upgrade$/),
    ])
    expect(within(screen.getByRole('table', { name: 'Add-ons' })).getAllByRole('row')).toHaveLength(3)
    await userEvent.click(screen.getByRole('button', { name: 'Annual' }))
    expect(plans.getByText('$590.00')).toBeTruthy()
    expect(plans.queryByText('$59.00')).toBeNull()
  })

  test('moves the focus to the button “In the cart” when a plan is added, and back to the name of a product when its preview closes', async () => {
    show()
    await userEvent.click(await screen.findByRole('button', { name: 'Add to cart: Plus' }))
    expect(document.activeElement?.textContent).toBe('In the cart')
    await userEvent.click(screen.getByRole('button', { name: '1-hour training session' }))
    await userEvent.click(
      within(await screen.findByRole('dialog', { name: '1-hour training session' })).getByRole('button', { name: 'Add to cart' }),
    )
    await waitFor(() => expect(document.activeElement?.textContent).toBe('1-hour training session'))
    const { result } = renderHook(() => useCart())
    act(() => result.current.clear())
  })

  test('tells a customer without a plan that existing data stays available', async () => {
    const usage = { used: 1, allowed: 0 }
    const known = overview({ isActive: false, locations: usage, users: { ...usage, active: 1, invited: 0 } })
    const neverPlan = [bought({ product: 'nrac-alerts' })]
    show({ known: { ...known, subscriptions: neverPlan } })
    expect(await screen.findByText('No plan yet. Your location keeps working.')).toBeTruthy()
    expect(screen.getByText('No plan yet. Everyone here keeps their access.')).toBeTruthy()
    cleanup()
    show({ known: { ...known, subscriptions: [bought({ state: 'deactivated', status: 'canceled', active: false })] } })
    expect(await screen.findByText('Your plan has ended. Your location keeps working.')).toBeTruthy()
    expect(screen.getByText('Your plan has ended. Everyone here keeps their access.')).toBeTruthy()
  })

  test('[BILL-013 BILL-016] shows the details of a product before it is added, with a quantity of at least one', async () => {
    show()
    await userEvent.click(await screen.findByRole('button', { name: 'Plus' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Plus' }))
    expect(dialog.getByText('100 GB of storage')).toBeTruthy()
    const less = dialog.getByRole('button', { name: 'Remove one Plus' })
    expect((less as HTMLButtonElement).disabled).toBe(true)
    await userEvent.click(dialog.getByRole('button', { name: 'Add one Plus' }))
    expect(dialog.getByText('$198.00')).toBeTruthy()
    await userEvent.click(less)
    expect((less as HTMLButtonElement).disabled).toBe(true)
  })

  test('[BILL-012 BILL-014] shows a floating button with monthly and one-time totals once the cart has items', async () => {
    const tab = { opener: {}, location: { replace: vi.fn() }, close: vi.fn() }
    vi.spyOn(window, 'open').mockReturnValue(tab as never) // only these members of a window are used
    const { inputs } = show({
      answers: {
        'subscription.createCart': () => ({ id: 's', checkoutUrl: 'https://pay.test/s' }),
        'subscription.updateFromProvider': () => ({ isReachable: true, readAt: null, orders: 0, subscriptions: [] }),
      },
    })
    await screen.findByRole('table', { name: 'Plans' })
    expect(screen.queryByRole('button', { name: /^Cart, / })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Add to cart: Plus' }))
    await userEvent.click(screen.getByRole('button', { name: 'Add to cart: 1-hour training session' }))
    await userEvent.click(screen.getByRole('button', { name: 'Cart, 2 items$249.00' }))
    const year = within(screen.getByRole('table', { name: 'What 12 months cost' }))
    // The first row has twelve months of the existing plans; the second adds twelve months of Plus and the training session once.
    expect(year.getAllByRole('row').map((row) => row.textContent)).toEqual([
      'Your current subscriptions$1,416.00',
      'With what is in the cart$2,754.00',
    ])
    const cart = within(await screen.findByRole('dialog', { name: 'Cart' }))
    expect(
      within(cart.getByRole('table', { name: 'Price summary' }))
        .getAllByRole('row')
        .map((row) => row.textContent),
    ).toEqual(['Each month$99.00', 'Once$150.00', 'Today, before tax$249.00'])
    await userEvent.click(cart.getByRole('button', { name: 'Checkout' }))
    await screen.findByText('Waiting for your checkout')
    expect(tab.location.replace).toHaveBeenCalledWith('https://pay.test/s')
    expect(tab.opener).toBeNull()
    expect(inputs('subscription.createCart')).toEqual([
      {
        items: [
          { product: 'plus', quantity: 1 },
          { product: 'training-session-1-hour', quantity: 1 },
        ],
      },
    ])
    expect(screen.queryByRole('button', { name: /^Cart, / })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Stop waiting' }))
    expect(waiting.get()).toBeUndefined()
  })

  test('offers to replace a checkout that is already open with the new one', async () => {
    const tab = { opener: {}, location: { replace: vi.fn() }, close: vi.fn() }
    vi.spyOn(window, 'open').mockReturnValue(tab as never) // the page uses only these members of a window
    const facts = {
      items: [{ product: 'basic', quantity: 2 }],
      begunAt: '2026-09-16T15:00:00Z',
      by: 'Ann Lee',
      checkoutUrl: 'https://pay.test/a',
    }
    const { inputs } = show({
      answers: {
        'subscription.createCart': ({ instead }: { instead?: boolean }) => {
          if (!instead) throw refusal('checkout_open', 'Another checkout is open.', 409, facts)
          return { id: 'b', checkoutUrl: 'https://pay.test/b' }
        },
        'subscription.updateFromProvider': () => ({ isReachable: true, readAt: null, orders: 0, subscriptions: [] }),
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Add to cart: Plus' }))
    await userEvent.click(screen.getByRole('button', { name: /^Cart, 1 item/ }))
    await userEvent.click(await screen.findByRole('button', { name: 'Checkout' }))
    expect((await screen.findByText(/^Ann Lee started it/)).textContent).toContain('Basic × 2')
    expect(tab.location.replace).not.toHaveBeenCalled()
    await userEvent.click(screen.getByRole('button', { name: 'Start a new checkout instead' }))
    await screen.findByText('Waiting for your checkout')
    expect(tab.location.replace).toHaveBeenCalledWith('https://pay.test/b')
    expect(inputs('subscription.createCart').at(-1)).toEqual({ items: [{ product: 'plus', quantity: 1 }], instead: true })
    await userEvent.click(screen.getByRole('button', { name: 'Stop waiting' }))
  })

  test('[BILL-024] keeps the cart and opens no payment page if the server returns no checkout session', async () => {
    const tab = { opener: {}, location: { replace: vi.fn() }, close: vi.fn() }
    vi.spyOn(window, 'open').mockReturnValue(tab as never) // `tab` has every member of a window that the page uses
    show({ answers: { 'subscription.createCart': () => ({ id: null, checkoutUrl: null }) } })
    await userEvent.click(await screen.findByRole('button', { name: 'Add to cart: Plus' }))
    await userEvent.click(screen.getByRole('button', { name: /^Cart, 1 item/ }))
    await userEvent.click(await screen.findByRole('button', { name: 'Checkout' }))
    await vi.waitFor(() => expect(tab.close).toHaveBeenCalled())
    expect(waiting.get()).toBeUndefined()
    await userEvent.click(screen.getByRole('button', { name: 'Remove Plus from the cart' }))
  })

  test('[BILL-017] blocks Enterprise together with Basic, and shows the reason', async () => {
    show({ known: overview({ subscriptions: [bought({ product: 'plus', display: 'Plus' })] }) })
    await userEvent.click(await screen.findByRole('button', { name: 'Add to cart: Basic' }))
    await userEvent.click(screen.getByRole('button', { name: 'Add to cart: Enterprise (Unlimited)' }))
    await userEvent.click(screen.getByRole('button', { name: /^Cart, 2 items/ }))
    const cart = within(await screen.findByRole('dialog', { name: 'Cart' }))
    expect(cart.getByText('You cannot buy Enterprise and Basic together.')).toBeTruthy()
    expect((cart.getByRole('button', { name: 'Checkout' }) as HTMLButtonElement).disabled).toBe(true)
    await userEvent.click(cart.getByRole('button', { name: 'Remove Basic from the cart' }))
    expect((cart.getByRole('button', { name: 'Checkout' }) as HTMLButtonElement).disabled).toBe(false)
    await userEvent.click(cart.getByRole('button', { name: 'Remove Enterprise (Unlimited) from the cart' }))
    expect(cart.getByText('The cart is empty.')).toBeTruthy()
  })

  test('does not sell additional users with Enterprise, or a second subscription to recall alerts', async () => {
    const owned = [bought({ product: 'enterprise', display: 'Enterprise (Unlimited)' }), bought({ id: 2, product: 'nrac-alerts' })]
    const sold = priced({ plus: 99, 'additional-user-monthly': 12, 'nrac-alerts': 29, 'nrac-monthly-subscription': 39 })
    show({ known: overview({ subscriptions: owned }), answers: { 'subscription.readAllProducts': () => sold } })
    await screen.findByRole('table', { name: 'Add-ons' })
    expect(screen.getByRole('button', { name: 'Add to cart: Plus' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Add (to cart|more): (Additional user|Recall alerts)/ })).toBeNull()
    expect(screen.getAllByText('Already included')).toHaveLength(2)
  })

  test('sells a canceled product again while it is still usable', async () => {
    const canceled = { state: 'canceled', status: 'canceled', quantity: 1 } as const
    const owned = [bought({ product: 'enterprise', ...canceled }), bought({ id: 2, product: 'nrac-alerts', ...canceled })]
    const sold = priced({ 'additional-user-monthly': 12, 'nrac-alerts': 29 })
    show({ known: overview({ subscriptions: owned }), answers: { 'subscription.readAllProducts': () => sold } })
    await userEvent.click(await screen.findByRole('button', { name: 'Add more: Recall alerts' }))
    await userEvent.click(screen.getByRole('button', { name: 'Add to cart: Additional user' }))
    await userEvent.click(screen.getByRole('button', { name: /^Cart, 2 items/ }))
    const cart = within(await screen.findByRole('dialog', { name: 'Cart' }))
    expect((cart.getByRole('button', { name: 'Checkout' }) as HTMLButtonElement).disabled).toBe(false)
    const { result } = renderHook(() => useCart())
    act(() => result.current.clear())
  })

  test('never buys an item that the cart does not show, and lists the items that were left out because they have no price', async () => {
    const tab = { opener: {}, location: { replace: vi.fn() }, close: vi.fn() }
    vi.spyOn(window, 'open').mockReturnValue(tab as never) // `tab` has every member of a window that the page uses
    let sold = prices
    const { inputs } = show({ answers: { 'subscription.readAllProducts': () => sold } })
    await userEvent.click(await screen.findByRole('button', { name: 'Add to cart: Plus' }))
    await userEvent.click(screen.getByRole('button', { name: 'Add to cart: 1-hour training session' }))
    cleanup()
    sold = prices.filter(({ product }) => product !== 'plus')
    const again = show({
      answers: {
        'subscription.readAllProducts': () => sold,
        'subscription.createCart': () => ({ id: 's', checkoutUrl: 'https://pay.test/s' }),
        'subscription.updateFromProvider': () => ({ isReachable: true, readAt: null, orders: 0, subscriptions: [] }),
      },
    })
    expect(inputs('subscription.createCart')).toEqual([])
    await userEvent.click(await screen.findByRole('button', { name: 'Cart, 1 item$150.00' }))
    const cart = within(await screen.findByRole('dialog', { name: 'Cart' }))
    expect(cart.getByText('No longer sold, so not in this checkout: Plus.')).toBeTruthy()
    await userEvent.click(cart.getByRole('button', { name: 'Checkout' }))
    await screen.findByText('Waiting for your checkout')
    expect(again.inputs('subscription.createCart')).toEqual([{ items: [{ product: 'training-session-1-hour', quantity: 1 }] }])
    await userEvent.click(screen.getByRole('button', { name: 'Stop waiting' }))
  })

  test('totals the actual next charges before tax, not the regular prices', async () => {
    show({ known: overview({ subscriptions: [bought({ nextChargePreTax: 90.5, nextChargePreTaxDisplay: '$90.50' }), bought({ id: 2 })] }) })
    expect(await screen.findByText('$208.50')).toBeTruthy()
  })

  test('[BILL-015] itemizes the upgrade', async () => {
    show()
    await userEvent.click(await screen.findByRole('button', { name: 'Preview upgrade' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Upgrade to Enterprise (Unlimited)' }))
    expect(dialog.getByText('5 locations, unlimited users and storage. Today is 09/16/2026 (UTC); September has 30 days.')).toBeTruthy()
    const rows = dialog.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent))
    expect(rows).toContainEqual([expect.stringMatching(/^Basic × 2/), '09/28/26', '12 of 30', '$118.00', '$47.20'])
    expect(rows).toContainEqual([expect.stringMatching(/^Basic × 1/), '10/11/26', '25 of 30', '$59.00', '$49.17'])
    expect(rows).toContainEqual([expect.stringMatching(/^Additional user × 7/), '', '', '', '$0.00'])
    expect(rows).toContainEqual(['Enterprise, $149.00 × 5 locations', '$745.00'])
    expect(rows).toContainEqual(['Credit, 22.44% of the first month', '−$167.17'])
    expect(rows).toContainEqual(['First month, before tax', '$577.83'])
    expect(rows).toContainEqual(['Each month from 10/16/2026, renewed automatically', '$745.00'])
  })

  test('shows before the payment how much of the earlier payment is not credited', async () => {
    const year = { ...worked.lines[0], period: 'year', creditCents: 50_000, paidUntil: '2027-06-30' }
    show({
      answers: {
        'subscription.readUpgrade': () => ({ ...worked, lines: [year], creditCents: 14_900, monthlyCents: 14_900, percent: 100 }),
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Preview upgrade' }))
    expect(await screen.findByText('$351.00 that you already paid will not be credited')).toBeTruthy()
    expect(screen.getByText(/Basic is paid until 06\/30\/2027/)).toBeTruthy()
  })

  test('reports that the provider is unavailable, and shows everything else', async () => {
    const sentence = 'The payment provider is not answering. Everything else works. Try again in a minute.'
    show({
      answers: {
        'subscription.readAllProducts': () => {
          throw refusal('payment_unreachable', sentence, 409)
        },
      },
    })
    expect(await screen.findByText(sentence)).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Limits and usage' })).toBeTruthy()
    expect(screen.getByText('All used. To add another location, buy a plan.')).toBeTruthy()
  })
})
