import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible, signIn, useStage } from './browser-test.ts'
import { findMeds, uploadSample } from './orders.ts'

const UPLOAD = '**/api/v1/file/upload/medattachment'
const stage = useStage()
let pdf: Buffer
beforeAll(async () => {
  const { page, context } = await stage.open()
  await page.setContent('<h1>Temperature log of the shipment</h1><p style="break-before:page">Second page</p>')
  pdf = await page.pdf()
  await context.close()
})

/** Opens the detail of a med of the small order; each test uses a different med. */
async function openMed(page: Page, which: number): Promise<void> {
  await uploadSample(page)
  const meds = await findMeds(page)
  await page.goto(`/meddetail/${meds[which]?.id}?isEpcisGenerated=true`)
  await page.getByRole('heading', { name: 'Attachments' }).waitFor()
}

const list = (page: Page) => page.getByRole('region', { name: 'Attachments', exact: true })
const choose = (page: Page, files: { name: string; mimeType: string; buffer: Buffer }[]) =>
  list(page).locator('input[type=file]').setInputFiles(files)

describe('attachments of a pedigree', () => {
  test('[DETAIL-005 DETAIL-006 DETAIL-009 DETAIL-013 DETAIL-014] can be dragged and dropped, and each shows its own progress bar during the upload', async () => {
    const { page, faults } = await stage.open({ height: 1200 })
    await signIn(stage, page, 'admin@park.demo')
    await openMed(page, 0)
    await list(page).getByText('This med has no attachments').waitFor()
    // Lets the second packet of each upload through; until this is called, those packets are held back, so that the progress bars can be checked.
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    await page.route(UPLOAD, async (route) => {
      if (route.request().postDataJSON()?.currentPacket === 2) await held
      await route.continue()
    })
    // The page uploads temperature-log.pdf in two packets and carton.pdf in three.
    const files = { 'temperature-log.pdf': 1_000_000, 'carton.pdf': 1_900_000 }
    const contents = Object.entries(files).map(([name, size]) => ({
      name,
      text: Buffer.concat([pdf, randomBytes(size)]).toString('base64'),
    }))
    const transfer = await page.evaluateHandle((dropped) => {
      const data = new DataTransfer()
      for (const { name, text } of dropped) {
        const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
        data.items.add(new File([bytes], name, { type: 'application/pdf' }))
      }
      return data
    }, contents)
    await list(page).getByRole('region', { name: 'Attach files' }).dispatchEvent('drop', { dataTransfer: transfer })
    const item = (name: string) => list(page).getByRole('listitem').filter({ hasText: name })
    const bar = (name: string) => item(name).getByRole('progressbar', { name: `Uploading ${name}` })
    await item('temperature-log.pdf')
      .getByText(/^6\d% of/)
      .waitFor()
    await item('carton.pdf')
      .getByText(/^3\d% of/)
      .waitFor()
    for (const name of Object.keys(files)) expect(await bar(name).count()).toBe(1)
    expect(Number(await bar('temperature-log.pdf').getAttribute('aria-valuenow'))).not.toBe(
      Number(await bar('carton.pdf').getAttribute('aria-valuenow')),
    )
    await expectAccessible(page)
    letGo()
    for (const name of Object.keys(files)) await list(page).getByRole('button', { name, exact: true }).waitFor()
    expect(await list(page).getByRole('progressbar').count()).toBe(0)
    await list(page).getByText('2 files').waitFor()
    expect(faults).toEqual([])
  })

  test('[DETAIL-003 DETAIL-004 DETAIL-012 FILE-007] are listed, viewed, downloaded and deleted', async () => {
    const { page, faults } = await stage.open({ height: 1200 })
    await signIn(stage, page, 'admin@park.demo')
    await openMed(page, 3)
    const flags: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('upload/medattachment')) flags.push(`up ${request.postDataJSON()?.isEpcisGenerated}`)
      if (request.url().includes('download/medattachment'))
        flags.push(`down ${new URL(request.url()).searchParams.get('isEpcisGenerated') ?? 'absent'}`)
    })
    const large = Buffer.concat([pdf, randomBytes(1_000_000)])
    await choose(page, [{ name: 'temperature-log.pdf', mimeType: 'application/pdf', buffer: large }])
    await list(page).getByRole('button', { name: 'temperature-log.pdf', exact: true }).waitFor()
    await choose(page, [{ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('Seal was intact.') }])
    await list(page).getByRole('button', { name: 'note.txt', exact: true }).waitFor()
    await list(page).getByText('2 files').waitFor()
    for (const [name, kind] of [
      ['temperature-log.pdf', 'PDF'],
      ['note.txt', 'Text'],
    ] as const)
      expect(await list(page).getByRole('listitem').filter({ hasText: name }).innerText()).toMatch(
        new RegExp(`${kind}[\\s\\S]*\\d\\d/\\d\\d/\\d\\d`),
      )

    // A click on the file's name previews the file in the page.
    await list(page).getByRole('button', { name: 'temperature-log.pdf', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'temperature-log.pdf' })
    await dialog.getByText('Temperature log of the shipment').waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Close', exact: true }).click()
    await list(page).getByRole('button', { name: 'note.txt', exact: true }).click()
    await page.getByRole('dialog', { name: 'note.txt' }).getByText('Seal was intact.').waitFor()
    await page.keyboard.press('Escape')

    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      list(page).getByRole('button', { name: 'Download temperature-log.pdf' }).click(),
    ])
    expect(saved.suggestedFilename()).toBe('temperature-log.pdf')
    expect((await readFile(await saved.path())).equals(large)).toBe(true)

    await list(page).getByRole('button', { name: 'Delete note.txt' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete note.txt' }).click()
    await list(page).getByText('1 file', { exact: true }).waitFor()
    expect([...new Set(flags)].sort()).toEqual(['down true', 'up true'])
    expect(faults).toEqual([])
  })

  test('[FILE-005] show why a file was refused, and resume an interrupted upload when the network returns', async () => {
    const { page, context } = await stage.open({ width: 390, height: 844 })
    await signIn(stage, page, 'staff@park.demo')
    await openMed(page, 1)
    await choose(page, [{ name: 'setup.exe', mimeType: 'application/pdf', buffer: Buffer.from('MZ') }])
    await page.getByText('Programs and scripts cannot be attached.').waitFor()
    await list(page).getByText('Not sent').waitFor()
    await list(page).getByRole('button', { name: 'Forget setup.exe' }).click()
    await list(page).getByText('This med has no attachments').waitFor()

    const packets: number[] = []
    let failed = false
    await page.route(UPLOAD, async (route) => {
      const { currentPacket } = route.request().postDataJSON() as { currentPacket: number } // the page sends this field with each packet
      packets.push(currentPacket)
      if (currentPacket === 2 && !failed) {
        failed = true
        await context.setOffline(true)
        await route.abort('internetdisconnected')
      } else await route.continue()
    })
    await choose(page, [{ name: 'carton.pdf', mimeType: 'application/pdf', buffer: Buffer.concat([pdf, randomBytes(1_500_000)]) }])
    await list(page).getByText('Will send when you are back online').waitFor()
    await expectAccessible(page)
    await context.setOffline(false)
    await list(page).getByRole('button', { name: 'carton.pdf', exact: true }).waitFor()
    // Each packet was retried until it arrived, and never sent again after that.
    expect(packets.filter((packet, place) => packet !== packets[place - 1])).toEqual([1, 2, 3])
    expect(packets.filter((packet) => packet !== 2)).toEqual([1, 3])
    expect(packets.length).toBeGreaterThan(3)
  })

  test('[FILE-005] show ‘Unable to Upload File(s)’ when the response has no message', async () => {
    const { page } = await stage.open()
    await signIn(stage, page, 'admin@park.demo')
    await openMed(page, 2)
    await page.route(UPLOAD, (route) => route.fulfill({ status: 400, body: '' }))
    await choose(page, [{ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('x') }])
    await page.getByText('Unable to Upload File(s)').waitFor()
  })

  test('[FILE-005] show a failure when the server keeps answering 503, and can be sent with Retry', async () => {
    const { page } = await stage.open()
    await signIn(stage, page, 'admin@park.demo')
    await openMed(page, 4)
    let attempts = 0
    await page.route(UPLOAD, (route) => {
      attempts += 1
      return attempts <= 4 ? route.fulfill({ status: 503, headers: { 'retry-after': '0' }, body: '' }) : route.continue()
    })
    await choose(page, [{ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('Seal was intact.') }])
    await page.getByText('Unable to Upload File(s)').waitFor()
    await list(page).getByText('Not sent').waitFor()
    expect(attempts).toBe(4)
    await list(page).getByRole('button', { name: 'Try note.txt again' }).click()
    await list(page).getByRole('button', { name: 'note.txt', exact: true }).waitFor()
  })
})
