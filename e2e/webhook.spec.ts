import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible, signIn, useStage } from './browser-test.ts'

const stage = useStage()

let receiver: Server
let url: string
let code = 204
const ids: string[] = []
beforeAll(async () => {
  receiver = createServer(async (request, response) => {
    await text(request)
    ids.push(String(request.headers['webhook-id']))
    response.writeHead(code).end(code === 204 ? '' : `Not now ${'x'.repeat(300)}`)
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/events` // a TCP server's address is an object
})
afterAll(() => {
  receiver.close()
})

describe('webhooks', () => {
  test('can be added with a secret that is shown only once, and can be tested, sent again, rotated and deleted, on desktop and phone', async () => {
    const { page, faults } = await stage.open({ height: 1400 })
    await signIn(stage, page, 'admin@park.demo')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Incoming Files' }).click()
    await page.getByRole('navigation', { name: 'Programs' }).getByRole('link', { name: 'Webhooks' }).click()
    await page.getByText('No endpoints yet.').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Add endpoint' }).filter({ visible: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Fill system')
    await dialog.getByRole('textbox', { name: 'URL' }).fill('http://169.254.169.254/')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Add the endpoint' }).click()
    await dialog.getByText('169.254.169.254 is not a public address.').waitFor()
    await dialog.getByRole('textbox', { name: 'URL' }).fill(url)
    await dialog.getByRole('button', { name: 'Add the endpoint' }).click()
    await dialog
      .getByText(/^whsec_/)
      .first()
      .waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'I have copied it' }).click()

    code = 503
    await page.getByRole('button', { name: 'More for Fill system' }).click()
    await page.getByRole('menuitem', { name: 'Send a test event' }).click()
    const deliveries = page.getByRole('table', { name: 'Deliveries' })
    await deliveries.getByText(/^Not now/).waitFor({ timeout: 60_000 })
    await expectAccessible(page)
    const phone = await stage.open({ width: 390, height: 844, dark: true })
    await signIn(stage, phone.page, 'admin@park.demo')
    await phone.page.goto('/intake/webhooks')
    await phone.page.getByText(/^Not now/).waitFor()
    await expectAccessible(phone.page)
    expect(await phone.page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)

    code = 204
    await deliveries.getByRole('button', { name: /^Send again: webhook\.test/ }).click()
    await deliveries.getByText('Delivered').waitFor({ timeout: 60_000 })
    expect(new Set(ids).size).toBe(1)

    await page.getByRole('button', { name: 'Send events again' }).click()
    await dialog.getByRole('button', { name: 'Send the events again' }).click()
    await dialog.getByText('0 events will be sent.').waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Close' }).click()

    await page.getByRole('button', { name: 'More for Fill system' }).click()
    await page.getByRole('menuitem', { name: 'Replace the secret' }).click()
    await dialog.getByRole('button', { name: 'Replace the secret' }).click()
    await dialog
      .getByText(/^whsec_/)
      .first()
      .waitFor()
    await dialog.getByRole('button', { name: 'I have copied it' }).click()
    await page.getByText(/^Both secrets are valid until/).waitFor()

    await page.getByRole('button', { name: 'More for Fill system' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await dialog.getByRole('button', { name: 'Delete the endpoint' }).click()
    await page.getByText('No endpoints yet.').waitFor()
    expect([...faults, ...phone.faults]).toEqual([])
  })
})
