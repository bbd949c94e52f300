import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectAccessible, signIn, useStage } from './browser-test.ts'
import { scan } from './scanner.ts'

/** GTIN of Metformin HCl in the sample drug reference. */
const GTIN = '00388010500605'

const stage = useStage()

const field = (page: Page, name: string) => page.getByRole('form', { name: 'New pedigree' }).locator(`[name="${name}"]`)
const value = (page: Page, name: string) => field(page, name).inputValue()

describe('the page for creating a pedigree', () => {
  test('[ENTRY-002 ENTRY-008 ENTRY-010 ENTRY-013 SCAN-011 SCAN-013] works by scan and Enter, without the mouse', async () => {
    const { page, faults } = await stage.open()
    await signIn(stage, page, 'staff@park.demo')
    await page.getByRole('navigation', { name: 'E-Pedigree' }).getByRole('link', { name: 'Create A Pedigree' }).click()
    await page.getByRole('heading', { level: 1, name: 'Create A Pedigree' }).waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('serialNumber')

    await scan(page, [`01${GTIN}21FIRST4711`, '10MF26A', '17310930'])
    await expect.poll(() => value(page, 'manufacturerName')).toBe('Alderbrook Pharma')
    await expect.poll(() => value(page, 'serialNumber')).toBe('FIRST4711')
    await expect.poll(() => value(page, 'gtin')).toBe(GTIN)
    await expect.poll(() => value(page, 'lotNumber')).toBe('MF26A')
    await expect.poll(() => value(page, 'medName')).toBe('Metformin HCl')
    await page.getByRole('status').getByText('8801-0500-60').waitFor()
    expect(await page.getByLabel('Expiration date').first().inputValue()).toBe('09/30/2031')
    await expectAccessible(page)
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('serialNumber')
    await page.keyboard.press('Enter')
    await page.getByText('Pedigree saved').waitFor()
    const row = page.getByRole('row', { name: /FIRST/ })
    await row.getByText('09/30/31').waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('serialNumber')

    // The next package is scanned while the focus is elsewhere.
    await page.getByRole('button', { name: 'Save', exact: true }).focus()
    await scan(page, [`01${GTIN}21SECOND4712`, '10MF26A', '17310930'])
    await expect.poll(() => value(page, 'serialNumber')).toBe('SECOND4712')
    await page.keyboard.press('Enter')
    await page.getByRole('row', { name: /SECO/ }).waitFor()

    // Scans the first package again: it is found on file and not added twice. Waits for the fields before pressing Enter, because a person presses it
    // only after the scan has ended.
    await scan(page, [`01${GTIN}21FIRST4711`, '10MF26A', '17310930'])
    await expect.poll(() => value(page, 'medName')).toBe('Metformin HCl')
    await page.keyboard.press('Enter')
    await page.getByText('This package is already on file').waitFor()
    expect(await page.getByRole('row', { name: /FIRS/ }).count()).toBe(1)

    await row.getByText('MF26A').click()
    await page.getByRole('heading', { level: 1, name: 'Pedigree Detail' }).waitFor()
    await page.getByText('Alderbrook Pharma').first().waitFor()
    await page.getByText('Entered by hand').first().waitFor()
    expect(faults).toEqual([])
  })

  test('[ENTRY-003 ENTRY-009 ENTRY-014 NDC-005] works by typing, with suggestions from the drug reference and messages from the server', async () => {
    const { page, faults } = await stage.open({ width: 390, height: 844, dark: true })
    await signIn(stage, page, 'lead@park.demo')
    await page.goto('/searchmeds')
    await page.getByRole('link', { name: 'Create A Pedigree' }).last().click()
    await page.getByRole('heading', { level: 1, name: 'Create A Pedigree' }).waitFor()
    await page.getByLabel('Location', { exact: true }).selectOption({ label: '88 Lexington Avenue, GLN 0399993457107' })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Scan or type a serial number.').waitFor()
    await expectAccessible(page)
    await field(page, 'serialNumber').fill('BYHAND1')
    await field(page, 'medName').pressSequentially('atorva')
    const options = page.getByRole('listbox', { name: 'Suggestions for Med Name' }).getByRole('option')
    await options.first().waitFor()
    await expectAccessible(page)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect.poll(() => value(page, 'manufacturerName')).toBe('Fenwick Laboratories')
    await page.getByRole('status').getByText('88123-204-90').waitFor()
    await field(page, 'gtin').fill('00388010500606')
    await page.keyboard.press('Enter')
    await page.getByText('its last digit doesn’t match the others', { exact: false }).waitFor()
    await field(page, 'gtin').fill('')
    await page.keyboard.press('Enter')
    await page.getByText('Pedigree saved').waitFor()
    await page.getByRole('link', { name: /BYHA/ }).waitFor()
    expect(faults).toEqual([])
  })
})
