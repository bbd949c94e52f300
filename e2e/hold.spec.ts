import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectAccessible, signIn, useStage } from './browser-test.ts'
import { type FoundMed, findMeds, openOrder, uploadSample } from './orders.ts'

const stage = useStage()

async function makeOrder(page: Page): Promise<{ documentId: number; meds: FoundMed[] }> {
  return { documentId: await uploadSample(page), meds: await findMeds(page, 'sort=serialNumber') }
}

describe('quarantine', () => {
  test('highlights a held med on the detail, search, home and receiving pages until an admin releases it with a reason', async () => {
    const { page, faults } = await stage.open({ height: 1200 })
    await signIn(stage, page, 'admin@park.demo')
    const { documentId, meds } = await makeOrder(page)
    const med = meds.find((one) => one.gtin.startsWith('00')) ?? meds[0]
    await page.goto(`/meddetail/${med?.id}`)
    await page.getByRole('button', { name: 'Put on hold…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Put on hold' })
    expect(await dialog.getByRole('button', { name: 'Put on hold' }).isDisabled()).toBe(true)
    await dialog.getByLabel('Reason').fill('The seal is torn')
    await dialog.getByRole('button', { name: 'Put on hold' }).click()
    await page.getByText(/^The seal is torn \(Dana Ruiz/).waitFor()
    await expectAccessible(page)
    await page.goto(`/searchmeds?serialNumber=${med?.serialNumber}`)
    await page.getByText('On hold', { exact: true }).first().waitFor()
    await page.goto('/')
    await page.getByRole('region', { name: 'On hold' }).getByText('The seal is torn').waitFor()
    await expectAccessible(page)

    await page.getByRole('region', { name: 'To receive' }).getByText('1 on hold').waitFor()
    await page.getByRole('combobox', { name: 'Scan or search' }).fill(med?.serialNumber ?? '')
    await page
      .getByRole('option', { name: /On hold/ })
      .first()
      .waitFor()
    await expectAccessible(page)
    await page.goto('/orders?from=any&to=any')
    await page.getByRole('row').getByText('1 on hold').waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('row').getByText('1 on hold').waitFor()
    await expectAccessible(page)
    await page.setViewportSize({ width: 1440, height: 1200 })

    await page.goto(`/orders/receive/${documentId}`)
    await page.getByText('Scan the first package').waitFor()
    await page.getByLabel('Scan or type a serial number').fill(med?.serialNumber ?? '')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Stop: on hold' }).waitFor()
    await expectAccessible(page)

    await page.goto(`/sendapedigree/${med?.serialNumber}`)
    const form = page.getByRole('form', { name: 'Email' })
    await form.getByLabel('To', { exact: true }).fill('a@partner.demo')
    await form.getByRole('button', { name: 'Send Pedigree' }).click()
    await form.getByText(/This package is on hold, so its pedigree was not sent/).waitFor()

    await page.goto(`/meddetail/${med?.id}`)
    await page.getByRole('button', { name: 'Release…' }).click()
    const release = page.getByRole('dialog', { name: 'Release this hold' })
    await release.getByLabel('Reason').fill('The maker confirmed it')
    await release.getByRole('button', { name: 'Release this hold' }).click()
    await page.getByText(/Was on hold from .* released by Dana Ruiz: The maker confirmed it/).waitFor()
    expect(faults).toEqual([])
  })

  test('blocks receiving of a pallet and of a case, with a prominent message, until both are released', async () => {
    const { page, faults } = await stage.open({ height: 1200 })
    await signIn(stage, page, 'admin@park.demo')
    const { meds } = await openOrder(page)
    const tree = page.getByRole('table', { name: 'Containers' })
    const putOnHold = async (reason: string) => {
      const dialog = page.getByRole('dialog', { name: 'Put on hold' })
      await dialog.getByText(/ with \d+ packages goes into quarantine|^Serial .* goes into quarantine/).waitFor()
      await dialog.getByLabel('Reason').fill(reason)
      await dialog.getByRole('button', { name: 'Put on hold' }).click()
      await dialog.waitFor({ state: 'detached' })
      await page.getByRole('heading', { name: 'Stop: on hold' }).waitFor()
      await page.getByText(new RegExp(`^${reason} \\(Dana Ruiz`)).waitFor()
    }
    const release = async () => {
      await page.getByRole('button', { name: 'Release…' }).first().click()
      const dialog = page.getByRole('dialog', { name: 'Release this hold' })
      await dialog.getByLabel('Reason').fill('Looked at')
      await dialog.getByRole('button', { name: 'Release this hold' }).click()
      await dialog.waitFor({ state: 'detached' })
    }
    const toReceive = tree.getByRole('button', { name: /^Receive (pallet|case) / })
    await toReceive.first().waitFor()
    const before = await toReceive.count()

    // Puts the outermost container, a logistic unit with an SSCC, on hold.
    await tree
      .getByRole('button', { name: /^Put (pallet|case) \d{18} on hold/ })
      .first()
      .click()
    await putOnHold('Wet carton')
    await page.getByText(/^On hold: container \d{18}/).waitFor()
    await tree.getByText('On hold', { exact: true }).first().waitFor()
    expect(await toReceive.count()).toBeLessThan(before)
    await expectAccessible(page)
    await page.getByLabel('Scan or type a serial number').fill(meds[0]?.serialNumber ?? '')
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: 'Last scan', exact: true }).getByText('Not received').waitFor()
    await release()
    await page.getByText(/^On hold: container/).waitFor({ state: 'detached' })

    // If a received med is put on hold, scanning it again says that it is on hold instead of already received.
    const serial = meds.at(-1)?.serialNumber ?? ''
    const scan = async () => {
      await page.getByLabel('Scan or type a serial number').fill(serial)
      await page.keyboard.press('Enter')
    }
    await scan()
    const panel = page.getByRole('region', { name: 'Last scan', exact: true })
    await panel.getByRole('heading', { name: 'Received' }).waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    await panel.getByRole('button', { name: 'Put on hold…' }).click()
    await putOnHold('Torn seal')
    await panel.getByText('Received earlier').waitFor()
    await page.getByText(`On hold: serial ${serial}`).waitFor()
    await expectAccessible(page)
    await panel.getByRole('button', { name: 'Set aside' }).click()
    await scan()
    await page.getByRole('heading', { name: 'Stop: on hold' }).waitFor()
    await release()
    await page.getByText(`On hold: serial ${serial}`).waitFor({ state: 'detached' })
    expect(faults).toEqual([])
  })

  test('can also be placed on a scanned package that is in no document, and cannot be released by staff', async () => {
    const { page } = await stage.open({ height: 1200 })
    await signIn(stage, page, 'staff@park.demo')
    const { documentId } = await makeOrder(page)
    await page.goto(`/orders/receive/${documentId}`)
    await page
      .getByText(/Scan the first package|left/)
      .first()
      .waitFor()
    await page.getByLabel('Scan or type a serial number').fill('(01)00312345678906(21)NOBODYKNOWS1')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Put on hold…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Put on hold' })
    await dialog.getByLabel('Reason').fill('Product without data')
    await dialog.getByRole('button', { name: 'Put on hold' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.goto('/')
    await page.getByRole('region', { name: 'On hold' }).getByText('Product without data').waitFor()
    expect(await page.getByRole('button', { name: 'Release…' }).count()).toBe(0)
    const admin = await stage.open()
    await signIn(stage, admin.page, 'admin@park.demo')
    await admin.page.getByRole('region', { name: 'On hold' }).getByRole('button', { name: 'Release…' }).click()
    await admin.page.getByRole('dialog').getByLabel('Reason').fill('Its data came')
    await admin.page.getByRole('dialog').getByRole('button', { name: 'Release this hold' }).click()
    await admin.page.getByText('Product without data').waitFor({ state: 'detached' })
  })

  test('can be placed from the incident form, even on a package without a record, and is shown in the reopened draft', async () => {
    const { page, faults } = await stage.open({ height: 1200 })
    await signIn(stage, page, 'admin@park.demo')
    const { meds } = await openOrder(page)
    const find = async (serialNumber: string) => {
      await page.getByRole('textbox', { name: 'Serial number', exact: true }).first().fill(serialNumber)
      await page.getByRole('button', { name: 'Fill in the form' }).click()
    }
    const putOnHold = async (serialNumber: string) => {
      const row = page.getByRole('listitem').filter({ hasText: 'Put on hold…' }).first()
      await row.getByRole('button', { name: 'Put on hold…' }).click()
      const dialog = page.getByRole('dialog', { name: 'Put on hold' })
      await dialog.getByText(`Serial ${serialNumber} goes into quarantine`).waitFor()
      await dialog.getByLabel('Reason').fill('Suspect product')
      await dialog.getByRole('button', { name: 'Put on hold' }).click()
      await dialog.waitFor({ state: 'detached' })
      await page.getByRole('listitem').getByText('On hold', { exact: true }).waitFor()
      expect(await page.getByRole('button', { name: 'Put on hold…' }).count()).toBe(0)
    }
    await page.goto('/reportanincident')
    await find('NOBODYKNOWS2')
    await page.getByText('No package with this serial number is on record here').waitFor()
    await putOnHold('NOBODYKNOWS2')
    const serial = meds[0]?.serialNumber ?? ''
    await find(serial)
    await page.getByText(/Found: /).waitFor()
    await putOnHold(serial)
    await expectAccessible(page)
    await page.getByText(/^Draft saved/).waitFor()
    await page.reload()
    await page.getByRole('listitem').getByText('On hold', { exact: true }).waitFor()
    expect(faults).toEqual([])
  })
})
