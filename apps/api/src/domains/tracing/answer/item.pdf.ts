import { formatAmount, formatCount, type TracingLine, type TracingRecord } from '@seriatim/schema'
import { printDay, printMoment } from '../../../print/dates.ts'
import { type Html, html } from '../../../print/html.ts'
import type { Made } from '../../../print/print-stamp.ts'
import { facts } from '../../../print/sheet.ts'
import { partyBlock, statementBlock } from '../../med/story/transaction.pdf.ts'
import type { Traced, TracedDocument } from '../find/find.service.ts'
import { itemWords } from '../find/judge.ts'
import { productsOf, receiptsOf, type Shipment, shipmentsOf } from './shipment.rules.ts'

/** Number of serial numbers that the PDF lists for one product. */
const SERIALS = 100
/** Maximum number of receipts that the PDF lists for one shipment. */
const RECEIPTS = 20

/**
 * Renders one item of an answer: each shipment with which its packages arrived, with that shipment's transaction information, statement and receipt.
 * @param most maximum number of shipments to describe.
 */
export function itemBlock(line: TracingLine, { documents, transactions }: Traced, made: Made, most: number): Html {
  const shipments = shipmentsOf(line.records, transactions)
  const shown = shipments.slice(0, most)
  return html`<section class="item"><h3>${line.number}. ${itemWords(line.asked)}</h3>${
    shipments.length > 1 && html`<p>${formatAmount(line.records.length, 'package')} in ${formatAmount(shipments.length, 'shipment')}.</p>`
  }${shown.map((shipment) =>
    shipmentBlock(
      shipment,
      documents.find(({ documentId }) => documentId === shipment.documentId),
      made,
    ),
  )}${
    shipments.length > shown.length &&
    html`<p class="quiet">${formatAmount(shipments.length - shown.length, 'more shipment')}: see answer.csv.</p>`
  }${[...line.said, ...line.remarks].map((words) => html`<p class="quiet">${words}</p>`)}</section>`
}

function shipmentBlock({ records, transaction }: Shipment, document: TracedDocument | undefined, made: Made): Html {
  const [first] = records
  return html`<div class="shipment">${productsOf(records).map(productFacts)}${facts([
    ['Order', first ? orderWords(first) : null],
    ['Shipped', first?.shippedAt && printMoment(first.shippedAt, made)],
    ['Received', receiptWords(records, made)],
    ['Previous owner', first?.seller?.name],
  ])}${
    transaction &&
    html`<div class="two"><div><b>Transferred from</b>${partyBlock(transaction.seller)}</div><div><b>Transferred to</b>${partyBlock(transaction.buyer)}</div></div>`
  }${
    document && statementBlock({ isAffirmed: document.hasStatement, legalNotice: document.legalNotice, senderName: document.senderName })
  }</div>`
}

const orderWords = ({ purchaseOrders, documentId }: TracingRecord) =>
  purchaseOrders.map((number) => `PO ${number}`).join(', ') || (documentId === null ? 'Typed in by hand' : `Order ${documentId}`)

function receiptWords(records: readonly TracingRecord[], made: Made): string {
  const receipts = receiptsOf(records)
  const lines = receipts.slice(0, RECEIPTS).map((own) => {
    const [one] = own
    const amount = receipts.length > 1 ? `${formatAmount(own.length, 'package')}: ` : ''
    if (!one?.receivedAt) return `${amount}not received, listed for ${one?.locationName ?? 'no location'}`
    return `${amount}${printMoment(one.receivedAt, made)}, ${one.receivedHow ?? 'method not recorded'}, ${one.locationName}`
  })
  return [...lines, ...(receipts.length > RECEIPTS ? [`and ${formatCount(receipts.length - RECEIPTS)} more: see answer.csv`] : [])].join(
    '\n',
  )
}

function productFacts(records: readonly TracingRecord[]): Html {
  const [record] = records
  if (!record) return html``
  const serials = records.slice(0, SERIALS).map(({ serialNumber }) => serialNumber)
  const more = records.length - serials.length
  return facts([
    ['Product', [record.productName, record.strength, record.dosageForm, record.containerSize].filter(Boolean).join(', ')],
    ['NDC', record.ndc],
    ['GTIN', record.gtin],
    [records.length > 1 ? 'Serial numbers' : 'Serial number', `${serials.join(', ')}${more > 0 ? ` and ${formatCount(more)} more` : ''}`],
    ['Lot', record.lotNumber],
    ['Expires', record.expirationDate && printDay(record.expirationDate)],
    ['Number of containers', formatCount(records.length)],
  ])
}
