import type { Finding } from '@seriatim/epcis'
import { toUrn } from '@seriatim/gs1'
import { countFindings, type UploadOutcome } from '@seriatim/schema'
import { keepFindings } from '../exception/document/ticket-import.service.ts'
import { adoptHeld } from '../hold/hold.service.ts'
import { takeStagedMeds } from '../med/from-order/med-import.service.ts'
import { insertOrder, insertStagedEvents, insertStagedLines } from '../order/change/order-import.joins.ts'
import { recordDocumentLots } from '../recall/match/stock.service.ts'
import type { Arrival, Stage } from './arrival.ts'
import type { ReadDocument } from './document.ts'
import { copyRows, insertDocument, updateDocument } from './import.queries.ts'
import { countTree, notAddressedFinding, type Placing } from './import.rules.ts'
import { collectLots } from './import-rows.ts'
import type { Recognized } from './recognize-document.ts'

export interface WrittenDocument {
  documentId: number
  locationId: number | null
  isOrder: boolean
  outcome: UploadOutcome
  ticket: Awaited<ReturnType<typeof keepFindings>>
}

/** Writes a new document, its order if it creates one, and the ticket with its findings. */
export async function writeDocument(
  arrival: Arrival,
  { placing, reusable }: Extract<Recognized, { kind: 'new' }>,
  stage: Stage,
): Promise<WrittenDocument> {
  const { tx, job, upload, parties, identifier } = arrival
  const { read } = job
  const facts = read.validation.document
  const findings = placing.isAddressed ? [...read.validation.findings] : [notAddressedFinding(facts), ...read.validation.findings]
  const documentId = await saveDocument(arrival, { placing, id: reusable })
  const { locationId } = placing
  const isOrder = read.tree !== null && locationId !== null && read.tree.count > 0
  if (isOrder) await saveOrder(arrival, { documentId, locationId, placing, stage })
  const ticket = await keepFindings(
    tx,
    { userId: upload.createdById, now: job.now },
    {
      documentId,
      locationId,
      isOrder,
      sender: parties.senderName ?? parties.senderGln,
      senderGln: parties.senderGln,
      recipient: parties.receiverName ?? parties.receiverGln,
      instanceIdentifier: identifier,
      poNumber: facts.purchaseOrders[0] ?? null,
      filename: upload.filename,
      amountOfMeds: read.tree?.shippedMeds ?? 0,
      findings,
      truncated: read.validation.truncated,
    },
  )
  return { documentId, locationId, isOrder, outcome: toOutcome({ isOrder, placing, findings, read }), ticket }
}

function toOutcome({
  isOrder,
  placing,
  findings,
  read,
}: {
  isOrder: boolean
  placing: Placing
  findings: Finding[]
  read: ReadDocument
}): UploadOutcome {
  if (isOrder) return { kind: 'made', facts: { findings: countFindings(findings, read.validation.truncated).all } }
  if (read.tree === null) {
    const fault = findings.find((finding) => finding.type === 'MalformedEpcisXmlError')?.message ?? null
    return { kind: 'malformed', facts: { fault } }
  }
  return { kind: placing.isAddressed ? 'noSerials' : 'notAddressed', facts: {} }
}

async function saveDocument(
  { tx, upload, parties, identifier, job: { read, now, seconds } }: Arrival,
  { placing, id }: { placing: Placing; id: number | undefined },
): Promise<number> {
  const facts = read.validation.document
  const row = {
    ...parties,
    shipToGln: facts.shipTo.gln,
    locationId: placing.locationId,
    createdById: upload.createdById,
    sha256: upload.sha256,
    size: upload.size,
    filename: upload.filename,
    contentType: upload.contentType,
    instanceIdentifier: identifier,
    documentCreated: facts.header?.creationDateAndTime ?? facts.creationDate,
    schemaVersion: facts.schemaVersion,
    guidelineVersion: facts.guidelineVersion,
    transactionStatement: facts.transactionStatement,
    legalNotice: facts.legalNotice,
    warnings: JSON.stringify(facts.warnings),
    locations: JSON.stringify(read.locations.slice(0, 1000).map((entry) => ({ ...entry, id: toUrn(entry.id) }))),
    eventCount: facts.eventCount,
    seconds,
  }
  if (id === undefined) return insertDocument(tx, { ...row, timeStamp: upload.createdAt })
  await updateDocument(tx, id, { ...row, timeStamp: now })
  return id
}

async function saveOrder(
  { tx, client, job: { read, now }, parties }: Arrival,
  { documentId, locationId, placing, stage }: { documentId: number; locationId: number; placing: Placing; stage: Stage },
): Promise<void> {
  const { tree } = read
  if (!tree) return
  const totals = countTree(tree)
  await insertOrder(tx, {
    id: documentId,
    locationId,
    senderNames: [parties.senderName ?? parties.senderGln ?? 'Unknown sender'],
    purchaseOrderNumbers: [...read.validation.document.purchaseOrders],
    placedBy: placing.placedBy,
    timeStamp: now,
    amountOfMeds: totals.shippedMeds,
    amountNotShipped: totals.notShipped,
    packages: totals.packages,
    cases: totals.cases,
    pallets: totals.pallets,
  })
  const productOf = await stage(locationId)
  await takeStagedMeds(tx, { locationId, at: now })
  await insertStagedLines(tx, { documentId, locationId })
  await adoptHeld(tx, locationId, documentId)
  await copyRows(client, 'import_event', [read.eventRows])
  await insertStagedEvents(tx, { documentId, locationId })
  await recordDocumentLots(tx, documentId, { locationId, lots: collectLots(tree, productOf) })
}
