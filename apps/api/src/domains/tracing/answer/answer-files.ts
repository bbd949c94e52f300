import { TRACING_BASES, type TracingLine } from '@seriatim/schema'
import { wallClock } from '../../../core/day.ts'
import { CSV_START, type CsvCell, makeCsv } from '../../../core/text/csv.ts'
import type { Traced } from '../find/find.service.ts'
import type { RequestRecord } from '../request.queries.ts'
import { type TraceAnswerFile, traceAnswerFile } from './trace-answer.ts'

const HEADING = [
  'Item',
  'Requested serial number',
  'Requested lot',
  'Requested GTIN',
  'Requested NDC',
  'Result',
  'What is missing',
  'Remarks',
  'Serial number',
  'GTIN',
  'NDC',
  'Product',
  'Lot',
  'Expires',
  'Location',
  'Order',
  'PO number',
  'Shipped',
  'Received',
  'How received',
  'Transaction statement',
  'Previous owner',
  'Previous owner GLN',
  'Contact',
  'Phone',
  'Email',
]

/** Yields CSV with one line for each record, and one for each item without records. */
export function* answerCsv({ lines }: Pick<Traced, 'lines'>, timeZone: string): Generator<string> {
  const clock = wallClock(timeZone)
  yield CSV_START + makeCsv([HEADING.map((name) => (name === 'Received' ? `Received (${timeZone})` : name))])
  for (const line of lines) yield makeCsv(rowsOf(line, clock))
}

function rowsOf({ number, asked, result, said, remarks, records }: TracingLine, clock: (at: Date) => string): CsvCell[][] {
  const head = [number, asked.serialNumber, asked.lotNumber, asked.gtin, asked.ndc, result, said.join(' '), remarks.join(' ')]
  if (!records.length) return [head]
  return records.map((record) => [
    ...head,
    record.serialNumber,
    record.gtin,
    record.ndc,
    record.productName,
    record.lotNumber,
    record.expirationDate,
    record.locationName,
    record.documentId,
    record.purchaseOrders.join(', '),
    record.shippedAt,
    record.receivedAt && clock(new Date(record.receivedAt)),
    record.receivedHow,
    record.documentId === null ? null : record.hasStatement ? 'yes' : 'no',
    record.seller?.name ?? null,
    record.seller?.gln ?? null,
    record.seller?.contactName ?? null,
    record.seller?.phone ?? null,
    record.seller?.emailAddress ?? null,
  ])
}

/** Writes an answer as JSON in the format `seriatim.trace.v1` (docs/tracing.md). */
export function answerJson(
  request: RequestRecord,
  { lines, counts, searched, searchedAt, documents }: Traced,
  { customerName, note, original }: { customerName: string; note: string | null; original: (documentId: number) => string | null },
): string {
  const answer: TraceAnswerFile = {
    format: 'seriatim.trace.v1',
    isDrill: request.isDrill,
    request: {
      number: request.number,
      organization: request.organization,
      name: request.name,
      reference: request.reference,
      basis: request.basis,
      basisName: TRACING_BASES[request.basis],
      receivedAt: request.receivedAt.toISOString(),
    },
    answer: {
      by: customerName,
      at: searchedAt,
      searched,
      note,
      counts,
      items: lines.map(({ number, asked, result, said, remarks, amount, hasMore, records }) => ({
        number,
        asked,
        result,
        missing: said,
        remarks,
        amount,
        hasMore,
        packages: records,
      })),
      transactions: documents.map(({ documentId, purchaseOrders, transactions, hasStatement, legalNotice, sha256 }) => ({
        documentId,
        purchaseOrders,
        transactions,
        statement: hasStatement ? { legalNotice } : null,
        file: original(documentId),
        sha256,
      })),
    },
  }
  // Parsing removes fields that are not part of the format, such as the ids of our meds.
  return `${JSON.stringify(traceAnswerFile.parse(answer), null, 1)}\n`
}
