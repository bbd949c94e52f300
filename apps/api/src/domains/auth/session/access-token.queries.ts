import type { Kysely } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import type { SystemTx } from '../../../db/types.ts'
import { personIn } from '../person/person.queries.ts'

/** Finds a valid token by its hash, with its login and person. */
export function findTokenByHash(db: Kysely<Tables>, hash: Buffer, now: Date) {
  return db
    .selectFrom('accessToken')
    .innerJoin('login', 'login.id', 'accessToken.loginId')
    .select([
      'accessToken.id',
      'accessToken.loginId',
      'accessToken.lastUsedAt',
      'accessToken.scopes',
      'login.customerId',
      'login.userId',
      'login.emailAddress',
    ])
    .select(({ ref }) => personIn(ref('login.customerId'), ref('login.userId')).as('person'))
    .where('accessToken.tokenHash', '=', hash)
    .where('accessToken.revokedAt', 'is', null)
    .where('accessToken.expiresAt', '>', now)
    .where('login.isActive', '=', true)
    .executeTakeFirst()
}

export async function markTokenUsed(tx: SystemTx, id: number, lastUsedAt: Date, lastAddress: string): Promise<void> {
  await tx.updateTable('accessToken').set({ lastUsedAt, lastAddress }).where('id', '=', id).execute()
}

/** Tokens that were not revoked, including expired ones, newest first. */
export function listTokens(tx: SystemTx, loginId: number) {
  return tx
    .selectFrom('accessToken')
    .select(['id', 'name', 'scopes', 'createdAt', 'expiresAt', 'lastUsedAt', 'lastAddress'])
    .where('loginId', '=', loginId)
    .where('revokedAt', 'is', null)
    .orderBy('id', 'desc')
    .execute()
}

interface NewToken {
  loginId: number
  name: string
  tokenHash: Buffer
  scopes: string[] | null
  createdAt: Date
  expiresAt: Date
}

export async function insertToken(tx: SystemTx, values: NewToken): Promise<number> {
  return (await tx.insertInto('accessToken').values(values).returning('id').executeTakeFirstOrThrow()).id
}

/** @returns the token's name; undefined if this login has no such token or it was revoked before. */
export async function revokeToken(tx: SystemTx, loginId: number, id: number, now: Date): Promise<string | undefined> {
  const row = await tx
    .updateTable('accessToken')
    .set({ revokedAt: now })
    .where('id', '=', id)
    .where('loginId', '=', loginId)
    .where('revokedAt', 'is', null)
    .returning('name')
    .executeTakeFirst()
  return row?.name
}

export async function countLiveTokens(tx: SystemTx, loginId: number, now: Date): Promise<number> {
  const row = await tx
    .selectFrom('accessToken')
    .select((eb) => eb.fn.countAll<number>().as('amount'))
    .where('loginId', '=', loginId)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', now)
    .executeTakeFirstOrThrow()
  return row.amount
}

/** @returns the names of the tokens that were valid until now. */
export async function revokeLiveTokens(tx: SystemTx, loginId: number, now: Date): Promise<string[]> {
  const rows = await tx
    .updateTable('accessToken')
    .set({ revokedAt: now })
    .where('loginId', '=', loginId)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', now)
    .returning('name')
    .execute()
  return rows.map((row) => row.name)
}
