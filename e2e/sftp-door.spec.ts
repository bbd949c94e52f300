import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeDocument } from '@seriatim/epcis'
import { describe, expect, test } from 'vitest'
import { PARTNER_SERVERS } from '../apps/api/test/intake/partner-server.ts'
import { connectLibrary, makeKeyPair } from '../apps/api/test/intake/sftp-clients.ts'
import { expectAccessible, signIn, useStage } from './browser-test.ts'

const stage = useStage()

const order = (name: string) =>
  Buffer.from(
    [
      ...makeDocument({
        meds: 4,
        perCase: 2,
        casesPerPallet: 2,
        now: new Date(),
        serialSeed: name,
        instanceIdentifier: name,
        purchaseOrder: name,
      }),
    ].join(''),
  )

describe('an intake door for SFTP', () => {
  test('lets a sender sign in with the door’s user and password, shows the sender’s files, and refuses the user once the door is revoked, on desktop and phone', async () => {
    const { page, faults } = await stage.open({ height: 1400 })
    await signIn(stage, page, 'admin@park.demo')
    await page.goto('/intake')
    await page.getByRole('button', { name: 'Create door' }).filter({ visible: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Westgate')
    await dialog.getByRole('combobox', { name: 'How files arrive' }).selectOption('sftp')
    await dialog.getByRole('textbox', { name: 'Public keys of the sender' }).fill('not a key')
    await dialog.getByRole('button', { name: 'Create the user' }).click()
    await dialog.getByText('Enter public keys as in the file id_ed25519.pub').waitFor()
    await expectAccessible(page)
    await dialog.getByRole('textbox', { name: 'Public keys of the sender' }).fill('')
    await dialog.getByRole('button', { name: 'Create the user' }).click()
    await dialog.getByText('The password is shown only once').waitFor()
    await expectAccessible(page)
    const text = (await dialog.textContent()) ?? ''
    const port = Number(/sftp -P (\d+)/.exec(text)?.[1])
    const user = /door-\d+-\d+/.exec(text)?.[0] ?? ''
    const password =
      (await dialog
        .getByText(/^[\w-]{43}$/)
        .first()
        .textContent()) ?? ''
    await dialog.getByRole('button', { name: 'I have copied it' }).click()

    const client = await connectLibrary({ port, user, password })
    await client.put(order('SFTP-1'), 'evening.xml.tmp')
    await client.rename('evening.xml.tmp', 'evening.xml')
    await client.end()
    const row = page.getByRole('table', { name: 'Deliveries' }).getByRole('row').filter({ hasText: 'evening.xml' })
    await row.getByText('Order created').waitFor({ timeout: 60_000 })
    await row.getByText('Westgate').waitFor()

    await page.getByRole('button', { name: 'Test Westgate' }).click()
    await dialog.getByText('SFTP: The SFTP user can sign in.').waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await page.getByRole('button', { name: 'How Westgate connects' }).click()
    await dialog
      .getByText(/^SHA256:/)
      .first()
      .waitFor()
    await expectAccessible(page)
    expect(await dialog.textContent()).not.toContain(password)
    await dialog.getByRole('button', { name: 'Close' }).last().click()

    await page.getByRole('button', { name: 'How Westgate connects' }).click()
    await dialog.getByRole('button', { name: 'Replace keys or password' }).click()
    await dialog.getByLabel('Password').selectOption('Create a new password')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('The password is shown only once').waitFor()
    await dialog.getByRole('button', { name: 'I have copied it' }).click()
    await expect(connectLibrary({ port, user, password })).rejects.toThrow(/authentication/i)

    const phone = await stage.open({ width: 390, height: 844, dark: true })
    await signIn(stage, phone.page, 'admin@park.demo')
    await phone.page.goto('/intake')
    await phone.page.getByRole('button', { name: 'How Westgate connects' }).click()
    await phone.page
      .getByRole('dialog')
      .getByText(/^SHA256:/)
      .first()
      .waitFor()
    await expectAccessible(phone.page)
    expect(await phone.page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)

    await page.getByRole('button', { name: 'Revoke Westgate' }).click()
    await dialog.getByRole('button', { name: 'Revoke user' }).click()
    await page.getByText('The sender can no longer deliver files.').waitFor()
    await expect(connectLibrary({ port, user, password })).rejects.toThrow(/authentication/i)
    expect([...faults, ...phone.faults]).toEqual([])
  })
})

describe('an intake door that fetches', () => {
  test('asks a person to confirm the partner’s host key before anything is fetched', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'partner-'))
    const [client, host] = [makeKeyPair(), makeKeyPair()]
    const server = await PARTNER_SERVERS.at(-1)?.[1](dir, { client, host })
    if (!server) throw new Error('There is no server.')
    await writeFile(join(dir, 'order.xml'), order('SFTP-2'))
    const { page, faults } = await stage.open({ height: 1600 })
    await signIn(stage, page, 'admin@park.demo')
    await page.goto('/intake')
    await page.getByRole('button', { name: 'Create door' }).filter({ visible: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Eastgate')
    await dialog.getByRole('combobox', { name: 'How files arrive' }).selectOption('pull')
    await dialog.getByRole('button', { name: 'Create the door' }).click()
    await dialog.getByText('Enter the user name.').waitFor()
    await expectAccessible(page)
    await dialog.getByRole('textbox', { name: 'Server' }).fill('127.0.0.1')
    await dialog.getByRole('textbox', { name: 'Port' }).fill(String(server.port))
    await dialog.getByRole('textbox', { name: 'User name' }).fill(server.user)
    await dialog.getByRole('combobox', { name: 'Sign in with' }).selectOption('key')
    await dialog.getByRole('textbox', { name: 'Private key' }).fill(client.privateKey)
    await dialog.getByRole('button', { name: 'Create the door' }).click()
    await dialog.getByText('Compare the host key below').waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Confirm this host key' }).click()
    await dialog.getByText('The server was reached. Files that match: 1.').waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Done' }).click()
    const row = page.getByRole('table', { name: 'Doors' }).getByRole('row').filter({ hasText: 'Eastgate' })
    await row.getByText('From 127.0.0.1, folder /').waitFor()
    await page.getByRole('button', { name: 'Change Eastgate' }).click()
    await dialog.getByRole('textbox', { name: 'Server' }).fill('sftp.eastgate.example')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Enter the password or the private key again').waitFor()
    await expectAccessible(page)
    await dialog.getByRole('textbox', { name: 'Server' }).fill('127.0.0.1')
    await dialog.getByRole('textbox', { name: 'Folder' }).fill('/evening')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await row.getByText('From 127.0.0.1, folder /evening').waitFor()
    await page.getByRole('button', { name: 'Close Eastgate' }).click()
    await dialog.getByRole('button', { name: 'Stop fetching' }).click()
    await row.getByText('Closed').waitFor()
    expect(faults).toEqual([])
    await server.stop()
    await rm(dir, { recursive: true })
  })
})
