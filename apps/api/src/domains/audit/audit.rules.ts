import { type AuditFact, type AuditPart, formatAmount, HELD, RECEIVED_HOW, writeProducts } from '@seriatim/schema'

/** The label of an action; an action from another version of the program appears under its own name. */
export function actionLabel(words: Readonly<Record<string, string>>, action: string): string {
  return words[action] ?? spaced(action.replaceAll('.', ' '))
}

const LABELS: Record<string, string> = {
  address: 'From address',
  amount: 'Packages',
  amountOfMeds: 'Packages',
  amountReceived: 'Packages received',
  classOneNeedsRelease: 'Only location admins receive packages of Class I recalls',
  clockHours: 'Time of day in PDFs and emails',
  fda: 'The FDA',
  filename: 'File',
  firstStepsHidden: 'First steps hidden',
  how: 'How',
  isSentToFda: 'Sent to the FDA',
  isUploaderGone: 'Uploader was deactivated',
  mailLists: 'Removed from report copy lists',
  pdfSha256: 'SHA-256 of the PDF',
  regulatorEmailAddress: 'FDA email address',
  scannerTested: 'Scanner tested',
  reportedAt: 'Reported at',
  sha256: 'SHA-256',
  size: 'Bytes',
  suspectMedEmailAddress: 'Copy of reports to',
  unknownAtDispense: 'Dispense check of a package not on file',
  checkpointEmailAddress: 'Checkpoint emailed to',
  meds: 'Packages',
  manifestSha256: 'SHA-256 of the manifest',
}

/**
 * The facts in a line's detail. `field`, `before` and `after` form one change; if `before` and `after` are objects, each key whose value differs
 * forms a change.
 */
export function detailFacts(detail: Record<string, unknown>): AuditFact[] {
  if (!('before' in detail && 'after' in detail))
    return Object.entries(detail).map(([name, value]) => ({ label: makeLabel(name), value: kindText(name, value) ?? valueText(value) }))
  const { field, before, after, ...rest } = detail
  const changes =
    isRecord(before) && isRecord(after)
      ? listChanges(before, after)
      : [changeFact(typeof field === 'string' ? field : 'value', before, after)]
  return [...changes, ...detailFacts(rest)]
}

function listChanges(before: Record<string, unknown>, after: Record<string, unknown>): AuditFact[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names
    .filter((name) => valueText(before[name]) !== valueText(after[name]))
    .map((name) => changeFact(name, before[name], after[name]))
}

function changeFact(name: string, before: unknown, after: unknown): AuditFact {
  return { label: makeLabel(name), before: valueText(before), value: valueText(after) }
}

/**
 * Names of details whose values mean nothing to people: row numbers and hashes. They are evidence in the exported file; other details name the same
 * objects in words.
 */
const UNREADABLE = /(?:sha256|Ids?)$/i

/**
 * Names of the details in audit lines that contain location ids, and the name under which each is shown. When an audit line is shown, the names of
 * the locations replace their ids.
 */
const PLACES: Record<string, string> = { locationId: 'location', locationIds: 'locations', administered: 'adminOf' }

/** Collects the location ids in the `detail` of an audit line, so that the caller can look up the names of the locations. */
export function locationIdsIn(detail: Record<string, unknown>): number[] {
  return Object.keys(PLACES).flatMap((name) => [detail[name]].flat().filter((id): id is number => typeof id === 'number'))
}

/** Prepares an audit line's detail for people: replaces location ids with names, and omits fields that only a program can read. */
export function readableDetail(detail: Record<string, unknown>, nameOf: (key: string) => string | undefined): Record<string, unknown> {
  const placeName = (id: unknown) => nameOf(`location ${String(id)}`) ?? id
  const named = Object.entries(detail).flatMap(([name, value]): [string, unknown][] => {
    const place = PLACES[name]
    if (place) return [[place, Array.isArray(value) ? value.map(placeName) : placeName(value)]]
    if (UNREADABLE.test(name)) return []
    if (name === 'how' && typeof value === 'string' && Object.hasOwn(RECEIVED_HOW, value))
      return [[name, RECEIVED_HOW[value as keyof typeof RECEIVED_HOW]]] // the condition above found the value in RECEIVED_HOW
    return [[name, value]]
  })
  return Object.fromEntries(named)
}

/** A fact as one line of text, for the exported file. */
export function factLine({ label, before, value }: AuditFact): string {
  return before === undefined ? `${label}: ${value}` : `${label}: ${before} → ${value}`
}

function makeLabel(name: string): string {
  return LABELS[name] ?? spaced(name)
}

/** As words: `documentId` → `Document id`. */
function spaced(name: string): string {
  const words = name.replace(/(?<=[a-z\d])(?=[A-Z])/g, ' ').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Words for the kinds of holds. The database stores the kinds under the names of the legacy API, such as `package` for a container. */
const KIND_WORDS: Record<string, string> = {
  ...Object.fromEntries(Object.entries(HELD).map(([kind, words]) => [kind, words.toLowerCase()])),
  dataPending: 'data pending',
}

const kindText = (name: string, value: unknown) => (name === 'kind' && typeof value === 'string' ? KIND_WORDS[value] : undefined)

function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.length ? value.map(valueText).join(', ') : 'none'
  if (isRecord(value)) return detailFacts(value).map(factLine).join('; ') || 'none'
  return String(value)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What to call a subject whose name is no longer on record. */
const NOUNS: Record<string, string> = {
  customer: 'the organization',
  delivery: 'a delivery',
  document: 'a document',
  exception: 'a ticket',
  hold: 'a hold',
  incident: 'a product',
  inspectionLink: 'a link for an inspector',
  intakeDoor: 'a delivery token or email address',
  investigation: 'an investigation',
  location: 'a location',
  med: 'a package',
  order: 'an order',
  partner: 'a trading partner',
  recall: 'a recall',
  shipment: 'a shipment',
  tracing: 'a tracing request',
  upload: 'a file',
  user: 'a user',
  verification: 'a verification',
  webhook: 'a webhook endpoint',
}

/** The received packages that an audit line is about, as far as known. */
export interface Goods {
  amount: number | null
  products: readonly string[]
  serialNumber: string | null
  medId: number | null
}

/**
 * The sentence about an audit entry, without the person's name at its beginning. An action without a template comes from another version of the
 * program and appears under its own name.
 */
export function entrySentence(
  template: string | undefined,
  what: string,
  about: { kind: string; id: number | null; name: string | null },
  goods: Goods,
): AuditPart[] {
  if (template === undefined) return [{ text: `${what}${about.name ? `: ${about.name}` : ''}`, kind: null, id: null }]
  return template.split(/(\{\w+\})/).flatMap((text): AuditPart[] => {
    if (text === '{goods}') return writeGoods(goods)
    if (text !== '{about}') return text ? [{ text, kind: null, id: null }] : []
    if (about.name === null) return [{ text: NOUNS[about.kind] ?? 'it', kind: null, id: null }]
    return [{ text: about.name, kind: about.kind, id: about.id }]
  })
}

function writeGoods({ amount, products, serialNumber, medId }: Goods): AuditPart[] {
  const name = products.length > 0 ? writeProducts(products) : undefined
  if (serialNumber) {
    const text = `${name ? `${name}, ` : ''}serial ${serialNumber}`
    return [{ text, kind: medId === null ? null : 'med', id: medId }]
  }
  return [{ text: `${amount === null ? 'packages' : formatAmount(amount, 'package')}${name ? ` of ${name}` : ''}`, kind: null, id: null }]
}
