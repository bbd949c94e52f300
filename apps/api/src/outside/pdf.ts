import { type BrowserPlace, type OpenBrowser, openBrowser } from './browser.ts'
import { FairQueue, QueueFullError } from './fair-queue.ts'

/** Prints HTML as PDF. The page runs no scripts and loads nothing but its own `data:` URLs. */
export interface PdfPrinter {
  /**
   * Prints a tagged PDF; paper size and margins come from the page's own `@page` rule.
   *
   * @param customerId owner of the print; the queue alternates between customers so that none waits for all prints of another.
   * @throws PdfError if there is no browser or the page was not ready in time; PdfBusyError if too many prints are waiting.
   */
  print(html: string, customerId?: number): Promise<Uint8Array>
  close(): Promise<void>
}

export class PdfError extends Error {}
/** Nothing was printed; a retry after a minute usually succeeds. */
export class PdfBusyError extends Error {}

/**
 * Limits for prints that run at once and that wait, per owner (`…OfOne`) and in total. They are low because a page takes a tenth of a second and a
 * long report takes several seconds.
 */
const LIMITS = { atOnce: 2, atOnceOfOne: 1, waitingOfOne: 10, waiting: 60 }
const PAGE_MS = 30_000
/**
 * How long the browser keeps running after a print. It uses 100 MB and starts in a tenth of a second, so it is kept only while prints follow each
 * other.
 */
const IDLE_MS = 60_000

/** Creates a PDF printer, which starts the browser only at the first print. */
export function createPdfPrinter(place: BrowserPlace): PdfPrinter {
  const queue = new FairQueue(LIMITS)
  let open: Promise<OpenBrowser> | undefined
  let idle: NodeJS.Timeout | undefined

  /** Concurrent prints share the browser that the first of them starts. */
  function current(): Promise<OpenBrowser> {
    clearTimeout(idle)
    open = reuse(open)
    return open
  }

  async function reuse(before: Promise<OpenBrowser> | undefined): Promise<OpenBrowser> {
    const kept = await before?.catch(() => undefined)
    if (kept && !kept.hasEnded()) return kept
    await kept?.close()
    return openBrowser(place)
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
      if (queue.isLast) {
        idle = setTimeout(() => void release(), IDLE_MS)
        idle.unref()
      }
    }
  }

  return {
    async print(html, customerId = 0) {
      try {
        return await queue.run(customerId, () => print(html))
      } catch (error) {
        if (error instanceof QueueFullError) throw new PdfBusyError(error.message, { cause: error })
        throw error
      }
    },
    close: release,
  }
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
