import { ndcFromGtin } from '@seriatim/gs1'

/** Label data of a package to report, and the order on whose page the package was scanned. */
export interface ReportedLabel {
  serialNumber: string
  /** Whether `serialNumber` is a container's code. */
  isSscc?: boolean | undefined
  gtin?: string | undefined
  ndc?: string | undefined
  lotNumber?: string | undefined
  /** `YYYY-MM-DD`, or `YYYY-MM` if the label's day is 00. */
  expirationDate?: string | undefined
  documentId?: number | undefined
  /** Further serial numbers of the same product, separated by spaces. */
  also?: string | undefined
  /** The reason stated on the ticket from which the report is opened. The incident's description starts with it. */
  why?: string | undefined
}

const NAMES = {
  serialNumber: 'serial',
  isSscc: 'sscc',
  gtin: 'gtin',
  ndc: 'ndc',
  lotNumber: 'lot',
  expirationDate: 'expiry',
  documentId: 'order',
  also: 'also',
  why: 'why',
} as const satisfies Record<keyof ReportedLabel, string>
/** Maximum length of a serial number that the server accepts; other short fields have the same limit. */
const LONGEST = 200
/** Maximum number of characters in the fields `also` and `why`: enough for twenty serial numbers, or for a few sentences. */
const LONGEST_WORDS = 5000

/** Link to the incident form with the scan in the URL, so that nothing is scanned twice. */
export function reportHref(label: ReportedLabel): string {
  const ndc = label.ndc ?? (label.gtin && ndcFromGtin(label.gtin)) ?? undefined
  const address = new URLSearchParams()
  for (const [field, value] of Object.entries({ ...label, ndc })) {
    const name = NAMES[field as keyof ReportedLabel] // the fields are the keys of a label
    if (name && value) address.set(name, value === true ? '1' : String(value))
  }
  return `/reportanincident?${address}`
}

/** Parses the query string of a link that `reportHref` made; undefined if it contains no package. Malformed fields are dropped. */
export function readReportAddress(search: string): ReportedLabel | undefined {
  const address = new URLSearchParams(search)
  const text = (field: keyof ReportedLabel, shape = /^.+$/, longest = LONGEST): string | undefined => {
    const value = address.get(NAMES[field])?.trim() ?? ''
    return value.length <= longest && shape.test(value) ? value : undefined
  }
  const serialNumber = text('serialNumber')
  if (serialNumber === undefined) return undefined
  const also = text('also', /^\S+( \S+)*$/, LONGEST_WORDS)
  const why = text('why', /^.+$/, LONGEST_WORDS)
  return {
    serialNumber,
    ...(text('isSscc', /^1$/) && /^\d{18}$/.test(serialNumber) ? { isSscc: true } : {}),
    gtin: text('gtin', /^\d{14}$/),
    ndc: text('ndc', /^[\d-]+$/),
    lotNumber: text('lotNumber'),
    expirationDate: text('expirationDate', /^\d{4}-\d{2}(-\d{2})?$/),
    documentId: Number(text('documentId', /^\d{1,15}$/)) || undefined,
    ...(also ? { also } : {}),
    ...(why ? { why } : {}),
  }
}
