import { type Pedigree, writeFullName } from '@seriatim/schema'
import { type Clock, printDay, printDaysIn, printMoment } from '../../../print/dates.ts'
import { type Html, html } from '../../../print/html.ts'
import { type Made, printStampText } from '../../../print/print-stamp.ts'
import { facts, type Sheet, table } from '../../../print/sheet.ts'
import type { Transaction } from '../story/med-transaction.rules.ts'
import { partyBlock, statementBlock, TRANSACTION_CSS } from '../story/transaction.pdf.ts'

/** A document's data about a med: seller, buyer, and whether the sender affirmed the transaction statement. */
export interface PaperDocument {
  purchaseOrderNumbers: string[]
  senderName: string | null
  receivedAt: string
  transactions: Transaction[]
  isAffirmed: boolean
  legalNotice: string | null
}

export interface Paper {
  pedigree: Pedigree
  documents: PaperDocument[]
}

/** Styles that fit the pedigree of one package on one page, unless the package changed hands many times. */
const COMPACT = `
html{font-size:8.6pt;line-height:1.35}
.top{margin-bottom:7pt;padding-bottom:4pt}
h1{font-size:15pt}
h2{font-size:10.5pt;margin:8pt 0 3pt}
p{margin-bottom:3pt}
.facts{grid-template-columns:repeat(3,1fr);gap:3pt 12pt}
.facts div{padding-bottom:2pt}
td{padding:2pt 5pt}
th{padding:2.5pt 5pt}
table{margin:2pt 0 4pt}
.two{margin:2pt 0 4pt}
.whole{white-space:nowrap}
`

/** A name that sorts well and is safe on every system: `pedigree-10K7M3Q92X41B8.pdf` */
export function pedigreeFilename({ pedigree: { med } }: Paper): string {
  return `pedigree-${med.serialNumber.replace(/[^\w.-]+/g, '_').slice(0, 60)}.pdf`
}

/**
 * The printed pedigree of one package: transaction information, transaction statement and history.
 *
 * @see FD&C Act, section 581(26) and (27), for the contents of the first two.
 */
export function pedigreeSheet({ pedigree, documents }: Paper, made: Made): Sheet {
  const { med, redbookDetail } = pedigree
  return {
    kind: 'Pedigree: transaction information, statement and history',
    title: redbookDetail.medName ?? 'Product not named',
    footer: `Serial ${med.serialNumber} · ${printStampText(made)}`,
    body: html`${product(pedigree)}${documents.length ? documents.map(transactionPart) : ownRecord(pedigree)}${history(pedigree, made)}${attached(pedigree)}`,
    css: TRANSACTION_CSS + COMPACT,
  }
}

function product({
  med,
  redbookDetail,
  dosageFormType,
  strengthDescription,
  netContentDescription,
  parents,
  amountOfChildren,
  goodsOwner,
}: Pedigree): Html {
  const code = (value: string | null) => (value ? html`<span class="code">${value}</span>` : null)
  const around = parents.map((parent) => parent.sscc ?? parent.serialNumber ?? '').filter(Boolean)
  return html`<h2>Product</h2>${facts([
    ['Product identifier: GTIN', code(med.gtin)],
    ['Serial number', code(med.serialNumber)],
    ['Lot number', code(med.lotNumber)],
    ['Expiration date', med.expirationDate ? printDay(med.expirationDate) : null],
    ['NDC', code(med.ndc)],
    ['Manufacturer', redbookDetail.manufacturerName],
    ['Owned by', goodsOwner?.name ?? null],
    ['Strength', strengthDescription],
    ['Dosage form', dosageFormType],
    ['Container size', netContentDescription],
    ['Number of containers', amountOfChildren > 0 ? `1 container that holds ${amountOfChildren}` : '1'],
    ...(around.length ? [['Packed in', html`<span class="code">${around.join('\n')}</span>`] as const] : []),
  ])}`
}

function transactionPart(document: PaperDocument): Html {
  const order = document.purchaseOrderNumbers.length ? `PO ${document.purchaseOrderNumbers.join(', ')}` : 'order without a PO number'
  return html`<h2>Transaction information: ${order}</h2>
    ${document.transactions.length ? document.transactions.map(transaction) : html`<p>The sender’s file contains no shipment of this package.</p>`}
    <h2>Transaction statement: ${order}</h2>${statementBlock(document)}`
}

function transaction({ shippedAt, seller, buyer, references }: Transaction): Html {
  const date = shippedAt ? printDay(shippedAt.slice(0, 10)) : 'Date not stated'
  return html`<p><b>${date}</b>${references.length ? html` · ${references.join(', ')}` : null} <span class="quiet">(date of transaction and shipment as the sender’s file gives it)</span></p>
    <div class="two"><div><span class="quiet">Seller</span>${partyBlock(seller)}</div><div><span class="quiet">Buyer</span>${partyBlock(buyer)}</div></div>`
}

/** Writes the record of a typed-in med, which has no supplier data. */
function ownRecord({ createdBy, customer, customerLocation }: Pedigree): Html {
  const by = createdBy ? ` by ${writeFullName(createdBy)}` : ''
  return html`<h2>Transaction information</h2><p class="note">This record was entered${by} at ${customer.name}, ${customerLocation.name}. No supplier’s file names this package, so there is no transaction information or statement from a seller.</p>`
}

/**
 * Selects the part of the history that concerns the recipient: the supplier's events, including shipping, and the receipt that was not undone. Leaves
 * out our holds, emails and corrections.
 */
function pickCustody({ history: entries, received }: Pedigree): Pedigree['history'] {
  const receipt = entries.find((entry) => entry.kind === 'done' && entry.at === received?.at)
  return entries.filter((entry) => entry.kind === 'event' || entry.kind === 'handover' || entry === receipt)
}

function history(pedigree: Pedigree, clock: Clock): Html {
  const entries = pickCustody(pedigree)
  if (!entries.length) return html``
  const rows = entries.map(({ at, what, detail, party: { name, gln, place } }) => [
    at ? html`<span class="whole">${printMoment(at, clock)}</span>` : 'not dated',
    html`<b>${what}</b>${detail ? html`<br><span class="quiet">${printDaysIn(detail)}</span>` : null}`,
    html`${name ?? 'not named'}${place ? html`<br><span class="quiet">${place}</span>` : null}`,
    gln && html`<span class="whole">${gln}</span>`,
  ])
  return html`<h2>History, newest first</h2>${table('', [{ name: 'When' }, { name: 'What' }, { name: 'Where' }, { name: 'GLN', as: 'code' }], rows)}`
}

function attached({ attachments }: Pedigree): Html {
  if (!attachments.length) return html``
  return html`<h2>Attachments on record</h2><ul>${attachments.map(({ filename }) => html`<li>${filename}</li>`)}</ul>`
}
