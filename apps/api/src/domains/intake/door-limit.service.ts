import { DAY_MS } from '../../core/day.ts'
import { AppError } from '../../core/errors.ts'
import type { CustomerTx } from '../../db/types.ts'
import { countSince } from './door.queries.ts'
import { intakeErrors } from './intake.facts.ts'

/** Limits for one door in 24 hours, so that a leaked token or a faulty program cannot fill the disk. Ten times what a large wholesaler sends. */
const MOST_BYTES = 20 * 1024 ** 3
const MOST_FILES = 20_000

interface Arriving {
  doorId: number
  now: Date
  /** Of the files that arrive; 0 before their size is known. */
  bytes: number
}

/** Whether the door may accept this much now. Files that wait for their rename count until they are renamed or removed. */
export async function hasRoom(tx: CustomerTx, { doorId, now, bytes }: Arriving): Promise<boolean> {
  const taken = await countSince(tx, doorId, new Date(now.getTime() - DAY_MS))
  return taken.files < MOST_FILES && taken.bytes + bytes <= MOST_BYTES
}

/** @throws AppError door_full (429) with both limits. */
export async function expectRoom(tx: CustomerTx, arriving: Arriving): Promise<void> {
  if (await hasRoom(tx, arriving)) return
  throw new AppError(intakeErrors.door_full, { facts: { limitBytes: MOST_BYTES, limitFiles: MOST_FILES } })
}
