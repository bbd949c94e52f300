import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible, type Stage, setStage, signIn } from './browser-test.ts'
import { type FoundMed, findMeds, uploadSample } from './orders.ts'

let stage: Stage
beforeAll(async () => {
  stage = await setStage()
})
afterAll(() => stage?.close())

async function makeOrder(page: Page): Promise<{ documentId: number; meds: FoundMed[] }> {
  return { documentId: await uploadSample(page), meds: await findMeds(page, 'sort=serialNumber') }
}

describe('quarantine', () => {
  test('a held med is loud in detail, search, home and receiving, and is released by an admin with a reason', async () => {
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
    await form.getByText(/This med is on hold, so its pedigree was not sent/).waitFor()

    await page.goto(`/meddetail/${med?.id}`)
    await page.getByRole('button', { name: 'Release…' }).click()
    const release = page.getByRole('dialog', { name: 'Release this hold' })
    await release.getByLabel('Reason').fill('The maker confirmed it')
    await release.getByRole('button', { name: 'Release this hold' }).click()
    await page.getByText(/Was on hold from .* released by Dana Ruiz: The maker confirmed it/).waitFor()
    expect(faults).toEqual([])
  })

  test('a package that no document lists is held from the scan; staff cannot release it', async () => {
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
})
