import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

const cache = join(import.meta.dirname, '../node_modules/.cache/chromium')

/** The first Chromium found: CHROMIUM_PATH, an installed one, else the one that npm brought. */
export async function findChromium(): Promise<{ executablePath: string; env: Record<string, string> }> {
  const installed = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
    (path) => path && existsSync(path),
  )
  if (installed) return { executablePath: installed, env: {} }
  const executablePath = join(cache, 'chromium')
  if (!existsSync(executablePath)) unpack()
  // On a bare image the browser's own libraries are missing; they lie beside it.
  const libraries = join(cache, 'al2023/lib')
  return { executablePath, env: existsSync(libraries) ? { LD_LIBRARY_PATH: libraries } : {} }
}

/** Unpacked in a process and folder of its own and moved into place whole: the package takes a half-written file for a finished one. */
function unpack(): void {
  const work = `${cache}-${process.pid}`
  mkdirSync(work, { recursive: true })
  const script = "const { default: chromium } = await import('@sparticuz/chromium'); await chromium.executablePath()"
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: import.meta.dirname,
    env: { ...process.env, TMPDIR: work, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (run.status !== 0 || !existsSync(join(work, 'chromium'))) throw new Error('No Chromium was found. Set CHROMIUM_PATH.')
  try {
    renameSync(work, cache)
  } catch {
    rmSync(work, { recursive: true, force: true }) // another run was faster
  }
}

export async function launchBrowser(): Promise<Browser> {
  const { executablePath, env } = await findChromium()
  return chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
    env: { ...(process.env as Record<string, string>), ...env },
  })
}
