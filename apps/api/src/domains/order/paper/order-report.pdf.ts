import { formatNdc, ndcFromGtin } from '@seriatim/gs1'
import { DROP_SHIPMENT_WORDS, formatAmount, formatCount, type OrderDetail, type ReceivedHow, writeFullName } from '@seriatim/schema'
import { type Clock, printDay, printMoment } from '../../../print/dates.ts'
import { type Html, html } from '../../../print/html.ts'
import { type Made, printStampText } from '../../../print/print-stamp.ts'
import { facts, type Sheet, table } from '../../../print/sheet.ts'
import type { Transaction } from '../../med/story/med-transaction.rules.ts'
import type { readTransactions } from '../../med/story/med-transaction.service.ts'
import { partyBlock, statementBlock, TRANSACTION_CSS } from '../../med/story/transaction.pdf.ts'
import type { Lot, MedState, ReceiptDay, SerialLine } from './order-report.queries.ts'
import { groupSerials, mergeShipments } from './order-report.rules.ts'

export interface OrderReport extends Awaited<ReturnType<typeof readTransactions>> {
  detail: OrderDetail
  lots: Lot[]
  serials: SerialLine[]
  receipts: ReceiptDay[]
}

/** File name of the report, such as `transaction-report-88213-04.pdf`. Without a PO number, it contains the order's id. */
export function reportName({ purchaseOrderNumbers, documentId }: OrderDetail): string {
  const order = purchaseOrderNumbers[0] ?? String(documentId)
  return `transaction-report-${order.replace(/[^\w.-]+/g, '_').slice(0, 60)}.pdf`
}

/**
 * A printed order: transaction information of each product and package, transaction statement, and received packages.
 *
 * @see FD&C Act, section 581(26) and (27), for the contents of information and statement.
 */
export function orderSheet(report: OrderReport, made: Made): Sheet {
  const { detail } = report
  const order = detail.purchaseOrderNumbers.length ? `PO ${detail.purchaseOrderNumbers.join(', ')}` : `Order ${detail.documentId}`
  return {
    kind: 'Transaction report: transaction information, statement and receipt',
    title: `${order}, ${detail.senderNames[0] ?? 'sender not named'}`,
    footer: `${order} · ${printStampText(made)}`,
    body: html`${makeCorrection(detail, made)}${documentPart(detail, made)}${parties(report.transactions)}${products(report)}<h2>Transaction statement</h2>${statementBlock(
      {
        isAffirmed: detail.transactionStatement,
        legalNotice: report.legalNotice,
        senderName: detail.sender.name,
      },
    )}${receiving(report, made)}${serials(report)}`,
    css: `${TRANSACTION_CSS}.facts{break-inside:avoid}.serials{columns:5;column-gap:8pt;white-space:pre-line;font-size:7.4pt;line-height:1.5;margin:0 0 6pt;orphans:1;widows:1}h3{font-size:9.5pt;margin:8pt 0 2pt;break-after:avoid}h3 span{font-weight:400}`,
  }
}

const code = (value: string | null) => (value ? html`<span class="code">${value}</span>` : null)
const meds = (n: number) => formatAmount(n, 'package')

function makeCorrection({ correction, isVoided }: OrderDetail, clock: Clock): Html | null {
  if (!correction) return null
  const by = correction.by ? ` by ${writeFullName(correction.by)}` : ''
  return html`<p class="note stop">This order was ${isVoided ? 'voided' : 'closed short'}${by} on ${printMoment(correction.at, clock)}: ${correction.reason}</p>`
}

function documentPart(detail: OrderDetail, clock: Clock): Html {
  const { sender, receiver, cases, pallets, amountOfMeds, amountNotShipped } = detail
  const packed = [pallets > 0 && formatAmount(pallets, 'pallet'), cases > 0 && formatAmount(cases, 'case'), meds(amountOfMeds)]
  const named = ({ name, gln }: OrderDetail['sender']) => html`${name ?? 'Not named'}${gln ? html`<br>GLN ${code(gln)}` : null}`
  return html`<h2>Document</h2>${facts([
    ['Sender', named(sender)],
    ['Receiver', named(receiver)],
    ['Location', detail.customerLocationName],
    ['Goods owned by', detail.goodsOwner?.name ?? null],
    ['Arrived', printMoment(detail.timeStamp, clock)],
    ['File', detail.documentName],
    ['Identifier', code(detail.instanceIdentifier)],
    ['Goods', packed.filter(Boolean).join(', ')],
    ['Drop shipment', dropShipmentFact(detail)],
    ['In the file, not shipped', meds(amountNotShipped)],
  ])}`
}

function dropShipmentFact({ dropShipment }: OrderDetail): Html | null {
  if (dropShipment === null) return null
  const { value, meaning } = DROP_SHIPMENT_WORDS[dropShipment]
  return html`${value}<br><span class="quiet">${meaning}</span>`
}

function parties(transactions: readonly Transaction[]): Html {
  if (!transactions.length) return html`<h2>Seller and buyer</h2><p class="note">The sender’s file contains no shipment.</p>`
  return html`<h2>Seller and buyer</h2>${mergeShipments(transactions).map(
    ({
      first,
      last,
      references,
      seller,
      buyer,
    }) => html`<p><b>${first === null ? 'Date not stated' : first === last || last === null ? printDay(first) : `${printDay(first)} to ${printDay(last)}`}</b>${references.length ? html` · ${references.join(', ')}` : null} <span class="quiet">(date of transaction and shipment as the sender’s file gives it)</span></p>
    <div class="two"><div><span class="quiet">Seller</span>${partyBlock(seller)}</div><div><span class="quiet">Buyer</span>${partyBlock(buyer)}</div></div>`,
  )}`
}

type Product = OrderDetail['products'][number]['product']

function products({ detail, lots }: OrderReport): Html {
  const known = new Map<number | null, Product>(detail.products.map(({ product }) => [product.id, product]))
  const rows = lots.map(({ productId, gtin, lotNumber, expirationDate, total }) => {
    const product = known.get(productId)
    const ndc = product?.additionalTradeItemId ? formatNdc(product.additionalTradeItemId) : gtin && ndcFromGtin(gtin)
    const form = [product?.strengthDescription, product?.dosageFormType].filter(Boolean).join(', ')
    return [
      html`<b>${product?.regulatedProductName ?? 'Product not named'}</b>${form ? html`<br>${form}` : null}<br><span class="quiet">${product?.manufacturerOfTradeItemPartyName ?? 'manufacturer not stated'}</span>`,
      html`${gtin ?? 'no GTIN'}${ndc ? html`<br><span class="quiet">NDC</span> ${ndc}` : null}`,
      product?.netContentDescription ?? 'not stated',
      html`<span class="code">${lotNumber ?? 'not stated'}</span><br>${expirationDate ? printDay(expirationDate) : 'no expiry'}`,
      formatCount(total),
    ]
  })
  const columns = [
    { name: 'Product' },
    { name: 'GTIN and NDC', as: 'code' as const },
    { name: 'Container size' },
    { name: 'Lot, expires' },
    { name: 'Containers', as: 'figure' as const },
  ]
  return html`<h2>Transaction information</h2>${table('', columns, rows)}`
}

const HOW: Record<ReceivedHow, string> = {
  scan: 'Scanned',
  serial: 'By serial number',
  container: 'With its container',
  product: 'With its product group',
  all: 'With the whole order',
}

function receiving({ detail, lots, receipts }: OrderReport, clock: Clock): Html {
  const received = detail.amountOfMeds - detail.amountNotReceived
  const pending = lots.reduce((sum, lot) => sum + lot.pending, 0)
  const held = lots.reduce((sum, lot) => sum + lot.held, 0) - pending
  const rows = receipts.map((receipt) => [
    formatWhen(receipt, clock),
    writeFullName(receipt),
    `${receipt.isUndo ? 'Undone: ' : ''}${HOW[receipt.how]}`,
    `${receipt.isUndo ? '−' : ''}${formatCount(receipt.amount)}`,
  ])
  const columns = [{ name: 'When' }, { name: 'Who' }, { name: 'How' }, { name: 'Packages', as: 'figure' as const }]
  return html`<h2>Received</h2>${facts([
    ['Received', `${formatCount(received)} of ${meds(detail.amountOfMeds)}`],
    ['Missing', detail.amountNotReceived ? meds(detail.amountNotReceived) : 'Nothing'],
    ['On hold', held ? meds(held) : 'Nothing'],
    ...(pending ? [['Data pending', meds(pending)] as const] : []),
  ])}${rows.length ? table('', columns, rows) : html`<p>Nothing on this order has been received yet.</p>`}`
}

function formatWhen({ first, last }: ReceiptDay, clock: Clock): string {
  const from = printMoment(first.toISOString(), clock)
  const to = printMoment(last.toISOString(), clock)
  return from === to ? from : `${from} to ${to.split(', ').at(-1) ?? to}`
}

const STATES: Record<MedState, string> = {
  received: 'received',
  receivedHeld: 'received, on hold',
  receivedPending: 'received, data pending',
  elsewhere: 'received with another order',
  open: 'not received',
  held: 'on hold, not received',
  pending: 'data pending, not received',
}

function serials({ detail, lots, serials: lines }: OrderReport): Html {
  const all = lots.reduce((sum, lot) => sum + lot.total, 0)
  const names = new Map(detail.products.map(({ product }) => [product.id, product.regulatedProductName]))
  const cut =
    lines.length < all
      ? html`<p class="note">These are the first ${formatCount(lines.length)} of ${formatCount(all)} serial numbers. The CSV of this order has all of them.</p>`
      : null
  return html`<h2>Serial numbers</h2>${cut}${groupSerials(lines).map(
    ({ productId, lotNumber, expirationDate, state, serialNumbers }) =>
      html`<h3>${(productId !== null && names.get(productId)) || 'Product not named'} <span>· lot ${lotNumber ?? 'not stated'}${expirationDate ? `, expires ${printDay(expirationDate)}` : ''} · ${formatCount(serialNumbers.length)} ${STATES[state]}</span></h3><p class="serials code">${serialNumbers.join('\n')}</p>`,
  )}`
}
