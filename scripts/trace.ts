import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { listClaims, listRequirements, makeCells, makeMatrix } from './trace-matrix.ts'
import { report } from './trace-words.ts'

/**
 * `npm run trace [-- --part 1|2] [-- --area LOGIN]`: which test proves which requirement; without more the whole matrix. A test names them at the
 * beginning of its title, `[RECV-006] a med counts as received …`. Exits 1 on an id that does not exist, on one that is deferred and claimed, on a
 * title with more than six, and on a gap in what was asked for (nothing asked: in the areas that docs/done.tsv declares done).
 */
const root = join(import.meta.dirname, '..')
const { values } = parseArgs({
  options: { part: { type: 'string' }, area: { type: 'string' }, quiet: { type: 'boolean', default: false } },
})
const read = (file: string) => readFileSync(join(root, file), 'utf8')

const tests = globSync('{apps,packages,db,e2e,scripts}/**/*.{test,spec}.{ts,tsx}', {
  cwd: root,
  exclude: ['**/node_modules/**', '**/dist/**'],
})
const matrix = makeMatrix(
  {
    requirements: listRequirements(read('docs/requirements.tsv'), makeCells(read('docs/rest.tsv'))),
    claims: tests.sort().flatMap((file) => listClaims(file, read(file))),
    deferred: makeCells(read('docs/deferred.tsv')).map(([id = '', why = '']) => ({ id, why })),
    done: makeCells(read('docs/done.tsv')).map(([area = '']) => area),
  },
  values,
)
process.stdout.write(report(matrix, values.quiet))
process.exitCode = matrix.faults.length > 0 ? 1 : 0
