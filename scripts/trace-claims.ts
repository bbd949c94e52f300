import type { RanTest } from './test/proof.ts'
import { listTests, type WrittenTest } from './test/titles.ts'
import type { Claim } from './trace-matrix.ts'

const BRACKET = String.raw`\[[A-Z]+-\d+(?:[ ,]+[A-Z]+-\d+)*\]\s*`

/** Requirement ids at the beginning of a test's title, in one or more brackets. */
const IDS = new RegExp(`^(?:${BRACKET})+`)

/**
 * A `test.each` title that begins, after any ids, with a placeholder for a value of the row. If that value contains ids, the title begins with them
 * when the test runs.
 */
const BEGINS_WITH_ROW = new RegExp(`^(?:${BRACKET})*(?:%s|\\$\\w)`)

const collectIds = (title: string): string[] => IDS.exec(title)?.[0].match(/[A-Z]+-\d+/g) ?? []

export interface TitleClaims {
  claims: Claim[]
  /** Tests that claim requirements in their titles although their bodies call nothing, so they prove nothing. */
  empty: { place: string; file: string; title: string }[]
}

/** Requirement ids in the titles of a test file. */
export function readWritten(file: string, text: string): TitleClaims {
  const tests = listTests(file, text)
  const hasTitlesFromRows = tests.some(({ title, rowOf }) => rowOf === undefined && BEGINS_WITH_ROW.test(title))
  const mayRun = ({ rowOf }: WrittenTest) => rowOf === undefined || (rowOf === null ? hasTitlesFromRows : BEGINS_WITH_ROW.test(rowOf))
  const naming = tests.filter((test) => collectIds(test.title).length > 0 && mayRun(test))
  const place = ({ line }: WrittenTest) => `${file}:${line}`
  return {
    claims: naming.filter(({ isEmpty }) => !isEmpty).map((test) => ({ ids: collectIds(test.title), place: place(test) })),
    empty: naming.filter(({ isEmpty }) => isEmpty).map((test) => ({ place: place(test), file, title: test.title })),
  }
}

/**
 * Returns one claim for each place in a test file and the requirements that a test at that place proves; the rows of a `test.each` share one claim. A
 * test proves the requirements in its title if it passed, makes a call and is not marked as expected to fail.
 */
export function listProven(tests: readonly RanTest[], empty: TitleClaims['empty']): Claim[] {
  const hollow = new Set(empty.map(({ file, title }) => `${file} ${title}`))
  const proving = tests.filter(({ file, title, hasPassed, isTurned }) => hasPassed && !isTurned && !hollow.has(`${file} ${title}`))
  const byPlace = new Map<string, Claim>()
  for (const { file, line, title } of proving) {
    const ids = collectIds(title)
    if (ids.length > 0) byPlace.set(`${file}:${line} ${ids}`, { ids, place: `${file}:${line}` })
  }
  return [...byPlace.values()]
}
