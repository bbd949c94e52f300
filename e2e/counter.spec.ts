import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { drawDataMatrix } from '../apps/web/src/features/scan/camera/draw-code.ts'
import { expectAccessible, signIn, useStage } from './browser-test.ts'
import { theBrowser } from './chromium.ts'
import { countLeft, openOrder, type Unit } from './orders.ts'
import { scan } from './scanner.ts'

/** The test code on the scanner page, in two parts; a scanner sends a separator between them. */
const TEST_CODE = ['010039999123456410Lot-9Y/z', '1735123121Test:aQ_wZ;M+1'] as const
const RECEIVING = /\/trpc\/[^?]*order\.updateReceive/

const stage = useStage()

const pickCode = ({ gtin, serialNumber, lotNumber }: Unit) => [`01${gtin}21${serialNumber}`, `10${lotNumber}`] as const
const verdict = (page: Page) => page.getByRole('region', { name: 'Last scan', exact: true })
const heading = (page: Page, name: string) => verdict(page).getByRole('heading', { name, exact: true })

/** Makes calls that receive packages fail, while pages and all other calls still work. Returns a function that ends this. */
async function cutReceiving(context: BrowserContext): Promise<() => Promise<void>> {
  await context.route(RECEIVING, (route) => route.abort('internetdisconnected'))
  return () => context.unroute(RECEIVING)
}

describe('the counter', () => {
  test('[SCAN-003] [SCAN-024] [RECV-011] receives a handheld scanner’s keystrokes, whatever terminates them and wherever the focus is', async () => {
    const { page, faults } = await stage.open({ height: 1200 })
    await signIn(stage, page, 'admin@park.demo')
    const { documentId, meds } = await openOrder(page)
    const [a, b, c, d] = meds
    if (!a || !b || !c || !d) throw new Error('The sample has too few meds.')
    await scan(page, pickCode(a))
    await heading(page, 'Received').waitFor()
    await page.getByText(`${meds.length - 1} left`).waitFor()
    await page.getByRole('button', { name: 'Receive All' }).focus()
    await scan(page, pickCode(b), 'Control+m')
    await page.getByText(`${meds.length - 2} left`).waitFor()
    await scan(page, pickCode(c), 'none')
    await page.getByText(`${meds.length - 3} left`).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    // While a dialog asks a question, a scan must not press a button in it.
    await page.getByRole('button', { name: 'Receive All' }).click()
    await page.getByText('Are you sure you would like to mark every item on this order as received?').waitFor()
    await scan(page, pickCode(d))
    await page.getByText('Are you sure you would like to mark every item on this order as received?').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => countLeft(page, documentId)).toBe(meds.length - 3)
    expect(faults).toEqual([])
  })

  test('[SCAN-023] [SCAN-025] [SCAN-026] shows a problem with a scan or scanner in orange', async () => {
    const { page } = await stage.open()
    await signIn(stage, page, 'admin@park.demo')
    const { meds } = await openOrder(page)
    const [a] = meds
    if (!a) throw new Error('The sample has no meds.')
    await scan(page, [`01${a.gtin}10LOTWITHOUTSEPARATOR17${a.serialNumber}`])
    await verdict(page).getByText("Enable 'Function Key Mapping' on the scanner.").waitFor()
    await heading(page, 'Not readable').waitFor()
    await scan(page, [`01${a.gtin}10LOT1`])
    await verdict(page).getByText('Serial Number not found in barcode').waitFor()
    await scan(page, pickCode(a), 'Control+j')
    await page.getByText('The scanner ends with LF or CRLF. Set its suffix to CR or none.').waitFor()
    await heading(page, 'Received').waitFor()
  })

  test('[SCAN-001] [SCAN-003] [SCAN-013] parses a scan in the serial number field and the header’s search box', async () => {
    const { page, faults } = await stage.open()
    await signIn(stage, page, 'admin@park.demo')
    const { meds } = await openOrder(page)
    const [a] = meds
    if (!a) throw new Error('The sample has no meds.')
    await page.goto('/searchmeds')
    const field = page.getByLabel('Serial number', { exact: true })
    await field.focus()
    await scan(page, pickCode(a), 'none')
    await page.waitForURL(/serialNumber=/)
    expect(await field.inputValue()).toBe(a.serialNumber)
    expect(await page.getByLabel('Lot number', { exact: true }).inputValue()).toBe(a.lotNumber)
    // On a page without a scan field, a scan goes to the header's search.
    await page.goto('/orders')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await scan(page, [`01${a.gtin}21${a.serialNumber}`])
    await page.getByRole('heading', { level: 1, name: 'Pedigree Detail' }).waitFor()
    expect(faults).toEqual([])
  })
})

describe('scans made without a network', () => {
  test('[RECV-011] are kept on the device, shown, and sent in order once the network returns', async () => {
    const { page, context } = await stage.open({ height: 1200 })
    await signIn(stage, page, 'admin@park.demo')
    const { documentId, meds } = await openOrder(page)
    await context.setOffline(true)
    for (const [place, med] of meds.slice(0, 3).entries()) {
      await scan(page, pickCode(med))
      await page.getByText(`${meds.length - 1 - place} left`).waitFor()
    }
    await page.getByText('3 scans are waiting for the network').waitFor()
    await heading(page, 'Saved').waitFor()
    await expectAccessible(page)
    // A package that is scanned twice counts once, even offline.
    await scan(page, pickCode(meds[0] as Unit)) // the order has three meds
    await heading(page, 'Already received').waitFor()
    // Undoing a scan that was made by mistake discards it, because it has not been sent to the server yet.
    await scan(page, pickCode(meds[3] as Unit))
    await page.getByText('4 scans are waiting for the network').waitFor()
    await page.getByRole('button', { name: 'Undo this scan' }).click()
    await heading(page, 'Undone').waitFor()
    await page.getByText('3 scans are waiting for the network').waitFor()
    await page.getByText(`${meds.length - 3} left`).waitFor()
    await context.setOffline(false)
    await page.getByText('for the network', { exact: false }).first().waitFor({ state: 'detached' })
    expect(await countLeft(page, documentId)).toBe(meds.length - 3)
  })

  test('[RECV-011] survive a reload and, after a warning, a sign-out, and are never sent for another user', async () => {
    const { page, context } = await stage.open({ height: 1200 })
    await signIn(stage, page, 'admin@park.demo')
    const { documentId, meds } = await openOrder(page)
    const mend = await cutReceiving(context)
    for (const med of meds.slice(0, 2)) await scan(page, pickCode(med))
    await page.getByText('2 scans are waiting for the network').waitFor()
    await page.reload()
    await page.getByText('2 scans are waiting for the network').waitFor()
    await page.getByText(`${meds.length - 2} left`).waitFor()

    await page.goto('/orders')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByRole('link', { name: 'Sign Out' }).click()
    await page.getByRole('heading', { name: '2 scans are not yet sent' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Stay' }).click()
    await page.getByRole('link', { name: 'Sign Out' }).click()
    await page.getByRole('button', { name: 'Sign out and keep them on this device' }).click()
    await page.getByLabel('Email address').waitFor()
    await mend()

    await signIn(stage, page, 'staff@park.demo')
    await page.goto(`/orders/receive/${documentId}`)
    await page.getByText('Scan the first package').waitFor()
    expect(await page.getByText('wait for the network').count()).toBe(0)
    expect(await countLeft(page, documentId)).toBe(meds.length)
    await page.goto('/')
    await page.getByRole('link', { name: 'Sign Out' }).click()
    await page.getByLabel('Email address').waitFor()

    await signIn(stage, page, 'admin@park.demo')
    await page.getByText('2 waiting scans were sent.').waitFor()
    expect(await countLeft(page, documentId)).toBe(meds.length - 2)
  })

  test('[RECV-011] survive the end of the session', async () => {
    const { page, context } = await stage.open({ height: 1200 })
    await signIn(stage, page, 'admin@park.demo')
    const { documentId, meds } = await openOrder(page)
    const mend = await cutReceiving(context)
    await scan(page, pickCode(meds[0] as Unit)) // the sample order has 24 meds
    await page.getByText('1 scan is waiting for the network').waitFor()
    await context.clearCookies()
    await mend()
    await page.getByRole('button', { name: 'Try now' }).click()
    await page.getByText('Not Authenticated').waitFor()
    await signIn(stage, page, 'admin@park.demo')
    await page.getByText('1 waiting scan was sent.').waitFor()
    expect(await countLeft(page, documentId)).toBe(meds.length - 1)
  })

  test('[RECV-011] show the server’s result when that differs from the offline result', async () => {
    const { page, context } = await stage.open({ height: 1200 })
    await signIn(stage, page, 'admin@park.demo')
    const { documentId, meds } = await openOrder(page)
    const other = await stage.open({ height: 1200 })
    await signIn(stage, other.page, 'lead@park.demo')
    await other.page.goto(`/orders/receive/${documentId}`)
    await other.page.getByText('Scan the first package').waitFor()
    await context.setOffline(true)
    await scan(page, pickCode(meds[0] as Unit)) // the sample order has 24 meds
    await heading(page, 'Saved').waitFor()
    await scan(other.page, pickCode(meds[0] as Unit)) // the sample order has 24 meds
    await heading(other.page, 'Received').waitFor()
    await expect.poll(() => countLeft(other.page, documentId)).toBe(meds.length - 1)
    await context.setOffline(false)
    await heading(page, 'Already received').waitFor()
    expect(await countLeft(page, documentId)).toBe(meds.length - 1)
  })
})

describe('the “Test my scanner” page', () => {
  test.each([
    { width: 1440, height: 900, dark: false },
    { width: 390, height: 844, dark: true },
  ])(
    '[SCAN-025] shows the input, the fault and the speed, and can turn off scanning on other pages, at $width px, dark: $dark',
    async (look) => {
      const { page, faults } = await stage.open(look)
      await signIn(stage, page, 'admin@park.demo')
      await page.goto('/settings/changepassword')
      await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Other settings' }).click()
      // Wait until everything has loaded, so that nothing moves under the click.
      await page.getByLabel('Business days until a new ticket is due').and(page.locator(':enabled')).waitFor()
      await page.getByRole('link', { name: /^Test my scanner/ }).click()
      await page.getByRole('img', { name: 'Test code: a GS1 DataMatrix' }).waitFor()
      await expectAccessible(page)
      await scan(page, TEST_CODE)
      await page.getByText('Your scanner is set up correctly.').waitFor()
      await page.getByRole('listitem').filter({ hasText: /^GS$/ }).waitFor()
      await page.getByRole('listitem').filter({ hasText: /^CR$/ }).waitFor()
      await expectAccessible(page)
      await scan(page, [TEST_CODE.join('')], 'Control+j')
      await page.getByText('The group separator (GS) does not arrive', { exact: false }).waitFor()
      await page.getByText('The scanner ends each scan with a line feed (LF).').waitFor()
      await expectAccessible(page)

      await page.getByRole('button', { name: 'Set up my scanner' }).click()
      for (const said of ['1 of 3', '2 of 3', 'Learned: up to']) {
        await scan(page, TEST_CODE)
        await page.getByText(said).first().waitFor()
      }
      await page.getByLabel('Accept scans on every page, wherever the focus is').uncheck()
      await page.reload()
      await page.getByText('Learned: up to').waitFor()
      expect(await page.getByLabel('Accept scans on every page, wherever the focus is').isChecked()).toBe(false)
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
      expect(overflow).toBeLessThanOrEqual(0)
      expect(faults).toEqual([])
    },
  )
})

/** Draws a DataMatrix as a video, which Chromium plays in place of a camera. */
async function makeFilm(page: Page, printed: string): Promise<Buffer> {
  const [width, height] = [640, 480]
  const light = await page.evaluate(
    ({ path, side, width, height }) => {
      const picture = new OffscreenCanvas(width, height).getContext('2d')
      if (!picture) throw new Error('This browser does not draw.')
      picture.fillStyle = '#fff'
      picture.fillRect(0, 0, width, height)
      const scale = Math.floor(height / 2 / side)
      picture.setTransform(scale, 0, 0, scale, (width - side * scale) / 2, (height - side * scale) / 2)
      picture.fillStyle = '#000'
      picture.fill(new Path2D(path), 'evenodd')
      return Array.from(picture.getImageData(0, 0, width, height).data).filter((_, at) => at % 4 === 0)
    },
    { ...drawDataMatrix(printed), width, height },
  )
  const grey = Buffer.alloc((width * height) / 2, 128)
  return Buffer.concat([Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\nFRAME\n`), Buffer.from(light), grey])
}

describe('the camera of a phone', () => {
  test('[RECV-011] receives each package in view once, and explains a failure', async () => {
    const { page: desk, context } = await stage.open()
    await signIn(stage, desk, 'admin@park.demo')
    const { documentId, meds } = await openOrder(desk)
    const [med] = meds
    if (!med) throw new Error('The sample has no meds.')
    const folder = mkdtempSync(join(tmpdir(), 'seriatim-camera-'))
    const film = join(folder, 'code.y4m')
    writeFileSync(film, await makeFilm(desk, `(01)${med.gtin}(10)${med.lotNumber}(21)${med.serialNumber}`))
    const { executablePath, env } = theBrowser()
    const browser = await chromium.launch({
      executablePath,
      env: { ...(process.env as Record<string, string>), ...env }, // process.env has no undefined values
      args: [
        '--no-sandbox',
        '--disable-dev-shm-usage',
        '--disable-gpu',
        '--use-fake-ui-for-media-stream',
        '--use-fake-device-for-media-stream',
        `--use-file-for-fake-video-capture=${film}`,
      ],
    })
    try {
      const phone = await browser.newContext({
        baseURL: stage.server.url,
        viewport: { width: 390, height: 844 },
        storageState: await context.storageState(),
        reducedMotion: 'reduce',
      })
      const page = await phone.newPage()
      await page.goto(`/orders/receive/${documentId}`)
      await page.getByText('Scan the first package').waitFor()
      await page.getByRole('button', { name: 'Scan with the camera' }).click()
      await heading(page, 'Received').waitFor()
      await expectAccessible(page)
      await page.waitForTimeout(2500)
      await heading(page, 'Received').waitFor()
      expect(await countLeft(page, documentId)).toBe(meds.length - 1)
      await page.getByRole('button', { name: 'Close the camera' }).click()
      await page.getByRole('region', { name: 'Camera' }).waitFor({ state: 'detached' })
      await page.evaluate(() => Object.defineProperty(globalThis, 'isSecureContext', { value: false, configurable: true }))
      await page.getByRole('button', { name: 'Scan with the camera' }).click()
      await page.getByText('The camera works on https pages only.', { exact: false }).waitFor()
    } finally {
      await browser.close()
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
