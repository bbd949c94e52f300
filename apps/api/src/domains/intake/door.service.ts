import { type IntakeOverview, type NewIntakeDoor, writeFullName } from '@seriatim/schema'
import { may, must, type Session } from '../../call/access/access.ts'
import { audit, auditNothing } from '../../call/audit.ts'
import type { Deps } from '../../call/deps.ts'
import { AppError } from '../../core/errors.ts'
import { newToken, tokenHash } from '../../core/secrets.ts'
import { withCustomer } from '../../db/customer-tx.ts'
import type { CustomerTx } from '../../db/types.ts'
import { readLocationNames, readMyLocations } from '../location/location.service.ts'
import { countMessages, listLastByDoor, type Viewer } from './delivery.queries.ts'
import {
  countOpenDoors,
  type DoorRecord,
  type findDoor,
  findDoorByHash,
  insertDoor,
  listDoors,
  listPartnerNames,
  lockDoor,
  markDoorRevoked,
} from './door.queries.ts'
import { intakeErrors } from './intake.facts.ts'
import { doorAddress } from './mail/mail-door-address.ts'
import { listSources, type SourceShown, updateSource } from './pull/pull.queries.ts'
import { describeSftpServer } from './sftp/sftp-address.ts'
import { keyFingerprint, sftpUserName } from './sftp/sftp-user.ts'

/** Prefix of a delivery token, which distinguishes it from other tokens and makes a leaked one recognizable. */
export const DOOR_TOKEN_PREFIX = 'seriatim_door_'

const MOST_DOORS = 100

/**
 * The session of a delivery token; null if the token is unknown or revoked. It has one right and one scope: to deliver. Its files belong to the
 * person who created the token.
 */
export async function findDoorSession(
  { db }: Pick<Deps, 'db'>,
  token: string,
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<Session | null> {
  const [, customer, secret] = /^(\d{1,15})-([\w-]{20,100})$/.exec(token.slice(DOOR_TOKEN_PREFIX.length)) ?? []
  if (customer === undefined || secret === undefined) return null
  const customerId = Number(customer)
  const everywhere = { customerId, userId: null, scope: 'all', locationIds: [], isHurried: true } as const
  const door = await withCustomer(db, everywhere, 'read only', (tx) => findDoorByHash(tx, tokenHash(secret)))
  return door ? makeDoorSession(door, { customerId, now, timeZone }) : null
}

/** Makes a session for a door. The session may deliver and do nothing else. */
export function makeDoorSession(door: DoorRecord, call: Pick<Session, 'customerId' | 'now' | 'timeZone'>): Session {
  const { id, name, locationId, createdById } = door
  return {
    ...call,
    sessionId: 0,
    loginId: 0,
    doorId: id,
    userId: createdById,
    firstName: name,
    lastName: '',
    emailAddress: '',
    isCustomerAdmin: false,
    scope: 'some',
    locationIds: locationId === null ? [] : [locationId],
    permissions: new Map([['intake:deliver', locationId === null ? 'all' : [locationId]]]),
    tokenScopes: ['intake:deliver'],
    clockHours: 24,
  }
}

export const toViewer = ({ userId, scope, locationIds }: Session): Viewer => ({
  userId,
  locationIds: scope === 'all' ? 'all' : locationIds,
})

function toSource(source: SourceShown | undefined): IntakeOverview['doors'][number]['source'] {
  if (!source) return null
  const { doorId: _, lookedAt, failingSince, ...rest } = source
  return { ...rest, lookedAt: lookedAt?.toISOString() ?? null, failingSince: failingSince?.toISOString() ?? null }
}

/** The doors that the caller may see, with the deliveries through each. */
export async function readIntake(
  tx: CustomerTx,
  session: Session,
  { config, secrets }: Pick<Deps, 'config' | 'secrets'>,
): Promise<IntakeOverview> {
  const who = toViewer(session)
  const rows = await listDoors(tx, who.locationIds)
  const last = new Map((await listLastByDoor(tx, who)).map((row) => [row.door, row]))
  const sources = new Map((await listSources(tx)).map((source) => [source.doorId, source]))
  const mayOpenForAll = may(session, 'intake:manage', null)
  const mine = await readMyLocations(tx, session)
  const addressOf = ({ id, kind }: { id: number; kind: string }) =>
    kind === 'mail' && config.replyAddress !== undefined
      ? doorAddress(secrets, config.replyAddress, { customerId: session.customerId, id })
      : null
  return {
    doors: rows.map(({ createdAt, lastUsedAt, revokedAt, lastRefused, publicKeys, hasSecret, ...row }) => ({
      ...row,
      address: addressOf(row),
      sftp:
        row.kind === 'sftp'
          ? {
              user: sftpUserName({ customerId: session.customerId, doorId: row.id }),
              hasPassword: hasSecret,
              keys: publicKeys.map(keyFingerprint),
              publicKeys,
            }
          : null,
      source: toSource(sources.get(row.id)),
      lastRefused: lastRefused && { ...lastRefused, at: new Date(lastRefused.at).toISOString() },
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
      revokedAt: revokedAt?.toISOString() ?? null,
      mayManage: may(session, 'intake:manage', row.locationId),
    })),
    others: (['web', 'api', 'mail'] as const).map((door) => ({
      door,
      isOpen: door !== 'mail' || config.replyAddress !== undefined,
      lastAt: last.get(door)?.receivedAt.toISOString() ?? null,
      lastFilename: last.get(door)?.filename ?? null,
    })),
    counts: await countMessages(tx, who, session.now),
    locations: mine.filter(({ id }) => may(session, 'intake:manage', id)).map(({ id, name }) => ({ id, name })),
    mayOpenForAll,
    takesMail: config.replyAddress !== undefined,
    sftpServer: describeSftpServer({ config, secrets }),
    partners: mayOpenForAll || session.permissions.has('intake:manage') ? await listPartnerNames(tx) : [],
  }
}

/** Creates a delivery token. Only the answer contains it; the database stores its hash. @throws AppError door_too_many. */
export async function openDoor(tx: CustomerTx, session: Session, { name, locationId, tradingPartnerId }: NewIntakeDoor) {
  must(session, 'intake:manage', locationId)
  await expectNewDoor(tx, { locationId, tradingPartnerId })
  const secret = newToken()
  const doorId = await insertDoor(tx, {
    kind: 'token',
    senders: [],
    name,
    locationId,
    tradingPartnerId,
    tokenHash: tokenHash(secret),
    createdAt: session.now,
    createdById: session.userId,
    createdBy: writeFullName(session),
  })
  const detail = { name, locationId, tradingPartnerId }
  await audit(tx, session, { action: 'intake.createDoor', subject: 'intakeDoor', subjectId: doorId, detail })
  return { doorId, token: `${DOOR_TOKEN_PREFIX}${session.customerId}-${secret}` }
}

/**
 * Checks that the customer may open another door, for this location and partner. @throws AppError door_not_found if the location or partner does not
 * exist; door_too_many.
 */
export async function expectNewDoor(
  tx: CustomerTx,
  { locationId, tradingPartnerId }: Pick<NewIntakeDoor, 'locationId' | 'tradingPartnerId'>,
): Promise<void> {
  if (locationId !== null && !(await readLocationNames(tx)).has(locationId)) throw new AppError(intakeErrors.door_not_found)
  const isKnown = tradingPartnerId === null || (await listPartnerNames(tx)).some(({ id }) => id === tradingPartnerId)
  if (!isKnown) throw new AppError(intakeErrors.door_not_found)
  if ((await countOpenDoors(tx)) >= MOST_DOORS) throw new AppError(intakeErrors.door_too_many)
}

/**
 * Reads a door with `find`, and checks that the caller may manage it.
 *
 * @throws AppError door_not_found, also for a door of a location that the caller does not administer.
 */
export async function expectOwnDoor(tx: CustomerTx, session: Session, find: typeof findDoor, doorId: number): Promise<DoorRecord> {
  const door = await find(tx, doorId)
  const isMine =
    door && (door.locationId === null ? session.scope === 'all' : session.scope === 'all' || session.locationIds.includes(door.locationId))
  if (!isMine) throw new AppError(intakeErrors.door_not_found)
  must(session, 'intake:manage', door.locationId)
  return door
}

/** Revokes a token at once, so a file that is still arriving with it is refused. */
export async function revokeDoor(tx: CustomerTx, session: Session, { doorId }: { doorId: number }): Promise<{ ok: true }> {
  const door = await expectOwnDoor(tx, session, lockDoor, doorId)
  if (door.revokedAt !== null) {
    auditNothing(session)
    return { ok: true }
  }
  if (door.kind === 'pull') await updateSource(tx, doorId, { secret: Buffer.alloc(0) })
  await markDoorRevoked(tx, doorId, { revokedAt: session.now, revokedBy: writeFullName(session) })
  await audit(tx, session, { action: 'intake.revokeDoor', subject: 'intakeDoor', subjectId: doorId, detail: { name: door.name } })
  return { ok: true }
}
