// npm run image:check: checks the app as contained in the Docker image. With Docker, builds the image and tries it. Without Docker, runs the assembly
// script that the Dockerfile calls and inspects its output; the Dockerfile only copies that output onto a base image. Exits with 1 on a fault.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assemble } from './assemble.ts'
import { listFaults } from './image-faults.ts'

const ROOT = join(import.meta.dirname, '..')
const IMAGE = 'seriatim-check'

const hasDocker = spawnSync('docker', ['info'], { stdio: 'ignore' }).status === 0
const faults = hasDocker ? checkImage() : checkAssembled()
for (const fault of faults) console.error(`FAULT ${fault}`)
console.error(faults.length === 0 ? 'The app is whole.' : `${faults.length} faults.`)
process.exitCode = faults.length === 0 ? 0 : 1

function checkImage(): string[] {
  const docker = (...words: string[]) => spawnSync('docker', words, { cwd: ROOT, stdio: ['ignore', 2, 2] }).status === 0
  if (!docker('build', '--tag', IMAGE, '.')) return ['the image cannot be built']
  // Loads every module of the server, without starting the server.
  const load = "await import('./apps/api/src/app.ts')"
  return docker('run', '--rm', IMAGE, 'node', '--input-type=module', '-e', load) ? [] : ['the server in the image does not load']
}

function checkAssembled(): string[] {
  const work = mkdtempSync(join(tmpdir(), 'seriatim-image-'))
  // A user without privileges loads the npm packages, as in production, so that user must be able to enter the folder.
  chmodSync(work, 0o755)
  const app = join(work, 'app')
  try {
    assemble(app)
    const command = /^CMD (\[.*\])$/m.exec(readFileSync(join(ROOT, 'Dockerfile'), 'utf8'))?.[1] ?? ''
    const runAs = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
    return listFaults({ app, command, lockFile: join(ROOT, 'package-lock.json'), node: process.execPath, runAs })
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}
