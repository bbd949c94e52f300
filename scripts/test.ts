import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { findUsers } from './test/collected.ts'
import { beginProof } from './test/proof.ts'
import { addUp, failures, type Report, restingOnSkipped, slowest } from './test/reports.ts'
import { run } from './test/run.ts'

/**
 * `npm test`: format, lint, types, and the ids in titles; then the unit, integration and web suites; then the browser suite; then the requirement
 * matrix of what passed. Suites that use the collected documents run again without them, because a fresh clone has none. Ends with the failures and
 * one line that sums up all suites, and exits with 1 if anything failed.
 */
const root = join(import.meta.dirname, '..')
const out = mkdtempSync(join(tmpdir(), 'seriatim-test-'))
process.on('exit', () => rmSync(out, { recursive: true, force: true }))
let isBroken = false
const failedSteps: string[] = []
const seen: Report[] = []

async function step(title: string, command: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<void> {
  const began = Date.now()
  process.stdout.write(`\n=== ${title}\n`)
  const isFine = await run(command, args, root, env)
  process.stdout.write(`=== ${title}: ${isFine ? 'fine' : 'failed'} in ${((Date.now() - began) / 1000).toFixed(1)} s\n`)
  if (isFine) return
  isBroken = true
  failedSteps.push(title)
}

/** Runs vitest once; undefined if it did not get far enough to write its report. */
async function suite(title: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<Report | undefined> {
  const file = join(out, `${title}.json`)
  await step(
    title,
    'vitest',
    [
      ...['run', '--config', 'vitest.workspace.ts', '--includeTaskLocation', '--reporter=default'],
      ...['--reporter=json', `--outputFile.json=${file}`, '--reporter=./scripts/test/proof-reporter.ts', ...args],
    ],
    env,
  )
  try {
    const report = JSON.parse(readFileSync(file, 'utf8')) as Report // vitest's own format
    seen.push(report)
    return report
  } catch {
    isBroken = true
    return undefined
  }
}

async function checks(): Promise<void> {
  await step('format and lint', 'biome', ['check', '--error-on-warnings', '.'])
  await step('types', 'tsc', ['-b', '.', 'apps/web', 'e2e'])
  await step('what nobody uses', 'knip', [])
  await step('requirements in titles', 'node', ['scripts/trace.ts', '--quiet', '--titles'])
}

async function suites(): Promise<Report[]> {
  const proof = beginProof(root)
  const proofOf = (name: string) => ({ PROOF_FILE: join(proof, `${name}.json`) })
  const users = findUsers(root).flatMap(({ isTest, file }) => (isTest && !file.startsWith('e2e/') ? [file] : []))
  const all = await suite('unit, integration and web tests', ['--project', 'unit', '--project', 'int', '--project', 'web'], proofOf('all'))
  const isHere = existsSync(join(root, '../shared/corpus'))
  const hidden = isHere
    ? await suite('the same without the collected documents', ['--project', 'unit', '--project', 'int', ...users], { COLLECTED: 'none' })
    : undefined
  await step('build of the web', 'node', ['scripts/build-web.ts'])
  const browser = await suite('browser tests', ['--project', 'e2e'], proofOf('browser'))
  await step('requirements by tests that passed', 'node', ['scripts/trace.ts', '--quiet'])
  const counted = [all, browser].filter((report) => report !== undefined)
  judgeSkipped(counted, hidden, users)
  return counted
}

/**
 * Prints how many checks need the collected documents, which not every machine has. The run fails if some requirement is proven only by such checks,
 * because a machine without the documents would not prove it at all.
 */
function judgeSkipped(reports: readonly Report[], hidden: Report | undefined, users: readonly string[]): void {
  const names = new Set(users.map((file) => join(root, file)))
  const others = reports.map(({ testResults }) => ({ testResults: testResults.filter(({ name }) => !names.has(name)) }))
  const without = hidden ? [...others, hidden] : [...reports]
  const resting = restingOnSkipped(without)
  if (resting.length) process.stdout.write(`\nOnly tests that need the collected documents prove ${resting.join(', ')}.\n`)
  if (resting.length) isBroken = true
  const theirs = hidden ? [hidden] : reports.map(({ testResults }) => ({ testResults: testResults.filter(({ name }) => names.has(name)) }))
  const { skipped } = addUp(theirs)
  process.stdout.write(
    `\n${skipped} ${skipped === 1 ? 'check needs' : 'checks need'} the collected documents, which ${hidden ? 'are here' : 'are not here'}.\n`,
  )
}

await checks()
const reports = isBroken ? [] : await suites()
const sum = addUp(reports)
if (reports.length) {
  process.stdout.write('\nThe slowest files:\n')
  for (const { name, seconds } of slowest(reports, 10))
    process.stdout.write(`${seconds.toFixed(1).padStart(7)} s  ${relative(root, name)}\n`)
}
if (isBroken && sum.failed === 0) sum.failed = 1
if (failedSteps.length) process.stdout.write(`\nFailed: ${failedSteps.join(', ')}\n`)
for (const { name, test, said } of failures(seen))
  process.stdout.write(`\n  ${relative(root, name)}  ${test}\n${said.replace(/^/gm, '    ')}\n`)
process.stdout.write(`\n${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped\n`)
process.exit(isBroken || sum.failed ? 1 : 0)
