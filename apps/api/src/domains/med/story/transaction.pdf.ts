import { type Html, html } from '../../../print/html.ts'
import type { TransactionParty } from './med-transaction.rules.ts'

/** Seller or buyer, with the address from the sender's file. */
export function partyBlock(one: TransactionParty | null): Html {
  if (!one) return html`<p class="party">not stated</p>`
  const town = [one.city, one.state, one.postalCode].filter(Boolean).join(' ')
  const lines = [one.streetAddressOne, one.streetAddressTwo, town, one.countryCode].filter((line): line is string => Boolean(line))
  const gln = one.gln ? html`<span class="whole"><span class="quiet">GLN</span> <span class="code">${one.gln}</span></span>` : null
  return html`<p class="party"><b>${one.name ?? 'Name not stated'}</b>${lines.map((line) => html`${line}<br>`)}${lines.length ? null : html`<span class="quiet">address not stated</span><br>`}${gln}</p>`
}

/** Returns a paragraph about whether the sender affirmed a transaction statement, in the sender's own words if the file has them. */
export function statementBlock({
  isAffirmed,
  legalNotice,
  senderName,
}: {
  isAffirmed: boolean
  legalNotice: string | null
  senderName: string | null
}): Html {
  const who = senderName ?? 'The sender'
  if (!isAffirmed) return html`<p class="note stop">${who} did not affirm a transaction statement in the file of this order.</p>`
  return html`<p>${who} affirmed the transaction statement of section 581(27) of the FD&amp;C Act in the file of this order${legalNotice ? ', in these words:' : '.'}</p>${legalNotice && html`<p class="quote">${legalNotice}</p>`}`
}

/** Styles of `partyBlock` and `statementBlock`. */
export const TRANSACTION_CSS =
  '.whole{white-space:nowrap}.party{margin:0}.party b{display:block}.two{display:grid;grid-template-columns:1fr 1fr;gap:14pt;margin:4pt 0 6pt}.quote{border-left:2pt solid #bfbeb8;padding-left:8pt;white-space:pre-line}'
