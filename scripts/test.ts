import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * `npm test`: format, lint, types, the requirement matrix; then the unit, integration and web suites; then the browser's.
 * Ends with one plain line that sums all suites, and exits 1 when anything failed.
 */
const root = join(import.meta.dirname, '..')
const out = mkdtempSync(join(tmpdir(), 'seriatim-test-'))
const sum = { passed: 0, failed: 0, skipped: 0 }
let isBroken = false

function run(title: string, command: string, args: string[]): void {
  const began = Date.now()
  process.stdout.write(`\n=== ${title}\n`)
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, FORCE_COLOR: '0' } })
  process.stdout.write(`=== ${title}: ${status === 0 ? 'fine' : 'failed'} in ${((Date.now() - began) / 1000).toFixed(1)} s\n`)
  if (status !== 0) isBroken = true
}

interface Report {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  numFailedTestSuites: number
}

function suite(title: string, projects: string[]): void {
  const file = join(out, `${title}.json`)
  run(title, 'vitest', ['run', '--config', 'vitest.workspace.ts', ...projects.flatMap((name) => ['--project', name]), '--reporter=default', '--reporter=json', `--outputFile.json=${file}`])
  try {
    const report = JSON.parse(readFileSync(file, 'utf8')) as Report // vitest's own format
    sum.passed += report.numPassedTests
    sum.failed += report.numFailedTests
    sum.skipped += report.numPendingTests + report.numTodoTests
  } catch {
    sum.failed += 1 // the suite did not come so far as to count
  }
}

run('format and lint', 'biome', ['check', '--error-on-warnings', '.'])
run('types', 'tsc', ['-b'])
run('types of the web', 'tsc', ['-p', 'apps/web'])
run('types of the browser tests', 'tsc', ['-p', 'e2e'])
run('requirements', 'node', ['scripts/trace.ts', '--quiet'])
if (!isBroken) {
  suite('unit, integration and web tests', ['unit', 'int', 'web'])
  run('build of the web', 'node', ['scripts/build-web.ts'])
  suite('browser tests', ['e2e'])
}
rmSync(out, { recursive: true, force: true })
if (isBroken && sum.failed === 0) sum.failed = 1
process.stdout.write(`\n${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped\n`)
process.exit(isBroken || sum.failed ? 1 : 0)
