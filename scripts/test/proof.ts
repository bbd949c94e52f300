import { globSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Result of one test in a run, as written by `proof-reporter.ts`. */
export interface RanTest {
  /** Path from the root of the repository. */
  file: string
  line: number
  title: string
  hasPassed: boolean
  /** Whether the test is a `test.fails`, which passes if its body fails. */
  isTurned: boolean
}

export interface Proof {
  /** Time at which the suite's run ended, as Unix time in milliseconds. */
  at: number
  tests: RanTest[]
}

/** Folder in which the suites of the last full run leave their reports; git ignores it. */
const FOLDER = 'node_modules/.cache/seriatim-proof'

/** Creates the folder for a new run's reports and removes those of the previous run. */
export function beginProof(root: string): string {
  const folder = join(root, FOLDER)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  return folder
}

/** Combined report of all suites in the last full run; undefined if there was no such run. */
export function readProof(root: string): Proof | undefined {
  const reports = globSync('*.json', { cwd: join(root, FOLDER) }).map(
    (file) => JSON.parse(readFileSync(join(root, FOLDER, file), 'utf8')) as Proof, // only proof-reporter.ts writes these files
  )
  if (reports.length === 0) return undefined
  return { at: Math.min(...reports.map(({ at }) => at)), tests: reports.flatMap(({ tests }) => tests) }
}
