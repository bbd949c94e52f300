import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { COLORS, expectAccessible, PASSWORD, type Stage, setStage, signIn, signInHere } from './browser-test.ts'
import { openOrder } from './orders.ts'

const PARK = '412 Park Avenue'
const LEXINGTON = '88 Lexington Avenue'
const NEW_PASSWORD = 'Fresh-Horse-9!'

let stage: Stage
beforeAll(async () => {
  stage = await setStage()
})
afterAll(() => stage?.close())

/** The link of the newest invitation. */
async function linkTo(emailAddress: string): Promise<string> {
  const links = async () => (await stage.server.mails(emailAddress)).map(({ text }) => text.match(/\S+\/invitation#\S+/)?.[0])
  await expect.poll(async () => (await links()).filter(Boolean).length, { timeout: 60_000 }).toBeGreaterThan(0)
  return (await links()).find(Boolean) ?? ''
}

async function invite(page: Page, emailAddress: string, [firstName, lastName]: [string, string], places: string[]): Promise<void> {
  await page.goto('/users')
  await page.getByRole('button', { name: 'Invite New User' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Invite New User' })
  await dialog.getByLabel('Email address').fill(emailAddress)
  await dialog.getByLabel('First name').fill(firstName)
  await dialog.getByLabel('Last name').fill(lastName)
  await dialog.getByLabel('Job title').fill('Technician')
  for (const place of places) await dialog.getByLabel(place).check()
  await dialog.getByRole('button', { name: 'Send the invitation' }).click()
  await dialog.waitFor({ state: 'detached' })
}

async function take(page: Page, emailAddress: string): Promise<void> {
  const since = Date.now()
  await page.goto(await linkTo(emailAddress))
  await page.getByRole('heading', { name: /^Welcome, / }).waitFor()
  await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD)
  await page.getByLabel('Repeat the new password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Take the invitation' }).click()
  const code = page.getByLabel('One-time code')
  await code.waitFor()
  await code.fill(await stage.server.codeFor(emailAddress, since))
  await page.getByRole('heading', { name: 'Where to begin' }).waitFor()
}

describe('people', () => {
  test('[USER-001 USER-002 USER-003 USER-005 SHELL-021 ROLE-013] somebody is invited, comes in by the link, is placed, made admin and revoked', async () => {
    const { page, faults } = await stage.open()
    await signIn(stage, page, 'admin@park.demo')
    await page.getByRole('link', { name: 'Manage Users' }).click()
    await page.getByRole('heading', { name: 'Users', exact: true }).waitFor()
    await page.getByText(/\d+ users.* available invites/).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Invite New User' }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Send the invitation' }).click()
    await page.getByText('Enter the first name.').waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')

    await invite(page, 'nia@park.demo', ['Nia', 'Stone'], [LEXINGTON])
    const row = page.getByRole('row', { name: /Nia Stone/ })
    await row.getByText('Invited, 7 days left').waitFor()

    const guest = await stage.open({ width: 390, height: 844 })
    await guest.page.goto(await linkTo('nia@park.demo'))
    await guest.page.getByText(/Dana Ruiz.* invites you/).waitFor()
    await expectAccessible(guest.page)
    await take(guest.page, 'nia@park.demo')
    await guest.page.getByText(`${LEXINGTON}.`, { exact: true }).waitFor()
    await expectAccessible(guest.page)
    await guest.page.goto('/users')
    await guest.page.getByRole('heading', { name: 'You do not have access to this page' }).waitFor()
    const again = await stage.open()
    await again.page.goto(await linkTo('nia@park.demo'))
    await again.page.getByText(/works no longer/).waitFor()

    await row.getByRole('link').click()
    await page.getByRole('heading', { name: 'Nia Stone' }).waitFor()
    const access = page.getByRole('table', { name: 'Location access' })
    await access.getByRole('button', { name: `Make Admin, ${LEXINGTON}` }).click()
    await access.getByRole('button', { name: `Revoke Admin, ${LEXINGTON}` }).click()
    await access.getByRole('button', { name: `Make Admin, ${LEXINGTON}` }).waitFor()
    await access.getByRole('button', { name: `Grant, ${PARK}` }).click()
    await access.getByRole('button', { name: `Remove, ${PARK}` }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: `Remove ${PARK}` })
      .click()
    await access.getByText('had access until').waitFor()
    await expectAccessible(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectAccessible(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible(page, COLORS)
    expect([...faults, ...guest.faults]).toEqual([])
  })

  test('[ROLE-010 ROLE-012] access of many is changed in one look and saved together; the administration is handed over and back', async () => {
    const { page, faults } = await stage.open()
    await signIn(stage, page, 'admin@park.demo')
    await page.goto('/users/bylocation')
    const cell = (who: string, place: string) => page.getByRole('button', { name: new RegExp(`^${who} at ${place}`) }).first()
    await cell('Sam Tran', LEXINGTON).click()
    await cell('Lee Okafor', LEXINGTON).click()
    const panel = page.getByRole('complementary', { name: 'Not saved yet' })
    await panel.getByText(`becomes user at ${LEXINGTON}`).waitFor()
    await panel.getByText(`becomes admin at ${LEXINGTON}, was user`).waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'My Orders' }).click()
    await page.getByRole('dialog').getByText('2 changes of access are not saved.').waitFor()
    await page.keyboard.press('Escape')
    await panel.getByRole('button', { name: /^Take back: Lee Okafor/ }).click()
    await panel.getByRole('button', { name: 'Save 1 change' }).click()
    await page.getByText('Access saved.').waitFor()
    await page
      .getByRole('button', { name: new RegExp(`^Sam Tran at ${LEXINGTON}: +User`) })
      .first()
      .waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    const line = page.getByRole('list').getByRole('button', { name: new RegExp(`^Sam Tran at ${LEXINGTON}`) })
    await line.click()
    await line.click()
    await page.getByRole('button', { name: 'Review 1 change' }).click()
    await page.getByRole('dialog').getByText(`loses access to ${LEXINGTON}`).waitFor()
    await expectAccessible(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Save 1 change' }).click()
    await page.getByText('Access saved.').last().waitFor()
    await expectAccessible(page)
    await page.setViewportSize({ width: 1440, height: 900 })

    const lead = await stage.open()
    await signIn(stage, lead.page, 'lead@park.demo')
    const handOver = async (from: Page, to: Page, name: string) => {
      await from.goto('/users')
      await from
        .getByRole('row', { name: new RegExp(name) })
        .getByRole('link')
        .click()
      await from.getByRole('button', { name: 'Hand over the administration…' }).click()
      const ask = from.getByRole('dialog')
      await ask.getByLabel('Your password').fill(PASSWORD)
      await expectAccessible(from)
      await ask.getByRole('button', { name: `Ask ${name}` }).click()
      await from.getByText(/^Asked to become the customer admin until/).waitFor()
      await to.goto('/handover')
      await to.getByLabel('Your password').fill(PASSWORD)
      await expectAccessible(to)
      await to.getByRole('button', { name: 'Become the customer admin' }).click()
      await to.getByRole('heading', { name: 'Users', exact: true }).waitFor()
      await to.getByRole('link', { name: 'By location' }).waitFor()
    }
    await handOver(page, lead.page, 'Lee Okafor')
    await handOver(lead.page, page, 'Dana Ruiz')
    expect([...faults, ...lead.faults]).toEqual([])
  })

  test('[USER-004 USER-006 USER-011 USER-012 USER-013 ROLE-018] a location admin asks before making an admin and edits them no more; somebody deactivated while receiving sees it', async () => {
    const owner = await stage.open()
    await signIn(stage, owner.page, 'admin@park.demo')
    await invite(owner.page, 'omar@park.demo', ['Omar', 'Lind'], [PARK])
    const omar = await stage.open()
    await take(omar.page, 'omar@park.demo')
    const { page } = await stage.open()
    await signIn(stage, page, 'lead@park.demo')
    await page.goto('/users')
    await page
      .getByRole('row', { name: /Omar Lind/ })
      .getByRole('link')
      .click()
    const access = page.getByRole('table', { name: 'Location access' })
    await page.getByRole('button', { name: 'Deactivate…' }).first().waitFor()
    await access.getByRole('button', { name: `Make Admin, ${PARK}` }).click()
    const ask = page.getByRole('dialog', { name: 'Make Admin' })
    await ask.getByText('Are you sure you want to make this user an admin? You will not be able to edit them after this change.').waitFor()
    await ask.getByRole('button', { name: /^Make Admin of/ }).click()
    await access.getByText('Admin', { exact: true }).waitFor()
    await expect.poll(() => access.getByRole('button').count()).toBe(0)

    await openOrder(omar.page)
    await owner.page.goto('/users')
    await owner.page
      .getByRole('row', { name: /Omar Lind/ })
      .getByRole('link')
      .click()
    await owner.page.getByRole('button', { name: 'Deactivate…' }).first().click()
    const sure = owner.page.getByRole('dialog', { name: 'Deactivate Omar Lind?' })
    await expectAccessible(owner.page)
    await sure.getByRole('button', { name: 'Deactivate Omar Lind' }).click()
    await owner.page.getByText('Omar Lind was deactivated.').waitFor()
    await omar.page.getByLabel('Scan or type a serial number').fill('ANYTHING1')
    await omar.page.keyboard.press('Enter')
    await omar.page.getByText('Not Authenticated').first().waitFor()
    await omar.page.getByLabel('Email address').waitFor()

    await owner.page.goto('/users')
    await owner.page.getByRole('row', { name: /Sam Tran/ }).waitFor()
    expect(await owner.page.getByRole('row', { name: /Omar Lind/ }).count()).toBe(0)
    await owner.page.getByLabel('Show Deactivated Users').check()
    await owner.page
      .getByRole('row', { name: /Omar Lind/ })
      .getByText('Deactivated')
      .waitFor()
    await expectAccessible(owner.page)
    await owner.page
      .getByRole('row', { name: /Omar Lind/ })
      .getByRole('link')
      .click()
    await owner.page.getByRole('button', { name: 'Reactivate…' }).first().click()
    await owner.page.getByRole('dialog').getByRole('button', { name: 'Reactivate Omar Lind' }).click()
    await owner.page.getByText('Active', { exact: true }).waitFor()
    await signInHere(stage, omar.page, 'omar@park.demo', NEW_PASSWORD)
  })
})
