import type { Sop } from '@seriatim/schema'
import { printMoment } from '../../print/dates.ts'
import { type Html, html } from '../../print/html.ts'
import { type Made, printStampText } from '../../print/print-stamp.ts'
import { facts, type Sheet, table } from '../../print/sheet.ts'

export const sopName = ({ key, revisions: [newest] }: Pick<Sop, 'key' | 'revisions'>) =>
  `procedure-${key}-${newest ? `revision-${newest.revision}` : 'proposal'}.pdf`

/** One procedure with the people who signed its newest revision and those who have not. */
export function sopSheet({ title, proposal, revisions, unsigned }: Sop, customerName: string, made: Made): Sheet {
  const [newest] = revisions
  return {
    kind: `Written procedure of ${customerName}`,
    title,
    footer: `${title}, ${newest ? `revision ${newest.revision}` : 'not adopted'} · ${printStampText(made)}`,
    body: html`${facts([
      ['Revision', newest ? String(newest.revision) : 'Not adopted; this is the text supplied with the software'],
      ['Written', newest && `${printMoment(newest.madeAt, made)} by ${newest.madeBy}`],
      ['What changed', newest?.note],
    ])}${printText(newest?.text ?? proposal)}${newest && signed(newest.signatures, unsigned, made)}`,
  }
}

function signed(signatures: Sop['revisions'][number]['signatures'], unsigned: Sop['unsigned'], made: Made): Html {
  return html`${table(
    'Signed',
    [{ name: 'Person' }, { name: 'At' }],
    signatures.map(({ name, signedAt }) => [name, printMoment(signedAt, made)]),
  )}<p class="quiet">${unsigned.length ? `Not signed yet: ${unsigned.map(({ name }) => name).join(', ')}` : 'Everybody has signed.'}</p>`
}

/** Prints a procedure's text: a line with "# " as a heading, one with "- " as an item, every other line as a paragraph. The text is escaped. */
function printText(text: string): Html {
  return html`${text.split('\n').map((line) => {
    if (line.startsWith('# ')) return html`<h2>${line.slice(2)}</h2>`
    if (line.startsWith('- ')) return html`<p>• ${line.slice(2)}</p>`
    return line.trim() ? html`<p>${line}</p>` : html``
  })}`
}
