import { type EventError, outcomeWords, type UploadOutcome } from '@seriatim/schema'
import type pg from 'pg'
import { audit } from '../../call/audit.ts'
import type { CustomerTx } from '../../db/types.ts'
import { finishCorrection, isDecisionCurrent } from '../correction/finish-correction.service.ts'
import { noteDuplicateAnswer, noteUnusableAnswer, resolveByOrder } from '../exception/reply/answer.service.ts'
import { findTicket } from '../exception/ticket/ticket-read.joins.ts'
import { adoptHeld } from '../hold/hold.service.ts'
import { readGlnOwners } from '../location/location.service.ts'
import { toOutcomeRow } from '../upload/outcome.rules.ts'
import { deleteProgress, findUpload, lockUpload, updateUpload } from '../upload/upload.joins.ts'
import { type Arrival, type Import, uploaderOf } from './arrival.ts'
import { listOtherParts, lockIdentity } from './import.queries.ts'
import { addressedGlns, documentParties, receivingLocation, wrongEvents } from './import.rules.ts'
import { boundedIdentifier } from './import-rows.ts'
import { type Recognized, recognize } from './recognize-document.ts'
import { makeStage } from './stage.ts'
import { type WrittenDocument, writeDocument } from './write-document.ts'

/** Maximum number of invalid events listed in the result of a capture. */
const MOST_ERRORS = 100

/**
 * Writes what was read from a document in the caller's transaction, either completely or not at all: document, order, lines, meds, events, findings
 * and the upload's outcome. If the upload already has its outcome, nothing changes.
 */
export async function importDocument(tx: CustomerTx, client: pg.PoolClient, job: Import): Promise<void> {
  const arrival = await claimUpload(tx, client, job)
  if (!arrival) return
  const wrong = arrival.upload.isAllOrNothing ? wrongEvents(job.read.validation.findings) : []
  if (wrong.length > 0) return rollBack(arrival, wrong)
  const stage = makeStage(arrival)
  const found = await recognize(arrival, stage)
  if (found.kind !== 'new') return concludeKnown(arrival, found)
  await concludeNew(arrival, await writeDocument(arrival, found, stage))
}

/** Locks the upload and the document's identity. Undefined if the upload is settled already. */
async function claimUpload(tx: CustomerTx, client: pg.PoolClient, job: Import): Promise<Arrival | undefined> {
  const upload = await lockUpload(tx, job.uploadId)
  if (upload?.status !== 'processing') return undefined
  const facts = job.read.validation.document
  const parties = documentParties(facts, job.read.locations)
  const identifier = boundedIdentifier(facts.header?.instanceIdentifier)
  await lockIdentity(tx, 'bytes', upload.sha256)
  if (parties.senderGln && identifier) await lockIdentity(tx, 'identifier', parties.senderGln, identifier)
  await deleteProgress(tx, upload.id)
  const isSettled = job.isSettled && (await isDecisionCurrent(tx, upload.id))
  return { tx, client, job, upload, parties, identifier, isSettled }
}

/**
 * Ends an import that creates no order: these bytes were already imported as an order, or the document waits for a decision about the order that it
 * corrects.
 */
async function concludeKnown(arrival: Arrival, found: Exclude<Recognized, { kind: 'new' }>): Promise<void> {
  const { tx, job, upload, isSettled } = arrival
  const { documentId, locationId } = found
  if (found.kind === 'correction') return finish(arrival, { outcome: found.outcome, documentId, locationId })
  if (isSettled) await finishCorrection(tx, { ...job, newDocumentId: documentId, isKnown: true })
  else await noteDuplicateAnswer(tx, upload, { documentId, now: job.now })
  await finish(arrival, { outcome: { kind: 'sentBefore', facts: {} }, documentId, locationId })
}

/**
 * Refuses a capture that has invalid events and whose sender asked to store all of its events or none. Stores no event, but keeps the file's bytes so
 * that people can examine the file.
 */
async function rollBack(arrival: Arrival, wrong: EventError[]): Promise<void> {
  const { tx, job, upload } = arrival
  const { locationId } = job.read.tree ? receivingLocation(job.read.validation.document, await readGlnOwners(tx)) : { locationId: null }
  const amount = new Set(wrong.map(({ event }) => event)).size
  const outcome: UploadOutcome = { kind: 'rolledBack', facts: { wrong: amount, errors: wrong.slice(0, MOST_ERRORS) } }
  await finish(arrival, { outcome, documentId: null, locationId })
  const detail = { uploadId: upload.id, sha256: upload.sha256, wrong: amount, locationId }
  await audit(
    tx,
    { now: job.now, userId: uploaderOf(upload) },
    { action: 'order.importRefused', subject: 'upload', subjectId: upload.id, detail },
  )
}

/**
 * Completes the import of a new document: updates the tickets and corrections that waited for it, stores the outcome of its upload, and writes the
 * audit trail.
 */
async function concludeNew(arrival: Arrival, written: WrittenDocument): Promise<void> {
  const { tx, job, upload, isSettled } = arrival
  const { documentId, locationId, isOrder, outcome, others } = written
  if (isSettled) await finishCorrection(tx, { ...job, newDocumentId: isOrder ? documentId : null })
  else if (isOrder) await resolveByOrder(tx, upload, { documentId: await findAnsweringOrder(arrival, written), now: job.now })
  else await noteUnusableAnswer(tx, upload, { documentId, why: outcomeWords(outcome).sentence, now: job.now })
  await finish(arrival, { outcome, documentId, locationId })
  const action = isOrder ? 'order.import' : 'order.importRefused'
  for (const { documentId: subjectId, meds, ticket } of [written, ...others]) {
    const detail = { uploadId: upload.id, sha256: upload.sha256, meds, ticket, ...(subjectId === documentId ? {} : { partOf: documentId }) }
    await audit(tx, { now: job.now, userId: uploaderOf(upload) }, { action, subject: 'document', subjectId, detail })
  }
}

/** The order that answers a ticket. If the file became several orders, it is the one for the ticket's location, else the first. */
async function findAnsweringOrder({ tx, upload }: Arrival, { documentId, others }: WrittenDocument): Promise<number> {
  if (others.length === 0 || upload.documentExceptionId === null) return documentId
  const ticket = await findTicket(tx, upload.documentExceptionId)
  const own = others.find(({ locationId }) => locationId === ticket?.locationId)
  return own?.documentId ?? documentId
}

async function finish(
  { tx, job, upload }: Arrival,
  { outcome, ...values }: Pick<WrittenDocument, 'outcome' | 'locationId'> & { documentId: number | null },
): Promise<void> {
  const { glns, places } = addressedGlns(job.read.validation.document, job.read.locations)
  const named = { namedGlns: glns, namedPlaces: JSON.stringify(places) }
  await updateUpload(tx, upload.id, { ...values, ...toOutcomeRow(outcome), ...named, finishedAt: job.now })
}

/**
 * Applies holds that a concurrent transaction placed while the import was writing the order. Neither transaction could see the other's rows then, so
 * the import could not apply them itself.
 */
export async function applyConcurrentHolds(tx: CustomerTx, uploadId: number): Promise<void> {
  const upload = await findUpload(tx, uploadId)
  if (upload?.status !== 'imported' || upload.documentId === null || upload.locationId === null) return
  await adoptHeld(tx, upload.locationId, upload.documentId)
  for (const { id, locationId } of await listOtherParts(tx, upload.documentId)) await adoptHeld(tx, locationId, id)
}
