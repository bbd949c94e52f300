import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFailed } from 'vitest'
import { launchBrowser } from './chromium.ts'
import { type RunningServer, startServer } from './server.ts'

export const PASSWORD = 'Demo-Pass-1!'
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

export interface Stage {
  server: RunningServer
  /** Opens a fresh browser profile, with a page that collects errors. */
  open(options?: {
    width?: number
    height?: number
    dark?: boolean
    timezoneId?: string
    /** Lets the service worker cache the page and serve it from the cache; by default each test sees what the server sends. */
    keepsItself?: boolean
    baseURL?: string
  }): Promise<{ page: Page; context: BrowserContext; faults: string[] }>
  close(): Promise<void>
}

async function setStage(): Promise<Stage> {
  const [server, browser]: [RunningServer, Browser] = await Promise.all([startServer(), launchBrowser()])
  return {
    server,
    async open({
      width = 1440,
      height = 900,
      dark = false,
      timezoneId = 'America/New_York',
      keepsItself = false,
      baseURL = server.url,
    } = {}) {
      const context = await browser.newContext({
        baseURL,
        serviceWorkers: keepsItself ? 'allow' : 'block',
        viewport: { width, height },
        colorScheme: dark ? 'dark' : 'light',
        reducedMotion: 'reduce',
        timezoneId,
        acceptDownloads: true,
      })
      context.setDefaultTimeout(60_000)
      const page = await context.newPage()
      printWhenFailed(page)
      const faults: string[] = []
      page.on('pageerror', (error) => faults.push(error.message))
      page.on('console', (message) => {
        // The browser itself logs refused calls; every other error comes from the product.
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) faults.push(message.text())
      })
      return { page, context, faults }
    },
    async close() {
      await browser.close()
      await server.stop()
    },
  }
}

/** The product and a browser for the calling test file: started before its first test, stopped after its last one. Call it at the top of the file. */
export function useStage(): Stage {
  const handle = {} as Stage // complete before any test or hook of the file runs
  let stage: Stage | undefined
  beforeAll(async () => {
    stage = await setStage()
    Object.assign(handle, stage)
  })
  afterAll(() => stage?.close())
  return handle
}

/** Prints what the page showed when a test failed, which says more than the timeout's message. */
function printWhenFailed(page: Page): void {
  try {
    onTestFailed(async () => {
      const text = await page.evaluate(() => document.body.innerText).catch((error: Error) => error.message)
      process.stdout.write(`\n--- ${page.url()} showed when its test failed:\n${text}\n---\n`)
    })
  } catch {
    // `onTestFailed` throws outside a test, where there is nothing to print.
  }
}

/** Signs in like a person: password, then the code from the email. */
export async function signIn(stage: Stage, page: Page, emailAddress: string, password = PASSWORD): Promise<void> {
  await page.goto('/')
  await signInHere(stage, page, emailAddress, password)
}

/** Signs in on the open sign-in page without reloading it, as a second person does after the first has signed out. */
export async function signInHere(stage: Stage, page: Page, emailAddress: string, password = PASSWORD): Promise<void> {
  const since = Date.now()
  await page.getByLabel('Email address').fill(emailAddress)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  const code = page.getByLabel('One-time code')
  await code.waitFor()
  const sent = await stage.server.codeFor(emailAddress, since)
  await code.fill(sent)
  await page.keyboard.press('Enter')
  await page
    .getByRole('link', { name: 'Sign Out' })
    .or(page.getByRole('button', { name: 'Menu' }))
    .first()
    .waitFor()
  stage.server.noteUsed(sent)
}

const EVERYTHING = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Rules that a page can violate in one color scheme and satisfy in the other. */
export const COLORS = ['color-contrast', 'link-in-text-block']

/**
 * Asserts that axe finds no violation of WCAG 2.2 AA. If a dialog is open, only the dialog is checked, because it partly covers the page. `rules`:
 * tags or names to check.
 */
export async function expectAccessible(page: Page, rules = EVERYTHING): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const violations = await page.evaluate(async (runOnly) => {
    const { axe } = window as unknown as {
      axe: { run(root: Document | Element, options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
    } // the script above sets it
    const { violations } = await axe.run(document.querySelector('[aria-modal="true"]') ?? document, {
      runOnly,
      resultTypes: ['violations'],
    })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`)
  }, rules)
  expect(violations).toEqual([])
}
