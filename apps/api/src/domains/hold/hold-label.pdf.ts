import { formatAmount, HELD } from '@seriatim/schema'
import { printDay, printMoment } from '../../print/dates.ts'
import { html } from '../../print/html.ts'
import { type Made, printStampText } from '../../print/print-stamp.ts'
import { facts, type Sheet } from '../../print/sheet.ts'
import type { LabelledHold } from './hold-label.queries.ts'

/** A label of 4 by 6 inches for label printers, readable from two meters. */
export function labelSheet(hold: LabelledHold, made: Made): Sheet {
  const { kind, label, productName, gtin, lotNumber, expirationDate, meds, reason, placedAt, placedBy } = hold
  return {
    kind: 'Do not dispense, ship or return to stock',
    title: 'QUARANTINE',
    footer: `Hold ${hold.id} · ${printStampText(made)}`,
    body: html`<p class="product">${productName ?? 'Product not named'}</p>${facts([
      [HELD[kind], html`<span class="code">${label}</span>`],
      ...(gtin ? [['GTIN', html`<span class="code">${gtin}</span>`] as const] : []),
      ...(lotNumber && kind !== 'lot' ? [['Lot', html`<span class="code">${lotNumber}</span>`] as const] : []),
      ...(expirationDate ? [['Expires', printDay(expirationDate)] as const] : []),
      ['Packages', meds > 0 ? formatAmount(meds, 'package') : '1 package'],
      ['Location', hold.locationName],
      ['On hold since', printMoment(placedAt.toISOString(), made)],
      ['By', placedBy ?? made.brand],
    ])}<p class="reason"><b>Reason</b><br>${reason}</p><p class="sign">Checked by<span></span>Date<span></span></p>`,
    paper: 'label',
    css: `.top{border:0;background:#1a1916;color:#fff;margin:0 0 8pt;padding:8pt 10pt}.top .kind{color:#fff;font-size:10pt}h1{font-size:30pt;letter-spacing:.02em}
.product{font-size:16pt;font-weight:650;line-height:1.2}dd{font-size:11pt;font-weight:600}.facts .code{font-size:11pt}
.reason{margin-top:9pt;font-size:11pt;overflow-wrap:anywhere}.sign{display:flex;align-items:flex-end;gap:5pt;margin-top:16pt;font-size:9pt}.sign span{flex:1;border-bottom:.75pt solid #1a1916}`,
  }
}
