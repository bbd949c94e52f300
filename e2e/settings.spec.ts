import { describe, expect, test } from 'vitest'
import { expectAccessible, PASSWORD, signIn, useStage } from './browser-test.ts'

const stage = useStage()

const looks = [
  { width: 1440, height: 900, dark: false },
  { width: 390, height: 844, dark: true },
] as const

describe('settings', () => {
  test.each(looks)(
    '[SET-001 SET-013 SHELL-026] have two tabs at $width px, and save the email address for suspect product on the second tab',
    async (look) => {
      const { page, faults } = await stage.open(look)
      await signIn(stage, page, 'admin@park.demo')
      await page.goto('/settings/changepassword')
      const tabs = page.getByRole('navigation', { name: 'Settings' }).getByRole('link')
      await tabs.first().waitFor()
      expect(await tabs.allTextContents()).toEqual(['Change password', 'Other settings'])
      await tabs.nth(1).click()
      await page.waitForURL('**/settings/othersettings')
      const address = page.getByLabel('Send a copy of my reports to')
      await address.fill('not an address')
      await page.keyboard.press('Enter')
      await page.getByText('One of the addresses is not an email address.').waitFor()
      await expectAccessible(page)
      await address.fill(`safety${look.width}@park.demo`)
      await page.keyboard.press('Enter')
      await page.getByText('Your settings were saved.').waitFor()
      await page.getByLabel('FDA email address').fill(`board${look.width}@state.demo`)
      await page.keyboard.press('Enter')
      await page.getByText('The FDA email address was saved.').waitFor()
      await page.reload()
      await page.getByLabel('Send a copy of my reports to').and(page.locator(':enabled')).waitFor()
      expect(await address.inputValue()).toBe(`safety${look.width}@park.demo`)
      expect(await page.getByLabel('FDA email address').inputValue()).toBe(`board${look.width}@state.demo`)
      await page.getByLabel('Theme', { exact: true }).selectOption(look.dark ? 'Light' : 'Dark')
      expect(await page.locator('html').getAttribute('data-mantine-color-scheme')).toBe(look.dark ? 'light' : 'dark')
      await expectAccessible(page)
      expect(faults).toEqual([])
    },
  )

  test('[SET-001 ROLE-003] hide the FDA email address from a user who is not the customer admin', async () => {
    const { page } = await stage.open()
    await signIn(stage, page, 'staff@park.demo')
    await page.goto('/settings/othersettings')
    await page.getByLabel('Send a copy of my reports to').and(page.locator(':enabled')).waitFor()
    expect(await page.getByLabel('FDA email address').count()).toBe(0)
  })

  test.each(looks)('let a user sign out devices and create, use and revoke an access token at $width px', async (look) => {
    const { page, faults } = await stage.open(look)
    const other = await stage.open()
    await signIn(stage, other.page, 'staff@park.demo')
    await signIn(stage, page, 'staff@park.demo')
    await page.goto('/settings/othersettings')
    await page.getByRole('link', { name: /^Sign-in and security/ }).click()
    await page.getByText('This device').waitFor()
    await page
      .getByRole('button', { name: /^Sign out Chrome on/ })
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Sign out all other devices' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Sign out \d/ })
      .click()
    await page.getByText('All other devices were signed out.').waitFor()
    await expectAccessible(page)
    await other.page.getByRole('link', { name: 'My Orders' }).first().click()
    await other.page.getByText('Not Authenticated').waitFor()

    await page.getByRole('button', { name: 'Create an access token' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill(`Feed ${look.width}`)
    await dialog.getByLabel('Works for').selectOption('One year')
    await dialog.getByLabel('Your password').fill(PASSWORD)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Create the token' }).click()
    const token = (await dialog.getByLabel('The access token', { exact: true }).textContent()) ?? ''
    await expectAccessible(page)
    const call = () => fetch(`${stage.server.url}/api/v1/user/read/one/by/id`, { headers: { authorization: `Bearer ${token}` } })
    expect(await (await call()).json()).toMatchObject({ emailAddress: 'staff@park.demo' })
    await dialog.getByRole('button', { name: 'I have copied it' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.reload()
    await page
      .getByText(/^Last used today/)
      .first()
      .waitFor()
    expect(await page.content()).not.toContain(token)
    await page.getByRole('button', { name: `Revoke Feed ${look.width}` }).click()
    await dialog.getByRole('button', { name: `Revoke Feed ${look.width}` }).click()
    await page.getByText('The access token was revoked.').waitFor()
    await page.getByText('You have no access tokens.').waitFor()
    expect((await call()).status).toBe(401)
    expect(faults).toEqual([])
  })

  test('[SET-002 SET-012] let the user change the password after typing the old and the new one, and show a toast', async () => {
    const { page } = await stage.open()
    await signIn(stage, page, 'lead@park.demo')
    await page.goto('/settings/changepassword')
    await page.getByLabel('Current password').fill('Wrong-Pass-1!')
    await page.getByLabel('New password', { exact: true }).fill('Quiet-Harbour-7!')
    await page.getByLabel('Repeat the new password').fill('Quiet-Harbour-7!')
    await page.getByRole('button', { name: 'Change Password' }).click()
    await page.getByText('The old password is incorrect.').waitFor()
    await page.getByLabel('Current password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Change Password' }).click()
    await page.getByRole('region', { name: 'Messages', exact: true }).getByText('Your password was changed.', { exact: false }).waitFor()
    await page.getByRole('link', { name: 'Sign Out' }).click()
    await page.getByLabel('Email address').waitFor()
    await signIn(stage, page, 'lead@park.demo', 'Quiet-Harbour-7!')
  })
})
