import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'

/**
 * `npm run trace [-- --part 1|2] [-- --area LOGIN]`: which test proves which requirement. A test names them at the beginning of its title,
 * `[RECV-006] a med counts as received …`. Exits 1 on an id that does not exist and on a gap in what was asked for (nothing asked: the
 * areas that docs/done.tsv declares done).
 */
const root = join(import.meta.dirname, '..')
const { values } = parseArgs({ options: { part: { type: 'string' }, area: { type: 'string' }, quiet: { type: 'boolean', default: false } } })

interface Requirement {
  id: string
  area: string
  text: string
  source: string
}

const rows = (file: string): string[][] =>
  readFileSync(join(root, file), 'utf8')
    .split('\n')
    .filter((line) => line.trim() && !line.startsWith('#'))
    .map((line) => line.split('\t'))

const requirements: Requirement[] = rows('docs/requirements.tsv')
  .slice(1)
  .map(([id = '', area = '', , text = '', source = '']) => ({ id, area, text, source }))
const deferred = new Map(rows('docs/deferred.tsv').map(([id = '', why = '']) => [id, why]))
const doneAreas = new Set(rows('docs/done.tsv').map(([area = '']) => area))

/** The ids at the beginning of a title, in one bracket or several. */
const TITLE = /(['"`])((?:\[[A-Z]+-\d+(?:[ ,]+[A-Z]+-\d+)*\]\s*)+).*?\1\s*[,)]/g

/** Requirement id → places of the tests that name it. */
function readTests(): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const file of globSync('{apps,packages,db,e2e,scripts}/**/*.{test,spec}.{ts,tsx}', { cwd: root, exclude: ['**/node_modules/**', '**/dist/**'] })) {
    const text = readFileSync(join(root, file), 'utf8')
    for (const match of text.matchAll(TITLE)) {
      const line = text.slice(0, match.index).split('\n').length
      for (const id of (match[2] ?? '').match(/[A-Z]+-\d+/g) ?? []) found.set(id, [...(found.get(id) ?? []), `${relative('.', file)}:${line}`])
    }
  }
  return found
}

/** "Part 1" means the lines whose source names only P1 (decision 47). */
function partOf({ source }: Requirement): '1' | '2' {
  return source.includes('P2') ? '2' : '1'
}

const tests = readTests()
const known = new Set(requirements.map((requirement) => requirement.id))
const unknown = [...tests.keys(), ...deferred.keys()].filter((id) => !known.has(id))
const isChosen = (requirement: Requirement) => (!values.part || partOf(requirement) === values.part) && (!values.area || requirement.area === values.area)
const isWanted = (requirement: Requirement) => (values.part || values.area ? isChosen(requirement) : doneAreas.has(requirement.area))
const gaps = requirements.filter((requirement) => isWanted(requirement) && !tests.has(requirement.id) && !deferred.has(requirement.id))

if (!values.quiet) {
  for (const requirement of requirements.filter(isChosen)) {
    const places = tests.get(requirement.id)
    const why = deferred.get(requirement.id)
    if (places) process.stdout.write(`${requirement.id}\t${places.length}\t${places.join(' ')}\n`)
    else if (!why) process.stdout.write(`${requirement.id}\t-\t${requirement.text.slice(0, 100)}\n`)
  }
  const waiting = requirements.filter((requirement) => isChosen(requirement) && deferred.has(requirement.id) && !tests.has(requirement.id))
  if (waiting.length) process.stdout.write(`\nDeferred:\n${waiting.map(({ id }) => `${id}\t${deferred.get(id)}`).join('\n')}\n`)
}
const chosen = requirements.filter(isChosen)
process.stdout.write(`\n${chosen.filter(({ id }) => tests.has(id)).length} of ${chosen.length} requirements have a test, ${deferred.size} are deferred.\n`)
if (unknown.length) process.stdout.write(`These ids do not exist: ${unknown.join(', ')}\n`)
if (gaps.length) process.stdout.write(`No test proves:\n${gaps.map(({ id, text }) => `  ${id}  ${text}`).join('\n')}\n`)
process.exit(unknown.length || gaps.length ? 1 : 0)
