import { LEGAL_NOTICE } from '@seriatim/epcis'
import { formatAmount, formatCount, SHIPMENT_PURPOSES, type ShipmentPlace } from '@seriatim/schema'
import { drawingSVG, qrcode } from 'bwip-js/generic'
import { printDay, printMoment } from '../../../print/dates.ts'
import { Html, html } from '../../../print/html.ts'
import { type Made, printStampText } from '../../../print/print-stamp.ts'
import { facts, type Sheet } from '../../../print/sheet.ts'
import { partyBlock, TRANSACTION_CSS } from '../../med/story/transaction.pdf.ts'
import type { ShipmentRecord } from '../outbound.queries.ts'
import type { ShipmentLine } from './paper.queries.ts'
import { letterTitle, statementCoverage } from './statement.rules.ts'
import { shipmentNumber } from './write-epcis.ts'

/** The data from which a shipment's letter is made. */
export interface Letter {
  shipment: ShipmentRecord
  lines: readonly ShipmentLine[]
  customerName: string
  /** Address of the page with the documents, and how long the link works; null if there is no link. */
  link: { url: string; until: string } | null
  hasEpcis: boolean
  made: Made
}

const party = ({ name, gln, sgln, street, city, state, postalCode }: ShipmentPlace) =>
  partyBlock({ id: sgln, name, gln, streetAddressOne: street, streetAddressTwo: null, city, state, postalCode, countryCode: 'US' })

/** The letter that goes with a shipment: what was sent, from whom to whom, why, and the statement if the transfer needs one. */
export function letterSheet({ shipment, lines, customerName, link, hasEpcis, made }: Letter): Sheet {
  const { purpose, sender, purchaseOrder, rma, contact, reason, dueBack, sentAt, sentBy, meds } = shipment
  const number = shipmentNumber(shipment)
  const typedIn = typedInOf(lines)
  const coverage = statementCoverage(shipment, typedIn.length)
  return {
    kind: SHIPMENT_PURPOSES[purpose].name,
    title: letterTitle(purpose, coverage),
    footer: `${customerName} · ${number} · ${printStampText(made)}`,
    body: html`${link && linkBlock(link, hasEpcis)}${facts([
      ['Shipment', number],
      ['Shipped', sentAt && printMoment(sentAt.toISOString(), made)],
      ['Transaction date', sentAt && printMoment(sentAt.toISOString(), made)],
      ['Number of containers', formatCount(meds)],
      ...(purchaseOrder ? [['Purchase order', purchaseOrder] as const] : []),
      ...(rma ? [['Return authorization', rma] as const] : []),
      ...(contact ? [['Contact at the receiver', contact] as const] : []),
      ...(dueBack ? [['Due back', printDay(dueBack)] as const] : []),
      ...(reason ? [['Reason', reason] as const] : []),
      ['Sent by', sentBy],
    ])}${partiesBlock(shipment)}${productsBlock(lines)}${
      coverage !== 'none'
        ? html`<h2>Transaction statement</h2>${sellerStatement(sender.owner.name, typedIn)}`
        : html`<p class="quiet">${noStatementWords(shipment)}</p>`
    }`,
    css: LETTER_CSS,
  }
}

export const LETTER_CSS = `${TRANSACTION_CSS}.link{display:flex;gap:12pt;align-items:center;border:.75pt solid var(--line);border-radius:4pt;padding:7pt 9pt;margin:0 0 10pt;break-inside:avoid}
.link svg{width:76pt;height:76pt;flex:none}.link p{margin:0 0 3pt;overflow-wrap:anywhere}.serials{columns:3;column-gap:14pt;margin:4pt 0 0;padding:0;list-style:none}
.serials li{break-inside:avoid;overflow-wrap:anywhere}.group{border-top:.75pt solid var(--line);padding-top:6pt;margin-top:8pt}.group h3{margin:0 0 3pt;font-size:10.5pt;break-after:avoid}.group dl{break-inside:avoid}`

/** Sender and receiver, each with the place from which or to which the goods were shipped. */
export const partiesBlock = (shipment: Pick<ShipmentRecord, 'sender' | 'receiver'>): Html =>
  html`<h2>Parties</h2><div class="two"><div><b>From</b>${party(shipment.sender.owner)}${shipFrom(shipment)}</div><div><b>To</b>${party(shipment.receiver.owner)}${shipTo(shipment)}</div></div>`

export const productsBlock = (lines: readonly ShipmentLine[]): Html => html`<h2>Packages</h2>${groupsOf(lines).map(groupBlock)}`

const shipFrom = ({ sender: { owner, location } }: Pick<ShipmentRecord, 'sender'>) =>
  location.sgln !== owner.sgln && html`<p class="quiet">Shipped from</p>${party(location)}`
const shipTo = ({ receiver: { owner, location } }: Pick<ShipmentRecord, 'receiver'>) =>
  location.sgln !== owner.sgln && html`<p class="quiet">Shipped to GLN ${location.gln}</p>`

/** Serial numbers of the packages that were typed in by hand. */
export const typedInOf = (lines: readonly ShipmentLine[]): string[] =>
  lines.flatMap(({ isTypedIn, serialNumber }) => (isTypedIn ? [serialNumber ?? ''] : []))

function sellerStatement(senderName: string, typedIn: readonly string[]): Html {
  const serials = `serial ${typedIn.length === 1 ? 'number' : 'numbers'} ${typedIn.join(', ')}`
  const verb = typedIn.length === 1 ? 'was' : 'were'
  const except = typedIn.length > 0 && `, except ${formatAmount(typedIn.length, 'package')} that ${verb} entered by hand (${serials})`
  return html`<p>${senderName} affirms the transaction statement of section 581(27) of the FD&amp;C Act for these packages${except}, in these words:</p><p class="quote">${LEGAL_NOTICE}</p>`
}

function noStatementWords({ purpose, withTi }: ShipmentRecord): string {
  if (withTi)
    return 'This letter has no transaction statement, because every package was entered by hand and the sender has no file from a previous owner.'
  if (purpose === 'destruction') return 'The packages were sent to be destroyed, not to be sold, so they have no transaction statement.'
  if (purpose === 'own') return 'The packages stay with the same owner, so this is not a transaction and has no transaction statement.'
  return 'This transfer was recorded without a transaction statement, because the law asks for none and the receiver does not take one.'
}

function linkBlock({ url, until }: { url: string; until: string }, hasEpcis: boolean): Html {
  const svg = qrcode({ bcid: 'qrcode', text: url, scale: 1 }, drawingSVG())
  const drawn = new Html(svg.replace('<svg ', '<svg role="img" aria-label="QR code with the address of the documents" '))
  return html`<section class="link">${drawn}<div><p><b>${hasEpcis ? 'EPCIS document' : 'Letter'} and list of packages</b></p><p class="code">${url}</p><p class="quiet">Works until ${until}, without an account.</p></div></section>`
}

interface Group {
  first: ShipmentLine
  serials: string[]
}

/** The packages by product, lot and expiry, in the order of scanning. */
function groupsOf(lines: readonly ShipmentLine[]): Group[] {
  const groups = Map.groupBy(
    lines.filter(({ isPackage }) => !isPackage),
    ({ gtin, lotNumber, expirationDate, isTypedIn }) => JSON.stringify([gtin, lotNumber, expirationDate, isTypedIn]),
  )
  return [...groups.values()].flatMap((own) => {
    const [first] = own
    return first ? [{ first, serials: own.map(({ serialNumber }) => serialNumber ?? '') }] : []
  })
}

function groupBlock({ first, serials }: Group): Html {
  const { product, gtin, lotNumber, expirationDate, isTypedIn } = first
  return html`<section class="group"><h3>${[product?.name ?? 'Product not named', product?.strength].filter(Boolean).join(' ')}</h3>${facts(
    [
      ['Dosage form', product?.form],
      ['Container size', product?.content],
      ['NDC', product?.ndc],
      ['GTIN', gtin],
      ['Manufacturer', product?.maker],
      ['Lot', lotNumber],
      ['Expires', expirationDate && printDay(expirationDate)],
      ['Containers', formatAmount(serials.length, 'container')],
    ],
  )}${isTypedIn && html`<p class="note">Entered by hand: the sender has no file from a previous owner for ${serials.length === 1 ? 'this package' : 'these packages'}.</p>`}<p class="quiet">Serial numbers</p><ul class="serials">${serials.map(
    (serial) => html`<li class="code">${serial}</li>`,
  )}</ul></section>`
}
