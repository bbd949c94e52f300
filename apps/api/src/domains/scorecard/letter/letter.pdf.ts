import {
  CHARTED_KEYS,
  describeFigure,
  formatAmount,
  formatFigure,
  formatValue,
  SCORECARD_FIGURES,
  type ScorecardFigures,
  type ScorecardKey,
  type ScorecardMedians,
} from '@seriatim/schema'
import { printDay } from '../../../print/dates.ts'
import { html } from '../../../print/html.ts'
import { type Made, printStampText } from '../../../print/print-stamp.ts'
import { type Sheet, table } from '../../../print/sheet.ts'
import { describeInSentences, listRequests } from './letter.rules.ts'

export interface Letter {
  customerName: string
  partnerName: string
  address: readonly string[]
  /** The period in words: `September 2026 to November 2026`. */
  period: string
  /** The location or product to which the figures are limited, if any. */
  limits: readonly string[]
  figures: ScorecardFigures
  medians: ScorecardMedians
  examples: readonly {
    ticketNumber: number
    day: string
    filename: string | null
    poNumber: string | null
    title: string
    isOpen: boolean
  }[]
  author: { name: string; emailAddress: string }
  day: string
}

const CSS = `
.head{display:flex;justify-content:space-between;gap:24pt;margin-bottom:12pt}
.head p{margin:0}
ul{margin:0 0 8pt;padding-left:14pt}
li{margin-bottom:3pt}
.text{font-size:10pt}
.defined{color:var(--quiet);font-size:8pt}
`

/** Makes a letter that shows a supplier the figures of its deliveries, with the tickets and files behind them as examples. */
export function letterSheet(letter: Letter, made: Made): Sheet {
  const { customerName, partnerName, address, period, limits, figures, examples, author, day } = letter
  const requests = listRequests(figures)
  const title = `Your deliveries to ${customerName}`
  return {
    kind: 'Supplier scorecard',
    title,
    footer: `${partnerName}, ${period} · ${printStampText(made)}`,
    css: CSS,
    body: html`<div class="text">
      <div class="head"><p><b>${partnerName}</b>${address.map((line) => html`<br>${line}`)}</p><p>${printDay(day)}</p></div>
      <p>This letter shows what we recorded about your deliveries from ${period}${limits.length > 0 && html` (${limits.join(', ')})`}: ${formatAmount(figures.orders.amount, 'order')} with ${formatAmount(figures.units.amount, 'package')}. Every figure is shown with the counts behind it, so that you can check it against your own records.</p>
      <h2>What we recorded</h2>
      ${list(describeInSentences(figures), 'We recorded no deliveries in this period.')}
      ${requests.length > 0 && html`<h2>What we ask you to do</h2>${list(requests, '')}`}
      ${examples.length > 0 && exampleTable(examples)}
      <p>Please reply to ${author.emailAddress} if a figure differs from your records.</p>
      <p>${author.name}<br>${customerName}</p>
    </div>
    ${figureTable(letter)}`,
  }
}

const list = (sentences: readonly string[], none: string) =>
  sentences.length > 0 ? html`<ul>${sentences.map((one) => html`<li>${one}</li>`)}</ul>` : html`<p>${none}</p>`

const exampleTable = (examples: Letter['examples']) =>
  table(
    'Examples',
    [{ name: 'Ticket', as: 'figure' }, { name: 'Date' }, { name: 'Problem' }, { name: 'File' }, { name: 'PO number' }, { name: 'Status' }],
    examples.map((one) => [
      String(one.ticketNumber),
      printDay(one.day),
      one.title,
      one.filename,
      one.poNumber,
      one.isOpen ? 'Open' : 'Settled',
    ]),
  )

const figureTable = ({ figures, medians }: Letter) =>
  table(
    'The figures and how they are computed',
    [{ name: 'Figure' }, { name: 'Yours' }, { name: 'Counted' }, { name: 'Median of our suppliers' }],
    CHARTED_KEYS.map((key) => [
      html`<b>${SCORECARD_FIGURES[key].label}</b><br><span class="defined">${SCORECARD_FIGURES[key].definition}</span>`,
      formatFigure(key, figures[key]),
      describeFigure(key, figures[key]),
      describeMedian(key, medians),
    ]),
  )

/** Minimum number of suppliers for which a median is shown. With fewer, a supplier could work out another supplier's figures from the median. */
const LEAST_SUPPLIERS = 4

function describeMedian(key: ScorecardKey, medians: ScorecardMedians): string {
  const { value, partners } = medians[key]
  return value === null || partners < LEAST_SUPPLIERS
    ? 'Too few to compare'
    : `${formatValue(key, value)} (${formatAmount(partners, 'supplier')})`
}
