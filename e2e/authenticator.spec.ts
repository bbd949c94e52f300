import speakeasy from 'speakeasy'
import { describe, expect, test } from 'vitest'
import { expectAccessible, PASSWORD, signIn, useStage } from './browser-test.ts'

const stage = useStage()

/**
 * The code that the authenticator app shows now or, with `later`, that many half minutes from now. Each code works only once, so a second sign-in
 * uses the next code, which the server already accepts.
 */
const appCode = (secret: string, later = 0) =>
  speakeasy.totp({ secret, encoding: 'base32', time: Math.floor(Date.now() / 1000) + 30 * later })

describe('an authenticator app', () => {
  test.each([
    { who: 'admin@harbor.demo', width: 1440, height: 900, dark: false },
    { who: 'staff@park.demo', width: 390, height: 844, dark: true },
  ])(
    '[LOGIN-004 LOGIN-009 LOGIN-014] can be set up, used to sign in, replaced by a recovery code at sign-in, and removed at $width px',
    async ({ who, ...look }) => {
      const { page, faults } = await stage.open(look)
      await signIn(stage, page, who)
      await page.goto('/settings/security')
      await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Your password').fill('Wrong-Pass-1!')
      await page.keyboard.press('Enter')
      await dialog.getByText('The password is incorrect.').waitFor()
      await dialog.getByLabel('Your password').fill(PASSWORD)
      await page.keyboard.press('Enter')
      await dialog.getByRole('img', { name: 'The QR code to scan with your authenticator app' }).waitFor()
      await expectAccessible(page)
      const secret = ((await dialog.getByLabel('The key', { exact: true }).textContent()) ?? '').replaceAll(' ', '')
      await dialog.getByLabel('Code shown in the app').fill(appCode(secret, -9))
      await page.keyboard.press('Enter')
      await dialog.getByText('This is not the app’s current code.', { exact: false }).waitFor()
      await dialog.getByLabel('Code shown in the app').fill(appCode(secret))
      await page.keyboard.press('Enter')
      const codes = ((await dialog.getByLabel('The recovery codes', { exact: true }).textContent()) ?? '').split('\n')
      expect(codes).toHaveLength(10)
      await expectAccessible(page)
      await dialog.getByRole('button', { name: 'I saved the codes' }).click()
      await page.getByText('10 recovery codes left.', { exact: false }).waitFor()
      await expectAccessible(page)

      const since = Date.now()
      const start = async () => {
        await page.context().clearCookies()
        const forget = () => page.evaluate(() => localStorage.removeItem('auth_data'))
        // The page may reload during this call, because it notices that its session is gone; the call is then repeated.
        await forget().catch(forget)
        // The page may notice that its session is gone and reload itself before this navigation ends, which aborts the navigation.
        await page.goto('/').catch(() => page.goto('/'))
        await page.getByLabel('Email address').fill(who)
        await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
        await page.keyboard.press('Enter')
        await page.getByText('Your authenticator app shows a 6-digit code. A recovery code works too.').waitFor()
      }
      await start()
      expect(await page.getByText('new code').count()).toBe(0)
      await page.getByText('Return to Username and Password').waitFor()
      await expectAccessible(page)
      const field = page.getByLabel('One-time code')
      // The page reports at once that the code is too short; later, the server's message takes the place of this one.
      const tooShort = page.getByText('One time passcodes must be exactly 6 characters in length')
      const answer = Promise.withResolvers<void>()
      await page.route('**/trpc/auth.updateOneTotp*', async (route) => {
        await answer.promise
        await route.continue()
      })
      await field.fill('123')
      await page.keyboard.press('Enter')
      await tooShort.waitFor()
      answer.resolve()
      await tooShort.waitFor({ state: 'detached' })
      await page.unroute('**/trpc/auth.updateOneTotp*')
      await page.getByText('Type the newest code from your app', { exact: false }).waitFor()
      await field.fill(appCode(secret, 1))
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()

      await start()
      await field.fill(codes[3]?.toLowerCase() ?? '')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
      const mailed = (await stage.server.mails(who)).filter((mail) => Date.parse(mail.date) > since)
      expect(mailed).toEqual([])

      await page.goto('/settings/security')
      await page.getByText('9 recovery codes left.', { exact: false }).waitFor()
      await page.getByRole('button', { name: 'Remove the authenticator app' }).click()
      await dialog.getByLabel('Your password').fill(PASSWORD)
      await expectAccessible(page)
      await dialog.getByRole('button', { name: 'Remove the app' }).click()
      await page.getByText('The authenticator app was removed.', { exact: false }).waitFor()
      await page.getByRole('button', { name: 'Set up an authenticator app' }).waitFor()
      expect(faults).toEqual([])
    },
  )
})
