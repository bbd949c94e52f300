import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectAccessible, signIn, useStage } from './browser-test.ts'

const stage = useStage()

/** Opens a checkout with `open`, and pays it on the simulator's page. */
async function payIn(context: BrowserContext, open: () => Promise<void>): Promise<void> {
  const [tab] = await Promise.all([context.waitForEvent('page'), open()])
  await tab.getByRole('heading', { name: 'Checkout' }).waitFor()
  await tab.getByRole('button', { name: 'Pay', exact: true }).click()
  await tab.getByRole('heading', { name: 'Paid' }).waitFor()
  await tab.close()
}

const meter = (page: Page, name: string) => page.getByRole('progressbar', { name: new RegExp(`^${name}:`) })

describe('subscriptions', () => {
  test('[BILL-005 BILL-012 BILL-014 BILL-016 BILL-020] allow a second location, without a reload, as soon as the added plan is paid for in another tab', async () => {
    const { page, context, faults } = await stage.open({ height: 1000 })
    await signIn(stage, page, 'admin@harbor.demo')
    await page.getByRole('link', { name: 'Manage Subscription' }).click()
    await page.getByRole('heading', { name: 'Accounts and Subscriptions', level: 1 }).waitFor()
    await page.getByRole('progressbar', { name: 'Locations: 1 of 1' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Change your subscription' }).first().click()
    await page.getByRole('button', { name: 'Basic', exact: true }).click()
    const preview = page.getByRole('dialog', { name: 'Basic' })
    await preview.getByText('25 GB of storage').waitFor()
    expect(await preview.getByRole('button', { name: 'Remove one Basic' }).isDisabled()).toBe(true)
    await expectAccessible(page)
    await preview.getByRole('button', { name: 'Add to cart' }).click()
    await expectAccessible(page)
    await page.getByRole('button', { name: /^Cart, 1 item/ }).click()
    const cart = page.getByRole('dialog', { name: 'Cart' })
    await cart.getByText('Today, before tax').waitFor()
    await expectAccessible(page)
    await payIn(context, () => cart.getByRole('button', { name: 'Checkout' }).click())
    await page.getByRole('progressbar', { name: 'Locations: 1 of 2' }).waitFor()
    await page.getByText('Payment received').waitFor()
    await page.getByRole('button', { name: 'Stop waiting' }).click()

    // The upgrade: both subscriptions were paid today for a full month, so the full amount is credited. The price is 2 × $149.00 less 2 × $59.00.
    await page.getByRole('button', { name: 'Preview upgrade' }).click()
    const upgrade = page.getByRole('dialog', { name: 'Upgrade to Enterprise (Unlimited)' })
    await upgrade.getByText('First month, before tax').waitFor()
    await expectAccessible(page)
    await payIn(context, () => upgrade.getByRole('button', { name: 'Checkout' }).click())
    await page.getByText('used, unlimited').first().waitFor()
    await page.getByRole('link', { name: 'All', exact: true }).click()
    const list = page.getByRole('table', { name: 'Subscriptions' })
    // Waits until a job has ended the subscriptions that Enterprise replaces: the table then has only its header and Enterprise.
    await expect.poll(() => list.getByRole('row').count()).toBe(2)
    await page.getByRole('switch', { name: 'Show Canceled subscriptions' }).check()
    await expect.poll(() => list.getByRole('row').count()).toBe(4)
    await expectAccessible(page)

    await list.getByRole('button', { name: 'Cancel Enterprise (Unlimited) × 2' }).click()
    const cancel = page.getByRole('dialog', { name: 'Cancel Enterprise (Unlimited) × 2' })
    await cancel.getByText(/^You can use it until \d\d\/\d\d\/\d\d/).waitFor()
    await cancel.getByText(/This is the only plan you have left/).waitFor()
    await expectAccessible(page)
    await cancel.getByRole('button', { name: 'Cancel Enterprise (Unlimited)' }).click()
    await list.getByText(/^Usable until \d\d\/\d\d\/\d\d/).waitFor()
    expect(await meter(page, 'Locations').count()).toBe(1)
    expect(faults).toEqual([])
  })

  test('cannot be bought while the payment provider does not answer, but the other pages still work', async () => {
    const { page, context, faults } = await stage.open()
    await signIn(stage, page, 'admin@park.demo')
    await page.goto('/subscription/modify')
    await page.getByRole('button', { name: 'Add to cart: DSCSA SOP creation' }).click()
    await page.getByRole('button', { name: /^Cart, 1 item/ }).click()
    const [tab] = await Promise.all([context.waitForEvent('page'), page.getByRole('button', { name: 'Checkout' }).click()])
    await tab.getByRole('heading', { name: 'Checkout' }).waitFor()
    const simulator = new URL(tab.url()).origin
    await tab.getByRole('button', { name: 'Pay with a card that is declined' }).click()
    await tab.getByText('The card was declined. Nothing was bought.').waitFor()
    await tab.close()
    const setFault = (fail: string) => fetch(`${simulator}/simulator/switches`, { method: 'PUT', body: JSON.stringify({ fail }) })
    await setFault('down')
    try {
      await page.goto('/subscription/modify')
      await page.getByText('The payment provider is not responding. Everything else works. Try again in a minute.').waitFor()
      await page.getByRole('heading', { name: 'Limits and usage' }).waitFor()
      await expectAccessible(page)
      await page.goto('/subscription')
      await page.getByRole('button', { name: 'Check now' }).click()
      await page.getByText('The payment provider is not responding. This page shows the last known status.').waitFor()
      await page.getByRole('table', { name: 'Subscriptions' }).getByText('Enterprise (Unlimited)').waitFor()
      await page.goto('/orders')
      await page.getByRole('heading', { name: 'Search Overview' }).waitFor()
    } finally {
      await setFault('none')
    }
    await page.goto('/subscription/modify')
    // After a timeout, the server doesn't call the provider for 20 seconds, so this button has to be tried several times.
    const again = page.getByRole('button', { name: 'Try again' })
    await expect
      .poll(async () => {
        if (await again.isVisible()) await again.click()
        return page.getByRole('table', { name: 'Plans' }).count()
      })
      .toBe(1)
    expect(faults).toEqual([])
  })

  test('let the user choose between checkouts when a second cart is started, even on a phone and in dark mode', async () => {
    const { page, context, faults } = await stage.open({ width: 390, height: 844, dark: true })
    await signIn(stage, page, 'admin@harbor.demo')
    const put = async (product: string) => {
      await page.goto('/subscription/modify')
      await page.getByRole('button', { name: `Add to cart: ${product}` }).click()
      await page.getByRole('button', { name: /^Cart, 1 item/ }).click()
      return page.getByRole('dialog', { name: 'Cart' })
    }
    const checkOut = async (open: () => Promise<void>) => {
      const [tab] = await Promise.all([context.waitForEvent('page'), open()])
      await tab.getByRole('heading', { name: 'Checkout' }).waitFor()
      await tab.close()
    }
    const first = await put('DSCSA SOP creation')
    await checkOut(() => first.getByRole('button', { name: 'Checkout' }).click())
    const second = await put('1-hour training session')
    await second.getByRole('button', { name: 'Checkout' }).click()
    await second.getByText('Another checkout is still open').waitFor()
    await second.getByText(/DSCSA SOP creation × 1/).waitFor()
    await expectAccessible(page)
    await checkOut(() => second.getByRole('button', { name: 'Start a new checkout instead' }).click())
    await page.getByText('Waiting for your checkout').waitFor()
    await page.getByRole('button', { name: 'Stop waiting' }).click()
    expect(faults).toEqual([])
  })

  test('can be used completely on a phone', async () => {
    const { page, faults } = await stage.open({ width: 390, height: 844 })
    await signIn(stage, page, 'admin@park.demo')
    await page.goto('/subscription')
    await page.getByRole('heading', { name: 'Limits and usage' }).waitFor()
    await expectAccessible(page)
    await page.goto('/subscription/modify')
    await page.getByText('Already included').waitFor()
    await page.getByRole('button', { name: 'Add to cart: Basic' }).click()
    await page.getByRole('button', { name: 'Add more: Enterprise (Unlimited)' }).click()
    await page.reload()
    await page.getByRole('button', { name: /^Cart, 2 items/ }).click()
    const cart = page.getByRole('dialog', { name: 'Cart' })
    await cart.getByText('You cannot buy Enterprise and Basic together.').waitFor()
    expect(await cart.getByRole('button', { name: 'Checkout' }).isDisabled()).toBe(true)
    await expectAccessible(page)
    expect(faults).toEqual([])
  })

  test('[SHELL-019] cannot be opened by a location admin, either from the menu or by URL', async () => {
    const { page } = await stage.open()
    await signIn(stage, page, 'lead@park.demo')
    expect(await page.getByRole('link', { name: 'Manage Subscription' }).count()).toBe(0)
    await page.goto('/subscription')
    await page.getByText('You do not have access to this page').waitFor()
  })
})
