import { EMPTY_INCIDENT_FORM, FINDING_KINDS, type FindingKind, findDosageForm, formatAmount, type IncidentForm } from '@seriatim/schema'

export interface SuspectPackage {
  serialNumber: string
  lotNumber: string | null
  expirationDate: string | null
  ndc: string | null
  productName: string | null
  strength: string | null
  dosageForm: string | null
}

export interface Investigated {
  id: number
  reason: string
  conclusion: string
  /** Calendar day on which the investigation was opened, in the reader's time zone. */
  openedOn: string
  findings: readonly { kind: FindingKind; foundOn: string; words: string; by: string }[]
  /** Manufacturers' answers about the packages, as sentences. */
  verified: readonly { serialNumber: string; answeredOn: string; words: string }[]
  /** Descriptions of held packages that no document lists; nothing else is known about them. */
  unlisted: readonly { label: string; productName: string | null }[]
  packages: readonly SuspectPackage[]
  /** Number of packages on all holds, including packages that are not listed individually. */
  amount: number
}

const unique = (values: readonly (string | null)[]) => [...new Set(values.filter((value): value is string => Boolean(value)))]

/** Joins as many complete values as fit into a field of the form. */
function fit(values: readonly string[], longest: number): string {
  let text = ''
  for (const value of values) {
    const next = text ? `${text}, ${value}` : value
    if (next.length > longest) break
    text = next
  }
  return text
}

/**
 * Fills in the product and event fields of Form 3911 from an investigation. Statements to the FDA, such as the classification, are left to the
 * person.
 */
export function knownFormFields(known: Investigated): Partial<IncidentForm> {
  const { packages, unlisted } = known
  const serials = unique([...packages.map((one) => one.serialNumber), ...unlisted.map((one) => one.label)]).sort()
  const forms = unique(packages.map((one) => one.dosageForm))
  const dosageForm = forms.length > 1 ? 'MULTIPLE' : findDosageForm(forms[0] ?? null)
  return {
    nameOfProduct: fit(unique([...packages, ...unlisted].map((one) => one.productName)), 300),
    strength: fit(unique(packages.map((one) => one.strength)), 300),
    dosageForm: dosageForm ?? EMPTY_INCIDENT_FORM.dosageForm,
    quantity: known.amount > 0 ? formatAmount(known.amount, 'package') : '',
    ndc: fit(unique(packages.map((one) => one.ndc)), 300),
    serialNumber: fit(serials, 50_000),
    lotNumber: fit(unique(packages.map((one) => one.lotNumber)), 5000),
    expiration: fit(unique(packages.map((one) => one.expirationDate)).sort(), 5000),
    eventNotes: writeEvent(known).slice(0, 50_000),
  }
}

/** Formats `2026-09-16` as the form writes dates. */
const writeDay = (day: string) => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`

function writeEvent({ id, reason, openedOn, findings, verified, conclusion }: Investigated): string {
  const found = findings.map(({ kind, foundOn, words, by }) => `${writeDay(foundOn)}, ${FINDING_KINDS[kind]} (${by}): ${words}`)
  const asked = verified.map((one) => `${writeDay(one.answeredOn)}, verification of ${one.serialNumber}: ${one.words}`)
  return [`Suspected since ${writeDay(openedOn)}: ${reason}`, `Investigation ${id}:`, ...found, ...asked, `Conclusion: ${conclusion}`].join(
    '\n',
  )
}
