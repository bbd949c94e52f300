import { Box, Stack } from '@mantine/core'
import { groupCode } from '@seriatim/gs1'
import { shipmentWords } from '@seriatim/schema'
import { Link } from 'wouter'
import { download, saveBase64, saveText } from '../../api/file/download.ts'
import { FRESH } from '../../api/file/use-file-save.ts'
import { trpc } from '../../api/trpc.ts'
import { Badge } from '../../ui/feedback/badge.tsx'
import { FileButtons } from '../../ui/field/file-buttons.tsx'
import { type Fact, Facts } from '../../ui/list/facts.tsx'
import { Code } from '../../ui/text/code.tsx'
import { formatAmount, formatCount, formatLongDateTime } from '../../ui/text/format.ts'
import { SubText } from '../../ui/text/text.tsx'
import { findingsHref } from './order-columns.tsx'
import type { OrderDetail } from './receive/receive-types.ts'

/** The facts that the order's document states, and downloads of the order's files. */
export default function OrderFacts({ detail }: { detail: OrderDetail }) {
  return (
    <>
      <Facts facts={collectFacts(detail)} />
      <OrderFiles documentId={detail.documentId} />
    </>
  )
}

/** Downloads of the order: PDFs, the meds as a table, and the document as it was received. */
function OrderFiles({ documentId }: { documentId: number }) {
  const utils = trpc.useUtils()
  const files = {
    'Transaction report (PDF)': async () => saveBase64(await utils.order.readOneReport.fetch({ documentId }, FRESH), 'application/pdf'),
    'Receiving sheet (PDF)': async () => saveBase64(await utils.order.readOneSheet.fetch({ documentId }, FRESH), 'application/pdf'),
    'Packages (CSV)': async () => saveText(await utils.order.readOneCsv.fetch({ documentId }, FRESH), 'text/csv'),
    'Download the document': () => download(`/api/v1/file/download/epcisdoc?documentId=${documentId}`, 'epcis.xml'),
  }
  return (
    <Box mt="md">
      <FileButtons files={files} />
    </Box>
  )
}

const party = (label: string, { name, gln }: OrderDetail['sender']): Fact => ({
  label,
  value: name ?? (gln ? 'Not named' : null),
  sub: gln ? (
    <>
      GLN <Code groups={groupCode('gln', gln)} />
    </>
  ) : undefined,
})

/** Formats a time from the file. A text that is not a date stays as it is. */
const toInstant = (text: string) => (Number.isNaN(Date.parse(text)) ? text : formatLongDateTime(text))

function collectFacts(detail: OrderDetail): Fact[] {
  const { purchaseOrderNumbers, amountOfMeds, cases, pallets, amountNotShipped, documentCreated, instanceIdentifier } = detail
  const packed = [
    pallets > 0 && formatAmount(pallets, 'pallet'),
    cases > 0 && formatAmount(cases, 'case'),
    formatAmount(amountOfMeds, 'package'),
  ]
  return [
    party('Sender', detail.sender),
    party('Receiver', detail.receiver),
    ...(detail.goodsOwner
      ? [{ label: 'Goods owned by', value: detail.goodsOwner.name, sub: `Received by ${detail.customerLocationName}` }]
      : []),
    { label: 'PO number', value: purchaseOrderNumbers.length > 0 ? purchaseOrderNumbers.join(', ') : null },
    { label: 'Received', value: formatLongDateTime(detail.timeStamp), sub: detail.placedBy },
    ...(detail.firstArrivedAt
      ? [{ label: 'First file received', value: formatLongDateTime(detail.firstArrivedAt), sub: 'This corrected file replaced it.' }]
      : []),
    {
      label: 'Goods',
      value: packed.filter(Boolean).join(', '),
      sub: amountNotShipped > 0 ? `${formatCount(amountNotShipped)} more in the file, not shipped` : undefined,
    },
    {
      label: 'Statement',
      value: detail.transactionStatement ? <Badge meaning="done">Affirmed</Badge> : <Badge meaning="attention">Missing</Badge>,
      sub: detail.transactionStatement
        ? undefined
        : 'The sender does not affirm the transaction statement that the law requires. Ask them for it.',
    },
    ...collectShipmentFacts(detail),
    { label: 'Findings', value: <Findings detail={detail} /> },
    ...collectNotes(detail),
    {
      label: 'Document',
      value: detail.documentName,
      sub: [instanceIdentifier, documentCreated && `made ${toInstant(documentCreated)}`, detail.guidelineVersion]
        .filter(Boolean)
        .join(', '),
    },
  ]
}

/** Rows about the shipment, from the elements that the GS1 US guideline defines, and a row that lists the other orders from the same file. */
function collectShipmentFacts(detail: OrderDetail): Fact[] {
  const { parts } = detail
  return [
    ...shipmentWords(detail),
    ...(parts.length > 0 ? [{ label: 'Other orders', value: <OtherParts parts={parts} />, sub: 'From the same file' }] : []),
  ]
}

function OtherParts({ parts }: Pick<OrderDetail, 'parts'>) {
  return (
    <Stack component="ul" gap={6}>
      {parts.map(({ documentId, customerLocationName, senderName, amountOfMeds, isVoided }) => (
        <li key={documentId}>
          <Link href={`/orders/receive/${documentId}`}>
            {customerLocationName}, from {senderName}
          </Link>
          <SubText>
            {formatAmount(amountOfMeds, 'package')}
            {isVoided ? ', voided' : ''}
          </SubText>
        </li>
      ))}
    </Stack>
  )
}

/**
 * Lists the warnings about the document, except those about the transaction statement, which has its own row above, and about drop shipment, which a
 * banner shows.
 */
function collectNotes({ documentWarnings }: OrderDetail): Fact[] {
  const notes = documentWarnings.filter(({ code }) => code !== 'transactionStatement' && code !== 'dropShipment')
  if (notes.length === 0) return []
  const value = (
    <Stack component="ul" gap={6}>
      {notes.map(({ message, hint }) => (
        <li key={message}>
          {message} <SubText>{hint}</SubText>
        </li>
      ))}
    </Stack>
  )
  return [{ label: 'Also noted', value }]
}

function Findings({ detail }: { detail: OrderDetail }) {
  const { findings, ticketNumber } = detail
  const { reject, warn } = findings
  const href = findingsHref(detail)
  const words = formatAmount(reject + warn, 'finding')
  if (reject + warn === 0) return 'None'
  return (
    <>
      {href ? <Link href={href}>{words}</Link> : words}
      <SubText>
        {[
          reject > 0 && `${formatCount(reject)} to fix`,
          warn > 0 && `${formatCount(warn)} to look at`,
          ticketNumber !== null && `ticket ${ticketNumber}`,
        ]
          .filter(Boolean)
          .join(', ')}
      </SubText>
    </>
  )
}
