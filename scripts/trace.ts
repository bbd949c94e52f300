import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readProof } from './test/proof.ts'
import { listProven, readWritten } from './trace-claims.ts'
import { listRequirements, makeCells, makeMatrix } from './trace-matrix.ts'
import { report } from './trace-words.ts'

/**
 * `npm run trace [-- --part 1|2] [-- --area LOGIN]`: shows which test proves which requirement, by default as the whole matrix. A test names
 * requirements at the beginning of its title, `[RECV-006] a med counts as received …`, and proves them if it passed in the last `npm test`. Without
 * such a run, or with `--titles`, every test with a matching title counts, and the output says so. Exits with 1 on an unknown id, on an id that is
 * both deferred and claimed, on a title with more than six ids, on a test without a body, and on a gap in the selection (default: the areas that
 * docs/done.tsv declares done).
 */
const root = join(import.meta.dirname, '..')
const { values } = parseArgs({
  options: {
    part: { type: 'string' },
    area: { type: 'string' },
    quiet: { type: 'boolean', default: false },
    titles: { type: 'boolean', default: false },
  },
})
const read = (file: string) => readFileSync(join(root, file), 'utf8')

const tests = globSync('{apps,packages,db,e2e,scripts}/**/*.{test,spec}.{ts,tsx}', {
  cwd: root,
  exclude: ['**/node_modules/**', '**/dist/**'],
})
const written = tests.sort().map((file) => readWritten(file, read(file)))
const empty = written.flatMap((file) => file.empty)
const proof = values.titles ? undefined : readProof(root)
const changed = proof ? tests.filter((file) => statSync(join(root, file)).mtimeMs > proof.at) : []
const matrix = makeMatrix(
  {
    requirements: listRequirements(read('docs/requirements.tsv'), makeCells(read('docs/rest.tsv'))),
    claims: written.flatMap(({ claims }) => claims),
    proven: proof && listProven(proof.tests, empty),
    empty: empty.map(({ place }) => place),
    deferred: makeCells(read('docs/deferred.tsv')).map(([id = '', why = '']) => ({ id, why })),
    done: makeCells(read('docs/done.tsv')).map(([area = '']) => area),
  },
  values,
)
process.stdout.write(report(matrix, values.quiet))
if (proof)
  process.stdout.write(
    `\nTests that passed in the run of ${new Date(proof.at).toISOString().slice(0, 16).replace('T', ' ')} UTC were counted.\n`,
  )
if (changed.length > 0)
  process.stdout.write(`${changed.length} test files changed since, ${changed[0]} among them: run \`npm test\` again.\n`)
process.exitCode = matrix.faults.length > 0 ? 1 : 0
