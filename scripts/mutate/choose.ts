import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'

/**
 * Files in which changing a character is likely to change what the product decides: rules, services, the pure packages, and the logic files of the
 * web app.
 */
const MUTABLE =
  /^(?:apps\/api\/src\/domains\/.*\.(?:rules|service)|packages\/[^/]+\/src\/.*|apps\/web\/src\/.*-(?:words|rules|machine|fields))\.ts$/
const TESTS = '{apps/api,apps/web/src,packages,db}/**/*.test.{ts,tsx}'

const git = (root: string, ...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

/** Lists the files that changed since a revision, including uncommitted changes, and that match `MUTABLE`. */
export function listChanged(root: string, base: string | undefined): string[] {
  const since = base ?? git(root, 'merge-base', 'HEAD', 'main')
  return git(root, 'diff', '--name-only', '--diff-filter=d', since)
    .split('\n')
    .filter((file) => MUTABLE.test(file) && !file.endsWith('.test.ts') && existsSync(join(root, file)))
}

export interface TestFile {
  file: string
  text: string
}

export const readTests = (root: string): TestFile[] =>
  globSync(TESTS, { cwd: root, exclude: ['**/node_modules/**', '**/dist/**'] })
    .sort()
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))

/**
 * Tests that should notice a change of a file: tests that import it, tests near it that mention a requirement that the file mentions, and tests of
 * its domain, because a service is called through its router.
 */
export function findTests(file: string, text: string, tests: readonly TestFile[]): string[] {
  const ids = [...new Set(text.match(/\b[A-Z]{2,}-\d{3}\b/g) ?? [])]
  const domain = /^apps\/api\/src\/domains\/([^/]+)\//.exec(file)?.[1]
  const owner = domain ? `apps/api/test/${domain}/` : /^packages\/[^/]+\//.exec(file)?.[0]
  const isImporting = (test: TestFile) => test.text.includes(`${importPath(test.file, file)}'`)
  const importing = tests.filter(isImporting)
  const naming = tests.filter((test) => ids.some((id) => test.text.includes(id)) && isNear(test.file, file))
  // A file that tests import directly is covered by these tests, unless it is a service. For a service or any other file, all tests of its domain
  // run.
  const isOwn = importing.length > 0 && !file.endsWith('.service.ts')
  const around = isOwn ? [] : tests.filter((test) => owner && test.file.startsWith(owner))
  return [...new Set([...importing, ...naming, ...around].map((test) => test.file))]
}

/** Returns the path with which the test `from` would import the file `to`: `./plan.ts`, `../src/tokens.ts`. */
function importPath(from: string, to: string): string {
  const path = relative(dirname(from), to)
  return path.startsWith('.') ? path : `./${path}`
}

const isNear = (test: string, file: string) => test.split('/').slice(0, 2).join() === file.split('/').slice(0, 2).join()

export function findProject(test: string): 'unit' | 'int' | 'web' {
  if (test.startsWith('apps/web/')) return 'web'
  return basename(test).includes('.int.test.') ? 'int' : 'unit'
}
