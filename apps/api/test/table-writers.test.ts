import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const DOMAINS = new URL('../src/domains/', import.meta.url)

/**
 * Tables that record holds. Only the domains in `by` may read them; all others call the service of `hold`. `finder` and `audit` are in `by` because
 * they read the tables of all domains.
 */
const READ_ELSEWHERE = { tables: ['hold', 'hold_med'], by: ['hold', 'finder', 'audit'] }

interface Source {
  domain: string
  file: string
  text: string
}

const sources: Source[] = readdirSync(DOMAINS, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .map((path) => path.replaceAll('\\', '/'))
  .map((file) => ({ domain: file.split('/')[0] ?? '', file, text: readFileSync(new URL(file, DOMAINS), 'utf8') }))

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const named = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => snake(match[1] ?? ''))

/** Tables that a source text writes to, with Kysely or in SQL: `update t a set`, `update t as a set`, `insert into t (…)`, `delete from t`. */
export function writtenBy(text: string): string[] {
  return [
    ...named(text, /\b(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*['"`](\w+)/g),
    ...named(text, /\b(?:insert into|delete from|merge into|truncate) +"?(\w+)"?/gi),
    ...named(text, /\bupdate +"?(\w+)"?(?: +(?:as +)?\w+)?\s+set\b/gi),
  ].filter((table) => table !== 'set')
}

function readBy(text: string): string[] {
  return [
    ...named(text, /\b(?:selectFrom|innerJoin|leftJoin)\(\s*['"`](\w+)/g),
    ...named(text, /\b(?:from|join) +"?(\w+)"?(?= +(?:[a-z]{1,2}|as)\b|\s*$)/gim),
  ]
}

describe('the tables of the domains', () => {
  test('are each written by one domain only', () => {
    const writers = new Map<string, Set<string>>()
    for (const { domain, text } of sources)
      for (const table of writtenBy(text)) writers.set(table, (writers.get(table) ?? new Set()).add(domain))
    expect(writers.size).toBeGreaterThan(25)
    const shared = [...writers].filter(([, domains]) => domains.size > 1).map(([table, domains]) => `${table}: ${[...domains].join(', ')}`)
    expect(shared).toEqual([])
  })

  test('include the tables of holds, which other domains may read only through the code of the hold domain', () => {
    const readers = sources
      .filter(
        ({ domain, text }) => !READ_ELSEWHERE.by.includes(domain) && readBy(text).some((table) => READ_ELSEWHERE.tables.includes(table)),
      )
      .map(({ file }) => file)
    expect(readers).toEqual([])
  })

  test('are recognized in every form of write statement', () => {
    expect(writtenBy(`tx.insertInto('holdMed').values(x)`)).toEqual(['hold_med'])
    expect(writtenBy(`tx\n  .updateTable('order')\n  .set(x)`)).toEqual(['order'])
    expect(writtenBy('sql`update "order" o set a = 1`')).toEqual(['order'])
    expect(writtenBy('sql`update med as m set a = 1`')).toEqual(['med'])
    expect(writtenBy('sql`insert into med (a) select 1 on conflict (a) do update set a = 2`')).toEqual(['med'])
    expect(writtenBy('sql`with x as (delete from leftover returning id) select 1`')).toEqual(['leftover'])
    expect(writtenBy('select … for update skip locked')).toEqual([])
  })
})
