import { formatCount, SHIPMENT_PURPOSES } from '@seriatim/schema'
import { printMoment } from '../../../print/dates.ts'
import { html } from '../../../print/html.ts'
import { printStampText } from '../../../print/print-stamp.ts'
import { facts, type Sheet } from '../../../print/sheet.ts'
import { LETTER_CSS, type Letter, partiesBlock, productsBlock } from './letter.pdf.ts'
import { shipmentNumber } from './write-epcis.ts'

/** The letter that says that a shipment was voided, for a shipment without an EPCIS document. */
export function voidLetterSheet({
  shipment,
  lines,
  customerName,
  made,
}: Pick<Letter, 'shipment' | 'lines' | 'customerName' | 'made'>): Sheet {
  const { purpose, purchaseOrder, sentAt, voidedAt, voidedBy, voidReason, meds } = shipment
  const number = shipmentNumber(shipment)
  return {
    kind: SHIPMENT_PURPOSES[purpose].name,
    title: 'Notice that a shipment was voided',
    footer: `${customerName} · ${number} · ${printStampText(made)}`,
    body: html`<p>${customerName} voided this shipment. The packages below did not change hands.</p>${facts([
      ['Shipment', number],
      ['Shipped', sentAt && printMoment(sentAt.toISOString(), made)],
      ['Voided', voidedAt && printMoment(voidedAt.toISOString(), made)],
      ['Voided by', voidedBy],
      ['Reason', voidReason],
      ['Number of containers', formatCount(meds)],
      ...(purchaseOrder ? [['Purchase order', purchaseOrder] as const] : []),
    ])}${partiesBlock(shipment)}${productsBlock(lines)}`,
    css: LETTER_CSS,
  }
}
