import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const map = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
const subjects = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'))
const pages = ['../ARCHITECTURE.md', '../STYLE.md', ...subjects]
/**
 * Pages that are not checked, because they mention names that are not in this code: they quote the specification, another product, or deleted code.
 */
const OTHER_NAMES = ['decisions.md', 'measures.md', 'rest.md', 'scale.md']

const sources = ['apps', 'packages', 'db', 'scripts', 'e2e'].flatMap((path) =>
  readdirSync(join(root, path), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|tsx|sql|tsv|css|mjs)$/.test(name) && !/(^|\/)(node_modules|dist)\//.test(name))
    .map((name) => join(root, path, name)),
)
const words = new Set(sources.flatMap((path) => readFileSync(path, 'utf8').match(/[A-Za-z_]\w{3,}/g) ?? []))
const files = new Set([
  ...sources.map((path) => basename(path)),
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).map((path) => basename(path)),
  'requirements.tsv',
])
const folders = (path: string) =>
  readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)

test('ARCHITECTURE.md lists every domain, and names only tables that exist', () => {
  const lines = [...map.matchAll(/^\|[^|`]*\| `([a-z-]+)` \| [^|]+ \| ([^|]+) \|$/gm)]
  expect(lines.map(([, domain]) => domain).sort()).toEqual(folders('apps/api/src/domains').sort())
  const tables = lines.flatMap(([, , named = '']) => [...named.matchAll(/`(\w+)`/g)].map(([, table]) => table))
  const known = readdirSync(join(root, 'db/migrations')).flatMap((file) =>
    [...readFileSync(join(root, 'db/migrations', file), 'utf8').matchAll(/^create table "?(\w+)"?/gim)].map(([, table]) => table),
  )
  expect(tables.filter((table) => !known.includes(table))).toEqual([])
})

test('the map has at most 150 lines, so that it can be read in one sitting', () => {
  expect(map.trimEnd().split('\n').length).toBeLessThanOrEqual(150)
})

test.each(pages)('%s refers to every file by its current name', (page) => {
  const text = readFileSync(join(root, 'docs', page), 'utf8')
  const named = [...text.matchAll(/`(?:[\w./-]+\/)?([a-z][\w-]*(?:\.[\w-]+)*\.(?:ts|tsx|tsv|sql|css|mjs))`/g)].map(([, name]) => name ?? '')
  expect(named.filter((name) => !files.has(name) && !/NNNN|^recall\.(spec|pages)/.test(name))).toEqual([])
})

test.each(pages.filter((name) => !OTHER_NAMES.includes(name)))(
  '%s refers to functions, types, tables and columns by their current names',
  (page) => {
    const text = readFileSync(join(root, 'docs', page), 'utf8')
    const named = [...text.matchAll(/`([\w.]+)(?:\(\))?`/g)]
      .flatMap(([, name = '']) => name.split('.'))
      .filter((name) => /^[a-z]+\d*[A-Z]\w*$|^[A-Z][a-z]+[A-Z]\w*$|^[a-z]+(?:_[a-z]+)+$/.test(name))
    expect(named.filter((name) => !words.has(name))).toEqual([])
  },
)

const linking = [...globSync('{*.md,docs/**/*.md,db/*.md,packages/*/README.md}', { cwd: root })].filter(
  (page) => !page.includes('node_modules'),
)

/** Returns the anchors of a page's headings, as GitHub forms them. */
const anchorsOf = (text: string) =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  )

test.each(linking)('%s links only to files and headings that exist', (page) => {
  const text = readFileSync(join(root, page), 'utf8')
  const broken = [...text.matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].filter(([, path = '', anchor]) => {
    const target = path ? join(root, dirname(page), path) : join(root, page)
    if (!existsSync(target)) return true
    return anchor !== undefined && target.endsWith('.md') && !anchorsOf(readFileSync(target, 'utf8')).includes(anchor)
  })
  expect(broken.map(([link]) => link)).toEqual([])
})

test('every decision that code or docs cite is listed in docs/decisions.md', () => {
  const text = readFileSync(join(root, 'docs/decisions.md'), 'utf8')
  const listed = new Set([...text.matchAll(/^(\d+)\. /gm)].map(([, number]) => Number(number)))
  const cited = [...sources, ...linking.map((page) => join(root, page))].flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/\bdecisions? (\d+(?:(?:, | and | to )\d+)*)/g)].flatMap(([, numbers = '']) =>
      (numbers.match(/\d+/g) ?? []).map((number) => ({ path: path.slice(root.length + 1), number: Number(number) })),
    ),
  )
  expect(cited.length).toBeGreaterThan(100)
  expect(cited.filter(({ number }) => !listed.has(number))).toEqual([])
})
