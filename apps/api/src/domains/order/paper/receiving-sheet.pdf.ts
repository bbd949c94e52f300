import { formatNdc, ndcFromGtin } from '@seriatim/gs1'
import { formatAmount, formatCount, type OrderDetail } from '@seriatim/schema'
import { printDay, printMoment } from '../../../print/dates.ts'
import { type Html, html } from '../../../print/html.ts'
import { type Made, printStampText } from '../../../print/print-stamp.ts'
import { facts, type Sheet, table } from '../../../print/sheet.ts'
import type { Lot } from './order-report.queries.ts'
import type { ContainerLine } from './receiving-sheet.queries.ts'

interface Parts {
  detail: OrderDetail
  lots: readonly Lot[]
  containers: readonly ContainerLine[]
  /** True if there are more containers than listed. */
  isCut: boolean
}

const BOX = html`<span class="box"></span>`
/** A blank line on which to write a number. */
const LINE = html`<span class="line"></span>`

/** Lists the expected goods, with space to count and to sign, for checking goods without a screen. */
export function receivingSheet({ detail, lots, containers, isCut }: Parts, made: Made): Sheet {
  const { purchaseOrderNumbers, documentId, sender, senderNames, amountOfMeds, amountNotReceived } = detail
  const order = purchaseOrderNumbers.length ? `PO ${purchaseOrderNumbers.join(', ')}` : `Order ${documentId}`
  return {
    kind: 'Receiving sheet: what is expected',
    title: `${order}, ${sender.name ?? senderNames[0] ?? 'sender not named'}`,
    footer: `${order} · ${printStampText(made)}`,
    body: html`${facts([
      ['Location', detail.customerLocationName],
      ['Arrived', printMoment(detail.timeStamp, made)],
      ['Expected', formatAmount(amountOfMeds, 'package')],
      ['Already received', formatAmount(amountOfMeds - amountNotReceived, 'package')],
    ])}${products(detail, lots)}${containers.length > 0 ? containerTable(containers, isCut) : null}
    <p class="note">Counting on this sheet does not receive anything. Scan the packages, or receive their containers, in ${made.brand} afterward.</p>
    <p class="sign">Counted by<span></span>Date and time<span></span></p>`,
    css: `.box{display:inline-block;width:11pt;height:11pt;border:1pt solid #1a1916;border-radius:2pt}.line{display:inline-block;width:48pt;border-bottom:.75pt solid #1a1916}
.sign{display:flex;align-items:flex-end;gap:6pt;margin-top:20pt;break-inside:avoid}.sign span{flex:1;border-bottom:.75pt solid #1a1916}`,
  }
}

function products({ products: known }: OrderDetail, lots: readonly Lot[]): Html {
  const names = new Map(known.map(({ product }) => [product.id as number | null, product])) // lines without a product are looked up here too
  const rows = lots.map(({ productId, gtin, lotNumber, expirationDate, total, received, held }) => {
    const product = names.get(productId)
    const ndc = product?.additionalTradeItemId ? formatNdc(product.additionalTradeItemId) : gtin && ndcFromGtin(gtin)
    return [
      html`<b>${product?.regulatedProductName ?? 'Product not named'}</b> ${product?.strengthDescription ?? ''}`,
      ndc ?? gtin ?? 'none',
      lotNumber ?? 'not stated',
      expirationDate ? printDay(expirationDate) : 'no expiry',
      formatCount(total),
      `${formatCount(received)}${held > 0 ? ` (${formatCount(held)} on hold)` : ''}`,
      LINE,
    ]
  })
  const columns = [
    { name: 'Product' },
    { name: 'NDC', as: 'code' as const },
    { name: 'Lot', as: 'code' as const },
    { name: 'Expires' },
    { name: 'Expected', as: 'figure' as const },
    { name: 'Already received', as: 'figure' as const },
    { name: 'Counted', as: 'figure' as const },
  ]
  return html`<h2>Products</h2>${table('', columns, rows)}`
}

function containerTable(containers: readonly ContainerLine[], isCut: boolean): Html {
  const rows = containers.map(({ code, depth, meds, received, holdsPackages }) => [
    html`<span style="padding-left:${String(depth * 10)}pt">${holdsPackages ? 'Pallet' : 'Case'} <span class="code">${code}</span></span>`,
    formatCount(meds),
    formatCount(received),
    BOX,
  ])
  const columns = [
    { name: 'Container' },
    { name: 'Packages', as: 'figure' as const },
    { name: 'Received already', as: 'figure' as const },
    { name: 'Here', as: 'figure' as const },
  ]
  const cut = isCut && html`<p class="note">These are the first ${formatAmount(containers.length, 'container')}.</p>`
  return html`<h2>Containers</h2>${cut || null}${table('', columns, rows)}`
}
