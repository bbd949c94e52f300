import { ANSWER_STATES, UNIT_QUESTIONS, type UnitAnswer, type UnitAnswers } from '@seriatim/schema'
import { printDay, printMoment } from '../../print/dates.ts'
import { type Html, html } from '../../print/html.ts'
import { type Made, printStampText } from '../../print/print-stamp.ts'
import { facts, type Sheet, table } from '../../print/sheet.ts'
import { type Paper, pedigreeSheet } from '../med/send/med-paper.pdf.ts'

/** File name of the printout about a package, such as `unit-10K7M3Q92X41B8.pdf`. */
export const unitName = ({ serialNumber }: Pick<UnitAnswers, 'serialNumber'>) =>
  `unit-${serialNumber.replace(/[^\w.-]+/g, '_').slice(0, 60)}.pdf`

const CSS = '.state{white-space:nowrap}.second{break-before:page}'

/** The answers about one serial number on the first page and, unless `isShort`, its transaction information, statement and history on the second. */
export function unitSheet({ unit, paper, isShort = false }: { unit: UnitAnswers; paper: Paper; isShort?: boolean }, stamp: Made): Sheet {
  const made = { ...stamp, timeZone: unit.timeZone }
  const pedigree = pedigreeSheet(paper, made)
  const code = (value: string | null) => (value ? html`<span class="code">${value}</span>` : null)
  return {
    kind: 'One package: answers for an inspection',
    title: unit.medName ?? 'Product not named',
    footer: `Serial ${unit.serialNumber} · ${printStampText(made)}`,
    body: html`${facts([
      ['Serial number', code(unit.serialNumber)],
      ['GTIN', code(unit.gtin)],
      ['NDC', code(unit.ndc)],
      ['Manufacturer', unit.manufacturer],
      ['Held by', `${unit.customerName}, ${unit.locationName}`],
      ['As of', `${printMoment(unit.askedAt, made)} (${made.timeZone})`],
    ])}<p class="note${unit.state === 'ok' || unit.state === 'remark' ? '' : ' stop'}"><b>${unit.headline}.</b> ${unit.summary}</p>${table(
      'What an inspector asks',
      [{ name: 'Question' }, { name: 'State' }, { name: 'Answer' }],
      unit.answers.map((one) => [
        UNIT_QUESTIONS[one.question],
        html`<span class="state">${ANSWER_STATES[one.state]}</span>`,
        printAnswer(one),
      ]),
    )}${table(
      'Previous owners, newest first',
      [{ name: 'On' }, { name: 'Owner' }, { name: 'What' }],
      unit.owners.map(({ name, what, on }) => [on ? printDay(on) : 'not dated', name, what]),
    )}${isShort ? null : html`<div class="second">${pedigree.body}</div>`}`,
    css: `${pedigree.css ?? ''}${CSS}`,
  }
}

function printAnswer({ said, more, notes }: UnitAnswer): Html {
  return html`<b>${said}</b>${more}${notes.map((note) => html`<br><span class="quiet">${note}</span>`)}`
}
