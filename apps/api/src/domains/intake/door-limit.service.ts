import { DAY_MS } from '../../core/day.ts'
import { AppError } from '../../core/errors.ts'
import type { CustomerTx, DoorRoom } from '../../db/types.ts'
import { countSince } from './door.queries.ts'
import { intakeErrors } from './intake.facts.ts'

/** Limits for one door in 24 hours, so that a leaked token or a faulty program cannot fill the disk: ten times what a large wholesaler sends. */
const MOST_BYTES = 20 * 1024 ** 3
const MOST_FILES = 20_000

interface Arriving {
  doorId: number
  now: Date
  /** Total size of the arriving files; 0 before it is known. */
  bytes: number
}

/** How many files and bytes the door can still accept now. Files that wait for their final name count too, until they are renamed or removed. */
export async function readRoom(tx: CustomerTx, { doorId, now }: Omit<Arriving, 'bytes'>): Promise<DoorRoom> {
  const taken = await countSince(tx, doorId, new Date(now.getTime() - DAY_MS))
  return { files: MOST_FILES - taken.files, bytes: MOST_BYTES - taken.bytes }
}

/** Whether files of this total size can be delivered through the door now without exceeding its limits. */
export async function hasRoom(tx: CustomerTx, arriving: Arriving): Promise<boolean> {
  const room = await readRoom(tx, arriving)
  return room.files > 0 && arriving.bytes <= room.bytes
}

/** @throws AppError door_full (429), which states the door's limits for bytes and for files. */
export async function expectRoom(tx: CustomerTx, arriving: Arriving): Promise<void> {
  if (!(await hasRoom(tx, arriving))) throw doorFull()
}

/** The error door_full (429) with the door's limits for bytes and files. */
export const doorFull = (cause?: Error): AppError =>
  new AppError(intakeErrors.door_full, { cause, facts: { limitBytes: MOST_BYTES, limitFiles: MOST_FILES } })
