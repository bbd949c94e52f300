import { openLogins } from '@seriatim/db/logins'
import { describe, expect, test } from 'vitest'
import { openPool } from '../src/db/pool.ts'
import { useTestDb } from './fixtures.ts'
import type { TestDb } from './harness.ts'

const t = useTestDb()

const ask = async (pool: TestDb['deps']['pool'], text: string) => (await pool.query<{ role: string; login: string }>(text)).rows[0]

describe("the app's connections", () => {
  test.each([
    ['seriatim_app', () => t.deps.pool],
    ['seriatim_system', () => t.deps.systemPool],
  ] as const)('log in as %s and cannot assume the owner’s role or each other’s', async (role, pool) => {
    const who = 'select current_user as role, session_user as login'
    expect(await ask(pool(), who)).toEqual({ role, login: role })
    const client = await pool().connect()
    try {
      await client.query('reset role')
      expect((await client.query(who)).rows).toEqual([{ role, login: role }])
      const other = role === 'seriatim_app' ? 'seriatim_system' : 'seriatim_app'
      for (const name of ['seriatim_owner', other, 'postgres']) {
        await expect(client.query(`set role ${name}`)).rejects.toThrow('permission denied')
        await expect(client.query(`set session authorization ${name}`)).rejects.toThrow('permission denied')
      }
      for (const statement of [
        'alter table location disable row level security',
        'alter table location no force row level security',
        'drop table location',
        'create table stolen (id int)',
        `alter role ${role} createrole`,
      ])
        await expect(client.query(statement)).rejects.toThrow(/must be owner|permission denied/)
    } finally {
      client.release()
    }
  })

  test('log in as the owner if the roles’ password was not derived from the given key, and leave that password unchanged', async () => {
    const warnings: string[] = []
    const strange = await openLogins(t.ownerUrl, 'the key of another installation here', {
      mayGive: true,
      warn: (line) => warnings.push(line),
    })
    expect(strange.seriatim_app.isOwner).toBe(true)
    expect(warnings[0]).toContain("alter role seriatim_app login password 'SCRAM-SHA-256$4096:")
    const pool = openPool(strange, 'seriatim_app', 1)
    expect(await ask(pool, 'select current_user as role, session_user as login')).toEqual({ role: 'seriatim_app', login: 'seriatim_owner' })
    await pool.end()
    expect((await openLogins(t.ownerUrl, t.config.secretKey, { mayGive: false })).seriatim_app.isOwner).toBe(false)
  })
})
