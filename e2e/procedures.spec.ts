import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectAccessible, signIn, useStage } from './browser-test.ts'

const stage = useStage()

async function openAs(size: { width?: number; height: number; dark?: boolean }) {
  const { page, faults } = await stage.open(size)
  await signIn(stage, page, 'admin@park.demo')
  return { page, faults }
}

/** Adopts or revises the chosen procedure. */
async function save(page: Page, { open, add, note }: { open: 'Adopt' | 'Revise'; add: string; note: string }): Promise<void> {
  await page.getByRole('button', { name: open, exact: true }).filter({ visible: true }).click()
  const dialog = page.getByRole('dialog')
  const text = dialog.getByRole('textbox', { name: 'Text' })
  await text.fill(`${await text.inputValue()}\n${add}`)
  await dialog.getByRole('textbox', { name: 'What changed' }).fill(note)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: open === 'Adopt' ? 'Adopt as revision 1' : 'Save the revision' }).click()
  await dialog.waitFor({ state: 'detached' })
}

async function sign(page: Page, revision: number): Promise<void> {
  await page.getByRole('button', { name: 'Sign', exact: true }).filter({ visible: true }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Sign revision ${revision}` })
    .click()
  await page.getByRole('list', { name: 'Signed' }).getByText('Dana Ruiz').waitFor()
}

describe('procedures', () => {
  test('can be found in the menu, adopted, signed, revised, compared and printed, on desktop and phone', async () => {
    const { page, faults } = await openAs({ height: 1400 })
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Procedures' }).click()
    await page.getByText('A proposal, not your procedure yet').waitFor()
    await expectAccessible(page)
    await save(page, { open: 'Adopt', add: 'Our own <b>line</b>.', note: 'Adopted' })
    await page.getByText('Our own <b>line</b>.').waitFor()
    await sign(page, 1)
    await page.getByText(/^Not signed yet: /).waitFor()
    await expectAccessible(page)
    await save(page, { open: 'Revise', add: 'Another line.', note: 'Asked for by the inspector' })
    await page.getByText('Nobody has signed this revision.').waitFor()
    await page.getByRole('button', { name: 'Revision 2' }).click()
    const dialog = page.getByRole('dialog', { name: 'Revision 2' })
    await dialog.getByText('Added').waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Close' }).click()
    const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Print', exact: true }).click()])
    expect(saved.suggestedFilename()).toBe('procedure-incoming-revision-2.pdf')

    const phone = await openAs({ width: 390, height: 844, dark: true })
    await phone.page.goto('/procedures')
    await phone.page.getByText('Another line.').waitFor()
    await sign(phone.page, 2)
    await expectAccessible(phone.page)
    expect(await phone.page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
    expect([...faults, ...phone.faults]).toEqual([])
  })
})
