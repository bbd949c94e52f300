import type { Pedigree } from '@seriatim/schema'
import { type Html, html } from '../../print/html.ts'
import { facts, type Sheet, table } from '../../print/sheet.ts'
import type { Paper, PaperDocument } from './med-paper.service.ts'
import type { Party, Transaction } from './med-transaction.rules.ts'

export interface Made {
  brand: string
  madeBy: string
  madeAt: Date
  timeZone: string
}

/** A name that sorts with its like and is safe everywhere. `pedigree-10K7M3Q92X41B8.pdf` */
export function paperName({ pedigree: { med } }: Paper): string {
  return `pedigree-${med.serialNumber.replace(/[^\w.-]+/g, '_').slice(0, 60)}.pdf`
}

/**
 * The paper that goes with one package: transaction information, transaction statement, and history.
 *
 * @see FD&C Act, section 581(26) and (27), for what the first two hold.
 */
export function pedigreeSheet({ pedigree, documents }: Paper, made: Made): Sheet {
  const { med, redbookDetail } = pedigree
  const when = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: made.timeZone }).format(made.madeAt)
  return {
    kind: 'Pedigree: transaction information, statement and history',
    title: redbookDetail.medName ?? 'Product not named',
    footer: `Serial ${med.serialNumber} · made with ${made.brand} by ${made.madeBy}, ${when} (${made.timeZone})`,
    body: html`${product(pedigree)}${documents.length ? documents.map(transactionPart) : ownRecord(pedigree)}${history(pedigree, made.timeZone)}${attached(pedigree)}`,
    css: '.party{margin:0}.party b{display:block}.two{display:grid;grid-template-columns:1fr 1fr;gap:14pt;margin:4pt 0 6pt}.quote{border-left:2pt solid #bfbeb8;padding-left:8pt;white-space:pre-line}',
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
}: Pedigree): Html {
  const code = (value: string | null) => (value ? html`<span class="code">${value}</span>` : null)
  const around = parents.map((parent) => parent.sscc ?? parent.serialNumber ?? '').filter(Boolean)
  return html`<h2>Product</h2>${facts([
    ['Product identifier: GTIN', code(med.gtin)],
    ['Serial number', code(med.serialNumber)],
    ['Lot number', code(med.lotNumber)],
    ['Expiration date', med.expirationDate ? day(med.expirationDate) : null],
    ['NDC', code(med.ndc)],
    ['Manufacturer', redbookDetail.manufacturerName],
    ['Strength', strengthDescription],
    ['Dosage form', dosageFormType],
    ['Container size', netContentDescription],
    ['Number of containers', amountOfChildren > 0 ? `1 package that holds ${amountOfChildren}` : '1'],
    ...(around.length ? [['Came in', html`<span class="code">${around.join('\n')}</span>`] as const] : []),
  ])}`
}

function transactionPart(document: PaperDocument): Html {
  const order = document.purchaseOrderNumbers.length ? `PO ${document.purchaseOrderNumbers.join(', ')}` : 'order without a PO number'
  return html`<h2>Transaction information: ${order}</h2>
    ${document.transactions.length ? document.transactions.map(transaction) : html`<p>The sender’s file names no shipment of this package.</p>`}
    <h2>Transaction statement: ${order}</h2>${statement(document)}`
}

function transaction({ shippedAt, seller, buyer, references }: Transaction): Html {
  const date = shippedAt ? day(shippedAt.slice(0, 10)) : 'Date not stated'
  return html`<p><b>${date}</b>${references.length ? html` · ${references.join(', ')}` : null} <span class="quiet">(date of transaction and shipment as the sender’s file gives it)</span></p>
    <div class="two"><div><span class="quiet">Seller</span>${party(seller)}</div><div><span class="quiet">Buyer</span>${party(buyer)}</div></div>`
}

function party(one: Party | null): Html {
  if (!one) return html`<p class="party">not stated</p>`
  const town = [one.city, one.state, one.postalCode].filter(Boolean).join(' ')
  const lines = [one.streetAddressOne, one.streetAddressTwo, town, one.countryCode].filter((line): line is string => Boolean(line))
  const gln = one.gln ? html`<span class="quiet">GLN</span> <span class="code">${one.gln}</span>` : null
  return html`<p class="party"><b>${one.name ?? 'Name not stated'}</b>${lines.map((line) => html`${line}<br>`)}${lines.length ? null : html`<span class="quiet">address not stated</span><br>`}${gln}</p>`
}

function statement({ isAffirmed, legalNotice, senderName }: PaperDocument): Html {
  const who = senderName ?? 'The sender'
  if (!isAffirmed) return html`<p class="note stop">${who} did not affirm a transaction statement in the file of this order.</p>`
  return html`<p>${who} affirmed the transaction statement of section 581(27) of the FD&amp;C Act in the file of this order${legalNotice ? ', in these words:' : '.'}</p>${legalNotice && html`<p class="quote">${legalNotice}</p>`}`
}

/** For a med that was typed in: nobody sent data for it. */
function ownRecord({ createdBy, customer, customerLocation }: Pedigree): Html {
  const by = createdBy ? ` by ${createdBy.firstName} ${createdBy.lastName}` : ''
  return html`<h2>Transaction information</h2><p class="note">This record was entered${by} at ${customer.name}, ${customerLocation.name}. No supplier’s file names this package, so there is no transaction information or statement of a seller.</p>`
}

function history({ history: entries }: Pedigree, timeZone: string): Html {
  if (!entries.length) return html``
  const rows = entries.map(({ at, what, detail, party: { name, gln, place } }) => [
    at ? moment(at, timeZone) : 'not dated',
    html`<b>${what}</b>${detail ? html`<br><span class="quiet">${detail}</span>` : null}`,
    html`${name ?? 'not named'}${place ? html`<br><span class="quiet">${place}</span>` : null}`,
    gln,
  ])
  return html`<h2>History, newest first</h2>${table('', [{ name: 'When' }, { name: 'What' }, { name: 'Where' }, { name: 'GLN', as: 'code' }], rows)}`
}

function attached({ attachments }: Pedigree): Html {
  if (!attachments.length) return html``
  return html`<h2>Attachments on record</h2><ul>${attachments.map(({ filename }) => html`<li>${filename}</li>`)}</ul>`
}

/** `2028-04-30` -> `04/30/2028`, as the screens write it. */
function day(iso: string): string {
  const [year, month, date] = iso.split('-')
  return `${month}/${date}/${year}`
}

function moment(iso: string, timeZone: string): string {
  const at = new Date(iso)
  if (Number.isNaN(at.getTime())) return iso
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'short', timeStyle: 'short', timeZone }).format(at)
}
