import type { IntakeDoor } from '@seriatim/schema'
import { sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import type { CustomerTx } from '../../db/types.ts'

interface NewDoor {
  kind: IntakeDoor['kind']
  name: string
  locationId: number | null
  tradingPartnerId: number | null
  tokenHash: Buffer | null
  senders: string[]
  publicKeys?: string[]
  createdAt: Date
  createdById: number
  createdBy: string
}

export async function insertDoor(tx: CustomerTx, values: NewDoor): Promise<number> {
  return (await tx.insertInto('intakeDoor').values(values).returning('id').executeTakeFirstOrThrow()).id
}

const COLUMNS = ['id', 'kind', 'name', 'locationId', 'createdById', 'revokedAt', 'senders', 'secretChangedAt'] as const

export const findDoorByHash = (tx: CustomerTx, tokenHash: Buffer) =>
  tx
    .selectFrom('intakeDoor')
    .select(COLUMNS)
    .where('tokenHash', '=', tokenHash)
    .where('kind', '=', 'token')
    .where('revokedAt', 'is', null)
    .executeTakeFirst()
export type DoorRecord = NonNullable<Awaited<ReturnType<typeof findDoorByHash>>>

export const findDoor = (tx: CustomerTx, id: number) => tx.selectFrom('intakeDoor').select(COLUMNS).where('id', '=', id).executeTakeFirst()

/** Finds a door together with its token hash and public keys, by which the server authenticates a sender. */
export const findDoorSecrets = (tx: CustomerTx, id: number) =>
  tx
    .selectFrom('intakeDoor')
    .select([...COLUMNS, 'tokenHash', 'publicKeys'])
    .where('id', '=', id)
    .executeTakeFirst()

/** Finds the newest door with this kind and name. */
export const findDoorNamed = (tx: CustomerTx, kind: IntakeDoor['kind'], name: string) =>
  tx
    .selectFrom('intakeDoor')
    .select(COLUMNS)
    .where('kind', '=', kind)
    .where('name', '=', name)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

export const lockDoor = (tx: CustomerTx, id: number) =>
  tx.selectFrom('intakeDoor').select(COLUMNS).where('id', '=', id).forUpdate().executeTakeFirst()

/** Number of files that came through a door since this time, and their total size in bytes. Files that still wait to be renamed are included. */
export async function countSince(tx: CustomerTx, doorId: number, since: Date): Promise<{ files: number; bytes: number }> {
  const { rows } = await sql<{ files: number; bytes: number }>`
    select count(*) as files, coalesce(sum(size), 0)::bigint as bytes from (
      select m.size from inbound_message m where m.customer_id = current_customer_id() and m.received_at > ${since} and m.door_id = ${doorId}
      union all select p.size from intake_part p where p.customer_id = current_customer_id() and p.door_id = ${doorId}
    ) arrived`.execute(tx)
  return rows[0] ?? { files: 0, bytes: 0 }
}

export async function markDoorUsed(tx: CustomerTx, id: number, lastUsedAt: Date, lastAddress: string): Promise<void> {
  await tx.updateTable('intakeDoor').set({ lastUsedAt, lastAddress }).where('id', '=', id).execute()
}

export async function saveDoorSecrets(
  tx: CustomerTx,
  id: number,
  values: { tokenHash: Buffer | null; publicKeys: string[]; secretChangedAt: Date },
): Promise<void> {
  await tx.updateTable('intakeDoor').set(values).where('id', '=', id).execute()
}

export async function markDoorRevoked(tx: CustomerTx, id: number, values: { revokedAt: Date; revokedBy: string }): Promise<void> {
  await tx.updateTable('intakeDoor').set(values).where('id', '=', id).execute()
}

export async function countOpenDoors(tx: CustomerTx): Promise<number> {
  const row = await tx
    .selectFrom('intakeDoor')
    .select((eb) => eb.fn.countAll<number>().as('amount'))
    .where('revokedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return row.amount
}

/** Lists intake doors, each with its last file. Doors for all locations are listed only for a person who sees all locations. */
export function listDoors(tx: CustomerTx, locationIds: readonly number[] | 'all') {
  let query = tx
    .selectFrom('intakeDoor')
    .leftJoin('location', 'location.id', 'intakeDoor.locationId')
    .leftJoin('tradingPartner', 'tradingPartner.id', 'intakeDoor.tradingPartnerId')
    .select([
      'intakeDoor.id',
      'intakeDoor.kind',
      'intakeDoor.senders',
      'intakeDoor.publicKeys',
      'intakeDoor.name',
      'intakeDoor.locationId',
      'intakeDoor.createdAt',
      'intakeDoor.createdBy',
      'intakeDoor.lastUsedAt',
      'intakeDoor.lastAddress',
      'intakeDoor.revokedAt',
      'intakeDoor.revokedBy',
      'location.name as locationName',
      'tradingPartner.name as partnerName',
    ])
    .select(sql<boolean>`intake_door.token_hash is not null`.as('hasSecret'))
    .select((eb) =>
      eb
        .selectFrom('inboundMessage')
        .select('inboundMessage.filename')
        .whereRef('inboundMessage.doorId', '=', 'intakeDoor.id')
        .orderBy('inboundMessage.lastAt', 'desc')
        .limit(1)
        .as('lastFilename'),
    )
    .select((eb) =>
      jsonObjectFrom(
        eb
          .selectFrom('intakeMail')
          .select(['intakeMail.receivedAt as at', 'intakeMail.fromAddress as from', 'intakeMail.refused as why'])
          .whereRef('intakeMail.doorId', '=', 'intakeDoor.id')
          .where('intakeMail.refused', 'is not', null)
          .orderBy('intakeMail.id', 'desc')
          .limit(1),
      ).as('lastRefused'),
    )
    .orderBy(sql`intake_door.revoked_at desc nulls first`)
    .orderBy('intakeDoor.id', 'desc')
    .limit(200)
  if (locationIds !== 'all') query = query.where('intakeDoor.locationId', 'in', locationIds.length ? [...locationIds] : [0])
  return query.execute()
}

/** Lists the active partners, so that the user can choose the one whose files a new door receives. */
export const listPartnerNames = (tx: CustomerTx) =>
  tx.selectFrom('tradingPartner').select(['id', 'name']).where('deactivatedAt', 'is', null).orderBy('name').limit(500).execute()
