import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findProject, findTests, listChanged, readTests } from './mutate/choose.ts'
import { applyMutant, listMutants, type Mutant, pickEvenly } from './mutate/points.ts'

/**
 * `npm run mutate [-- FILE… | --base REV] [--most 20]`: makes one small change at a time (a mutant) in the rules and services that changed since main
 * (or REV, or in the named files), runs the tests that should notice, and reports the changes that no test noticed. Modifies the file in place and
 * restores it, also on Ctrl-C, so nothing else may use the checkout until it has finished. Exits with 1 if a file's tests fail before anything is
 * changed.
 */
const root = join(import.meta.dirname, '..')
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { base: { type: 'string' }, most: { type: 'string', default: '20' } },
})
/** Timeout for a mutant that loops forever. */
const LONGEST_MS = 180_000

const tests = readTests(root)
const files = positionals.length > 0 ? positionals : listChanged(root, values.base)
let putBack = () => {}
let running: ChildProcess | undefined
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    putBack()
    running?.kill(signal)
    process.exit(130)
  })
}

/** Runs the test files with these names; true if all tests pass. */
async function run(names: readonly string[]): Promise<boolean> {
  const projects = [...new Set(names.map(findProject))].flatMap((name) => ['--project', name])
  const args = ['run', '--config', 'vitest.workspace.ts', '--bail=1', '--reporter=dot', ...projects, ...names]
  running = spawn(join(root, 'node_modules/.bin/vitest'), args, { cwd: root, stdio: 'ignore', timeout: LONGEST_MS })
  const [code] = await once(running, 'exit')
  return code === 0
}

const say = (line: string) => process.stdout.write(`${line}\n`)
const shorten = (text: string) => text.replace(/\s+/g, ' ').slice(0, 60)
const write = ({ line, from, to }: Mutant) => `    line ${line}: ${shorten(from)} → ${shorten(to)}`

const sum = { made: 0, killed: 0 }
for (const file of files) {
  const text = readFileSync(join(root, file), 'utf8')
  const mutants = pickEvenly(listMutants(file, text), Number(values.most))
  const names = findTests(file, text, tests)
  if (mutants.length === 0) continue
  if (names.length === 0) say(`${file}: no test imports it or names its requirements`)
  else if (!(await run(names))) {
    say(`${file}: its tests are red before anything is changed`)
    process.exitCode = 1
    continue
  }
  putBack = () => writeFileSync(join(root, file), text)
  const survived: Mutant[] = []
  for (const mutant of mutants) {
    writeFileSync(join(root, file), applyMutant(text, mutant))
    try {
      if (names.length === 0 || (await run(names))) survived.push(mutant)
    } finally {
      putBack()
    }
  }
  sum.made += mutants.length
  sum.killed += mutants.length - survived.length
  say(`${file}: ${mutants.length - survived.length} of ${mutants.length} killed by ${names.length} test files`)
  for (const mutant of survived) say(write(mutant))
}
say(sum.made === 0 ? 'Nothing to change.' : `${sum.killed} of ${sum.made} killed, ${((100 * sum.killed) / sum.made).toFixed(1)} %.`)
