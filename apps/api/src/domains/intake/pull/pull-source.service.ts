import type { CustomerTx } from '../../../db/types.ts'
import { type DoorRecord, lockDoor } from '../door.queries.ts'
import { findSource, type SourceRecord } from './pull.queries.ts'

/** Thrown to end a check of a partner's server before it writes anything more, because its door was changed or revoked since the check started. */
export class OutdatedCheckError extends Error {
  override name = 'OutdatedCheckError'
}

/** Settings that must not change during a check. The secret must not change either, but {@link isSame} compares it separately. */
const SETTINGS = ['host', 'port', 'userName', 'hostKey', 'secretKind', 'folder', 'pattern', 'afterwards', 'moveTo'] as const

const isSame = (one: SourceRecord, other: SourceRecord): boolean =>
  SETTINGS.every((key) => one[key] === other[key]) && one.secret.equals(other.secret)

/** Finds the door and its source as they are now; undefined if the door was revoked, or if settings changed after a check had read `source`. */
export async function findCurrent(
  tx: CustomerTx,
  readDoor: typeof lockDoor,
  source: SourceRecord,
): Promise<{ door: DoorRecord; source: SourceRecord } | undefined> {
  const door = await readDoor(tx, source.doorId)
  const current = await findSource(tx, source.doorId)
  return door && current && isSame(current, source) ? { door, source: current } : undefined
}

/**
 * Locks the door of a running check, so that nobody can change the door's settings until the transaction ends.
 * @throws OutdatedCheckError if the door was revoked or its settings have changed since the check began.
 */
export const lockCurrent = (tx: CustomerTx, source: SourceRecord): Promise<DoorRecord> => expectCurrent(tx, lockDoor, source)

/**
 * Returns the door of a running check.
 * @throws OutdatedCheckError if the door was revoked or its settings have changed since the check began.
 */
export async function expectCurrent(tx: CustomerTx, readDoor: typeof lockDoor, source: SourceRecord): Promise<DoorRecord> {
  const current = await findCurrent(tx, readDoor, source)
  if (!current) throw new OutdatedCheckError('The door was changed or revoked.')
  return current.door
}
