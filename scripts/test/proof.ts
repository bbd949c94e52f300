import { globSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** What became of one test in a run, as `proof-reporter.ts` writes it. */
export interface RanTest {
  /** From the root of the repository. */
  file: string
  line: number
  title: string
  hasPassed: boolean
  /** `test.fails`: it passes when its body fails. */
  isTurned: boolean
}

export interface Proof {
  /** When the run of its suite ended, in milliseconds since 1970. */
  at: number
  tests: RanTest[]
}

/** Where the suites of the last whole run leave their reports; git does not see it. */
const FOLDER = 'node_modules/.cache/seriatim-proof'

/** A folder for the reports of a new run: those of the run before are gone. */
export function beginProof(root: string): string {
  const folder = join(root, FOLDER)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  return folder
}

/** The report of the last whole run over all its suites; undefined where there was none. */
export function readProof(root: string): Proof | undefined {
  const reports = globSync('*.json', { cwd: join(root, FOLDER) }).map(
    (file) => JSON.parse(readFileSync(join(root, FOLDER, file), 'utf8')) as Proof, // written by proof-reporter.ts only
  )
  if (reports.length === 0) return undefined
  return { at: Math.min(...reports.map(({ at }) => at)), tests: reports.flatMap(({ tests }) => tests) }
}
