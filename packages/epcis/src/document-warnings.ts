import type { DocumentFacts, DocumentWarning, EpcisEvent } from './facts.ts'

/** Input of {@link documentWarnings}. */
export interface WarningFacts extends Pick<DocumentFacts, 'dropShipment' | 'restatements'> {
  readonly is20: boolean
  readonly lacksContext: boolean
  readonly schemaVersion: string | null
  readonly guidelineVersion: string | null
  readonly usesR13Types: boolean
  readonly statement: 'missing' | 'denied' | 'affirmed'
  readonly legalNotice: string | null
  readonly hasQualifiedNames: boolean
  readonly hasMisplacedVendorParts: boolean
  readonly watch: EventWatch
  /**
   * Parts of events that are stored but not used. The key is the name of such an element, or of an event of the kind `other`; the value is the
   * number of events.
   */
  readonly unused: ReadonlyMap<string, number>
}

/**
 * Collects the facts about events on which the document's warnings depend: whether there is a shipping event, whether a shipping event has a business
 * location, and the first shipping event that is dated before a commissioning or packing event above it.
 */
export class EventWatch {
  hasShipping = false
  hasShippingBizLocation = false
  /** Number of the first shipping event that is dated before an event above it in the document; 0 if there is none. */
  shippedBeforeEvent = 0
  private latest = Number.NEGATIVE_INFINITY

  add(event: EpcisEvent): void {
    const time = event.eventTime === null ? Number.NaN : Date.parse(event.eventTime)
    if (event.bizStep === 'shipping') {
      this.hasShipping = true
      if (event.bizLocation !== null) this.hasShippingBizLocation = true
      if (time < this.latest && this.shippedBeforeEvent === 0) this.shippedBeforeEvent = event.number
    } else if (event.bizStep === 'commissioning' || event.bizStep === 'packing') this.pass(time)
  }

  /** Remembers the latest time of a commissioning or packing event. `time` is NaN, and is then ignored, if the event has no valid time. */
  pass(time: number): void {
    if (time > this.latest) this.latest = time
  }
}

const EXPECTED_VERSIONS: ReadonlySet<string> = new Set(['1.0', '1.1', '1.2'])

/** Warnings for a completely read document, most severe first. */
export function documentWarnings(facts: WarningFacts): DocumentWarning[] {
  return [
    ...statementWarnings(facts),
    ...versionWarnings(facts),
    ...schemaWarnings(facts),
    ...eventWarnings(facts),
    ...shipmentWarnings(facts),
    ...unusedWarnings(facts),
  ]
}

function* statementWarnings({ statement, legalNotice, watch, is20 }: WarningFacts): Generator<DocumentWarning> {
  if (is20 || (statement === 'missing' && !watch.hasShipping)) return
  if (statement === 'missing') {
    const message = 'The DSCSA transaction statement is missing.'
    yield { code: 'transactionStatement', message, hint: 'Ask the sender for it: each transfer of ownership needs one.' }
  } else if (statement === 'denied') {
    const message = 'The document contains a transaction statement that the sender does not affirm.'
    yield { code: 'transactionStatement', message, hint: 'Ask the sender why affirmTransactionStatement is not true.' }
  } else if (legalNotice === null) {
    const message = 'The transaction statement has no legal notice.'
    yield { code: 'legalNotice', message, hint: 'The sender should add the text of the notice (legalNotice).' }
  }
}

function* versionWarnings(facts: WarningFacts): Generator<DocumentWarning> {
  const { is20, schemaVersion, guidelineVersion, usesR13Types } = facts
  const isExpected = schemaVersion === null || (is20 ? /^2(\.0)?$/.test(schemaVersion) : EXPECTED_VERSIONS.has(schemaVersion))
  if (!isExpected) {
    const message = `The document has schemaVersion ${schemaVersion}, which is not a version of EPCIS ${is20 ? '2.0' : '1.x'}.`
    const hint = `The sender should set schemaVersion to ${is20 ? '2.0' : '1.2 (the release of the guideline goes in guidelineVersion)'}.`
    yield { code: 'schemaVersion', message, hint }
  }
  if (guidelineVersion !== null && !/\bR1\.[23]\b/.test(guidelineVersion)) {
    const message = `The document follows the guideline "${guidelineVersion.slice(0, 80)}", which is unknown.`
    yield { code: 'guidelineVersion', message, hint: 'The sender should set guidelineVersion to GS1 US DSCSA R1.3.' }
  } else if (guidelineVersion === null && usesR13Types && !is20) {
    const message = 'The document uses NDC types of guideline R1.3 but does not say which guideline it follows.'
    yield { code: 'guidelineVersion', message, hint: 'The sender should add guidelineVersion GS1 US DSCSA R1.3.' }
  }
}

function* schemaWarnings({ hasQualifiedNames, hasMisplacedVendorParts, lacksContext }: WarningFacts): Generator<DocumentWarning> {
  if (hasQualifiedNames) {
    const message = 'Elements inside the document carry the EPCIS namespace, which the schema does not allow.'
    yield { code: 'qualifiedNames', message, hint: 'The sender should leave them without a namespace; the document can be used.' }
  }
  if (lacksContext) {
    const message = 'The JSON document has no @context, so its short names are only guessed at.'
    yield { code: 'context', message, hint: 'The sender should add the context of EPCIS 2.0.' }
  }
  if (hasMisplacedVendorParts) {
    const message = 'Elements or attributes from other namespaces appear where the EPCIS 1.2 schema does not allow them.'
    yield { code: 'vendorParts', message, hint: 'They are ignored. The sender should put them where the schema allows extensions.' }
  }
}

function* eventWarnings({ watch }: WarningFacts): Generator<DocumentWarning> {
  if (watch.shippedBeforeEvent > 0) {
    const message = `Event ${watch.shippedBeforeEvent} ships goods before the time at which an earlier event in the file commissions or packs them.`
    yield { code: 'eventOrder', message, hint: 'The sender should check the times of its events.' }
  }
  if (watch.hasShippingBizLocation) {
    const message = 'A shipping event names a business location, although the goods are on their way.'
    yield { code: 'shippingBizLocation', message, hint: 'The sender should leave bizLocation out of shipping events.' }
  }
}

function* shipmentWarnings({ dropShipment, restatements }: WarningFacts): Generator<DocumentWarning> {
  const [first] = restatements
  if (first !== undefined) {
    const more = restatements.length > 1 ? ` So do ${restatements.length - 1} more.` : ''
    const message = `Event ${first.event} ships the same units between the same parties as event ${first.by}, less than a day earlier.${more}`
    yield { code: 'restatedShipment', message, hint: 'It counts as one shipment, with the later date. Nothing needs to be done.' }
  }
  if (dropShipment === 'mixed') {
    const message = 'The document marks its goods as a drop shipment in one place, but not in another.'
    yield { code: 'dropShipment', message, hint: 'Ask the sender whether the seller handled the goods.' }
  }
}

/** Names, in words, for features of EPCIS 2.0 that are stored but not used (decision 76). */
const UNUSED_WORDS: Readonly<Record<string, string>> = {
  TransformationEvent: 'transformation',
  AssociationEvent: 'association',
  sensorElementList: 'sensor data',
  persistentDisposition: 'persistent disposition',
  certificationInfo: 'certification information',
}

function* unusedWarnings({ is20, unused }: WarningFacts): Generator<DocumentWarning> {
  if (!is20) return
  const named = Object.entries(UNUSED_WORDS).flatMap(([name, words]) => {
    const count = unused.get(name) ?? 0
    return count === 0 ? [] : [`${words} (${count === 1 ? '1 event' : `${count} events`})`]
  })
  if (named.length === 0) return
  const message = `The document uses features that EPCIS 1.2 lacks: ${named.join(', ')}.`
  yield { code: 'unused', message, hint: 'They are stored with the file but not used. Nothing needs to be done.' }
}
