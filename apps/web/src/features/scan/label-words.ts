import { differingFields, type Label } from '@seriatim/gs1'
import { formatExpiry } from '../../ui/text/format.ts'

interface Recorded {
  lotNumber: string | null
  expirationDate: string | null
}

/** `The label says lot ZZ9; the file says AB1.` for each field in which label and record differ; empty if they match. */
export function describeLabelDifference(label: Label, record: Recorded, holder: 'file' | 'record'): string {
  return differingFields(label, record)
    .map((field) =>
      field === 'lotNumber'
        ? `The label says lot ${label.lotNumber}; the ${holder} says ${record.lotNumber}.`
        : `The label says it expires ${formatExpiry(label.expirationDate)}; the ${holder} says ${formatExpiry(record.expirationDate)}.`,
    )
    .join(' ')
}
