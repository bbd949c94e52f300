import { differingFields } from '@seriatim/gs1'
import type { IncidentForm } from '@seriatim/schema'
import { readDate } from '../../../../ui/field/date-text.ts'
import { formatLongDate } from '../../../../ui/text/format.ts'
import type { ReportedLabel } from '../../../scan/report-link.ts'

/** Converts the expiration date on a label to a day. If the label has only a month, the result is the month's last day. */
function pickExpiry({ expirationDate = '' }: ReportedLabel): string {
  const [year = '', month = '', day] = expirationDate.split('-')
  if (day !== undefined || year === '') return expirationDate
  const date = readDate(`${month}/${year}`, { expiry: true, currentYear: Number(year) })
  return date.ok ? date.day : ''
}

/** All serial numbers of the report in one text; the form's field has room for several of one product. */
const collectSerials = ({ serialNumber, also }: ReportedLabel) => [serialNumber, ...(also?.split(' ') ?? [])].join(', ')

/** Form fields that a label provides; missing ones are omitted. */
export function fieldsOfLabel(label: ReportedLabel): Partial<IncidentForm> {
  const fields = { serialNumber: collectSerials(label), ndc: label.ndc, lotNumber: label.lotNumber, expiration: pickExpiry(label) }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value))
}

/** Fields in which a label differs from the record (decision 64); the report uses the label's values. */
export function collectDifferences(
  label: ReportedLabel,
  { lotNumber, expiration }: { lotNumber: string | null; expiration: string | null },
): string[] {
  const differing = differingFields(
    { lotNumber: label.lotNumber ?? null, expirationDate: label.expirationDate ?? null },
    { lotNumber, expirationDate: expiration },
  )
  const words = {
    lotNumber: `lot ${label.lotNumber}, the record lot ${lotNumber}`,
    expirationDate: `expiration ${formatLongDate(pickExpiry(label))}, the record ${formatLongDate(expiration)}`,
  }
  return differing.map((field) => words[field])
}

interface Order {
  purchaseOrderNumbers: readonly string[]
  senderNames: readonly string[]
}

/**
 * Writes the default description of the package: why it is reported, the data on its label if the package is not on file, and the order that was
 * being received when it was scanned.
 */
export function collectNotes(label: ReportedLabel, { isKnown, order }: { isKnown: boolean; order: Order | undefined }): string {
  const expiry = pickExpiry(label)
  const read = [
    label.gtin && `GTIN ${label.gtin}`,
    `${label.isSscc ? 'SSCC' : 'serial number'} ${label.serialNumber}`,
    label.lotNumber && `lot ${label.lotNumber}`,
    expiry && `expiration ${formatLongDate(expiry)}`,
  ].filter(Boolean)
  const sender = order?.senderNames.length ? ` from ${order.senderNames.join(', ')}` : ''
  const number = order?.purchaseOrderNumbers.length ? ` with PO ${order.purchaseOrderNumbers.join(', ')}` : ''
  return [
    label.why ?? '',
    isKnown ? '' : `The label reads ${read.join(', ')}. No record of this package was found.`,
    order ? `It was scanned while an order${sender}${number} was being received.` : '',
  ]
    .filter(Boolean)
    .join(' ')
}
