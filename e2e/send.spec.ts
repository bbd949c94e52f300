import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectAccessible, signIn, useStage } from './browser-test.ts'
import { findMeds, uploadSample } from './orders.ts'

const NOT_FOUND = 'Your med could not be found, try searching for your med using its serial number in the field above.'
const stage = useStage()

/** Uploads the small order and adds two attachments to one of its meds. */
async function makeMed(page: Page): Promise<{ id: number; serialNumber: string }> {
  const headers = { origin: stage.server.url }
  await uploadSample(page)
  const [med] = await findMeds(page, 'limit=1')
  if (!med) throw new Error('The order was not imported.')
  for (const filename of ['slip.txt', 'photo.txt']) {
    const packet = { id: filename, groupId: 'g', filename, fileCount: 1, currentPacket: 1, totalPackets: 1, packet: 'aGVsbG8=' }
    await page.request.post('/api/v1/file/upload/medattachment', { headers, data: { ...packet, medId: med.id } })
  }
  return med
}

describe('the “Send a Pedigree” page', () => {
  test('[SEND-001 SEND-002 SHELL-008 SHELL-024] starts with a package found by its serial number', async () => {
    const { page, faults } = await stage.open({ height: 1200 })
    await signIn(stage, page, 'admin@park.demo')
    await uploadSample(page)
    const serialNumber = (await findMeds(page, 'limit=1'))[0]?.serialNumber ?? ''
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Send A Pedigree', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Send A Pedigree' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/sendapedigree')
    await expectAccessible(page)
    await page.getByLabel('Serial number').fill(serialNumber)
    await page.getByRole('button', { name: 'Go', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: serialNumber }).waitFor()
    expect(new URL(page.url()).pathname).toBe(`/sendapedigree/${serialNumber}`)
    expect(await page.title()).toContain(serialNumber)
    await expectAccessible(page)
    expect(faults).toEqual([])
  })

  test('[SEND-003 SEND-004 SEND-005 SEND-008 SEND-010 SEND-011] emails the PDF and the selected attachment to a partner', async () => {
    const { page, faults } = await stage.open({ height: 1200 })
    await signIn(stage, page, 'admin@park.demo')
    const { serialNumber } = await makeMed(page)
    await page.goto(`/sendapedigree/${serialNumber}`)
    const form = page.getByRole('form', { name: 'Email' })
    await form.getByRole('button', { name: 'Send Pedigree' }).click()
    await form.getByText('Enter at least one address in To.').waitFor()
    await form.getByLabel('To', { exact: true }).fill('one@partner.demo; two@partner.demo')
    await form.getByLabel('Cc').fill('three@partner.demo')
    await form.getByLabel('Subject').fill('A package of ours')
    await form.getByLabel('Message').fill('Here it is.')
    await form.getByRole('checkbox', { name: 'slip.txt' }).check()
    expect(await form.getByRole('checkbox').count()).toBe(2)
    await page
      .getByRole('region', { name: `Pedigree of ${serialNumber}` })
      .getByText('Transaction information')
      .first()
      .waitFor()
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Send Pedigree' }).click()
    await page.getByText('The pedigree is on its way.').waitFor()
    await page.getByRole('region', { name: 'Sent' }).getByText('Sent', { exact: true }).last().waitFor()
    for (const to of ['one', 'two', 'three'])
      await expect
        .poll(() => stage.server.mails(`${to}@partner.demo`))
        .toMatchObject([{ subject: 'A package of ours', text: expect.stringContaining('Here it is.') }])
    await page.getByText(`pedigree-${serialNumber}.pdf, slip.txt`).waitFor()
    await expectAccessible(page)
    expect(faults).toEqual([])
  })

  test('[SEND-006] reports an unknown serial number, even on a phone', async () => {
    const { page } = await stage.open({ width: 390, height: 844, dark: true })
    await signIn(stage, page, 'staff@park.demo')
    await page.goto('/sendapedigree/NOBODY%2FKNOWS')
    await page.getByText(NOT_FOUND).waitFor()
    await page.getByRole('heading', { level: 1, name: 'NOBODY/KNOWS' }).waitFor()
    await expectAccessible(page)
  })
})
