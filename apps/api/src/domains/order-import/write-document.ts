import { toUrn } from '@seriatim/gs1'
import { countFindings, type UploadOutcome } from '@seriatim/schema'
import { keepFindings } from '../exception/document/ticket-import.service.ts'
import { adoptHeld } from '../hold/hold.service.ts'
import { takeStagedMeds } from '../med/from-order/med-import.service.ts'
import { insertOrder, insertStagedEvents, insertStagedLines } from '../order/change/order-import.joins.ts'
import { recordDocumentLots } from '../recall/match/stock.service.ts'
import { type Arrival, type Stage, uploaderOf } from './arrival.ts'
import { copyRows, insertDocument, lockIdentity, updateDocument } from './import.queries.ts'
import { countTree } from './import.rules.ts'
import { collectLots } from './import-rows.ts'
import { type OrderPlan, planOrders } from './order-plan.ts'
import type { Recognized } from './recognize-document.ts'
import { stageTree } from './stage.ts'

/** A document, or one of its orders, as written to the database. */
export interface WrittenPart {
  documentId: number
  locationId: number | null
  meds: number
  ticket: Awaited<ReturnType<typeof keepFindings>>
}

export interface WrittenDocument extends WrittenPart {
  isOrder: boolean
  outcome: UploadOutcome
  /** If the document became several orders, all of them except the first; the fields inherited from `WrittenPart` describe the first. */
  others: WrittenPart[]
}

interface Place {
  /** Id of the existing document row to overwrite; undefined to insert a new row. */
  id: number | undefined
  /** If the document becomes several orders, the id of the first of them; undefined when that first order itself is written. */
  headId: number | undefined
  stage: Stage
}

/**
 * Writes a new document and any orders that it creates. Each of these orders, or the document if it creates none, gets a ticket with its findings.
 */
export async function writeDocument(arrival: Arrival, found: Extract<Recognized, { kind: 'new' }>, stage: Stage): Promise<WrittenDocument> {
  const [first, ...rest] = planOrders(arrival, found)
  if (rest.length > 0) await lockPlaces(arrival, [first, ...rest])
  const headId = found.known[0]?.headId
  const head = await writePart(arrival, first, { id: found.reusable, headId, stage })
  const others: WrittenPart[] = []
  for (const plan of rest) others.push(await writePart(arrival, plan, { id: undefined, headId: headId ?? head.documentId, stage }))
  const { findings, truncated } = arrival.job.read.validation
  const orders = 1 + others.length + found.known.length
  const outcome: UploadOutcome = isOrder(first)
    ? { kind: 'made', facts: { findings: countFindings(findings, truncated).all, ...(orders > 1 ? { orders } : {}) } }
    : toFailure(first)
  return { ...head, isOrder: isOrder(first), outcome, others }
}

/** Locks the locations in a fixed order, so that two imports into the same locations never deadlock. */
async function lockPlaces({ tx }: Arrival, plans: readonly OrderPlan[]): Promise<void> {
  const places = new Set(plans.flatMap(({ placing }) => placing.locationId ?? []))
  for (const place of [...places].sort((one, other) => one - other)) await lockIdentity(tx, 'meds', String(place))
}

const isOrder = ({ tree, placing }: OrderPlan): boolean =>
  tree !== null && placing.isAddressed && placing.locationId !== null && tree.count > 0

function toFailure({ tree, findings, placing }: OrderPlan): UploadOutcome {
  if (tree === null) {
    const fault = findings.find((finding) => finding.type === 'MalformedEpcisXmlError')?.message ?? null
    return { kind: 'malformed', facts: { fault } }
  }
  return { kind: placing.isAddressed ? 'noSerials' : 'notAddressed', facts: {} }
}

async function writePart(arrival: Arrival, plan: OrderPlan, { id, headId, stage }: Place): Promise<WrittenPart> {
  const { tx, job, upload, identifier } = arrival
  const { locationId } = plan.placing
  const documentId = await saveDocument(arrival, plan, { id, headId })
  if (isOrder(plan)) await saveOrder(arrival, plan, documentId, stage)
  const { parties } = plan
  const meds = plan.tree?.shippedMeds ?? 0
  const ticket = await keepFindings(
    tx,
    { userId: uploaderOf(upload), now: job.now },
    {
      ...{ documentId, locationId, isOrder: isOrder(plan), amountOfMeds: meds, findings: plan.findings },
      sender: parties.senderName ?? parties.senderGln,
      senderGln: parties.senderGln,
      recipient: parties.receiverName ?? parties.receiverGln,
      instanceIdentifier: identifier,
      poNumber: plan.purchaseOrders[0] ?? null,
      filename: upload.filename,
      truncated: job.read.validation.truncated,
    },
  )
  return { documentId, locationId, meds, ticket }
}

async function saveDocument(
  { tx, upload, identifier, job: { read, now, seconds } }: Arrival,
  { placing, parties, shipToGln, dropShipment, guidelineFacts }: OrderPlan,
  { id, headId }: Pick<Place, 'id' | 'headId'>,
): Promise<number> {
  const facts = read.validation.document
  const row = {
    ...parties,
    shipToGln,
    locationId: placing.locationId,
    createdById: uploaderOf(upload),
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
    dropShipment,
    guidelineFacts: JSON.stringify(guidelineFacts),
    partOfId: headId ?? null,
  }
  if (id === undefined) return insertDocument(tx, { ...row, timeStamp: upload.createdAt })
  await updateDocument(tx, id, { ...row, timeStamp: now })
  return id
}

async function saveOrder(arrival: Arrival, plan: OrderPlan, documentId: number, stage: Stage): Promise<void> {
  const { tx, client, job } = arrival
  const { tree, placing, parties } = plan
  const { locationId } = placing
  if (!tree || locationId === null) return
  const totals = countTree(tree)
  await insertOrder(tx, {
    id: documentId,
    locationId,
    senderNames: [parties.senderName ?? parties.senderGln ?? 'Unknown sender'],
    purchaseOrderNumbers: [...plan.purchaseOrders],
    placedBy: placing.placedBy,
    timeStamp: job.now,
    amountOfMeds: totals.shippedMeds,
    amountNotShipped: totals.notShipped,
    packages: totals.packages,
    cases: totals.cases,
    pallets: totals.pallets,
  })
  const productOf = await stage(locationId)
  if (plan.isPart) await stageTree(arrival, tree, productOf)
  await takeStagedMeds(tx, { locationId, at: job.now })
  await insertStagedLines(tx, { documentId, locationId })
  await adoptHeld(tx, locationId, documentId)
  await copyRows(client, 'import_event', [plan.eventRows])
  await insertStagedEvents(tx, { documentId, locationId })
  await recordDocumentLots(tx, documentId, { locationId, lots: collectLots(tree, productOf) })
}
