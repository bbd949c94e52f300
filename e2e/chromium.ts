import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { type Chromium, findChromium } from '../apps/api/src/outside/chromium.ts'

const dir = join(import.meta.dirname, '../node_modules/.cache/browser')

/** Finds the browser that also prints the product's PDFs. */
export const theBrowser = (): Chromium => findChromium(dir, process.env.CHROMIUM_PATH)

export async function launchBrowser(): Promise<Browser> {
  const { executablePath, env } = theBrowser()
  return chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
    env: { ...(process.env as Record<string, string>), ...env },
  })
}
