import { makeDocument } from '@seriatim/epcis'
import { describe, expect, test } from 'vitest'
import { expectAccessible, signIn, useStage } from './browser-test.ts'

const stage = useStage()

describe('incoming files', () => {
  test('are accepted with a sender’s token until the token is revoked, and are listed, on desktop and phone', async () => {
    const { page, faults } = await stage.open({ height: 1400 })
    await signIn(stage, page, 'admin@park.demo')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Incoming Files' }).click()
    await page.getByRole('table', { name: 'Doors' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Create door' }).filter({ visible: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Northway')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Create the token' }).click()
    const token =
      /seriatim_door_[\w-]+/.exec(
        (await dialog
          .getByText(/^seriatim_door_/)
          .first()
          .textContent()) ?? '',
      )?.[0] ?? ''
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'I have copied it' }).click()

    const deliver = (body: string, name: string) =>
      fetch(new URL('/api/v2/intake', page.url()), {
        method: 'POST',
        body,
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/xml',
          'content-disposition': `attachment; filename="${name}"`,
        },
      })
    const text = [
      ...makeDocument({
        meds: 4,
        perCase: 2,
        casesPerPallet: 2,
        now: new Date(),
        serialSeed: 'INTAKE',
        instanceIdentifier: 'INTAKE-1',
        purchaseOrder: 'INTAKE-1',
      }),
    ].join('')
    expect((await deliver(text, 'morning.xml')).status).toBe(202)
    expect((await deliver('%PDF-1.7 an invoice', 'invoice.pdf')).status).toBe(202)
    const deliveries = page.getByRole('table', { name: 'Deliveries' })
    await deliveries.getByRole('row').filter({ hasText: 'morning.xml' }).getByText('Order created').waitFor({ timeout: 60_000 })
    await deliveries.getByRole('row').filter({ hasText: 'invoice.pdf' }).getByText('Stored, not read: a PDF').waitFor()
    const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Download invoice.pdf' }).click()])
    expect(saved.suggestedFilename()).toBe('invoice.pdf')
    await page.getByRole('button', { name: /^Stored, not read/ }).click()
    await deliveries.getByText('morning.xml').waitFor({ state: 'detached' })
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Delete invoice.pdf…' }).click()
    await dialog.getByRole('button', { name: 'Delete the file' }).click()
    await page.getByRole('button', { name: 'All', exact: true }).click()
    await deliveries
      .getByRole('row')
      .filter({ hasText: 'invoice.pdf' })
      .getByText(/^Deleted /)
      .waitFor()
    expect(await page.getByRole('link', { name: 'Download invoice.pdf' }).count()).toBe(0)

    await page.getByRole('button', { name: 'Test Northway' }).click()
    await dialog.getByText('Token: The token is valid.').waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Close' }).last().click()

    const phone = await stage.open({ width: 390, height: 844, dark: true })
    await signIn(stage, phone.page, 'admin@park.demo')
    await phone.page.goto('/intake')
    await phone.page.getByText('morning.xml').first().waitFor()
    await expectAccessible(phone.page)
    expect(await phone.page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)

    await page.getByRole('button', { name: 'Revoke Northway' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke the token' }).click()
    await page.getByText('The sender can no longer deliver files.').waitFor()
    expect((await deliver(text, 'late.xml')).status).toBe(401)
    expect([...faults, ...phone.faults]).toEqual([])
  })
})
