import { parseEpc } from '@seriatim/gs1'
import type { LabelDiffers, Received, ReceivedHow } from '@seriatim/schema'
import { administers, must, type Session } from '../../access.ts'
import { audit, auditNothing } from '../../audit.ts'
import { toDay } from '../../day.ts'
import type { CustomerTx } from '../../db/types.ts'
import { AppError } from '../../errors.ts'
import { IS_LINE_HELD } from '../hold/hold.service.ts'
import { giveBackMeds, receiveMarkedMeds } from '../med/med-receipt.service.ts'
import { type Asking, stopRecalled } from '../recall/stop.service.ts'
import { passPartnerStop } from '../trading-partner/partner-stop.service.ts'
import { addReceived, lockOrder } from './order.queries.ts'
import {
  countLines,
  findLastReceipt,
  findReceipt,
  findUnits,
  insertReceipt,
  insertReceiptLabels,
  type Lines,
  listHeldLabels,
  listProductIds,
  listSerials,
  receiveLines,
  unmarkReceived,
  weigh,
} from './receive.queries.ts'
import { collectCandidates, findDifference, parseRanges, pickSscc } from './receive.rules.ts'

interface Target {
  lines: Lines
  how: ReceivedHow
  notFound?: (string | number)[]
  /** Not received, because their labels say something else. */
  differs?: LabelDiffers[]
  /** Received all the same. */
  overridden?: Overridden[]
  reason?: string | undefined
}

type Difference = Omit<LabelDiffers, 'value'>
interface Overridden extends Difference {
  serialNumber: string
  line: number
  lastLine: number
}

/** What a label says beside the serial number, and why the package is received though something speaks against it. */
interface Said {
  lotNumber?: string | undefined
  expirationDate?: string | undefined
  /** The document says something else than the label. */
  reason?: string | undefined
  /** Another order received it. */
  elsewhereReason?: string | undefined
}

/** Receives every med that is still open; calling it again changes nothing. */
export function receiveAll(
  tx: CustomerTx,
  session: Session,
  { documentId, knownRecallIds }: { documentId: number } & Asking,
): Promise<Received> {
  // Who receives everything has nothing else to do on this order.
  const isPatient = true
  return receive(tx, session, { documentId, knownRecallIds, isPatient }, async () => ({ lines: { all: true }, how: 'all' }))
}

/** Receives the meds of product groups of the order. */
export function receiveProducts(
  tx: CustomerTx,
  session: Session,
  {
    documentId,
    epcisMedVocabularyId,
    gtin,
    knownRecallIds,
  }: { documentId: number; epcisMedVocabularyId: number | number[]; gtin?: string | undefined } & Asking,
): Promise<Received> {
  return receive(tx, session, { documentId, knownRecallIds }, async (orderId) => {
    const productIds = joinInWords(epcisMedVocabularyId)
    const known = new Set(await listProductIds(tx, orderId, { productIds, gtin }))
    const notFound = productIds.filter((id) => !known.has(id))
    return { lines: { productIds, gtin }, how: 'product', notFound }
  })
}

/** Receives what containers hold: SSCCs, or serial numbers of cases (decision 40). */
export function receiveContainers(
  tx: CustomerTx,
  session: Session,
  {
    documentId,
    shippingContainerCode,
    gtin,
    knownRecallIds,
    ...said
  }: { documentId: number; shippingContainerCode: string | string[]; gtin?: string | undefined } & Said & Asking,
): Promise<Received> {
  const wanted = joinInWords(shippingContainerCode).map((value) => readWanted(value, gtin))
  return receive(tx, session, { documentId, knownRecallIds }, async (orderId) => ({
    ...(await locate(tx, orderId, wanted, { isPackageOnly: true, said })),
    how: 'container',
    reason: findReason(said),
  }))
}

/**
 * Receives meds by serial number or SGTIN; a package found that way is received with all it holds.
 *
 * @throws AppError serial_ambiguous (409, with the candidates) when a bare serial number fits several meds: then none is received.
 */
export function receiveSerials(
  tx: CustomerTx,
  session: Session,
  {
    documentId,
    serialNumber,
    gtin,
    sgtin,
    how,
    knownRecallIds,
    ...said
  }: {
    documentId: number
    serialNumber?: string | string[] | undefined
    gtin?: string | undefined
    sgtin?: string | string[] | undefined
    how?: 'scan' | 'serial' | undefined
  } & Said &
    Asking,
): Promise<Received> {
  const wanted = [
    ...joinInWords(serialNumber).map((value) => ({ value, serialNumber: value, gtin })),
    ...joinInWords(sgtin).map((value) => readWanted(value, gtin)),
  ]
  if (!wanted.length) throw new AppError('serial_missing')
  return receive(tx, session, { documentId, knownRecallIds }, async (orderId) => {
    const located = await locate(tx, orderId, wanted, { isPackageOnly: false, said })
    const [only] = located.lines.ranges
    const isContainer = wanted.length === 1 && only !== undefined && only[1] > only[0]
    return { ...located, how: isContainer ? 'container' : (how ?? 'serial'), reason: findReason(said) }
  })
}

interface Wanted {
  /** As the caller wrote it. */
  value: string
  serialNumber: string
  gtin: string | undefined
}

function readWanted(value: string, gtin: string | undefined): Wanted {
  const epc = pickSerial(value)
  return { value, serialNumber: epc?.serialNumber ?? value, gtin: epc?.gtin ?? gtin }
}

type Located = Required<Pick<Target, 'differs' | 'overridden'>> & { lines: { ranges: [number, number][] }; notFound: string[] }

/**
 * The lines that serial numbers and SSCCs name, each with all that it holds. A line that says something else than the label is one of them only
 * with a reason for that.
 *
 * @throws AppError serial_ambiguous when one of them fits several.
 */
async function locate(
  tx: CustomerTx,
  documentId: number,
  wanted: readonly Wanted[],
  { isPackageOnly, said }: { isPackageOnly: boolean; said: Said },
): Promise<Located> {
  const serialNumbers = wanted.map((one) => one.serialNumber)
  const ssccs = wanted.map((one) => pickSscc(one.serialNumber) ?? one.serialNumber)
  const named = await findUnits(tx, documentId, { ssccs, serialNumbers })
  const matches = Map.groupBy(named, (match) => match.serialNumber)
  const units = new Map(named.map((unit) => [unit.sscc, unit]))
  const located: Located = { lines: { ranges: [] }, notFound: [], differs: [], overridden: [] }
  for (const one of wanted) {
    const unit = units.get(pickSscc(one.serialNumber) ?? one.serialNumber)
    const fits = (matches.get(one.serialNumber) ?? []).filter(
      (match) => (!isPackageOnly || match.isPackage) && (!one.gtin || match.gtin === one.gtin),
    )
    if (!unit && fits.length > 1) throw new AppError('serial_ambiguous', { facts: collectCandidates(one.serialNumber, fits) })
    const [fit] = fits
    const found = unit ?? fit
    const difference = unit ? await differenceOfUnit(tx, documentId, said, unit) : fit && findDifference(said, fit)
    if (!found) located.notFound.push(one.value)
    else if (difference && !said.reason) located.differs.push({ value: one.value, ...difference })
    else {
      located.lines.ranges.push([found.line, found.lastLine])
      if (difference) located.overridden.push({ serialNumber: one.serialNumber, line: found.line, lastLine: found.lastLine, ...difference })
    }
  }
  return located
}

/** A logistic unit says nothing of its own: its label is compared with what it holds, of which one that agrees is enough. */
async function differenceOfUnit(
  tx: CustomerTx,
  documentId: number,
  said: Said,
  unit: { line: number; lastLine: number },
): Promise<Difference | undefined> {
  if (!said.lotNumber && !said.expirationDate) return undefined
  const differences = (await listHeldLabels(tx, documentId, unit)).map((held) => findDifference(said, held))
  return differences.every((one) => one !== undefined) ? differences[0] : undefined
}

/** The trail names so many packages; `receipt_label` has them all. */
const AUDITED = 100

/** Held meds are named in an answer, but not by the thousand. */
const HELD_NAMED = 1000

async function receive(
  tx: CustomerTx,
  session: Session,
  { documentId, knownRecallIds, isPatient = false }: { documentId: number; isPatient?: boolean } & Asking,
  find: (documentId: number) => Promise<Target>,
): Promise<Received> {
  const order = await lockOrder(tx, documentId, { isPatient })
  if (!order) throw new AppError('order_not_found')
  must(session, 'order:receive', order.locationId)
  // A corrected file took its place meanwhile: whoever scans goes on there and loses nothing.
  if (order.voidedAt && order.replacedById !== null) {
    const replacedBy = order.replacedById
    // The last one, where that was replaced too.
    return { replacedBy, ...(await receive(tx, session, { documentId: replacedBy, knownRecallIds, isPatient }, find)) }
  }
  if (order.voidedAt) throw new AppError('order_voided')
  if (order.closedAt) throw new AppError('order_closed')
  const { lines, how, notFound = [], differs = [], overridden = [], reason } = await find(documentId)
  const standing = await weigh(tx, documentId, lines, {
    today: toDay(session.now, session.timeZone),
    isHeld: IS_LINE_HELD,
  })
  await stopRecalled(tx, session, { documentId, locationId: order.locationId, lines: standing.lines, labels: overridden }, knownRecallIds)
  let receiptId: number | null = null
  if (standing.open && standing.lines) {
    await passPartnerStop(tx, session, { documentId, locationId: order.locationId })
    receiptId = await receiveLines(
      tx,
      {
        documentId,
        locationId: order.locationId,
        userId: session.userId,
        at: session.now,
        how,
        amount: standing.open,
        lines: standing.lines,
        reason: reason ?? null,
      },
      receiveMarkedMeds(session.now),
    )
    const kept = await keepLabels(tx, { receiptId, locationId: order.locationId, lines: standing.lines }, overridden)
    await audit(tx, session, {
      action: 'order.receive',
      subject: 'order',
      subjectId: documentId,
      detail: {
        how,
        amount: standing.open,
        expired: standing.expired,
        receiptId,
        ...(reason ? { reason } : {}),
        ...(kept.length ? { labels: kept.slice(0, AUDITED).map(({ serialNumber, label, file }) => ({ serialNumber, label, file })) } : {}),
      },
    })
  } else auditNothing(session)
  return {
    received: standing.open,
    alreadyReceived: standing.already,
    expired: standing.expired,
    notFound,
    held: standing.held === null ? [] : await listSerials(tx, documentId, standing.held, HELD_NAMED),
    differs,
    amountNotReceived: order.amountOfMeds - order.amountReceived - standing.open,
    receiptId,
  }
}

/** Keeps what the labels of received packages said. Returns those that were received. */
async function keepLabels(
  tx: CustomerTx,
  { receiptId, locationId, lines }: { receiptId: number; locationId: number; lines: string },
  overridden: readonly Overridden[],
): Promise<Overridden[]> {
  const ranges = overridden.length ? parseRanges(lines) : []
  const kept = overridden.filter((one) => ranges.some(([from, to]) => from <= one.lastLine && to >= one.line))
  const once = new Map(kept.map((one) => [one.line, one]))
  const rows = [...once.values()].map(({ line, serialNumber, label, file }) => ({
    receiptId,
    locationId,
    line,
    serialNumber,
    ...label,
    fileLotNumber: file.lotNumber,
    fileExpirationDate: file.expirationDate,
  }))
  await insertReceiptLabels(tx, rows)
  return kept
}

/**
 * Takes a receipt back, whole or some of its lines. One's own last needs no reason; somebody else's needs the location's admin (decision 45).
 *
 * @throws AppError receipt_not_found, receipt_not_yours, reason_needed, receipt_undone.
 */
export async function undo(
  tx: CustomerTx,
  session: Session,
  {
    documentId,
    receiptId,
    lines,
    reason,
  }: { documentId: number; receiptId: number; lines?: number[] | undefined; reason?: string | undefined },
): Promise<{ undone: number; amountNotReceived: number }> {
  const order = await lockOrder(tx, documentId)
  if (!order) throw new AppError('order_not_found')
  must(session, 'order:undo', order.locationId)
  if (order.voidedAt) throw new AppError('order_voided')
  const receipt = await findReceipt(tx, documentId, receiptId)
  if (!receipt) throw new AppError('receipt_not_found')
  if (receipt.userId !== session.userId && !administers(session, order.locationId)) throw new AppError('receipt_not_yours')
  const chosen: Lines = lines ? { lines } : { all: true }
  const standing = await countLines(tx, documentId, receiptId, chosen)
  if (!standing.amount || !standing.lines) throw new AppError('receipt_undone')
  if (!reason && (receipt.userId !== session.userId || (await findLastReceipt(tx, documentId, session.userId)) !== receiptId))
    throw new AppError('reason_needed')
  await giveBackMeds(tx, { documentId, lines: standing.lines }, receiptId)
  await unmarkReceived(tx, documentId, chosen, receiptId)
  await insertReceipt(tx, {
    documentId,
    locationId: order.locationId,
    userId: session.userId,
    at: session.now,
    how: receipt.how,
    amount: standing.amount,
    lines: standing.lines,
    undoesId: receiptId,
    reason: reason ?? null,
  })
  await addReceived(tx, documentId, -standing.amount)
  await audit(tx, session, {
    action: 'order.undoReceipt',
    subject: 'order',
    subjectId: documentId,
    detail: { receiptId, amount: standing.amount, reason: reason ?? null },
  })
  return { undone: standing.amount, amountNotReceived: order.amountOfMeds - order.amountReceived + standing.amount }
}

/** A receipt keeps every reason that was given for it. */
function findReason({ reason, elsewhereReason }: Said): string | undefined {
  return [...new Set([reason, elsewhereReason])].filter((one) => one !== undefined).join(' ') || undefined
}

function joinInWords<T>(value: T | T[] | undefined): T[] {
  if (value === undefined) return []
  return [...new Set(Array.isArray(value) ? value : [value])]
}

/** GTIN and serial number of an SGTIN in one of its written forms; undefined for a plain serial number. */
function pickSerial(text: string): { gtin: string; serialNumber: string } | undefined {
  if (!text.includes(':')) return undefined
  const epc = parseEpc(text)
  return epc.ok && epc.value.kind === 'sgtin' ? { gtin: epc.value.gtin, serialNumber: epc.value.serialNumber } : undefined
}
