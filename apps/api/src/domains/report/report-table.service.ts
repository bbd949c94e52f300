import {
  EXCEPTION_STATUSES,
  type ExceptionReport,
  formatAmount,
  formatCount,
  INCIDENT_STATES,
  INCIDENT_TYPES,
  RECEIVED_HOW,
  REPORT_TITLES,
  type ReportKind,
  type ReportRange,
  typeOrKind,
  writeProducts,
} from '@seriatim/schema'
import type { Session } from '../../call/access/access.ts'
import type { CustomerTx } from '../../db/types.ts'
import { printDay } from '../../print/dates.ts'
import { readExceptions, readIncidents, readPedigrees, readRecalls, readReceiving } from './report.service.ts'
import { figures, type Reader, type ReportTable, when } from './report-table.ts'
import { readShipmentTable } from './shipment-table.service.ts'

export async function readTable(
  tx: CustomerTx,
  session: Session,
  kind: ReportKind,
  range: ReportRange,
  limit: number,
): Promise<ReportTable> {
  return { title: REPORT_TITLES[kind], ...(await READERS[kind](tx, session, range, limit)) }
}

const FIGURES = figures(['Opened', 'Resolved', 'Closed', 'Open now', 'Overdue now', 'Median days', 'Longest (days)'])
type Figures = Pick<ExceptionReport, 'opened' | 'resolved' | 'closed' | 'open' | 'overdue' | 'medianDays' | 'longestDays'>
const figureCells = (of: Figures) => [of.opened, of.resolved, of.closed, of.open, of.overdue, of.medianDays, of.longestDays]

const readExceptionTable: Reader = async (tx, session, range, limit) => {
  const report = await readExceptions(tx, session, range, limit)
  const { name, cell } = when(session)
  const days = (amount: number | null) => (amount === null ? 'None yet' : formatAmount(amount, 'day'))
  return {
    totals: [
      ['Opened', formatCount(report.opened)],
      ['Resolved', formatCount(report.resolved)],
      ['Closed without a correction', formatCount(report.closed)],
      ['Open now', formatCount(report.open)],
      ['Overdue now', formatCount(report.overdue)],
      ['Median time to resolve', days(report.medianDays)],
      ['Longest time to resolve', days(report.longestDays)],
    ],
    parts: [
      {
        title: 'By partner',
        columns: [{ name: 'Partner' }, ...FIGURES],
        rows: report.partners.map((row) => [row.partner ?? 'Sender not named', ...figureCells(row)]),
      },
      {
        title: 'By type',
        columns: [{ name: 'Error' }, ...FIGURES],
        rows: report.types.map((row) => [typeOrKind(row.type), ...figureCells(row)]),
      },
      {
        title: 'By week',
        columns: [{ name: 'Week of' }, ...figures(['Opened', 'Resolved', 'Closed'])],
        rows: report.weeks.map(({ week, opened, resolved, closed }) => [printDay(week), opened, resolved, closed]),
      },
    ],
    rowsTitle: 'Tickets opened, resolved or closed in this period',
    columns: [
      { name },
      { name: 'Ticket' },
      { name: 'Partner' },
      { name: 'PO number' },
      { name: 'Error' },
      { name: 'What is wrong' },
      { name: 'Status' },
      { name: 'Owner' },
      { name: 'Due' },
      { name: 'Resolved or closed' },
      { name: 'Days to resolve', as: 'figure' },
      { name: 'Location' },
    ],
    rows: report.rows.map((row) => [
      cell(row.at),
      String(row.ticketNumber),
      row.partner,
      row.poNumber,
      typeOrKind(row.type),
      row.title,
      EXCEPTION_STATUSES[row.status] + (row.isOverdue ? ' (overdue)' : ''),
      row.owner,
      row.dueOn && printDay(row.dueOn),
      row.settledAt && cell(row.settledAt),
      row.days,
      row.locationName,
    ]),
    left: report.tickets - report.rows.length,
  }
}

const READERS: Record<ReportKind, Reader> = {
  receiving: async (tx, session, range, limit) => {
    const { rows, receipts, received, takenBack, voided } = await readReceiving(tx, session, range, limit + 1)
    const { name, cell } = when(session)
    return {
      totals: [
        ['Receipts', formatCount(receipts)],
        ['Packages received, net', formatCount(received)],
        ['Packages undone', formatCount(takenBack)],
        ['Packages in orders that were later voided', formatCount(voided)],
      ],
      columns: [
        { name },
        { name: 'Who' },
        { name: 'How' },
        { name: 'PO number' },
        { name: 'Sender' },
        { name: 'Location' },
        { name: 'Product' },
        { name: 'Serial number' },
        { name: 'Packages', as: 'figure' },
      ],
      rows: rows
        .slice(0, limit)
        .map((row) => [
          cell(row.at),
          row.by,
          `${row.isUndo ? 'Undone: ' : ''}${RECEIVED_HOW[row.how]}${row.isVoided ? ' (order since voided)' : ''}`,
          row.purchaseOrderNumbers.join(', '),
          row.senderName,
          row.locationName,
          writeProducts(row.products),
          row.serialNumber,
          row.isUndo ? -row.amount : row.amount,
        ]),
      left: Math.max(0, rows.length - limit),
    }
  },
  pedigrees: async (tx, session, range) => {
    const { days, made, received, sent } = await readPedigrees(tx, session, range)
    return {
      totals: [
        ['Created', formatCount(made)],
        ['Received', formatCount(received)],
        ['Sent', formatCount(sent)],
      ],
      columns: [{ name: 'Day' }, { name: 'Created', as: 'figure' }, { name: 'Received', as: 'figure' }, { name: 'Sent', as: 'figure' }],
      rows: days.map((day) => [day.day, day.made, day.received, day.sent]),
      left: 0,
    }
  },
  incidents: async (tx, session, range, limit) => {
    const { rows, reports, states } = await readIncidents(tx, session, range, limit)
    const { name, cell } = when(session)
    return {
      totals: [
        ['Reports', formatCount(reports)],
        ...states.map(({ state, amount }) => [INCIDENT_STATES[state], formatCount(amount)] as const),
      ],
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
        ['Recalls', formatCount(recalls)],
        ['Packages shipped to us', formatCount(packages)],
        ['Packages received', formatCount(received)],
        ['Lots to handle', formatCount(open)],
        ['Median time to handle a lot', medianHours === null ? 'None yet' : `${formatCount(medianHours)} h`],
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
  exceptions: readExceptionTable,
  shipments: readShipmentTable,
}
