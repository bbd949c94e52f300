import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { startEmbedded } from '@seriatim/db/embedded/index'
import lighthouse, { desktopConfig, type Result } from 'lighthouse'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { findChromium } from '../../apps/api/src/outside/chromium.ts'
import { makeOpenFolder } from './open-folder.ts'
import { awaitAddress, ended } from './server-process.ts'

export interface LighthouseFigure {
  page: string
  /** Of 100, in the middle of {@link RUNS} runs. */
  performance: number
  accessibility: number
  /** What costs points, and how much of it there is. */
  short: string[]
}

const RUNS = 3
const EMAIL = 'admin@park.demo'
const PASSWORD = 'Demo-Pass-1!'

/** Sign-in, home, orders and receiving as Lighthouse sees them on a desktop, in the built product with its demo data. */
export async function benchLighthouse(): Promise<LighthouseFigure[]> {
  const dir = makeOpenFolder('seriatim-bench-')
  const database = await startEmbedded({ dataDir: dir })
  let server: ChildProcess | undefined
  let browser: BrowserContext | undefined
  try {
    const env = {
      ...process.env,
      DATABASE_URL: database.ownerUrl,
      DATA_DIR: dir,
      PORT: '0',
      CALLS_PER_MINUTE: '100000',
      DEMO_FILES: '0',
      DEMO_LOGINS: '1',
    }
    server = spawn(process.execPath, [join(import.meta.dirname, '../../apps/api/src/main.ts')], { env, stdio: ['ignore', 'pipe', 2] })
    const url = (await awaitAddress(server)).replace('127.0.0.1', 'localhost')
    const profile = join(dir, 'browser')
    browser = await openBrowser(profile)
    const port = readPort(profile)
    const figures = [await measure('sign-in', `${url}/`, port)]
    const page = await browser.newPage()
    await signIn(page, url)
    const receiving = await openSample(page, url)
    await page.close()
    const pages = { home: `${url}/home`, orders: `${url}/orders`, receive: receiving }
    for (const [name, address] of Object.entries(pages)) figures.push(await measure(name, address, port))
    return figures
  } finally {
    await browser?.close()
    if (server) await ended(server)
    await database.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}

/** The browser of the journeys, which Lighthouse drives as well: what one signs in to the other sees. */
function openBrowser(profile: string): Promise<BrowserContext> {
  const { executablePath, env } = findChromium(join(import.meta.dirname, '../../node_modules/.cache/browser'), process.env.CHROMIUM_PATH)
  return chromium.launchPersistentContext(profile, {
    executablePath,
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--remote-debugging-port=0'],
    env: { ...(process.env as Record<string, string>), ...env },
  })
}

/** The port that the browser chose. */
function readPort(profile: string): number {
  const file = join(profile, 'DevToolsActivePort')
  if (!existsSync(file)) throw new Error('The browser opened no port.')
  return Number(readFileSync(file, 'utf8').split('\n')[0])
}

async function signIn(page: Page, url: string): Promise<void> {
  const since = Date.now()
  await page.goto(url)
  await page.getByLabel('Email address').fill(EMAIL)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  const code = page.getByLabel('One-time code')
  await code.waitFor()
  await code.fill(await awaitCode(url, since))
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Sign Out' }).first().waitFor()
}

async function awaitCode(url: string, since: number): Promise<string> {
  for (;;) {
    const answer = await fetch(`${url}/demo/mail.json?to=${encodeURIComponent(EMAIL)}`)
    const mails = (await answer.json()) as { text: string; date: string }[] // the documented shape
    // A mail tells its second only.
    const [newest] = mails.filter(({ date, text }) => Date.parse(date) >= since - 1000 && /security code is/.test(text))
    const code = newest?.text.match(/\b\d{6}\b/)?.[0]
    if (code) return code
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/** The sample order's receiving page. */
async function openSample(page: Page, url: string): Promise<string> {
  await page.goto(`${url}/orderupload`)
  await page.getByRole('button', { name: /sample order/i }).click()
  const receive = page.getByRole('link', { name: 'Receive this order' }).or(page.getByRole('button', { name: 'Receive this order' }))
  await receive.click()
  await page.getByText('Scan the first package').waitFor()
  return page.url()
}

async function measure(page: string, url: string, port: number): Promise<LighthouseFigure> {
  const results: Result[] = []
  for (let run = 0; run < RUNS; run += 1) {
    const found = await lighthouse(
      url,
      { port, onlyCategories: ['performance', 'accessibility'], logLevel: 'error', output: 'json' },
      desktopConfig,
    )
    if (!found || found.lhr.runtimeError) throw new Error(`Lighthouse saw nothing of ${url}: ${found?.lhr.runtimeError?.message ?? ''}`)
    if (new URL(found.lhr.finalDisplayedUrl).pathname !== new URL(url).pathname)
      throw new Error(`${url} led to ${found.lhr.finalDisplayedUrl}`)
    results.push(found.lhr)
  }
  const [, middle] = results.sort((a, b) => pickScore(a, 'performance') - pickScore(b, 'performance'))
  if (!middle) throw new Error('Three runs have a middle one.')
  return {
    page,
    performance: pickScore(middle, 'performance'),
    accessibility: pickScore(middle, 'accessibility'),
    short: [...describeShort(middle, 'performance'), ...describeShort(middle, 'accessibility')],
  }
}

type Category = 'performance' | 'accessibility'

const pickScore = ({ categories }: Result, category: Category) => Math.round(100 * (categories[category]?.score ?? 0))

/** The audits of a category that count and are short of full points. */
function describeShort({ categories, audits }: Result, category: Category): string[] {
  const counted = categories[category]?.auditRefs.filter(({ weight }) => weight > 0) ?? []
  return counted.flatMap(({ id }) => {
    const audit = audits[id]
    if (!audit || audit.score === null || audit.score >= 0.99) return []
    return [`${audit.title}: ${audit.displayValue ?? 'not met'} (${Math.round(100 * audit.score)})`]
  })
}
