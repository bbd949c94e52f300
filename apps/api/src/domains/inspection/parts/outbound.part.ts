import {
  formatAmount,
  gapOf,
  SHIPMENT_DOCUMENTS,
  SHIPMENT_PURPOSES,
  type ShipmentDocumentKind,
  type ShipmentPurpose,
} from '@seriatim/schema'
import { wallClock } from '../../../core/day.ts'
import { CSV_START, type CsvCell, makeCsv } from '../../../core/text/csv.ts'
import { NotStoredError } from '../../../outside/storage.ts'
import { safeSegment, text } from '../../../pack/pack-content.ts'
import { type DepartedMed, type HandOver, listDepartedMeds, listHandOvers, listShipmentRows, type ShipmentRow } from './outbound.queries.ts'
import { csvPages, type PartRun, type PartSource } from './part.ts'

/** Number of packages on a page. */
const MEDS = 5000

// the table's constraint allows only these purposes
const purposeName = (purpose: string) => SHIPMENT_PURPOSES[purpose as ShipmentPurpose]?.name ?? purpose

/** What was sold, lent, returned or given away in the period: the shipments, their packages and their documents as they were sent. */
export const outboundPart: PartSource = {
  part: 'outbound',
  async count(tx, { selection }) {
    const rows = await listShipmentRows(tx, selection)
    return `${formatAmount(rows.length, 'shipment')}, ${formatAmount(
      rows.reduce((sum, { meds }) => sum + meds, 0),
      'package',
    )}`
  },
  async gaps(tx, { selection }) {
    const rows = (await listShipmentRows(tx, selection)).filter(({ state }) => state === 'sent')
    const page = ({ id, toName }: ShipmentRow) => ({ text: `Shipment ${id} to ${toName}`, path: `/outbound/${id}` })
    return [
      ...gapOf(
        'outbound',
        rows.filter(({ withTi, documents }) => withTi && !documents.some(({ kind }) => kind === 'epcis')),
        (amount) => `${formatAmount(amount, 'shipment')} without an EPCIS document`,
        page,
      ),
      ...gapOf(
        'outbound',
        rows.filter(({ licenseWords }) => licenseWords === 'No license on file'),
        (amount) => `${formatAmount(amount, 'shipment')} to a partner without a license on file`,
        page,
      ),
    ]
  },
  async *files(run) {
    const rows = await run.read((tx) => listShipmentRows(tx, run.selection))
    yield {
      name: '10-outbound/shipments.csv',
      content: text(CSV_START + makeCsv([headingOf(run), ...rows.map((row) => cellsOf(run, row))])),
    }
    const handOvers = await run.read((tx) =>
      listHandOvers(
        tx,
        rows.map(({ id }) => id),
      ),
    )
    yield { name: '10-outbound/deliveries.csv', content: text(CSV_START + handOversCsv(run, handOvers)) }
    yield { name: '10-outbound/packages.csv', content: packagesCsv(run) }
    for (const row of rows) yield* documentsOf(run, row)
  },
}

const headingOf = ({ selection: { timeZone } }: Pick<PartRun, 'selection'>) =>
  ['Shipment', 'Purpose', 'State', 'To', 'Ship-to GLN', 'From', 'Packages', `Sent (${timeZone})`, 'Sent by', 'Approved by'].concat([
    'License on that day',
    'Labels checked by',
    'Value in USD',
    'Transaction information',
    'Purchase order',
    'RMA',
    'Contact',
    'Reason',
    'Due back',
    'Voided',
    'Why voided',
    'Settled or credited',
    'Note',
    'What is missing',
  ])

function cellsOf({ selection: { timeZone } }: Pick<PartRun, 'selection'>, row: ShipmentRow): CsvCell[] {
  const clock = wallClock(timeZone)
  return [
    row.id,
    purposeName(row.purpose),
    row.state,
    row.toName,
    row.shipToGln,
    row.locationName,
    row.meds,
    clock(row.sentAt),
    row.sentBy,
    row.approvedBy,
    row.licenseWords,
    row.labelsCheckedBy,
    row.valueCents === null ? null : (row.valueCents / 100).toFixed(2),
    row.withTi ? 'yes' : 'no',
    row.purchaseOrder,
    row.rma,
    row.contact,
    row.reason,
    row.dueBack,
    row.voidedAt && clock(row.voidedAt),
    row.voidReason,
    row.settledAt && clock(row.settledAt),
    row.settleNote,
    row.gaps.join(' '),
  ]
}

/** Table of when and how each shipment's documents were handed over, and of the receiver's answers. */
function handOversCsv({ selection: { timeZone } }: Pick<PartRun, 'selection'>, rows: readonly HandOver[]): string {
  const clock = wallClock(timeZone)
  const heading = ['Shipment', 'Documents', 'To', `When (${timeZone})`, 'By', 'State', 'Attempts', `Last attempt (${timeZone})`].concat([
    'Link opened',
    'HTTP status',
    'Answer',
  ])
  const cells = (row: HandOver): CsvCell[] => [
    row.shipmentId,
    // a constraint of the table allows only a ShipmentDocumentKind or null here
    row.document === null ? 'Link to all documents' : SHIPMENT_DOCUMENTS[row.document as ShipmentDocumentKind],
    row.to,
    clock(row.at),
    row.by,
    row.state,
    row.attempts,
    row.lastAt && clock(row.lastAt),
    row.opened,
    row.status,
    row.answer,
  ]
  return makeCsv([heading, ...rows.map(cells)])
}

function packagesCsv(run: PartRun): AsyncGenerator<string> {
  const { timeZone } = run.selection
  const clock = wallClock(timeZone)
  return csvPages<DepartedMed>(
    run,
    ['Shipment', 'Serial number', 'GTIN', 'NDC', 'Product', 'Lot', 'Expires', 'To', `Left (${timeZone})`, 'By', 'Back', 'How it came back'],
    (tx, after) => listDepartedMeds(tx, run.selection, after?.id ?? 0, MEDS),
    (row) => [
      row.shipmentId,
      row.serialNumber,
      row.gtin,
      row.ndc,
      row.productName,
      row.lotNumber,
      row.expirationDate,
      row.toName,
      clock(row.leftAt),
      row.leftBy,
      row.backAt && clock(row.backAt),
      backWords(row),
    ],
  )
}

function backWords({ backHow, backReason }: Pick<DepartedMed, 'backHow' | 'backReason'>): string | null {
  if (backHow === 'voided') return 'the shipment was voided'
  return backHow === 'takenBack' ? `without a file: ${backReason}` : backHow
}

/** The documents of a shipment, byte for byte as they were created. */
async function* documentsOf({ deps, session, note }: PartRun, { id, documents }: ShipmentRow) {
  for (const { filename, sha256 } of documents) {
    try {
      const bytes = (await deps.storage.get(session.customerId, sha256)) as AsyncIterable<Uint8Array> // Node's types declare stream chunks as any
      yield { name: `10-outbound/documents/${id}-${safeSegment(filename)}`, content: bytes }
    } catch (error) {
      if (!(error instanceof NotStoredError)) throw error
      const words = `The document "${filename}" of shipment ${id} is missing from the file storage`
      note({ part: 'outbound', text: words, amount: 1, items: [{ text: `Shipment ${id}`, path: `/outbound/${id}` }] })
    }
  }
}
