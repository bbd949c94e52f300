// The step before `npm start` and `npm test`: installs the dependencies if they are missing or older than the lock file. `npm start` needs only about
// half of them (node scripts/install.mjs start); everything else needs all of them. Written in plain JavaScript for the host's Node (18 or newer),
// because the pinned Node 24 is itself a dependency.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const modules = join(root, 'node_modules')
const stamp = join(modules, '.seriatim-install')

/**
 * Makes the stamp of an installation. It differs if the installed packages would differ: by the lock file, by the platform (because of binaries) or
 * by `extent`, the choice of packages.
 */
function stampOf(extent) {
  const lock = readFileSync(join(root, 'package-lock.json'))
  return `${process.platform}-${process.arch} ${createHash('sha256').update(lock).digest('hex')} ${extent}`
}

function readStamp() {
  try {
    return readFileSync(stamp, 'utf8')
  } catch {
    return ''
  }
}

/**
 * Whether a package of the lock file must be installed on this platform. The pinned Node, PostgreSQL and every native binding are optional packages,
 * one per platform. Other optional packages, which only those depend on, state no platform; they are not checked.
 */
function isForHere({ optional, os, cpu, libc }) {
  if (!optional) return true
  const own = process.report?.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl'
  const fits = (list, value) => list === undefined || list.includes(value)
  return (os !== undefined || cpu !== undefined) && fits(os, process.platform) && fits(cpu, process.arch) && fits(libc, own)
}

/** How much of the lock file is installed here, according to npm's own record: `all`, `start` (what `npm start` needs), or undefined for less. */
function installedExtent() {
  const read = (path) => JSON.parse(readFileSync(path, 'utf8')).packages
  try {
    const installed = read(join(modules, '.package-lock.json'))
    const missing = Object.entries(read(join(root, 'package-lock.json'))).filter(
      ([path, entry]) =>
        path.includes('node_modules/') &&
        !entry.link &&
        isForHere(entry) &&
        (installed[path]?.version !== entry.version || !existsSync(join(root, path, 'package.json'))),
    )
    if (missing.length === 0) return 'all'
    return missing.every(([, { dev, devOptional }]) => dev || devOptional) ? 'start' : undefined
  } catch {
    return undefined
  }
}

/**
 * Determines how much is installed after a manual `npm ci`, which writes no stamp, and writes and returns the matching stamp. Returns an empty string
 * if less is installed than `npm start` needs.
 */
function believe() {
  const installed = installedExtent()
  if (installed === undefined) return ''
  writeFileSync(stamp, stampOf(installed))
  return stampOf(installed)
}

const found = readStamp() || believe()
/**
 * Whether everything seems to be installed, by this script or by a manual `npm ci`. If so, `npm start` also installs everything, because installing
 * only what the start needs would remove the tools that the tests need.
 */
const hasAll = found.endsWith(' all') || (found === '' && existsSync(join(modules, '.package-lock.json')))
const extent = process.argv[2] === 'start' && !hasAll ? 'start' : 'all'
const isInstalled = found === stampOf('all') || (extent === 'start' && found === stampOf('start'))

/** Number of folders in node_modules, shown as progress while npm unpacks all packages in one go. */
function unpacked() {
  try {
    return readdirSync(modules).length
  } catch {
    return 0
  }
}

function environment() {
  const env = { ...process.env }
  delete env.NODE_ENV // under NODE_ENV=production npm omits dev dependencies, including what the tests need
  for (const key of Object.keys(env)) if (/^npm_config_(omit|include|production|ignore_scripts)$/i.test(key)) delete env[key]
  return env
}

/**
 * The pinned Node for macOS, which the registry offers only through another package's install script. For Linux and Windows, it is a package in the
 * lock file.
 */
const MAC_NODE = 'node@24.21.0'

async function install() {
  const status = await npm('ci', extent === 'start' ? '--omit=dev' : '--include=dev', '--prefer-offline')
  const isOldMac = process.platform === 'darwin' && Number(process.versions.node.split('.')[0]) < 24
  return status === 0 && isOldMac ? npm('install', '--no-save', '--no-package-lock', MAC_NODE) : status
}

function npm(...words) {
  const npm = process.env.npm_execpath
  const args = [...words, '--no-audit', '--no-fund']
  const how = { cwd: root, env: environment(), stdio: ['ignore', 2, 2], shell: !npm && process.platform === 'win32' }
  const child = npm ? spawn(process.execPath, [npm, ...args], how) : spawn('npm', args, how)
  const began = Date.now()
  const ticker = setInterval(() => {
    process.stderr.write(`  ${Math.round((Date.now() - began) / 1000)} s, ${unpacked()} folders unpacked\n`)
  }, 5000)
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  return new Promise((resolve) => {
    child.once('error', () => resolve(1))
    child.once('exit', (code) => resolve(code ?? 1))
  }).finally(() => clearInterval(ticker))
}

if (!isInstalled) {
  const what =
    extent === 'start'
      ? 'what the server needs (first start only, about half a minute)'
      : 'all dependencies (first time only, about a minute)'
  process.stderr.write(`Installing ${what} ...\n`)
  const status = await install()
  if (status !== 0) {
    rmSync(stamp, { force: true })
    process.stderr.write('The dependencies could not be installed; the lines above say why. Nothing was started.\n')
    process.exit(status)
  }
  writeFileSync(stamp, stampOf(extent))
}
