import { differingFields } from '@seriatim/gs1'
import { DISPOSALS, formatAmount, type Pedigree, type RecalledLine, type UnitAnswer, type UnitLink, writeFullName } from '@seriatim/schema'
import { DAY_MS, MINUTE_MS, toDay } from '../../core/day.ts'
import { type Clock, printDay, printExpiry, printMoment } from '../../print/dates.ts'
import type { HoldRow } from '../hold/hold.joins.ts'
import type { InvestigationRow } from '../hold/investigated.joins.ts'
import type { PaperDocument } from '../med/send/med-paper.pdf.ts'
import type { SellerOnDay } from '../trading-partner/license/seller-on-day.service.ts'
import type { DifferingLabel } from './inspection-unit.queries.ts'

/** Number of days after which a license check counts as old. The limit is our own, not the law's. */
const OLD_CHECK_DAYS = 60

/** All facts about a package from which its answers are derived. */
export interface UnitFacts {
  pedigree: Pedigree
  /** The order from which the answers are taken: the order with which the package was received, otherwise the newest; null for a typed-in package. */
  order: (Pedigree['orders'][number] & { document: PaperDocument; isNamed: boolean }) | null
  /** The day of the seller's transaction. */
  tradedOn: string | null
  seller: SellerOnDay | undefined
  /** Lot and expiration date from the label that the caller has just scanned. */
  scanned: { lotNumber?: string | undefined; expirationDate?: string | undefined }
  /** The label at receiving, if it differed from the file. */
  label: DifferingLabel | undefined
  holds: readonly HoldRow[]
  investigations: readonly InvestigationRow[]
  recalls: { hasRecalls: boolean; asOf: string | null; isWaiting: boolean; comparedAt: Date | null; lines: readonly RecalledLine[] }
  tickets: readonly { id: number; ticketNumber: number }[]
  sentBack: { at: Date; reason: string | null } | undefined
  now: Date
}

type Answer = Omit<UnitAnswer, 'question'>
const answer = (
  state: UnitAnswer['state'],
  said: string,
  more = '',
  notes: (string | false | null)[] = [],
  links: UnitLink[] = [],
): Answer => ({
  state,
  said,
  more,
  notes: notes.filter((note): note is string => Boolean(note)),
  links,
})

/** The eleven answers about a package, in the order in which the page shows them. */
export function answerQuestions(facts: UnitFacts, clock: Clock): UnitAnswer[] {
  const toMoment = (at: Date | string) => printMoment(typeof at === 'string' ? at : at.toISOString(), clock)
  const write = { facts, toMoment, today: toDay(facts.now, clock.timeZone) }
  return [
    { question: 'from', ...whereFrom(write) },
    { question: 'came', ...whenCame(write) },
    { question: 'lot', ...lotAndExpiry(write) },
    { question: 'information', ...information(write) },
    { question: 'statement', ...statement(write) },
    { question: 'received', ...howReceived(write) },
    { question: 'license', ...license(write) },
    { question: 'hold', ...onHold(write) },
    { question: 'recall', ...recalled(write) },
    { question: 'maker', ...answer('none', 'Not asked', '', ['Seriatim does not record verification with the manufacturer yet.']) },
    { question: 'now', ...whereNow(write) },
  ]
}

interface Write {
  facts: UnitFacts
  toMoment: (at: Date | string) => string
  today: string
}

const lastTransaction = ({ order }: UnitFacts) => order?.document.transactions.at(-1)

export const nameSeller = (facts: UnitFacts): string | null =>
  facts.seller?.partner.name ??
  lastTransaction(facts)?.seller?.name ??
  facts.order?.document.senderName ??
  facts.order?.senderNames[0] ??
  null

function whereFrom({ facts }: Write): Answer {
  const { order } = facts
  const seller = nameSeller(facts)
  if (!order) return answer('gap', 'Not known', '', ['No supplier’s file names this package. It was typed in here.'])
  const links: UnitLink[] = [{ label: 'Order', to: 'order', id: order.documentId }]
  if (!seller) return answer('gap', 'The file names no seller', '', [], links)
  const last = lastTransaction(facts)
  const place = [last?.seller?.streetAddressOne, [last?.seller?.city, last?.seller?.state].filter(Boolean).join(' ')]
    .filter(Boolean)
    .join(', ')
  const references = last?.references.length ? last.references : order.purchaseOrderNumbers.map((number) => `PO ${number}`)
  const before = order.document.transactions.at(-2)?.seller?.name
  const notes = [
    references.length ? `${references.join(', ')}.` : 'The file names no purchase order.',
    before && before !== seller ? `They got it from ${before}.` : null,
    facts.pedigree.goodsOwner && `Owned by ${facts.pedigree.goodsOwner.name}.`,
  ]
  return answer(order.isNamed ? 'ok' : 'remark', seller, place ? `, ${place}` : '', [notes.filter(Boolean).join(' ')], links)
}

function whenCame({ facts: { pedigree, order }, toMoment }: Write): Answer {
  const shippedAt = order?.document.transactions.at(-1)?.shippedAt
  const shipped = order && (shippedAt ? `Shipped ${toMoment(shippedAt)}` : 'The file does not say when the package was shipped.')
  if (pedigree.received) return answer('ok', toMoment(pedigree.received.at), '', [shipped])
  if (order) return answer('gap', 'Not received', '', [shipped, 'Nobody has received this package yet.'])
  return answer('remark', 'Not known', '', [`Entered here ${toMoment(pedigree.med.timeStamp)}`])
}

function lotAndExpiry({ facts, today }: Write): Answer {
  const { lotNumber, expirationDate } = facts.pedigree.med
  if (!lotNumber || !expirationDate) {
    const missing = [lotNumber ? null : 'lot number', expirationDate ? null : 'expiration date'].filter(Boolean).join(' or ')
    return answer('gap', lotNumber ?? (expirationDate ? `Expires ${printDay(expirationDate)}` : 'Not on file'), '', [
      `No ${missing} is on file.`,
    ])
  }
  const { notes, differs } = compareLabel(facts)
  const isOver = expirationDate < today
  const state = differs ? 'gap' : isOver ? 'remark' : 'ok'
  return answer(state, lotNumber, `, ${isOver ? 'expired' : 'expires'} ${printDay(expirationDate)}`, [
    isOver ? 'It has expired.' : writeLeft(today, expirationDate),
    ...notes,
  ])
}

function writeLeft(today: string, day: string): string {
  const days = Math.round((Date.parse(day) - Date.parse(today)) / DAY_MS)
  return days < 60 ? `In ${formatAmount(days, 'day')}.` : `In ${Math.floor(days / 30.4)} months.`
}

/** Compares the label scanned now with the record. If they agree, compares the label scanned at receiving with the file. */
function compareLabel({ pedigree, scanned, label }: UnitFacts): { notes: string[]; differs: boolean } {
  const { lotNumber, expirationDate } = pedigree.med
  const now = differingFields(scanned, { lotNumber, expirationDate })
  if (now.length)
    return {
      notes: now.map((field) =>
        field === 'lotNumber'
          ? `The label says lot ${scanned.lotNumber}; the record says ${lotNumber}.`
          : `The label says it expires ${printExpiry(scanned.expirationDate ?? '')}, the record says ${printExpiry(expirationDate ?? '')}.`,
      ),
      differs: true,
    }
  if (label) {
    const file = { lotNumber: label.fileLotNumber, expirationDate: label.fileExpirationDate }
    const fields = differingFields(label, file)
    const notes = fields.map((field) =>
      field === 'lotNumber'
        ? `At receiving, the label said lot ${label.lotNumber} and the file said ${file.lotNumber}.`
        : `At receiving, the label said it expires ${printExpiry(label.expirationDate ?? '')} and the file said ${printExpiry(file.expirationDate ?? '')}.`,
    )
    if (notes.length) return { notes, differs: true }
  }
  if (scanned.lotNumber && scanned.expirationDate) return { notes: ['The label and the record match.'], differs: false }
  if (pedigree.received?.how === 'scan') return { notes: ['The label, as scanned at receiving, matches the file.'], differs: false }
  return { notes: ['Nobody has scanned the label to compare it with the record.'], differs: false }
}

function information({ facts: { pedigree, order, tickets }, toMoment }: Write): Answer {
  if (!order) return answer('gap', 'Not on file', '', ['This serial number is not in any supplier’s file.'])
  const links: UnitLink[] = [
    { label: 'Show it', to: 'pedigree', id: pedigree.med.id },
    ...tickets.map(({ id, ticketNumber }): UnitLink => ({ label: `Ticket ${ticketNumber}`, to: 'ticket', id })),
  ]
  const open = tickets.length > 0 && `${formatAmount(tickets.length, 'open ticket')} about the file.`
  if (!order.isNamed) return answer('gap', 'The file contains no shipment of this package', '', [open], links)
  const { received } = pedigree
  const late = received ? Date.parse(received.at) - Date.parse(order.timeStamp) : 0
  const came = `Arrived ${toMoment(order.timeStamp)}${received ? `, ${writeSpan(Math.abs(late))} ${late < 0 ? 'after' : 'before'} the goods were received` : ''}`
  return answer(open || late < 0 ? 'remark' : 'ok', 'On file', ', for this serial number', [came, open], links)
}

function writeSpan(ms: number): string {
  const minutes = Math.round(ms / MINUTE_MS)
  if (minutes < 90) return `${minutes} min`
  const hours = Math.round(minutes / 60)
  return hours < 48 ? `${hours} h` : formatAmount(Math.round(hours / 24), 'day')
}

function statement({ facts: { pedigree, order } }: Write): Answer {
  const links: UnitLink[] = [{ label: 'Show it', to: 'pedigree', id: pedigree.med.id }]
  if (!order) return answer('gap', 'Not on file')
  if (!order.document.isAffirmed)
    return answer('gap', 'Not on file', '', ['The file contains no affirmed transaction statement. Ask the seller for one.'], links)
  return answer('ok', 'On file', ', in the same document', [], links)
}

const HOW: Record<
  NonNullable<Pedigree['received']>['how'],
  readonly [state: UnitAnswer['state'], said: string, more: string, note: string]
> = {
  scan: ['ok', 'Scanned', ' one by one', 'Not received with its case or by Receive All'],
  serial: ['ok', 'Found by its serial number', ', which was typed', 'Its barcode was not scanned'],
  container: ['ok', 'With its case or pallet', '', 'The case or pallet around it was scanned, not the package itself'],
  product: ['remark', 'With all packages of its product', '', 'Nobody scanned the package itself'],
  all: ['remark', 'By Receive All', '', 'Nobody scanned the package itself'],
}

function howReceived({ facts: { pedigree, order } }: Write): Answer {
  const { received, createdBy } = pedigree
  if (received) {
    const [state, said, more, note] = HOW[received.how]
    return answer(state, said, `${more} by ${writeFullName(received.by)}`, [note])
  }
  if (order) return answer('gap', 'Not received')
  return answer('remark', 'Typed in', createdBy ? ` by ${writeFullName(createdBy)}` : '', ['It was not received with an order.'])
}

function license({ facts }: Write): Answer {
  const { seller, tradedOn, order } = facts
  const name = nameSeller(facts)
  if (!order || tradedOn === null || !name)
    return answer('gap', 'Not known', '', ['The seller, the date or both are not stated in the file.'])
  if (!seller)
    return answer(
      'gap',
      'Not on file',
      '',
      [`${name} is not one of our trading partners.`],
      [{ label: 'Order', to: 'order', id: order.documentId }],
    )
  const { authorization, license: held, partner } = seller
  const on = printDay(tradedOn)
  const links: UnitLink[] = [{ label: 'Evidence', to: 'partner', id: partner.id }]
  const state = authorization.state?.name
  if (authorization.status === 'unknown') return answer('gap', 'No license on file', '', [`As of ${on}.`], links)
  if (authorization.status === 'deactivated')
    return answer('gap', 'No longer a supplier', ` since ${printDay(authorization.since ?? tradedOn)}`, [`As of ${on}.`], links)
  if (authorization.status === 'notAuthorized')
    return answer('gap', 'No valid license', state ? ` in ${state}` : '', [`As of ${on}.`], links)
  const until = held?.validTo ? `, until ${printDay(held.validTo)}` : ', without an end'
  const checked = writeCheck(held, tradedOn)
  return answer(
    checked.isOld ? 'remark' : 'ok',
    state ? `Valid in ${state}` : 'Valid',
    `${held ? `, ${held.number}` : ''}${until}`,
    [`On ${on}.`, checked.words],
    links,
  )
}

/**
 * Writes when the license was last checked. `isOld` is true if no check is recorded, or if the last check was too long before `day`, the day of the
 * transaction.
 */
function writeCheck(held: SellerOnDay['license'], day: string): { words: string; isOld: boolean } {
  if (!held?.checkedOn) return { words: 'Remark: no check of this license is recorded.', isOld: true }
  const where = held.checkedWhere ? ` in ${held.checkedWhere}` : ''
  const days = Math.round((Date.parse(day) - Date.parse(held.checkedOn)) / DAY_MS)
  if (days < 0) return { words: `Checked${where} on ${printDay(held.checkedOn)}, after the transaction.`, isOld: false }
  const words = `ast checked${where} on ${printDay(held.checkedOn)}, ${formatAmount(days, 'day')} before`
  return days > OLD_CHECK_DAYS ? { words: `Remark: l${words}`, isOld: true } : { words: `L${words}`, isOld: false }
}

function onHold({ facts: { pedigree, holds, investigations }, toMoment }: Write): Answer {
  const links = investigations.map(({ id }): UnitLink => ({ label: `Investigation ${id}`, to: 'investigation', id }))
  const [newest] = holds
  if (!newest) return answer('ok', 'Never')
  const by = (name: string | null) => name ?? 'Seriatim'
  const words = holds.map((hold) => {
    const placed = `Put on hold ${toMoment(hold.placedAt)} by ${by(hold.placedBy)}: ${hold.reason.replace(/\.$/, '')}.`
    if (hold.disposedAt && hold.disposalHow) return `${placed} ${DISPOSALS[hold.disposalHow]} ${toMoment(hold.disposedAt)}.`
    return hold.releasedAt ? `${placed} Released ${toMoment(hold.releasedAt)} by ${by(hold.releasedBy)}.` : placed
  })
  const notes = words.length > 3 ? [...words.slice(0, 3), `And ${words.length - 3} more.`] : words
  const isOver = holds.every(({ releasedAt, disposedAt }) => releasedAt ?? disposedAt)
  if (pedigree.isHeld && !isOver)
    return answer('gap', pedigree.isPending ? 'On hold because its data is pending' : 'On hold now', '', notes, links)
  return answer('remark', holds.length === 1 ? 'Once' : `${holds.length} times`, ', not now', notes, links)
}

function recalled({ facts: { recalls }, toMoment }: Write): Answer {
  const { hasRecalls, asOf, isWaiting, comparedAt, lines } = recalls
  if (!hasRecalls) return answer('none', 'Not compared', '', ['Recalls are not part of the subscription.'])
  const links = lines.map(({ recallId, recallNumbers }): UnitLink => ({ label: recallNumbers[0] ?? 'Recall', to: 'recall', id: recallId }))
  const compared = asOf
    ? `Compared with the FDA’s recall reports as of ${printDay(asOf)}${comparedAt ? `, ${toMoment(comparedAt)}` : ''}`
    : 'No FDA reports have been loaded yet.'
  const certain = lines.filter(({ confidence }) => confidence !== 'possible')
  const about = lines.map(({ classification, title, why }) => `${[classification, title].filter(Boolean).join(': ')}. ${why}`)
  if (certain.length) return answer('gap', 'Yes', '', [...about, compared], links)
  if (lines.length) return answer('remark', 'Possibly', '', [...about, compared], links)
  if (asOf === null || isWaiting)
    return answer('remark', 'Not known yet', '', [isWaiting && 'Some lots or recalls have not been compared yet.', compared])
  return answer('ok', 'No', '', [compared])
}

const NOT_RECORDED = 'Dispensing is not recorded here. Check your pharmacy system.'

function whereNow({ facts: { pedigree, order, holds, sentBack }, toMoment }: Write): Answer {
  const { customerLocation, voided, received } = pedigree
  if (voided) return answer('gap', 'The record was voided', '', [`${toMoment(voided.at)}${voided.reason ? `: ${voided.reason}` : ''}`])
  const gone = holds.find(({ disposedAt }) => disposedAt)
  if (gone?.disposedAt && gone.disposalHow) {
    const reason = gone.disposalReason ? `: ${gone.disposalReason}` : ''
    return answer('ok', DISPOSALS[gone.disposalHow], ` ${toMoment(gone.disposedAt)}`, [`By ${gone.disposedBy ?? 'Seriatim'}${reason}`])
  }
  if (sentBack && !received) return answer('ok', 'Sent back to the seller', ` ${toMoment(sentBack.at)}`, [sentBack.reason])
  if (!received && order) return answer('remark', 'On its way', ` to ${customerLocation.name}`, ['Nobody has received it.'])
  return answer('ok', customerLocation.name, ', not sent on', [NOT_RECORDED])
}
