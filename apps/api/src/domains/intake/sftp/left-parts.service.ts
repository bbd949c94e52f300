import type { Session } from '../../../call/access/access.ts'
import type { Deps } from '../../../call/deps.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { enqueue } from '../../../jobs/queue.ts'
import { isSubscribed } from '../../entitlement/entitlement.service.ts'
import { claimStored } from '../../file/file.service.ts'
import { type DoorRecord, lockDoor } from '../door.queries.ts'
import { deliverPart, dropPart } from './drop.service.ts'
import { deletePart, listPartsBefore, lockPart, type Part } from './sftp.queries.ts'

/** How long a file may keep its temporary name. A file that has not been renamed by then is delivered under its temporary name. */
const RENAME_MS = 3_600_000

const waitsSince = (now: Date) => new Date(now.getTime() - RENAME_MS)

/** Queues one job for each file that was uploaded by SFTP and never renamed. With separate jobs, a failure of one file does not delay the others. */
export async function queueLeftParts(tx: CustomerTx, { customerId, now }: Pick<Session, 'customerId' | 'now'>): Promise<void> {
  for (const { doorId, name } of await listPartsBefore(tx, waitsSince(now))) {
    const key = `part ${customerId} ${doorId} ${name}`
    await enqueue(tx, 'intake.deliverLeftPart', { doorId, name }, { key, queue: `parts ${customerId}` })
  }
}

/**
 * Delivers a file under its temporary name. If it is incomplete, the recorded delivery will say that the file cannot be read. The file is discarded
 * if its user was revoked, if the customer has no subscription, or if its bytes are missing.
 */
export async function deliverLeftPart(
  tx: CustomerTx,
  { storage, log }: Pick<Deps, 'storage' | 'log'>,
  by: Pick<Session, 'customerId' | 'now'>,
  { doorId, name }: Pick<Part, 'doorId' | 'name'>,
): Promise<void> {
  const door = await lockDoor(tx, doorId)
  const part = await lockPart(tx, { doorId, name })
  // The sender may have renamed, removed or replaced the file by now.
  if (!door || !part || part.putAt >= waitsSince(by.now)) return
  const problem = await findProblem(tx, storage, by, { door, part })
  if (problem) {
    log.warn({ customerId: by.customerId, doorId, sha256: part.sha256, why: problem }, 'a file in a drop folder was discarded')
    await dropPart(tx, part, by.now)
    return
  }
  await deletePart(tx, part)
  await deliverPart(tx, by, door, part)
}

/** Returns the reason why a file cannot be delivered; undefined if it can. Then no cleanup deletes its stored bytes before the transaction ends. */
async function findProblem(
  tx: CustomerTx,
  storage: Deps['storage'],
  by: Pick<Session, 'customerId' | 'now'>,
  { door, part }: { door: DoorRecord; part: Part },
): Promise<string | undefined> {
  if (door.revokedAt !== null) return 'the access of its user was revoked'
  if (!(await isSubscribed(tx, by.now))) return 'there is no subscription'
  const size = await claimStored(tx, by, storage, part.sha256)
  return size === undefined ? 'its bytes are missing' : undefined
}
