import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { ENDINGS } from '../apps/simulator/src/verification/replies.ts'
import { expectAccessible, signIn, useStage } from './browser-test.ts'
import { findMeds, uploadSample } from './orders.ts'

const stage = useStage()
const GTIN = '00312345678906'

/**
 * Endings of serial numbers. For `REMARKS`, the manufacturer confirms the package with a remark; for `REASONS`, it does not confirm the package.
 */
const REMARKS = ['EXPIRED', 'EXTENDED', 'RECALLED', 'SUSPECT', 'ILLEGITIMATE', 'OLD']
const REASONS = ['NMS', 'NMSL', 'NMSE', 'NMSLE', 'POLICY', 'NORESALE', 'NOREASON', 'ODD', 'CASE', 'BLANK', 'FALSESUSPECT']

async function openDialog(page: Page) {
  await page.getByRole('button', { name: 'Verify a package' }).filter({ visible: true }).click()
  return page.getByRole('dialog', { name: 'Verify with the manufacturer' })
}

/** Asks about a package that is not on file, and returns the dialog with the answer. */
async function ask(page: Page, serialNumber: string) {
  const dialog = await openDialog(page)
  await dialog.getByRole('textbox', { name: 'GTIN' }).fill(GTIN)
  await dialog.getByRole('textbox', { name: 'Serial number' }).fill(serialNumber)
  await dialog.getByRole('textbox', { name: 'Lot' }).fill('L1')
  await dialog.getByRole('textbox', { name: 'Expiry' }).fill('2030-01-31')
  await dialog.getByRole('button', { name: 'Ask the manufacturer' }).click()
  const answer = page.getByRole('dialog', { name: 'Answer' })
  await answer.waitFor()
  return answer
}

async function useSimulator(page: Page): Promise<void> {
  await page.goto('/settings/verification')
  const form = page.getByRole('form', { name: 'Verification service' })
  await form.getByLabel('Ask', { exact: true }).selectOption('simulator')
  await form.getByLabel('Text for “Suspect or illegitimate product”').fill('simulatedSuspect')
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The settings were saved.').waitFor()
}

describe('verification with the manufacturer', () => {
  test('can be set up and tested, and its pages explain each answer of the service, on desktop and phone', async () => {
    const { page, faults } = await stage.open({ height: 1400 })
    await signIn(stage, page, 'admin@park.demo')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Verifications' }).click()
    await page.getByText('Nobody has asked a manufacturer yet.').waitFor()
    await expectAccessible(page)
    await useSimulator(page)
    await page.getByLabel('GTIN of a product').fill(GTIN)
    await page.getByRole('button', { name: 'Check', exact: true }).click()
    await page.getByText(/The service answers for this GTIN/).waitFor()
    await expectAccessible(page)

    await page.goto('/verify')
    const dialog = await openDialog(page)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    for (const [serialNumber, badge, words] of [
      ['A1', 'Verified', 'The manufacturer confirms this product identifier.'],
      ['A-RECALLED', 'Verified with a remark', 'recalled'],
      ['A-NMS', 'Not verified', 'has no package with this serial number'],
      ['A-503', 'No answer', 'This says nothing about the package.'],
    ] as const) {
      const answer = await ask(page, serialNumber)
      await answer.getByText(badge, { exact: true }).waitFor()
      await answer.getByText(words).first().waitFor()
      await expectAccessible(page)
      await answer.getByRole('button', { name: 'Close' }).click()
      await answer.waitFor({ state: 'detached' })
    }
    const table = page.getByRole('table', { name: 'Verifications' })
    await table.getByRole('button', { name: 'Ask again about A-503' }).click()
    await page.getByRole('group', { name: 'Show answers' }).getByRole('button', { name: 'No answer' }).click()
    await table.getByText('A1', { exact: true }).waitFor({ state: 'detached' })
    await table.getByRole('button', { name: 'Details of A-503' }).click()
    const details = page.getByRole('dialog', { name: 'Verification' })
    await details.getByText('Simulated').waitFor()
    await expectAccessible(page)
    await details.getByRole('button', { name: 'Close' }).click()

    const phone = await stage.open({ width: 390, height: 844, dark: true })
    await signIn(stage, phone.page, 'admin@park.demo')
    await phone.page.goto('/verify')
    await phone.page.getByText('A-NMS').first().waitFor()
    await expectAccessible(phone.page)
    expect(await phone.page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
    expect([...faults, ...phone.faults]).toEqual([])
  })

  test('checks a whole list of packages, and shows every answer that a service can give', async () => {
    const { page, faults } = await stage.open({ height: 1400 })
    await signIn(stage, page, 'admin@park.demo')
    await useSimulator(page)
    await page.goto('/verify/lists')
    await page.getByRole('button', { name: 'Verify a list' }).filter({ visible: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Verify a list' })
    await dialog.getByLabel('Name of the list').fill('Every answer')
    await dialog.getByRole('textbox', { name: 'Packages' }).fill('GTIN,Serial\n12,A')
    await dialog.getByRole('button', { name: 'Ask', exact: true }).click()
    await dialog.getByText(/Line 2: "12" is not a GTIN/).waitFor()
    await expectAccessible(page)
    const lines = ENDINGS.map((ending) => `${GTIN},L-${ending},L1,2030-01-31`)
    await dialog.getByRole('textbox', { name: 'Packages' }).fill(['GTIN,Serial,Lot,Expiry', ...lines].join('\n'))
    await dialog.getByRole('button', { name: 'Ask', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText(`Finished: ${ENDINGS.length} packages`).waitFor({ timeout: 120_000 })
    const answers = page.getByRole('group', { name: 'Answers for Every answer' })
    const unanswered = ENDINGS.length - REMARKS.length - REASONS.length - 1
    // Only one of the simulated answers, the slow one, confirms the package without a remark.
    await answers.getByRole('link', { name: 'Verified: 1', exact: true }).waitFor()
    await answers.getByRole('link', { name: `Verified with a remark: ${REMARKS.length}` }).waitFor()
    await answers.getByRole('link', { name: `Not verified: ${REASONS.length}` }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: `Ask again about ${unanswered} packages` }).waitFor()
    await answers.getByRole('link', { name: `No answer: ${unanswered}` }).click()
    await page.getByRole('table', { name: 'Verifications' }).getByText('L-WRONGUUID').waitFor()
    expect(faults).toEqual([])
  })

  test('starts from the package, changes nothing about the package, and is shown in its history', async () => {
    const { page, faults } = await stage.open({ height: 1400 })
    await signIn(stage, page, 'admin@park.demo')
    await useSimulator(page)
    await uploadSample(page)
    const [med] = await findMeds(page, 'limit=1')
    await page.goto(`/meddetail/${med?.id}`)
    await page.getByText('Not received').first().waitFor()
    await page.getByRole('button', { name: 'Verify with the manufacturer' }).click()
    const dialog = page.getByRole('dialog', { name: 'Verify with the manufacturer' })
    // Only the purposes "saleable return" and "suspect product" have a text.
    await dialog.getByText('Your verification settings have no text for “Status check” yet').waitFor()
    await dialog.getByRole('button', { name: 'Ask the service' }).click()
    expect(await dialog.getByLabel('Purpose').inputValue()).toBe('')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Record by hand' }).click()
    await dialog.getByRole('textbox', { name: 'Who you asked' }).fill('Quality at Ormsby')
    await dialog.getByLabel('Answer', { exact: true }).selectOption('notVerified')
    await dialog.getByRole('textbox', { name: 'Reason (optional)' }).fill('Never assigned')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Record the answer' }).click()
    const answer = page.getByRole('dialog', { name: 'Answer' })
    await answer.getByText('The manufacturer does not confirm the package: Never assigned.').waitFor()
    await answer.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('link', { name: 'Not verified by the manufacturer' }).click()
    await page.getByRole('dialog', { name: 'Verification' }).getByText('Quality at Ormsby, by phone').waitFor()
    await page.goto(`/meddetail/${med?.id}`)
    await page.getByText('Not received').first().waitFor()
    expect(await page.getByText('On hold', { exact: true }).count()).toBe(0)
    expect(faults).toEqual([])
  })
})
