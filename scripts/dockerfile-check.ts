// node scripts/dockerfile-check.ts [FOLDER]: runs the steps of FOLDER's Dockerfile without Docker, as a user without rights in a clean
// temporary folder, then says whether the app is whole in what the last stage holds. Exit 1 when a step or the result is at fault.
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import { dockerIgnore, environmentOf, type Instruction, parseDockerfile, type Stage } from './dockerfile.ts'
import { faultsOf } from './image-faults.ts'

// As in a container, whatever the caller's shell has.
process.umask(0o022)
const context = resolve(process.argv[2] ?? join(import.meta.dirname, '..'))
const nobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : undefined
const work = mkdtempSync(join(tmpdir(), 'seriatim-image-'))

/** A stage while its steps run: its own root folder stands for the container's. */
interface Built {
  root: string
  workdir: string
  env: Record<string, string>
  command: string
}

function main(): number {
  const stages = parseDockerfile(readFileSync(join(context, 'Dockerfile'), 'utf8'))
  copyTools()
  const built = new Map<string, Built>()
  let last: Built | undefined
  for (const stage of stages) {
    say(`stage ${stage.name}, from ${stage.image}`)
    last = build(stage, built)
    built.set(stage.name, last)
  }
  if (!last) throw new Error('the Dockerfile has no stage')
  giveAway(last.root)
  const faults = faultsOf({
    app: join(last.root, last.workdir),
    command: last.command,
    lockFile: join(context, 'package-lock.json'),
    node: join(work, 'bin/node'),
    runAs: nobody ?? {},
  })
  for (const fault of faults) say(`FAULT ${fault}`)
  const size = spawnSync('du', ['-sm', join(last.root, last.workdir)], { encoding: 'utf8' }).stdout.split('\t')[0]
  say(faults.length === 0 ? `the app is whole: ${size} MB beside the base image` : `${faults.length} faults`)
  return faults.length === 0 ? 0 : 1
}

/** The Node that runs this, where any user can reach it: `npm` of the host then runs on it, as in the base image. */
function copyTools(): void {
  chmodSync(work, 0o755)
  for (const dir of ['bin', 'home']) mkdirSync(join(work, dir), { mode: 0o755 })
  copyFileSync(process.execPath, join(work, 'bin/node'))
  chmodSync(join(work, 'bin/node'), 0o755)
  giveAway(join(work, 'home'))
}

function build(stage: Stage, built: Map<string, Built>): Built {
  const state: Built = { root: join(work, stage.name), workdir: '/', env: {}, command: '' }
  mkdirSync(state.root)
  for (const step of stage.instructions) {
    switch (step.name) {
      case 'ENV':
        Object.assign(state.env, environmentOf(step.rest))
        break
      case 'WORKDIR':
        state.workdir = resolve(state.workdir, step.rest)
        mkdirSync(join(state.root, state.workdir), { recursive: true })
        break
      case 'COPY':
        copy(step, state, built)
        break
      case 'RUN':
        run(step, state)
        break
      case 'CMD':
        state.command = step.rest
        break
      case 'USER':
      case 'VOLUME':
      case 'EXPOSE':
      case 'HEALTHCHECK':
        break
      default:
        throw new Error(`line ${step.line}: this check does not know ${step.name}`)
    }
  }
  return state
}

function copy(step: Instruction, state: Built, built: Map<string, Built>): void {
  const paths = step.rest.split(/\s+/)
  const target = paths.pop() ?? ''
  const from = step.flags.from
  const source = from === undefined ? undefined : built.get(from)
  if (from !== undefined && !source) throw new Error(`line ${step.line}: no stage ${from}`)
  const ignored = from === undefined ? dockerIgnore(readFileSync(join(context, '.dockerignore'), 'utf8')) : () => false
  const base = source?.root ?? context
  const into = join(state.root, resolve(state.workdir, target))
  for (const path of paths) {
    if (/[*?[]/.test(path)) throw new Error(`line ${step.line}: this check does not know patterns in COPY`)
    const original = join(base, source ? resolve('/', path) : path)
    if (!existsSync(original) || (path !== '.' && ignored(path)))
      throw new Error(`line ${step.line}: ${path} is not there, or .dockerignore keeps it out`)
    const destination = statSync(original).isDirectory() || !(target.endsWith('/') || paths.length > 1) ? into : join(into, basename(path))
    mkdirSync(dirname(destination), { recursive: true })
    cpSync(original, destination, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (file) => {
        if (from !== undefined) return true
        const relative = file.slice(context.length + 1)
        // A folder that stays out may still hold something that comes in; an empty one does no harm, node_modules would take minutes.
        return (
          relative === '' ||
          (statSync(file).isDirectory() ? !/(^|\/)(node_modules|\.git)$/.test(relative) && !ignored(relative) : !ignored(relative))
        )
      },
    })
  }
}

function run(step: Instruction, state: Built): void {
  say(`RUN ${step.rest}`)
  // As root of the container all is ours; here what earlier steps copied is given to the user who runs.
  giveAway(state.root)
  const began = Date.now()
  const { status, signal } = spawnSync('/bin/sh', ['-c', step.rest], {
    ...nobody,
    cwd: join(state.root, state.workdir),
    stdio: ['ignore', 2, 2],
    env: {
      PATH: `${join(work, 'bin')}:${process.env.PATH?.split(':')
        .filter((dir) => isAbsolute(dir) && !dir.includes('node_modules'))
        .join(':')}`,
      HOME: join(work, 'home'),
      npm_config_cache: join(work, 'home/.npm'),
      npm_config_update_notifier: 'false',
      ...(process.env.NODE_EXTRA_CA_CERTS ? { NODE_EXTRA_CA_CERTS: process.env.NODE_EXTRA_CA_CERTS } : {}),
      ...state.env,
    },
  })
  if (status !== 0) throw new Error(`line ${step.line}: the step ended with ${signal ?? `exit code ${status}`}`)
  say(`  ${((Date.now() - began) / 1000).toFixed(1)} s`)
}

function giveAway(dir: string): void {
  if (!nobody) return
  chownSync(dir, nobody.uid, nobody.gid)
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    if (entry.isDirectory()) giveAway(join(dir, entry.name))
    else if (entry.isFile()) chownSync(join(dir, entry.name), nobody.uid, nobody.gid)
  }
}

function say(line: string): void {
  process.stderr.write(`${line}\n`)
}

try {
  process.exitCode = main()
} catch (error) {
  say(`FAULT ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
} finally {
  rmSync(work, { recursive: true, force: true })
}
