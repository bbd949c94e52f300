import { countFindings, type UploadOutcome } from '@seriatim/schema'
import { type CorrectingDocument, findCorrected, linkCorrected } from '../correction/recognize.service.ts'
import { findTicketOrder } from '../exception/ticket/ticket-read.joins.ts'
import { readGlnOwners } from '../location/location.service.ts'
import { findDoorLocation } from '../upload/upload.joins.ts'
import type { Arrival, Stage } from './arrival.ts'
import type { DocumentPart } from './document.ts'
import { findByBytes, findByIdentifier, listPartsByBytes } from './import.queries.ts'
import { type Placing, receivingLocation } from './import.rules.ts'
import { stageTree } from './stage.ts'

interface Place {
  documentId: number
  locationId: number | null
}

/** How a document relates to earlier ones. */
export type Recognized =
  /** An active order came from a file with the same bytes. */
  | ({ kind: 'sentBefore' } & Place)
  /** The document corrects an earlier order. None of its contents count until somebody decides whether it replaces that order. */
  | ({ kind: 'correction'; outcome: UploadOutcome } & Place)
  /**
   * A document to be imported as new. `reusable`: id of a document row with the same bytes that created no order, which the import overwrites.
   * `known`: not empty if a document with the same bytes became several orders of which some were voided; lists those that are still active, so that
   * only the voided ones are imported again.
   */
  | { kind: 'new'; placing: Placing; reusable: number | undefined; known: readonly KnownPart[] }

export type KnownPart = Awaited<ReturnType<typeof listPartsByBytes>>[number]

export async function recognize(arrival: Arrival, stage: Stage): Promise<Recognized> {
  const { tx, job, upload, isSettled } = arrival
  const same = await findByBytes(tx, upload.sha256)
  const known = job.read.parts.length > 0 && same ? await listPartsByBytes(tx, upload.sha256) : []
  const isIncomplete = known.length > 0 && known.length < job.read.parts.length
  if (same?.orderId && !same.voidedAt && !isIncomplete) return { kind: 'sentBefore', documentId: same.id, locationId: same.locationId }
  const placing = await placeDocument(arrival, same?.orderId ? null : (same?.placedAt ?? null))
  const corrected = isSettled || isIncomplete || !job.read.tree ? undefined : await findCorrection(arrival, placing, stage)
  // An order, even a voided one, keeps its document and ticket. So if the stored document has an order, the upload gets a new document row.
  return corrected ?? { kind: 'new', placing, reusable: same && !same.orderId ? same.id : undefined, known }
}

/**
 * Determines the location of a document. If the document is malformed or addressed to none of the customer's locations, returns the location that it
 * got from an earlier import, or else the location of the door through which it came (decision 73).
 */
async function placeDocument({ tx, job, upload }: Arrival, placedBefore: number | null): Promise<Placing> {
  const placing = job.read.tree
    ? receivingLocation(job.read.validation.document, await readGlnOwners(tx))
    : { locationId: null, isAddressed: true, placedBy: '' }
  if (placing.locationId !== null) return placing
  return { ...placing, locationId: placedBefore ?? (await findDoorLocation(tx, upload.doorId)) }
}

/**
 * Finds the earlier order that a document corrects: by sender and identifier (decision 29), or by serial numbers that the document shares with a
 * faulty order.
 */
async function findCorrection(
  arrival: Arrival,
  placing: Placing,
  stage: Stage,
): Promise<Extract<Recognized, { kind: 'correction' }> | undefined> {
  const { tx, job, upload, parties, identifier } = arrival
  const { senderGln } = parties
  const earlier = senderGln && identifier ? await findByIdentifier(tx, senderGln, identifier) : undefined
  const placedAt = placing.isAddressed ? placing.locationId : null
  const locationId = earlier?.locationId ?? placedAt
  if (locationId === null) return undefined
  const counts = countFindings(job.read.validation.findings, job.read.validation.truncated)
  const candidate: CorrectingDocument = {
    uploadId: upload.id,
    documentExceptionId: upload.documentExceptionId,
    senderGln,
    locationId,
    filename: upload.filename,
    instanceIdentifier: identifier,
    rejects: counts.reject,
    warnings: counts.warn,
    meds: job.read.tree?.shippedMeds ?? 0,
    now: job.now,
  }
  const found = earlier ? { id: earlier.id, isAnswer: false } : await findCorrected(tx, candidate, async () => void (await stage(placedAt)))
  if (!found) return undefined
  const products = await stage(placedAt)
  const part = await findCounterpart(arrival, placing, found.id)
  if (part) await stageTree(arrival, part.tree, products)
  const foundBy = earlier ? 'identifier' : found.isAnswer ? 'answer' : 'serials'
  await linkCorrected(tx, part ? { ...candidate, meds: part.tree.shippedMeds } : candidate, {
    oldDocumentId: found.id,
    foundBy,
    side: 'staged',
  })
  const outcome: UploadOutcome = earlier ? { kind: 'differs', facts: { identifier } } : { kind: 'corrects', facts: {} }
  return { kind: 'correction', outcome, documentId: found.id, locationId: placedAt ?? locationId }
}

/** The new document may become several orders. Finds the one for the same location as the order that the document corrects, to compare the two. */
async function findCounterpart({ tx, job }: Arrival, placing: Placing, orderId: number): Promise<DocumentPart | undefined> {
  if (job.read.parts.length === 0) return undefined
  const order = await findTicketOrder(tx, orderId)
  return job.read.parts.find(({ group }) => (group?.locationId ?? placing.locationId) === order?.locationId)
}
