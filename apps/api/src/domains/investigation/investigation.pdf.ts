import { FINDING_KINDS, formatAmount, INVESTIGATION_OUTCOMES, type InvestigationDetail, writeFullName } from '@seriatim/schema'
import { printDay, printMoment } from '../../print/dates.ts'
import { html } from '../../print/html.ts'
import { type Made, printStampText } from '../../print/print-stamp.ts'
import { facts, type Sheet, table } from '../../print/sheet.ts'

export const recordName = ({ id }: Pick<InvestigationDetail, 'id'>) => `investigation-${id}.pdf`

const HOLDS = { held: 'On hold', released: 'Released', disposed: 'Disposed of', gone: 'Removed after its retention period' } as const

/** Prints an investigation: its suspicion, its findings and its outcome. */
export function recordSheet(detail: InvestigationDetail, made: Made): Sheet {
  const { id, outcome, conclusion, openedAt, endedAt, findings, holds, report } = detail
  const by = (person: InvestigationDetail['openedBy']) => (person ? `, ${writeFullName(person)}` : '')
  const reported = report.incidentNumber
    ? `Incident ${report.incidentNumber}`
    : report.incidentId
      ? 'Form 3911 submitted'
      : 'Not reported yet'
  return {
    kind: 'Investigation of suspect product',
    title: `Investigation ${id}: ${detail.products.join(', ').slice(0, 200)}`,
    footer: `Investigation ${id} · ${printStampText(made)}`,
    body: html`${facts([
      ['Location', detail.locationName],
      ['Opened', `${printMoment(openedAt, made)}${by(detail.openedBy)}`],
      ['Suspicion', detail.reason],
      ['Outcome', outcome ? INVESTIGATION_OUTCOMES[outcome] : 'Still open'],
      ['Ended', endedAt ? `${printMoment(endedAt, made)}${by(detail.endedBy)}` : 'Still open'],
      ['Conclusion', conclusion ?? 'Still open'],
      ...(outcome === 'illegitimate' ? [['Form FDA 3911', reported] as const] : []),
    ])}${table(
      'Product investigated',
      [{ name: 'Product' }, { name: 'Serial number or label', as: 'code' }, { name: 'Packages', as: 'figure' }, { name: 'Hold' }],
      holds.map(({ productName, label, packages, state }) => [productName ?? 'not stated', label, packages, HOLDS[state]]),
    )}${table(
      `Findings (${formatAmount(findings.length, 'entry', 'entries')})`,
      [{ name: 'Found on' }, { name: 'Kind' }, { name: 'Finding' }, { name: 'Recorded' }],
      findings.map(({ foundOn, kind, words, createdAt, createdBy }) => [
        printDay(foundOn),
        FINDING_KINDS[kind],
        words,
        `${printMoment(createdAt, made)}${by(createdBy)}`,
      ]),
    )}`,
  }
}
