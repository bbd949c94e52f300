import { CBV_MASTER_DATA } from './document-parts.ts'
import { GS1USHC_NAMESPACE } from './guideline-facts.ts'
import { SBDH_NAMESPACE } from './header.ts'
import type { JsonPlace } from './json-tokens.ts'
import { collectItems, type JsonValue, member, toText } from './json-values.ts'

/** Receives JSON as the elements that the same document would have in EPCIS 2.0 XML. */
export interface ElementWriter {
  start(uri: string, local: string, place: JsonPlace, attributes?: Readonly<Record<string, string>>): void
  text(text: string): void
  end(): void
}

const ILMD_NAMES: ReadonlySet<string> = new Set(['lotNumber', 'itemExpirationDate'])
const lists: Readonly<Record<string, string>> = {
  epcList: 'epc',
  childEPCs: 'epc',
  inputEPCList: 'epc',
  outputEPCList: 'epc',
  correctiveEventIDs: 'correctiveEventID',
  bizTransactionList: 'bizTransaction',
  quantityList: 'quantityElement',
  childQuantityList: 'quantityElement',
  inputQuantityList: 'quantityElement',
  outputQuantityList: 'quantityElement',
  sourceList: 'source',
  destinationList: 'destination',
  sensorElementList: 'sensorElement',
  sensorReport: 'sensorReport',
  set: 'set',
  unset: 'unset',
}
/** Members whose `type` becomes an attribute of the XML element. */
const TYPED: ReadonlySet<string> = new Set(['bizTransaction', 'source', 'destination'])

/** Maps prefixes to namespaces: the three prefixes that this reader always accepts, and those that the document's `@context` declares. */
export class Prefixes {
  private readonly uris = new Map([
    ['cbvmda', CBV_MASTER_DATA],
    ['gs1ushc', GS1USHC_NAMESPACE],
    ['sbdh', SBDH_NAMESPACE],
  ])

  /** Adds the prefixes that a `@context` declares; context URLs are not loaded. */
  learn(context: JsonValue | undefined): void {
    for (const item of context?.kind === 'array' ? context.items : context === undefined ? [] : [context]) {
      if (item.kind !== 'object') continue
      for (const [prefix, uri] of item.members) {
        const text = toText(uri)
        if (text !== null && text !== '') this.uris.set(prefix, text.replace(/[:#/]$/, ''))
      }
    }
  }

  /**
   * Splits the name of a JSON member into namespace and local name. The name may have a prefix (`cbvmda:lotNumber`), be a full URI, or be a plain
   * name, which has no namespace because EPCIS defines it.
   */
  resolve(name: string): { readonly uri: string; readonly local: string } {
    const cut = Math.max(name.lastIndexOf(':'), name.lastIndexOf('#'), name.lastIndexOf('/'))
    if (cut < 0) return { uri: '', local: name }
    const prefix = name.slice(0, cut)
    const local = name.slice(cut + 1)
    // NOTE: the `@context` that declares a prefix may come after the events. Until the prefix is declared, assume that a lot or expiration date has
    // the standard namespace.
    const usual = ILMD_NAMES.has(local) && !prefix.includes(':') ? CBV_MASTER_DATA : prefix
    return { uri: this.uris.get(prefix) ?? usual, local }
  }
}

/** The last word of an event type, which may be written as a CURIE or a URI. */
export function typeWord(value: JsonValue | undefined): string | null {
  const text = toText(value)
  return text === null ? null : (/[^:/#]*$/.exec(text)?.[0] ?? null)
}

/**
 * Writes an event as XML-like elements in the order of its JSON members, so that the rules for XML also check JSON. A missing member becomes no
 * element, and a value without a text an empty one; the rules report both.
 */
export function writeEvent(event: JsonValue, writer: ElementWriter, prefixes: Prefixes): void {
  writer.start('', typeWord(member(event, 'type') ?? member(event, 'isA')) ?? 'event', event)
  if (event.kind === 'object') writeMembers(event.members, writer, prefixes)
  writer.end()
}

function writeMembers(members: ReadonlyMap<string, JsonValue>, writer: ElementWriter, prefixes: Prefixes): void {
  for (const [name, value] of members) {
    if (name === 'type' || name === 'isA' || name.startsWith('@')) continue
    const { uri, local } = prefixes.resolve(name)
    writeMember(uri, local, value, writer, prefixes)
  }
}

function writeMember(uri: string, local: string, value: JsonValue, writer: ElementWriter, prefixes: Prefixes): void {
  const item = uri === '' && Object.hasOwn(lists, local) ? lists[local] : undefined
  if (item !== undefined && value.kind === 'array') {
    if (item !== local) writer.start('', local, value)
    for (const one of value.items) writeItem(item, one, writer, prefixes)
    if (item !== local) writer.end()
    return
  }
  if (value.kind === 'array') {
    for (const one of value.items) writeMember(uri, local, one, writer, prefixes)
    return
  }
  writer.start(uri, local, value)
  if (value.kind === 'object' && !value.members.has('@value')) writeMembers(value.members, writer, prefixes)
  else writer.text(toText(value) ?? '')
  writer.end()
}

function writeItem(name: string, value: JsonValue, writer: ElementWriter, prefixes: Prefixes): void {
  if (!TYPED.has(name)) {
    writeMember('', name, value, writer, prefixes)
    return
  }
  const type = toText(member(value, 'type'))
  writer.start('', name, value, type === null ? {} : { type })
  writer.text(toText(value.kind === 'object' ? member(value, name) : value) ?? '')
  writer.end()
}

export function writeVocabulary(vocabulary: JsonValue, writer: ElementWriter): void {
  writer.start('', 'Vocabulary', vocabulary, { type: toText(member(vocabulary, 'type')) ?? '' })
  writer.start('', 'VocabularyElementList', vocabulary)
  for (const entry of collectItems(member(vocabulary, 'vocabularyElementList'))) {
    writer.start('', 'VocabularyElement', entry, { id: toText(member(entry, 'id')) ?? '' })
    for (const attribute of collectItems(member(entry, 'attributes'))) {
      writer.start('', 'attribute', attribute, {
        id: (toText(member(attribute, 'id')) ?? '').replace(/^(cbvmda:|urn:epcglobal:cbv:mda:)/, 'urn:epcglobal:cbv:mda#'),
      })
      writer.text(toText(member(attribute, 'attribute')) ?? '')
      writer.end()
    }
    writer.end()
  }
  writer.end()
  writer.end()
}

/** Facts that a JSON document states in members, and that an XML document states in its standard business document header. */
export interface JsonHeader {
  readonly sender: JsonValue | undefined
  readonly receiver: JsonValue | undefined
  readonly instanceIdentifier: JsonValue | undefined
  readonly creationDate: JsonValue | undefined
  /** The US guideline's `dscsaTransactionStatement` member, if any. */
  readonly statement: JsonValue | undefined
  readonly guidelineVersion: JsonValue | undefined
  readonly dropShipment: JsonValue | undefined
}

/** Writes the header, unless sender, receiver and number are all missing. */
export function writeHeader(header: JsonHeader, writer: ElementWriter, place: JsonPlace): void {
  const { sender, receiver, instanceIdentifier, creationDate, statement, guidelineVersion, dropShipment } = header
  const own = (local: string, value: JsonValue | undefined, usual = '') => {
    if (value === undefined && usual === '') return
    writer.start(SBDH_NAMESPACE, local, value ?? place)
    writer.text(toText(value) ?? usual)
    writer.end()
  }
  const party = (local: string, value: JsonValue | undefined) => {
    if (value === undefined) return
    writer.start(SBDH_NAMESPACE, local, value)
    own('Identifier', value)
    writer.end()
  }
  writer.start('', 'EPCISHeader', place)
  if (sender !== undefined || receiver !== undefined || instanceIdentifier !== undefined) {
    writer.start(SBDH_NAMESPACE, 'StandardBusinessDocumentHeader', place)
    own('HeaderVersion', undefined, '1.0')
    party('Sender', sender)
    party('Receiver', receiver)
    writer.start(SBDH_NAMESPACE, 'DocumentIdentification', place)
    own('Standard', undefined, 'EPCglobal')
    own('TypeVersion', undefined, '1.0')
    own('InstanceIdentifier', instanceIdentifier)
    own('Type', undefined, 'Events')
    own('CreationDateAndTime', creationDate)
    writer.end()
    writer.end()
  }
  for (const [local, value] of [
    ['guidelineVersion', guidelineVersion],
    ['dscsaTransactionStatement', statement],
    ['dropShipment', dropShipment],
  ] as const) {
    if (value !== undefined) writeMember(GS1USHC_NAMESPACE, local, value, writer, new Prefixes())
  }
  writer.end()
}
