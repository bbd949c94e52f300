import { AGREEMENT_KINDS, formatAmount, gapOf } from '@seriatim/schema'
import { toDay } from '../../../core/day.ts'
import { printDay } from '../../../print/dates.ts'
import { csvPages, type PartSource } from './part.ts'
import { evidenceFiles } from './partners.part.ts'
import { type AgreementRow, listAgreements } from './partners.queries.ts'

const MOST = 100_000

export const agreementsPart: PartSource = {
  part: 'agreements',
  async count(tx, { selection }) {
    return formatAmount((await listAgreements(tx, selection.partnerIds, 0, MOST)).length, 'agreement')
  },
  async gaps(tx, { selection, session }) {
    const today = toDay(session.now, selection.timeZone)
    const rows = await listAgreements(tx, selection.partnerIds, 0, MOST)
    const over = rows.filter(
      (row) =>
        row.endsOn !== null &&
        row.endsOn < today &&
        !rows.some((other) => other.partnerId === row.partnerId && other.kind === row.kind && (other.endsOn ?? '9') > (row.endsOn ?? '')),
    )
    return gapOf(
      'agreements',
      over,
      (amount) => `${formatAmount(amount, 'agreement')} ended`,
      (row) => ({
        text: `${row.partnerName}: ${row.title} ended on ${printDay(row.endsOn ?? '')}`,
        path: `/tradingpartner/${row.partnerId}`,
      }),
    )
  },
  async *files(run) {
    yield {
      name: '12-agreements/agreements.csv',
      content: csvPages<AgreementRow>(
        run,
        ['Partner', 'Name', 'About', 'Title', 'Signed', 'Ends', 'Note', 'Evidence file'],
        (tx, after) => listAgreements(tx, run.selection.partnerIds, after?.id ?? 0, 1000),
        (row) => [
          row.partnerId,
          row.partnerName,
          AGREEMENT_KINDS[row.kind as keyof typeof AGREEMENT_KINDS], // a CHECK constraint allows only these values
          row.title,
          row.signedOn,
          row.endsOn,
          row.note,
          row.evidenceId === null ? null : `evidence/${row.evidenceId}`,
        ],
      ),
    }
    yield* evidenceFiles(run, 'agreements', '12-agreements')
  },
}
