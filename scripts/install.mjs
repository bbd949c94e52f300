// The step before `npm start` and `npm test`: installs the dependencies when they are missing or older than the lock file.
// Plain JavaScript for the host's Node (18 or newer), because the pinned Node 24 is itself one of the dependencies.
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const stamp = join(root, 'node_modules', '.seriatim-install')

/** The lock file decides what is installed, and the platform which binaries: both are in the stamp. */
function wanted() {
  const lock = readFileSync(join(root, 'package-lock.json'))
  return `${process.platform}-${process.arch} ${createHash('sha256').update(lock).digest('hex')}`
}

function installed() {
  try {
    return readFileSync(stamp, 'utf8')
  } catch {
    return ''
  }
}

if (installed() !== wanted()) {
  process.stderr.write('Installing dependencies (once, about a minute) ...\n')
  const env = { ...process.env }
  delete env.NODE_ENV // npm leaves out dev dependencies, and with them vite, under NODE_ENV=production
  for (const key of Object.keys(env)) if (/^npm_config_(omit|include|production|ignore_scripts)$/i.test(key)) delete env[key]
  const npm = process.env.npm_execpath
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund']
  const run = npm ? spawnSync(process.execPath, [npm, ...args], { cwd: root, env, stdio: ['ignore', 2, 2] }) : spawnSync('npm', args, { cwd: root, env, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' })
  if (run.status !== 0) {
    rmSync(stamp, { force: true })
    process.stderr.write('The dependencies could not be installed; the lines above say why. Nothing was started.\n')
    process.exit(run.status ?? 1)
  }
  writeFileSync(stamp, wanted())
}
