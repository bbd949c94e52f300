import type { MissingGln } from '@seriatim/schema'
import { must, type Session } from '../../call/access/access.ts'
import { type Actor, audit } from '../../call/audit.ts'
import { AppError } from '../../core/errors.ts'
import type { CustomerTx } from '../../db/types.ts'
import { glnErrors } from '../location/gln/gln.facts.ts'
import { selectLocationGlns } from '../location/gln/gln.joins.ts'
import { readGlnOwners, readKnownGlns } from '../location/location.service.ts'
import { toOutcomeRow, WAITING } from './outcome.rules.ts'
import { queueImport } from './queue-import.ts'
import { updateUpload } from './upload.joins.ts'
import { countWithStatus, listNamedBy, listNotAddressed, listWaitingFor } from './waiting.queries.ts'

/**
 * When a GLN is added, reads the documents again that name this GLN and whose location was unknown until now (decision 29).
 * @returns one upload per file, because a file that was sent several times creates its order once.
 */
export async function retryWaiting(tx: CustomerTx, session: Actor & { customerId: number }, gln: string): Promise<number[]> {
  const files = new Map<string, number>()
  for (const { id: uploadId, sha256 } of await listWaitingFor(tx, gln)) {
    if (!files.has(sha256)) files.set(sha256, uploadId)
    await updateUpload(tx, uploadId, { ...toOutcomeRow(WAITING), finishedAt: null })
    await audit(tx, session, { action: 'order.retryUpload', subject: 'upload', subjectId: uploadId, detail: { globalLocationNumber: gln } })
    await queueImport(tx, session, { uploadId })
  }
  return [...files.values()]
}

/** Counts these uploads by outcome. A duplicate counts as an order, because its order already exists. */
async function countWaiting(tx: CustomerTx, gln: string, uploadIds: readonly number[]) {
  const rows = await countWithStatus(tx, gln, uploadIds)
  const of = (...statuses: string[]) => rows.filter((row) => statuses.includes(row.status)).reduce((sum, row) => sum + row.amount, 0)
  const all = rows.reduce((sum, row) => sum + row.amount, 0)
  const reading = of('processing')
  const orders = of('imported', 'duplicate')
  return { reading, orders, others: all - reading - orders }
}

/**
 * Lists the GLNs to which documents were addressed although no location of the customer has them, newest first. Each comes with the name and place
 * that a document states for it. A person with limited scope gets those of files at their locations and of uploads by people who work there.
 */
async function listMissingGlns(
  tx: CustomerTx,
  { userId, scope, locationIds }: Pick<Session, 'userId' | 'scope' | 'locationIds'>,
): Promise<MissingGln[]> {
  const found = new Map<string, MissingGln>()
  for (const { glns, places, createdAt } of await listNotAddressed(tx, scope === 'all' ? 'all' : { userId, locationIds })) {
    const lastAt = createdAt.toISOString()
    for (const globalLocationNumber of glns) {
      const named = places.find((place) => place.gln === globalLocationNumber)
      const known = found.get(globalLocationNumber)
      if (known) {
        known.files += 1
        known.name ??= named?.name ?? null
        known.place ??= named?.place ?? null
      } else
        found.set(globalLocationNumber, { globalLocationNumber, name: named?.name ?? null, place: named?.place ?? null, files: 1, lastAt })
    }
  }
  return [...found.values()]
}

/**
 * Rereads a document if somebody added one of its missing GLNs to a location while the document was still being read. Adding a GLN rereads only
 * documents that already wait for it, so this document was missed.
 */
export async function retryMissed(tx: CustomerTx, actor: Actor & { customerId: number | null }, uploadId: number): Promise<void> {
  if (actor.customerId === null) return
  const owners = await readGlnOwners(tx)
  for (const gln of await listNamedBy(tx, uploadId)) {
    if (!owners.has(gln)) continue
    await retryWaiting(tx, { ...actor, customerId: actor.customerId }, gln)
    return
  }
}

/** Lists GLNs that belong to no location yet and for which documents are waiting, for the people who may add GLNs. */
export async function readMissingGlns(tx: CustomerTx, session: Session): Promise<MissingGln[]> {
  const known = await readKnownGlns(tx)
  return (await listMissingGlns(tx, session)).filter((gln) => !known.has(gln.globalLocationNumber))
}

/** Progress of the uploads that waited for a GLN. @throws AppError gln_not_found. */
export async function readWaiting(
  tx: CustomerTx,
  session: Session,
  input: { customerLocationId: number; globalLocationNumberId: number; uploadIds: readonly number[] },
): Promise<{ reading: number; orders: number; others: number }> {
  const gln = (await selectLocationGlns(tx, [input.customerLocationId]).execute()).find((one) => one.id === input.globalLocationNumberId)
  if (!gln) throw new AppError(glnErrors.gln_not_found)
  must(session, 'gln:write', gln.locationId)
  return countWaiting(tx, gln.globalLocationNumber, input.uploadIds)
}
