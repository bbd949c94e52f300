import { isDigits, parseEpc } from '@seriatim/gs1'
import type { LocationEntry, MedEntry } from './facts.ts'
import type { Findings, Place } from './finding.ts'
import { readLocationId } from './locations.ts'
import { attribute, listChildren, meaningful, type Node } from './tree.ts'

const MDA = 'urn:epcglobal:cbv:mda#'
const LIST_PATH = '/EPCISDocument/EPCISHeader/extension/EPCISMasterData/VocabularyList'

/** Collects the attributes of a vocabulary entry by their names without prefix. Attributes that are empty or "null" are left out. */
function collectAttributes(node: Node): Map<string, string> {
  const found = new Map<string, string>()
  for (const entry of listChildren(node, 'attribute')) {
    const id = attribute(entry, 'id')
    const value = meaningful(entry.text)
    if (id !== null && value !== null) found.set(id.startsWith(MDA) ? id.slice(MDA.length) : id, value)
  }
  return found
}

export function isLocationVocabulary(type: string): boolean {
  return /^urn:epcglobal:epcis:vtype:(Location|BusinessLocation|ReadPoint)$/.test(type)
}

export function readLocation(node: Node): LocationEntry {
  const id = attribute(node, 'id') ?? ''
  const values = collectAttributes(node)
  const text = (name: string) => values.get(name) ?? null
  return {
    id,
    gln: readLocationId(id)?.gln ?? null,
    name: text('name'),
    streetAddressOne: text('streetAddressOne'),
    streetAddressTwo: text('streetAddressTwo'),
    city: text('city'),
    state: text('state'),
    postalCode: text('postalCode'),
    countryCode: text('countryCode'),
  }
}

export function readMed(node: Node): MedEntry {
  const id = attribute(node, 'id') ?? ''
  const values = collectAttributes(node)
  const text = (name: string) => values.get(name) ?? null
  return {
    id,
    gtin: gtinOfClass(id),
    ndc: text('additionalTradeItemIdentification'),
    ndcType: text('additionalTradeItemIdentificationTypeCode'),
    regulatedProductName: text('regulatedProductName'),
    manufacturerOfTradeItemPartyName: text('manufacturerOfTradeItemPartyName'),
    dosageFormType: text('dosageFormType'),
    strengthDescription: text('strengthDescription'),
    netContentDescription: text('netContentDescription'),
  }
}

function gtinOfClass(id: string): string | null {
  const epc = parseEpc(id)
  return epc.ok && epc.value.kind === 'sgtinPattern' ? epc.value.gtin : null
}

/** The attributes that an entry must have, each with its name in the document and its name in words. */
const NEEDED_OF_LOCATION = {
  name: ['name', 'name'],
  streetAddressOne: ['streetAddressOne', 'street address'],
  city: ['city', 'city'],
  state: ['state', 'state'],
  postalCode: ['postalCode', 'postal code'],
  countryCode: ['countryCode', 'country'],
} as const satisfies Partial<Record<keyof LocationEntry, readonly [attribute: string, words: string]>>

const NEEDED_OF_MED = {
  ndc: ['additionalTradeItemIdentification', 'NDC'],
  ndcType: ['additionalTradeItemIdentificationTypeCode', 'type of NDC'],
  regulatedProductName: ['regulatedProductName', 'product name'],
  manufacturerOfTradeItemPartyName: ['manufacturerOfTradeItemPartyName', 'manufacturer'],
  dosageFormType: ['dosageFormType', 'dosage form'],
  strengthDescription: ['strengthDescription', 'strength'],
  netContentDescription: ['netContentDescription', 'package size'],
} as const satisfies Partial<Record<keyof MedEntry, readonly [attribute: string, words: string]>>

/** Reports the attributes that an entry lacks: in plain words for the finding, and by attribute name for the hint to the author of the file. */
function reportMissing<Key extends string>(
  needed: Readonly<Record<Key, readonly [attribute: string, words: string]>>,
  entry: Readonly<Record<NoInfer<Key>, string | null>>,
  report: (words: string, attributes: string) => void,
): void {
  const missing = (Object.keys(needed) as Key[]).filter((key) => entry[key] === null).map((key) => needed[key]) // Object.keys() returns string[]
  if (missing.length === 0) return
  const words = missing.map(([, word]) => word)
  const last = words.pop() ?? ''
  report(words.length > 0 ? `${words.join(', ')} and ${last}` : last, missing.map(([attribute]) => attribute).join(', '))
}

/** Checks one location entry of the master data (rule 10). `agrees` is false if an earlier entry with its id had different contents. */
export function checkLocation(node: Node, entry: LocationEntry, agrees: boolean, findings: Findings): void {
  const place = makePlace(node, 'Location')
  const hint = 'The sender should complete the address; the document can be used.'
  const report = (message: string, value: string | null) => findings.report('LocationVocabularyError', place, { message, hint, value })
  const name = entry.name ?? entry.id
  if (entry.id === '') report('A location has no id.', null)
  else if (readLocationId(entry.id) === null) report('The id of a location is not a valid SGLN.', entry.id)
  if (!agrees) report(`The location ${name} is described twice, with different details.`, entry.id)
  reportMissing(NEEDED_OF_LOCATION, entry, (words, attributes) => {
    const message = `The location ${name} is missing its ${words}.`
    const completing = `The sender should complete the address (${attributes}); the document can be used.`
    findings.report('LocationVocabularyError', place, { message, hint: completing, value: entry.id })
  })
  if (entry.countryCode !== null && !/^[A-Z]{2}$/.test(entry.countryCode)) {
    report(`The country of ${name} is not a two-letter code.`, entry.countryCode)
  }
}

/** Checks rule 11 for the master data of one product; `agrees` is false if an earlier entry with the same id had different contents. */
export function checkMed(node: Node, entry: MedEntry, agrees: boolean, findings: Findings): void {
  const place = medPlace(node)
  const hint = 'The sender must correct the master data of this product and send the document again.'
  const report = (message: string, value: string | null) => findings.report('MedVocabularyError', place, { message, hint, value })
  const name = entry.regulatedProductName ?? entry.id
  if (entry.gtin === null) {
    report(`The id of the product ${name} is not a valid pattern of the form urn:epc:idpat:sgtin:….`, entry.id === '' ? null : entry.id)
  }
  if (!agrees) {
    const message = `The product ${name} is described twice, with different details.`
    findings.report('MedVocabularyError', place, { message, hint, value: entry.id, severity: 'warn' })
  }
  reportMissing(NEEDED_OF_MED, entry, (words, attributes) => {
    const message = `The product ${name} is missing its ${words}.`
    const correcting = `The sender must correct the master data of this product (${attributes}) and send the document again.`
    findings.report('MedVocabularyError', place, { message, hint: correcting, value: entry.id })
  })
  const problem = ndcProblem(entry.ndc, entry.ndcType)
  if (problem !== null) report(`The product ${name} ${problem}`, entry.ndc)
}

function ndcProblem(ndc: string | null, type: string | null): string | null {
  if (type === null) return null
  if (type !== 'US_FDA_NDC' && type !== 'FDA_NDC_11') return `has the unknown NDC type ${type}.`
  if (ndc === null) return null
  if (type === 'FDA_NDC_11')
    return isDigits(ndc) && ndc.length === 11
      ? null
      : 'has an NDC that does not have 11 digits, although its type FDA_NDC_11 requires them.'
  const fits = /^[0-9]{4}-[0-9]{4}-[0-9]{2}$|^[0-9]{5}-[0-9]{3}-[0-9]{2}$|^[0-9]{5}-[0-9]{4}-[0-9]$/.test(ndc)
  return fits
    ? null
    : 'has an NDC that is not written as 10 digits with hyphens (4-4-2, 5-3-2 or 5-4-1), although its type US_FDA_NDC requires that.'
}

/** Place of a product's entry, for findings about it. */
export function medPlace(node: Node): Place {
  return makePlace(node, 'EPCClass')
}

function makePlace(node: Node, vocabulary: string): Place {
  const id = attribute(node, 'id') ?? ''
  const path = `${LIST_PATH}/Vocabulary[@type="urn:epcglobal:epcis:vtype:${vocabulary}"]/VocabularyElementList/VocabularyElement[@id="${id}"]`
  return { path, line: node.line, column: node.column, event: null }
}
