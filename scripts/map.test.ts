import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const map = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
const subjects = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'))
const folders = (path: string) =>
  readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)

test('the map names every domain, and each of its tables exists', () => {
  const lines = [...map.matchAll(/^\|[^|`]*\| `([a-z-]+)` \| [^|]+ \| ([^|]+) \|$/gm)]
  expect(lines.map(([, domain]) => domain).sort()).toEqual(folders('apps/api/src/domains').sort())
  const tables = lines.flatMap(([, , named = '']) => [...named.matchAll(/`(\w+)`/g)].map(([, table]) => table))
  const known = readdirSync(join(root, 'db/migrations')).flatMap((file) =>
    [...readFileSync(join(root, 'db/migrations', file), 'utf8').matchAll(/^create table "?(\w+)"?/gim)].map(([, table]) => table),
  )
  expect(tables.filter((table) => !known.includes(table))).toEqual([])
})

test.each(['../ARCHITECTURE.md', ...subjects])('%s names every file it mentions by its current name', (page) => {
  const text = readFileSync(join(root, 'docs', page), 'utf8')
  const files = new Set(
    ['apps', 'packages', 'db', 'docs', 'scripts', 'e2e'].flatMap((path) =>
      readdirSync(join(root, path), { recursive: true, encoding: 'utf8' })
        .filter((name) => !name.includes('node_modules'))
        .map((name) => name.split('/').at(-1)),
    ),
  )
  const named = [...text.matchAll(/`(?:[\w./-]+\/)?([a-z][\w-]*(?:\.[\w-]+)*\.(?:ts|tsx|tsv|sql|css|mjs))`/g)].map(([, name]) => name)
  expect(named.filter((name) => !files.has(name) && !/NNNN|^recall\.(spec|pages)/.test(name ?? ''))).toEqual([])
})
