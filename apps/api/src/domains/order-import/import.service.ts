import type { Finding } from '@seriatim/epcis'
import { countFindings, type Outcome, outcomeWords } from '@seriatim/schema'
import type pg from 'pg'
import { audit } from '../../call/audit.ts'
import type { CustomerTx } from '../../db/types.ts'
import { beginSettled, finishCorrection } from '../correction/finish-correction.service.ts'
import { type Candidate, findCorrected, linkCorrected } from '../correction/recognize.service.ts'
import { keepFindings } from '../exception/document/ticket-import.service.ts'
import { resolveAnswered, resolveSentBefore, tellNoOrder } from '../exception/reply/answer.service.ts'
import { adoptHeld } from '../hold/hold.service.ts'
import { readGlnOwners } from '../location/location.service.ts'
import { saveProducts } from '../med/from-order/med-import.joins.ts'
import { takeStagedMeds } from '../med/from-order/med-import.service.ts'
import { insertOrder, insertStagedEvents, insertStagedLines } from '../order/change/order-import.joins.ts'
import { takeDocument } from '../recall/match/stock.service.ts'
import { asRow } from '../upload/outcome.rules.ts'
import { deleteProgress, findUpload, lockUpload, updateUpload } from '../upload/upload.joins.ts'
import type { ReadDocument } from './document.ts'
import {
  analyzeStaging,
  copyRows,
  createStagingTables,
  findByBytes,
  findByIdentifier,
  insertDocument,
  lockIdentity,
  updateDocument,
} from './import.queries.ts'
import {
  countTree,
  entriesByGtin,
  makeParties,
  namedReceivers,
  notAddressed,
  type Parties,
  type Placing,
  placeDocument,
} from './import.rules.ts'
import { bareProduct, collectLots, keptIdentifier, lineRows, productRow, type StagedProduct } from './import-rows.ts'

export interface Import {
  customerId: number
  uploadId: number
  read: ReadDocument
  /** Somebody chose to have it although an earlier document has its identifier (decision 29). */
  isSettled: boolean
  now: Date
  seconds: number
}

type UploadRow = NonNullable<Awaited<ReturnType<typeof lockUpload>>>

/**
 * Writes what a document says, in the caller's one transaction: document, order, lines, meds, events, findings and the upload's outcome, or
 * nothing at all. Running it again for an upload that is settled changes nothing.
 */
export async function importDocument(tx: CustomerTx, client: pg.PoolClient, job: Import): Promise<void> {
  const upload = await lockUpload(tx, job.uploadId)
  if (upload?.status !== 'processing') return
  const facts = job.read.validation.document
  const parties = makeParties(facts, job.read.locations)
  const identifier = keptIdentifier(facts.header?.instanceIdentifier)
  await lockIdentity(tx, 'bytes', upload.sha256)
  if (parties.senderGln && identifier) await lockIdentity(tx, 'identifier', parties.senderGln, identifier)
  await deleteProgress(tx, upload.id)

  const isSettled = job.isSettled && (await beginSettled(tx, upload.id))
  const same = await findByBytes(tx, upload.sha256)
  if (same?.orderId && !same.voidedAt) {
    if (isSettled) await finishCorrection(tx, { ...job, newDocumentId: same.id, isKnown: true })
    else await resolveSentBefore(tx, upload, { documentId: same.id, now: job.now })
    return finish(tx, upload, job, {
      outcome: { kind: 'sentBefore', facts: {} },
      documentId: same.id,
      locationId: same.locationId,
    })
  }
  const placing = job.read.tree ? placeDocument(facts, await readGlnOwners(tx)) : { locationId: null, isAddressed: true, placedBy: '' }
  const stage = once(() => stageLines(tx, client, job, placing.locationId))
  if (!isSettled && job.read.tree) {
    const corrected = await recognize(tx, { upload, job, parties, placing, identifier }, stage)
    if (corrected) return finish(tx, upload, job, corrected)
  }
  const findings = placing.isAddressed ? [...job.read.validation.findings] : [notAddressed(facts), ...job.read.validation.findings]
  // A document of which no order was made is not stored twice: its row, and with it its ticket, is used again. A voided order keeps its own.
  const reusable = same && !same.orderId ? same.id : undefined
  const documentId = await saveDocument(tx, upload, job, { parties, placing, id: reusable })
  const isOrder = job.read.tree !== null && placing.locationId !== null && job.read.tree.count > 0
  if (isOrder && job.read.tree && placing.locationId !== null)
    await saveOrder(tx, client, job, { documentId, locationId: placing.locationId, parties, placing, stage })
  const ticket = await keepFindings(
    tx,
    { userId: upload.createdById, now: job.now },
    {
      documentId,
      locationId: placing.locationId,
      isOrder,
      sender: parties.senderName ?? parties.senderGln,
      senderGln: parties.senderGln,
      recipient: parties.receiverName ?? parties.receiverGln,
      instanceIdentifier: identifier,
      poNumber: facts.purchaseOrders[0] ?? null,
      filename: upload.filename,
      amountOfMeds: job.read.tree?.shippedMeds ?? 0,
      findings,
      truncated: job.read.validation.truncated,
    },
  )
  const outcome = toOutcome({ isOrder, placing, findings, read: job.read })
  if (isSettled) await finishCorrection(tx, { ...job, newDocumentId: isOrder ? documentId : null })
  else if (isOrder) await resolveAnswered(tx, upload, { documentId, now: job.now })
  else await tellNoOrder(tx, upload, { documentId, why: outcomeWords(outcome).sentence, now: job.now })
  await finish(tx, upload, job, { outcome, documentId, locationId: placing.locationId })
  await audit(
    tx,
    { now: job.now, userId: upload.createdById },
    {
      action: isOrder ? 'order.import' : 'order.importRefused',
      subject: 'document',
      subjectId: documentId,
      detail: { uploadId: upload.id, sha256: upload.sha256, meds: job.read.tree?.shippedMeds ?? 0, ticket },
    },
  )
}

/** What was put on hold while the import wrote saw none of its rows, nor they the hold: now that both are there, each finds the other. */
export async function adoptHeldSince(tx: CustomerTx, uploadId: number): Promise<void> {
  const upload = await findUpload(tx, uploadId)
  if (upload?.status !== 'imported' || upload.documentId === null || upload.locationId === null) return
  await adoptHeld(tx, upload.locationId, upload.documentId)
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
}): Outcome {
  if (isOrder) return { kind: 'made', facts: { findings: countFindings(findings, read.validation.truncated).all } }
  if (read.tree === null) {
    const fault = findings.find((finding) => finding.type === 'MalformedEpcisXmlError')?.message ?? null
    return { kind: 'malformed', facts: { fault } }
  }
  return { kind: placing.isAddressed ? 'noSerials' : 'notAddressed', facts: {} }
}

async function finish(
  tx: CustomerTx,
  upload: UploadRow,
  job: Import,
  { outcome, ...values }: { outcome: Outcome; documentId: number; locationId: number | null },
): Promise<void> {
  const { glns, places } = namedReceivers(job.read.validation.document, job.read.locations)
  const named = { namedGlns: glns, namedPlaces: JSON.stringify(places) }
  await updateUpload(tx, upload.id, { ...values, ...asRow(outcome), ...named, finishedAt: job.now })
}

async function saveDocument(
  tx: CustomerTx,
  upload: UploadRow,
  { read, now, seconds }: Import,
  { parties, placing, id }: { parties: Parties; placing: Placing; id: number | undefined },
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
    instanceIdentifier: keptIdentifier(facts.header?.instanceIdentifier),
    documentCreated: facts.header?.creationDateAndTime ?? facts.creationDate,
    schemaVersion: facts.schemaVersion,
    guidelineVersion: facts.guidelineVersion,
    transactionStatement: facts.transactionStatement,
    legalNotice: facts.legalNotice,
    warnings: JSON.stringify(facts.warnings),
    locations: JSON.stringify(read.locations.slice(0, 1000)),
    eventCount: facts.eventCount,
    seconds,
  }
  if (id === undefined) return insertDocument(tx, { ...row, timeStamp: upload.createdAt })
  await updateDocument(tx, id, { ...row, timeStamp: now })
  return id
}

/** The lines of a document in their staging table, and its products, which are the same for all. */
async function stageLines(
  tx: CustomerTx,
  client: pg.PoolClient,
  { read }: Import,
  locationId: number | null,
): Promise<ReadonlyMap<string, StagedProduct>> {
  const { tree } = read
  if (!tree) return new Map()
  const totals = countTree(tree)
  const entries = entriesByGtin(read.meds)
  const products = tree.gtins.map((gtin) => ({ gtin, row: productRow(entries.get(gtin) ?? bareProduct(gtin)) }))
  const ids = await saveProducts(tx, [...new Map(products.map(({ row }) => [row.contentHash, row])).values()])
  const productOf = new Map(
    products.map(({ gtin, row }) => [
      gtin,
      { id: ids.get(row.contentHash) ?? 0, ndc: row.additionalTradeItemId, manufacturer: row.manufacturerOfTradeItemPartyName },
    ]),
  )
  if (locationId !== null) await lockIdentity(tx, 'meds', String(locationId))
  await createStagingTables(tx)
  await copyRows(client, 'import_line', lineRows(tree, totals, productOf))
  await analyzeStaging(tx)
  return productOf
}

/** Runs at most once. */
function once<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  return () => {
    running ??= work()
    return running
  }
}

interface Recognizing {
  upload: UploadRow
  job: Import
  parties: Parties
  placing: Placing
  identifier: string | null
}

/**
 * Whether a document corrects an earlier order: by the sender and its identifier (decision 29), or by the serial numbers that it shares with one in which
 * something is wrong. Nothing of it counts then until somebody decides.
 */
async function recognize(
  tx: CustomerTx,
  { upload, job, parties, placing, identifier }: Recognizing,
  stage: () => Promise<unknown>,
): Promise<{ outcome: Outcome; documentId: number; locationId: number | null } | undefined> {
  const { senderGln } = parties
  const earlier = senderGln && identifier ? await findByIdentifier(tx, senderGln, identifier) : undefined
  const locationId = earlier?.locationId ?? placing.locationId
  if (locationId === null) return undefined
  const counts = countFindings(job.read.validation.findings, job.read.validation.truncated)
  const candidate: Candidate = {
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
  const found = earlier ? { id: earlier.id, isAnswer: false } : await findCorrected(tx, candidate, async () => void (await stage()))
  if (!found) return undefined
  await stage()
  const foundBy = earlier ? 'identifier' : found.isAnswer ? 'answer' : 'serials'
  await linkCorrected(tx, candidate, { oldDocumentId: found.id, foundBy, side: 'staged' })
  const outcome: Outcome = earlier ? { kind: 'differs', facts: { identifier } } : { kind: 'corrects', facts: {} }
  return { outcome, documentId: found.id, locationId: placing.locationId ?? locationId }
}

async function saveOrder(
  tx: CustomerTx,
  client: pg.PoolClient,
  { read, now }: Import,
  {
    documentId,
    locationId,
    parties,
    placing,
    stage,
  }: {
    documentId: number
    locationId: number
    parties: Parties
    placing: Placing
    stage: () => Promise<ReadonlyMap<string, StagedProduct>>
  },
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
  const productOf = await stage()
  await takeStagedMeds(tx, { locationId, at: now })
  await insertStagedLines(tx, { documentId, locationId })
  await adoptHeld(tx, locationId, documentId)
  await copyRows(client, 'import_event', [read.eventRows])
  await insertStagedEvents(tx, { documentId, locationId })
  await takeDocument(tx, documentId, { locationId, lots: collectLots(tree, productOf) })
}
