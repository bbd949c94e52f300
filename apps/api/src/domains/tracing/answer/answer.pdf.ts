import { formatAmount, formatCount, TRACING_BASES, type TracingLine, type TracingRecord } from '@seriatim/schema'
import { toDay } from '../../../core/day.ts'
import { printDay, printMoment } from '../../../print/dates.ts'
import { type Html, html } from '../../../print/html.ts'
import { type Made, printStampText } from '../../../print/print-stamp.ts'
import { facts, type Sheet, table } from '../../../print/sheet.ts'
import { TRANSACTION_CSS } from '../../med/story/transaction.pdf.ts'
import type { Traced } from '../find/find.service.ts'
import { amountWords, answerGaps, countWords, itemWords } from '../find/judge.ts'
import type { RequestRecord } from '../request.queries.ts'
import { requestName } from '../request.view.ts'
import { itemBlock } from './item.pdf.ts'

/** Maximum number of items that the PDF describes one by one; its table and the CSV also list the others. */
const DESCRIBED = 300
/** Maximum number of shipments that the PDF describes, divided equally among its items. The CSV and the JSON contain all shipments. */
const SHIPMENTS = 600
/** Maximum number of lines in the PDF's table. */
const TABLED = 5000

export interface Answered {
  request: RequestRecord
  traced: Traced
  customerName: string
  note: string | null
}

const RESULTS: Record<TracingLine['result'], string> = {
  found: 'Information and statement',
  partly: 'Found in part',
  notFound: 'Not found',
  outside: 'Outside our records',
  elsewhere: 'At another location',
}

export const answerName = ({ number, isDrill }: RequestRecord) => (isDrill ? `drill-${number}` : `answer-${number}`)

/** The PDF of an answer: a cover, a table of all items, what is missing, the previous owners, and each item with its transaction data. */
export function answerSheet({ request, traced, customerName, note }: Answered, made: Made): Sheet {
  const { lines, counts } = traced
  const name = requestName(request)
  const described = lines.filter(({ records }) => records.length).slice(0, DESCRIBED)
  const most = Math.max(2, Math.floor(SHIPMENTS / Math.max(1, described.length)))
  const drill = request.isDrill
    ? html`<p class="note stop"><b>This is a drill.</b> It does not answer a real request, and it never leaves the company.</p>`
    : null
  return {
    kind: request.isDrill ? `Drill ${request.number}: not a real request` : `Answer to ${name.toLowerCase()}`,
    title: `${customerName}, to ${request.organization}`,
    footer: `${request.isDrill ? `DRILL ${request.number}` : name} · ${printStampText(made)}`,
    css: `${TRANSACTION_CSS} td.code{font-size:7.6pt} .item{margin-top:8pt;border-top:1pt solid #bfbeb8} .item h3{font-size:10pt;margin:4pt 0} .shipment{break-inside:avoid;margin:6pt 0 8pt}`,
    body: html`${drill}${cover(request, made)}<p><b>${countWords(counts)}.</b> Searched ${traced.searched}.</p>${note && html`<p>${note}</p>`}${summary(lines, made)}${missing(lines)}${owners(lines)}<h2>Each item</h2>${described.map((line) => itemBlock(line, traced, made, most))}${
      lines.filter(({ records }) => records.length).length > described.length &&
      html`<p class="quiet">The first ${formatCount(described.length)} items are described here; the files answer.csv and answer.json have all of them.</p>`
    }`,
  }
}

function cover(request: RequestRecord, made: Made): Html {
  const moment = (at: Date | null) => at && printMoment(at.toISOString(), made)
  return facts([
    ['Asked by', [request.name, request.role, request.organization].filter(Boolean).join(', ')],
    ['Their reference', request.reference ?? 'none'],
    ['Reason', TRACING_BASES[request.basis]],
    ['FDA incident', request.incidentNumber ?? 'none'],
    ['Received', moment(request.receivedAt)],
    ['Prepared', moment(made.madeAt)],
    ['Location', request.locationName ?? 'All locations'],
  ])
}

function summary(lines: readonly TracingLine[], { timeZone }: Made): Html {
  const shown = lines.slice(0, TABLED)
  return html`${table(
    `What was asked and what we found (${formatAmount(lines.length, 'item')})`,
    [{ name: 'No.', as: 'figure' }, { name: 'Asked', as: 'code' }, { name: 'Found' }, { name: 'Received' }, { name: 'Previous owner' }],
    shown.map(({ number, asked, result, said, records, amount, hasMore }) => {
      const words = amountWords({ amount, hasMore })
      const many = amount > 1 ? `${words.charAt(0).toUpperCase()}${words.slice(1)}. ` : ''
      return [
        number,
        itemWords(asked),
        `${many}${RESULTS[result]}${result === 'found' ? '' : `. ${said.join(' ')}`}`,
        receivedWords(records, timeZone),
        sellersOf(records).join('; '),
      ]
    }),
  )}${shown.length < lines.length && html`<p class="quiet">${formatAmount(lines.length - shown.length, 'more item')}: see answer.csv.</p>`}`
}

/** The day of receipt, or the first and the last day if there are several. */
function receivedWords(records: readonly TracingRecord[], timeZone: string): string {
  const days = records.flatMap(({ receivedAt }) => (receivedAt ? [toDay(new Date(receivedAt), timeZone)] : [])).sort()
  const [first] = days
  const last = days.at(-1)
  if (first === undefined || last === undefined) return ''
  return first === last ? printDay(first) : `${printDay(first)} to ${printDay(last)}`
}

const sellersOf = (records: readonly TracingRecord[]) => [...new Set(records.flatMap(({ seller }) => seller?.name ?? []))].slice(0, 5)

function missing(lines: readonly TracingLine[]): Html {
  const gaps = answerGaps(lines)
  if (!gaps.length)
    return html`<h2>What is missing</h2><p>Nothing: every item is on file with transaction information and a transaction statement.</p>`
  return html`<h2>What is missing</h2>${gaps.slice(0, 500).map(({ number, text }) => html`<p>${number}. ${text}</p>`)}${gaps.length > 500 && html`<p class="quiet">and ${formatCount(gaps.length - 500)} more; see answer.csv.</p>`}`
}

function owners(lines: readonly TracingLine[]): Html {
  const records = lines.flatMap((line) => line.records)
  const sellers = [
    ...new Map(records.flatMap(({ seller }) => (seller ? [[`${seller.name} ${seller.gln}`, seller] as const] : []))).values(),
  ]
  if (!sellers.length) return html``
  return html`<h2>Who had them before us</h2><p>Our records cover only our own purchase. For the steps before it, ask the previous owner.</p>${sellers.map(
    ({ name, place, contactName, phone, emailAddress, gln }) =>
      html`<p><b>${name}</b>${[place, gln && `GLN ${gln}`, contactName, phone, emailAddress].filter(Boolean).map((part) => html`, ${part}`)}${!phone && !emailAddress && html`<span class="quiet">, no contact on file</span>`}</p>`,
  )}`
}
