import { Button } from '@mantine/core'
import { Link, useRoute } from 'wouter'
import { type ReportedLabel, reportHref } from '../../../scan/report-link.ts'
import type { Reading } from '../scan-result.ts'

/** What else than GTIN and serial number the label of a reading says, if it was kept. */
interface Labelled {
  label?: Pick<ReportedLabel, 'lotNumber' | 'expirationDate'>
}

/** Report An Incident about what was scanned here: nothing of the scan is typed again there. */
export function ReportLink({ reading }: { reading: Reading }) {
  const [, params] = useRoute('/orders/receive/:documentId')
  const documentId = Number(params?.documentId) || undefined
  const href =
    reading.kind === 'unit'
      ? reportHref({ serialNumber: reading.serialNumber, gtin: reading.gtin, ...(reading as Labelled).label, documentId }) // absent or of that shape
      : reading.kind === 'serial'
        ? reportHref({ serialNumber: reading.serialNumber, documentId })
        : reading.kind === 'container'
          ? reportHref({ serialNumber: reading.sscc, isSscc: true, documentId })
          : reportHref({ serialNumber: reading.text, documentId })
  return (
    <Button component={Link} href={href}>
      Report An Incident
    </Button>
  )
}
