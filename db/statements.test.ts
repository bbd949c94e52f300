import { describe, expect, test } from 'vitest'
import { readMigrations } from './migrate.ts'
import { splitStatements } from './statements.ts'

describe('the statements of a script', () => {
  test('end with a semicolon or at the end of the script', () => {
    expect(splitStatements('select 1; select 2;\nselect 3')).toEqual(['select 1', 'select 2', 'select 3'])
    expect(splitStatements('select 1;')).toEqual(['select 1'])
    expect(splitStatements('\n-- nothing; at all\n')).toEqual([])
  })

  test('may contain semicolons in strings, names, comments and function bodies', () => {
    const whole = [
      `select ';', 'it''s; one', "a;b"`,
      'select 1 -- first; not second\n + 2',
      'select /* one; two */ 3',
      'do $$ begin null; end $$',
      `create function f() returns void language plpgsql as $function$ begin execute $$select ';'$$; end $function$`,
    ]
    expect(splitStatements(whole.join(';\n'))).toEqual(whole)
  })

  test('are complete and begin with a verb, in every migration', async () => {
    const verbs = /^(alter|analyze|comment|create|delete|do|drop|grant|insert|revoke|select|set|update|with)\b/
    for (const { name, sql } of await readMigrations())
      for (const statement of splitStatements(sql))
        expect(`${name}: ${statement.replace(/--[^\n]*/g, '').trim()}`).toMatch(new RegExp(`^${name}: ${verbs.source.slice(1)}`))
  })
})
