import { formatAmount, MINUTE_MS, type TracingCounts } from '@seriatim/schema'
import { toDay } from '../../../core/day.ts'
import { printDay, printMoment } from '../../../print/dates.ts'
import { html } from '../../../print/html.ts'
import { type Made, printStampText } from '../../../print/print-stamp.ts'
import { facts, type Sheet, table } from '../../../print/sheet.ts'
import { countWords } from '../find/judge.ts'
import type { RequestRecord } from '../request.queries.ts'

/** The result of a drill, as stored when the drill ends. */
export interface DrillResult {
  searched: string
  searchedAt: string
  counts: TracingCounts
  lines: { number: number; asked: string; found: string; owner: string }[]
  gaps: { number: number; text: string }[]
  answeredBy: string | null
  sha256: string | null
}

export interface DrillSheet {
  request: RequestRecord
  result: DrillResult
  customerName: string
}

/** A span in words: `3 h 12 min`, or only minutes if it is shorter than an hour. */
function spanWords(from: Date, to: Date): string {
  const minutes = Math.max(0, Math.round((to.getTime() - from.getTime()) / MINUTE_MS))
  const hours = Math.floor(minutes / 60)
  return hours ? `${hours} h ${minutes % 60} min` : `${minutes} min`
}

/** The dated report of a drill: the request, what was found and how fast, and what was missing. */
export function drillSheet({ request, result, customerName }: DrillSheet, made: Made): Sheet {
  const { lines, counts, gaps, searched, searchedAt, answeredBy, sha256 } = result
  const moment = (at: Date | null) => at && printMoment(at.toISOString(), made)
  const after = (at: Date | null) => (at ? `${moment(at)}, after ${spanWords(request.receivedAt, at)}` : 'not done')
  return {
    kind: `Tracing drill ${request.number}: not a real request`,
    title: `${customerName}, ${printDay(toDay(request.receivedAt, made.timeZone))}`,
    footer: `DRILL ${request.number} · ${printStampText(made)}`,
    body: html`${facts([
      ['Started', `${moment(request.receivedAt)} by ${request.createdBy ?? 'nobody'}`],
      ['Asked about', `${formatAmount(lines.length, 'package')} received in the last six months, drawn at random`],
      ['Acknowledged', after(request.acknowledgedAt)],
      ['Answer ready and handed over', after(request.coveredAt)],
      ['Ended', after(request.endedAt)],
      ['Answered by', answeredBy ?? 'nobody'],
      ['Found', `${countWords(counts)}, searched on ${printMoment(searchedAt, made)}`],
      ['Searched', searched],
      ['SHA-256 of the answer', sha256 ?? 'no answer'],
    ])}${table(
      'Packages',
      [{ name: 'No.', as: 'figure' }, { name: 'Asked', as: 'code' }, { name: 'Found' }, { name: 'Previous owner' }],
      lines.map(({ number, asked, found, owner }) => [number, asked, found, owner]),
    )}<h2>What to improve</h2>${gaps.length ? gaps.map(({ number, text }) => html`<p>${number}. ${text}</p>`) : html`<p>Nothing was missing.</p>`}${request.endNote && html`<p>${request.endNote}</p>`}<p class="quiet">Signature of the person in charge: ______________________________</p>`,
  }
}
