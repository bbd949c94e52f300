import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible, type Stage, setStage, signIn } from './browser-test.ts'

let stage: Stage
beforeAll(async () => {
  stage = await setStage()
})
afterAll(() => stage?.close())

const looks = [
  { width: 1440, height: 900, dark: false },
  { width: 390, height: 844, dark: true },
] as const

describe('settings', () => {
  test.each(looks)(
    '[SET-001 SET-013 SHELL-026] at $width px: two tabs; the other one keeps the address of suspect products',
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
      await page.getByLabel("The regulator's e-mail address").fill(`board${look.width}@state.demo`)
      await page.keyboard.press('Enter')
      await page.getByText("The regulator's address was saved.").waitFor()
      await page.reload()
      await page.getByLabel('Send a copy of my reports to').and(page.locator(':enabled')).waitFor()
      expect(await address.inputValue()).toBe(`safety${look.width}@park.demo`)
      expect(await page.getByLabel("The regulator's e-mail address").inputValue()).toBe(`board${look.width}@state.demo`)
      await page.getByLabel('Theme', { exact: true }).selectOption(look.dark ? 'Light' : 'Dark')
      expect(await page.locator('html').getAttribute('data-mantine-color-scheme')).toBe(look.dark ? 'light' : 'dark')
      await expectAccessible(page)
      expect(faults).toEqual([])
    },
  )

  test('[SET-001 ROLE-003] others have no card of the regulator', async () => {
    const { page } = await stage.open()
    await signIn(stage, page, 'staff@park.demo')
    await page.goto('/settings/othersettings')
    await page.getByLabel('Send a copy of my reports to').and(page.locator(':enabled')).waitFor()
    expect(await page.getByLabel("The regulator's e-mail address").count()).toBe(0)
  })
})
