import { INCIDENT_STATES, INCIDENT_TYPES, RECEIVED_HOW, REPORT_TITLES, type ReportKind, type ReportRange } from '@seriatim/schema'
import type { Session } from '../../access.ts'
import { wallClock } from '../../day.ts'
import type { CustomerTx } from '../../db/types.ts'
import { readIncidents, readPedigrees, readRecalls, readReceiving } from './report.service.ts'

/** A report as a file tells it. */
export interface ReportTable {
  title: string
  totals: (readonly [name: string, value: string])[]
  columns: { name: string; as?: 'figure' }[]
  rows: (string | number | null)[][]
  /** Rows that the range has beyond those that are here. */
  left: number
}

export async function readTable(
  tx: CustomerTx,
  session: Session,
  kind: ReportKind,
  range: ReportRange,
  limit: number,
): Promise<ReportTable> {
  return { title: REPORT_TITLES[kind], ...(await READERS[kind](tx, session, range, limit)) }
}

type Reader = (tx: CustomerTx, session: Session, range: ReportRange, limit: number) => Promise<Omit<ReportTable, 'title'>>

const count = (n: number) => n.toLocaleString('en-US')
const when = ({ timeZone }: Session) => {
  const clock = wallClock(timeZone)
  return { name: `When (${timeZone})`, cell: (iso: string) => clock(new Date(iso)) }
}

const READERS: Record<ReportKind, Reader> = {
  receiving: async (tx, session, range, limit) => {
    const { rows, receipts, received, takenBack, voided } = await readReceiving(tx, session, range, limit + 1)
    const { name, cell } = when(session)
    return {
      totals: [
        ['Receipts', count(receipts)],
        ['Meds received, net', count(received)],
        ['Meds undone', count(takenBack)],
        ['Meds in orders voided since', count(voided)],
      ],
      columns: [
        { name },
        { name: 'Who' },
        { name: 'How' },
        { name: 'PO number' },
        { name: 'Sender' },
        { name: 'Location' },
        { name: 'Meds', as: 'figure' },
      ],
      rows: rows
        .slice(0, limit)
        .map((row) => [
          cell(row.at),
          row.by,
          `${row.isUndo ? 'Undone: ' : ''}${RECEIVED_HOW[row.how]}${row.isVoided ? ' (order voided since)' : ''}`,
          row.purchaseOrderNumbers.join(', '),
          row.senderName,
          row.locationName,
          row.isUndo ? -row.amount : row.amount,
        ]),
      left: Math.max(0, rows.length - limit),
    }
  },
  pedigrees: async (tx, session, range) => {
    const { days, made, received, sent } = await readPedigrees(tx, session, range)
    return {
      totals: [
        ['Made', count(made)],
        ['Received', count(received)],
        ['Sent', count(sent)],
      ],
      columns: [{ name: 'Day' }, { name: 'Made', as: 'figure' }, { name: 'Received', as: 'figure' }, { name: 'Sent', as: 'figure' }],
      rows: days.map((day) => [day.day, day.made, day.received, day.sent]),
      left: 0,
    }
  },
  incidents: async (tx, session, range, limit) => {
    const { rows, reports, states } = await readIncidents(tx, session, range, limit)
    const { name, cell } = when(session)
    return {
      totals: [['Reports', count(reports)], ...states.map(({ state, amount }) => [INCIDENT_STATES[state], count(amount)] as const)],
      columns: [
        { name },
        { name: 'Type' },
        { name: 'State' },
        { name: 'Incident number' },
        { name: 'Product' },
        { name: 'Serial number' },
        { name: 'By' },
      ].concat({ name: 'Location' }),
      rows: rows.map((row) => [
        cell(row.at),
        INCIDENT_TYPES[row.reportType],
        INCIDENT_STATES[row.state],
        row.incidentNumber,
        row.productName,
        row.serialNumber,
        row.by,
        row.locationName,
      ]),
      left: reports - rows.length,
    }
  },
  recalls: async (tx, session, range, limit) => {
    const { rows, lots, recalls, packages, received, open, medianHours } = await readRecalls(tx, session, range, limit)
    const { name, cell } = when(session)
    return {
      totals: [
        ['Recalls', count(recalls)],
        ['Packages shipped to us', count(packages)],
        ['Packages received', count(received)],
        ['Lots to deal with', count(open)],
        ['Time to deal with half of them', medianHours === null ? 'None yet' : `${count(medianHours)} h`],
      ],
      columns: [
        { name },
        { name: 'Class' },
        { name: 'Product' },
        { name: 'Recall numbers' },
        { name: 'Published' },
        { name: 'Location' },
        { name: 'Lot' },
        { name: 'Shipped to us', as: 'figure' },
        { name: 'Received', as: 'figure' },
        { name: 'Match' },
        { name: 'What was done' },
        { name: 'By' },
        { name: 'Hours', as: 'figure' },
      ],
      rows: rows.map((row) => [
        cell(row.at),
        row.classification,
        row.title,
        row.recallNumbers.join(', '),
        row.published,
        row.locationName,
        row.lotNumber,
        row.amount,
        row.received,
        row.confidence,
        row.done ?? 'Nothing yet',
        row.by,
        row.hours,
      ]),
      left: Math.max(0, lots - rows.length),
    }
  },
}
