/** The parts of vitest's JSON report that are used here. */
export interface Report {
  testResults: FileResult[]
}

export interface FileResult {
  name: string
  /** Unix time in milliseconds */
  startTime: number
  endTime: number
  /** also 'failed' if the file could not be loaded, in which case it has no tests */
  status: string
  assertionResults: { fullName: string; title: string; status: string; failureMessages?: string[] }[]
}

export interface Sum {
  passed: number
  failed: number
  skipped: number
}

/** Counts passed, failed and skipped tests. A test file that crashed before its first test counts as one failed test. */
export function addUp(reports: readonly Report[]): Sum {
  const sum: Sum = { passed: 0, failed: 0, skipped: 0 }
  for (const file of reports.flatMap((report) => report.testResults)) {
    const failed = file.assertionResults.filter(({ status }) => status === 'failed').length
    sum.failed += failed === 0 && file.status === 'failed' ? 1 : failed
    sum.passed += file.assertionResults.filter(({ status }) => status === 'passed').length
    sum.skipped += file.assertionResults.filter(({ status }) => status !== 'passed' && status !== 'failed').length
  }
  return sum
}

/** Failed tests with the first lines of their messages; a file that failed without a failed test has one entry, with only the file's name. */
export function failures(reports: readonly Report[]): { name: string; test: string; said: string }[] {
  return reports
    .flatMap(({ testResults }) => testResults)
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed')
      if (!failed.length) return [{ name, test: '', said: '' }]
      return failed.map(({ fullName, failureMessages }) => ({ name, test: fullName, said: findBegin(failureMessages?.[0] ?? '') }))
    })
}

const findBegin = (message: string) => message.split('\n').slice(0, 6).join('\n').slice(0, 600)

/** The slowest files, slowest first, in seconds. */
export function slowest(reports: readonly Report[], count: number): { name: string; seconds: number }[] {
  return reports
    .flatMap((report) => report.testResults)
    .map(({ name, startTime, endTime }) => ({ name, seconds: (endTime - startTime) / 1000 }))
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, count)
}

/** Returns the ids of requirements of which every test was skipped, so that nothing proves them. */
export function restingOnSkipped(reports: readonly Report[]): string[] {
  const tests = reports.flatMap((report) => report.testResults.flatMap((file) => file.assertionResults))
  const run = new Set(tests.filter(({ status }) => status === 'passed' || status === 'failed').flatMap(({ title }) => collectIds(title)))
  const skipped = new Set(
    tests.filter(({ status }) => status !== 'passed' && status !== 'failed').flatMap(({ title }) => collectIds(title)),
  )
  return [...skipped].filter((id) => !run.has(id)).sort()
}

/** Requirement ids in the brackets at the beginning of a title. */
function collectIds(title: string): string[] {
  return title.match(/^(\[[A-Z0-9, -]+\]\s*)+/)?.[0].match(/[A-Z]+-\d+/g) ?? []
}
