import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/** A project file that reads the collected documents, which are stored next to the checkout. */
export interface Finder {
  file: string
  isTest: boolean
  /** whether the file reads the data through a `collected.ts`, which can act as if there were no data */
  asks: boolean
}

const PATTERN = '{apps,packages,db,e2e,scripts}/**/*.{ts,tsx}'

/**
 * Lists the files that read the collected documents. Those documents are stored next to the checkout and may be missing on other machines, so no test
 * may depend on them.
 */
export function findUsers(root: string): Finder[] {
  return globSync(PATTERN, { cwd: root, exclude: ['**/node_modules/**', '**/dist/**'] })
    .filter((file) => basename(file) !== 'collected.ts' && !file.startsWith('scripts/test/'))
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
    .map(({ file, text }) => ({
      file,
      isTest: /\.(test|spec)\.tsx?$/.test(file),
      asks: /from '[./a-z-]*\/collected\.ts'/.test(text),
      looks: /['"`/]shared\/|\b(join|resolve)\([^)]*'shared'/.test(text),
    }))
    .filter(({ asks, looks }) => asks || looks)
    .map(({ file, isTest, asks }) => ({ file, isTest, asks }))
}
