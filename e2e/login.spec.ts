import { describe, expect, test } from 'vitest'
import { expectAccessible, PASSWORD, signIn, signInHere, useStage } from './browser-test.ts'

const stage = useStage()

describe('sign-in', () => {
  test('[LOGIN-001 LOGIN-003 LOGIN-004 LOGIN-006 LOGIN-014 LOGIN-024] requires the password, then the code from the email, using Enter only', async () => {
    const { page, faults } = await stage.open()
    await page.goto('/')
    await expectAccessible(page)
    const since = Date.now()
    await page.getByLabel('Email address').fill('staff@park.demo')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByText('Return to Username and Password').waitFor()
    expect(await page.getByRole('navigation').getByText('My Orders').count()).toBe(0)
    await expectAccessible(page)
    await page.getByLabel('One-time code').fill(await stage.server.codeFor('staff@park.demo', since))
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'My Orders' }).first().waitFor()
    expect(faults).toEqual([])
  })

  test('[LOGIN-005 LOGIN-010 LOGIN-011 ERR-004] reports a wrong code, upper-cases typed letters, and goes back on request', async () => {
    const { page } = await stage.open()
    await page.goto('/')
    await page.getByLabel('Email address').fill('admin@harbor.demo')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.keyboard.press('Enter')
    const code = page.getByLabel('One-time code')
    await code.fill('abc')
    expect(await code.inputValue()).toBe('ABC')
    const call = page.waitForResponse((response) => response.url().includes('auth.updateOneTotp'))
    await page.keyboard.press('Enter')
    expect((await call).status()).toBe(400)
    await page
      .getByText(
        'Your code did not match our records. Check that the code is typed exactly as it appeared in the email we sent to you. If you keep getting this message please contact us.',
      )
      .waitFor()
    await page.getByText('Return to Username and Password').click()
    await page.getByLabel('Email address').waitFor()
  })

  test('[LOGIN-008 LOGIN-016 LOGIN-017 LOGIN-018 LOGIN-019 SHELL-018] survives a reload, and is required again after a sign-out or without the cookie', async () => {
    const { page, context } = await stage.open()
    // A page that notices the end of its session reloads itself, which would abort this navigation.
    const isThere = () =>
      page.goto('/orders').then(
        () => true,
        () => false,
      )
    const goToOrders = () => expect.poll(isThere).toBe(true)
    await signIn(stage, page, 'admin@park.demo')
    const refreshed = page.waitForResponse((response) => response.url().includes('auth.updateOneToken'))
    await page.goto('/orders')
    expect((await refreshed).ok()).toBe(true)
    await page.getByRole('heading', { name: 'Search Overview' }).waitFor()
    await page.getByRole('link', { name: 'Sign Out' }).click()
    await page.getByLabel('Email address').waitFor()
    expect(await page.evaluate(() => localStorage.getItem('auth_data'))).toBeNull()
    await goToOrders()
    await page.getByLabel('Email address').waitFor()
    await signIn(stage, page, 'admin@park.demo')
    await context.clearCookies()
    await goToOrders()
    await page.getByLabel('Email address').waitFor()
    // When the refresh is refused, the page reloads. `waitForFunction` keeps waiting across the reload.
    await page.waitForFunction(() => localStorage.getItem('auth_data') === null)
  })

  test('[LOGIN-007 LOGIN-012 LOGIN-015 LOGIN-025] offers recovery by email with a temporary password that has to be changed', async () => {
    const { page } = await stage.open()
    await page.goto('/forgotpassword')
    await expectAccessible(page)
    await page.getByLabel('Email address').fill('lead@park')
    await page.keyboard.press('Enter')
    await page.getByText('Invalid Email Address').waitFor()
    const since = Date.now()
    await page.getByLabel('Email address').fill('lead@park.demo')
    await page.keyboard.press('Enter')
    await page.getByText('If lead@park.demo belongs to an account, a temporary password is on its way.').waitFor()
    const temporary = await temporaryPassword('lead@park.demo', since)
    await page.goto('/')
    await page.getByLabel('Email address').fill('lead@park.demo')
    await page.getByLabel('Password', { exact: true }).fill(temporary)
    const asked = Date.now()
    await page.keyboard.press('Enter')
    await page.getByLabel('One-time code').fill(await stage.server.codeFor('lead@park.demo', asked))
    await page.keyboard.press('Enter')
    await page
      .getByLabel(/password/i)
      .first()
      .fill(temporary)
    await page.getByLabel('New password', { exact: true }).fill('Quiet-Harbour-7!')
    await page.getByRole('button', { name: 'Passwords Do Not Match' }).waitFor()
    await page.getByLabel('Repeat the new password').fill('Quiet-Harbour-7!')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Change Password' }).click()
    await page.getByRole('link', { name: 'My Orders' }).first().waitFor()
  })

  test('[SHELL-035] shows the orange toast after a session ended elsewhere', async () => {
    const { page, context } = await stage.open()
    await signIn(stage, page, 'staff@park.demo')
    await context.clearCookies()
    const shown = page.getByText('Not Authenticated').waitFor()
    // A background request of the page may reveal the missing session before the click causes a request.
    const clicked = page.getByRole('link', { name: 'My Orders' }).first().click()
    await Promise.race([shown, clicked.catch(() => undefined)])
    await shown
    await page.getByLabel('Email address').waitFor()
    expect(await page.evaluate(() => localStorage.getItem('auth_data'))).toBeNull()
  })
})

describe('a shared computer at the counter', () => {
  test('does not show a user the files that the previous user selected', async () => {
    const { page, faults } = await stage.open()
    await signIn(stage, page, 'admin@park.demo')
    await page.getByRole('link', { name: 'Upload An Order' }).first().click()
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'of-dana.xml', mimeType: 'application/xml', buffer: Buffer.from('<epcis/>') })
    await page.getByText('of-dana.xml').first().waitFor()
    await page.getByRole('link', { name: 'Sign Out' }).click()
    // Signs in without a reload, which would clear what the first user left.
    await signInHere(stage, page, 'staff@park.demo')
    await page.getByRole('link', { name: 'Upload An Order' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Upload An Order' }).waitFor()
    expect(await page.getByText('of-dana.xml').count()).toBe(0)
    expect(faults).toEqual([])
  })
})

async function temporaryPassword(emailAddress: string, since: number): Promise<string> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const mail = (await stage.server.mails(emailAddress)).find(
      (one) => Date.parse(one.date) >= since - 1000 && /temporary password is/.test(one.text),
    )
    const password = mail?.text.match(/temporary password is (\S+)/)?.[1]
    if (password) return password
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('No temporary password was mailed.')
}
