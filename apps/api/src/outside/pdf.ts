import pLimit from 'p-limit'
import { type BrowserPlace, type OpenBrowser, openBrowser } from './browser.ts'

/** Prints HTML as PDF. The page runs no script and loads nothing but what stands in it (`data:`). */
export interface PdfPrinter {
  /**
   * A tagged PDF; paper size and margins come from the page's own `@page` rule.
   *
   * @throws PdfError when there is no browser, or the page was not ready in time.
   */
  print(html: string): Promise<Uint8Array>
  close(): Promise<void>
}

export class PdfError extends Error {}

const AT_ONCE = 2
const PAGE_MS = 30_000
/** The browser takes 100 MB and starts in a tenth of a second: not kept for longer than a run of prints. */
const IDLE_MS = 60_000

/** Opens nothing before the first print. */
export function createPdfPrinter(place: BrowserPlace): PdfPrinter {
  const limit = pLimit(AT_ONCE)
  let open: Promise<OpenBrowser> | undefined
  let idle: NodeJS.Timeout | undefined

  async function current(): Promise<OpenBrowser> {
    clearTimeout(idle)
    const kept = await open?.catch(() => undefined)
    if (kept && !kept.hasEnded()) return kept
    await kept?.close()
    open = openBrowser(place)
    return open
  }

  async function release(): Promise<void> {
    clearTimeout(idle)
    const kept = open
    open = undefined
    await kept?.then((browser) => browser.close()).catch(() => undefined)
  }

  async function print(html: string): Promise<Uint8Array> {
    try {
      return await printIn(await current(), html)
    } catch (error) {
      throw new PdfError(error instanceof Error ? error.message : String(error), { cause: error })
    } finally {
      if (limit.pendingCount === 0 && limit.activeCount <= 1) {
        idle = setTimeout(() => void release(), IDLE_MS)
        idle.unref()
      }
    }
  }

  return { print: (html) => limit(() => print(html)), close: release }
}

async function printIn({ browser }: OpenBrowser, html: string): Promise<Uint8Array> {
  const context = await browser.createBrowserContext()
  try {
    const page = await context.newPage()
    page.setDefaultTimeout(PAGE_MS)
    await page.setJavaScriptEnabled(false)
    await page.setRequestInterception(true)
    page.on('request', (request) => void (request.url().startsWith('data:') ? request.continue() : request.abort()))
    await page.setContent(html, { waitUntil: 'load', timeout: PAGE_MS })
    return await page.pdf({ preferCSSPageSize: true, printBackground: true, tagged: true, outline: true, timeout: PAGE_MS })
  } finally {
    await context.close().catch(() => undefined)
  }
}
