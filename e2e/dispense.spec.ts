import { describe, expect, test } from 'vitest'
import { expectAccessible, PASSWORD, signIn, useStage } from './browser-test.ts'

const stage = useStage()

describe('dispense checks', () => {
  test('can be requested by a pharmacy system, and the pharmacist sees the day’s answers on desktop and phone', async () => {
    const { page, faults } = await stage.open({ height: 1400 })
    await signIn(stage, page, 'admin@park.demo')
    const made = await page.request.post('/trpc/auth.createOneAccessToken', {
      headers: { origin: new URL(page.url()).origin },
      data: { json: { name: 'Pharmacy system', days: 1, scopes: ['dispense-checks:write'], password: PASSWORD } },
    })
    const { accessToken } = (await made.json()).result.data.json as { accessToken: string } // this is the answer of `auth.createOneAccessToken`
    const ask = async (serialNumber: string) => {
      const answer = await fetch(new URL('/api/v2/dispense-checks', page.url()), {
        method: 'POST',
        body: JSON.stringify({ gtin: '00388010500605', serialNumber, lotNumber: 'L1', expirationDate: '2030-01' }),
        headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
      })
      return (await answer.json()) as { allowed: boolean; reasons: { code: string }[] } // this is the answer of `POST /api/v2/dispense-checks`
    }
    expect(await ask('NOWHERE1')).toMatchObject({ allowed: true, reasons: [{ code: 'unknown' }] })

    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Incoming Files' }).click()
    await page.getByRole('navigation', { name: 'Programs' }).getByRole('link', { name: 'Dispense checks' }).click()
    const checks = page.getByRole('table', { name: 'Checks' })
    await checks.getByRole('row').filter({ hasText: 'NOWHERE1' }).getByText('Warning').waitFor()
    await expectAccessible(page)

    await page.getByRole('switch', { name: 'Deny a package that is not on file' }).click()
    await page.getByText('Setting saved.').waitFor()
    expect(await ask('NOWHERE2')).toMatchObject({ allowed: false, reasons: [{ code: 'unknown' }] })
    await page.reload()
    await page.getByRole('button', { name: 'Denied' }).click()
    await checks.getByRole('row').filter({ hasText: 'NOWHERE2' }).getByText('Denied').waitFor()
    await checks.getByText('NOWHERE1').waitFor({ state: 'detached' })
    await expectAccessible(page)

    const phone = await stage.open({ width: 390, height: 844, dark: true })
    await signIn(stage, phone.page, 'admin@park.demo')
    await phone.page.goto('/intake/dispense-checks')
    await phone.page.getByText('NOWHERE2').first().waitFor()
    await expectAccessible(phone.page)
    expect(await phone.page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
    expect([...faults, ...phone.faults]).toEqual([])
  })
})
