import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible, type Stage, setStage, signIn } from './browser-test.ts'
import { openOrder, uploadSample } from './orders.ts'

let stage: Stage
beforeAll(async () => {
  stage = await setStage()
})
afterAll(() => stage?.close())

describe('document exceptions', () => {
  test('[EXC-006 EXC-010 EXC-013 EXC-014 SHELL-016] a ticket is found, read, given, written on, closed and reopened', async () => {
    const { page, faults } = await stage.open({ height: 1200 })
    await signIn(stage, page, 'admin@park.demo')
    await uploadSample(page, 'three-findings.xml')
    await page.goto('/')
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: /Document Exceptions.*open/ })
      .click()
    await page.getByRole('heading', { level: 1, name: 'Document Exceptions' }).waitFor()
    const row = page.getByRole('row').filter({ hasText: 'Northway' }).first()
    await row.waitFor()
    await expectAccessible(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectAccessible(page)
    await page.setViewportSize({ width: 1440, height: 1200 })

    await page.getByLabel('Sender').fill('nobody at all')
    await page.getByText('No results.').waitFor()
    await page.getByRole('button', { name: 'Show all tickets' }).click()
    await row.getByText('Data issue').click()
    await page.getByRole('heading', { level: 1, name: /^Ticket \d+$/ }).waitFor()
    for (const section of ['Header', 'Events', 'Location Vocabulary', 'Meds', 'Med Vocabulary'])
      await page.getByRole('heading', { level: 3, name: section, exact: true }).waitFor()
    await page.getByText('EventListReadPointError').first().waitFor()
    await expectAccessible(page)

    await page
      .getByRole('button', { name: /^View.*extension of event/ })
      .first()
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Lot number').waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Back' }).click()
    await dialog.waitFor({ state: 'detached' })

    await page.getByRole('button', { name: 'Assign' }).click()
    await page.getByRole('combobox', { name: 'Owner' }).selectOption({ label: 'Lee Okafor' })
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByText('gave the ticket to Lee Okafor').waitFor()
    await page.getByLabel('Write a note, @ to mention').fill('@Lee')
    await page.getByRole('button', { name: 'Lee Okafor' }).click()
    await page.getByLabel('Write a note, @ to mention').fill('@Lee Okafor please call them')
    await page.getByRole('button', { name: 'Add the note' }).click()
    await page.getByText('@Lee Okafor please call them').waitFor()

    await page.getByRole('button', { name: 'Change status' }).click()
    await page.getByRole('menuitem', { name: 'Close…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Close this ticket' }).click()
    await page.getByText('closed the ticket: accepted as it is').waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Change status' }).last().click()
    await page.getByRole('menuitem', { name: 'Reopen…' }).click()
    await page.getByRole('dialog').getByLabel('Reason').fill('It came again')
    await page.getByRole('dialog').getByRole('button', { name: 'Reopen this ticket' }).click()
    await page.getByText('It came again').waitFor()
    expect(faults).toEqual([])
  })

  test('an order that is closed short leaves a ticket with what is missing', async () => {
    const { page, faults } = await stage.open({ height: 1200 })
    await signIn(stage, page, 'admin@park.demo')
    await openOrder(page)
    await page
      .getByRole('button', { name: /^More for / })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Close short…' }).click()
    await page.getByRole('dialog').getByLabel('Reason').fill('Nothing came')
    await page.getByRole('dialog').getByRole('button', { name: 'Close this order short' }).click()
    await page.getByText('Order closed short.').waitFor()
    await page.goto('/exceptions')
    await page.getByText('96 packages are missing').first().click()
    await page.getByRole('table', { name: 'Packages' }).waitFor()
    await expectAccessible(page)
    expect(faults).toEqual([])
  })
})
