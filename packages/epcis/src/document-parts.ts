import type { EpcTexts } from './epc-texts.ts'
import { GS1USHC_NAMESPACE, GuidelineWatch, type ReadField } from './guideline-facts.ts'
import { SBDH_NAMESPACE } from './header.ts'
import type { XmlAttribute, XmlHandler, XmlName } from './reader.ts'
import { isEpcisName, type Node, TreeBuilder } from './tree.ts'

/** Parts of a document that are read as trees and passed to the handler one at a time. */
export type PartKind = 'sbdh' | 'guidelineVersion' | 'statement' | 'vocabularyEntry' | 'event'

/** Functions that receive the parts of a document while it is read. */
export interface PartHandler {
  root(name: XmlName, attributes: readonly XmlAttribute[], line: number, column: number): void
  /**
   * Called at the start and the end of the header, at the start of the body, at the start of the event list, and at each vocabulary (with its type
   * attribute).
   */
  section(
    name: 'header' | 'headerEnd' | 'body' | 'eventList' | 'vocabulary',
    attributes: readonly XmlAttribute[],
    line: number,
    column: number,
  ): void
  part(kind: PartKind, node: Node): void
  /** Called for each guideline element that no rule reads. `isInEvent`: true if the element is in the current event, false if it is in the header. */
  field(field: ReadField, isInEvent: boolean): void
  strange(name: XmlName, line: number, column: number): void
}

export const CBV_MASTER_DATA = 'urn:epcglobal:cbv:mda'
/** Names that guideline releases before R1.2 had in a separate namespace; partners still send them that way. */
const OLDER_ILMD = new Set(['lotNumber', 'itemExpirationDate'])
const EVENT_NAMES = new Set([
  'ObjectEvent',
  'AggregationEvent',
  'TransactionEvent',
  'QuantityEvent',
  'TransformationEvent',
  'AssociationEvent',
])

const noAttributes: readonly XmlAttribute[] = []

type Step =
  | 'document'
  | 'root'
  | 'header'
  | 'headerExtension'
  | 'masterData'
  | 'list'
  | 'vocabulary'
  | 'entries'
  | 'body'
  | 'events'
  | 'eventsExtension'

/** The levels ("steps") of a document. For each level: the EPCIS elements, by local name, that open another level, and which level that is. */
const ways: Readonly<Record<Step, Readonly<Record<string, Step>>>> = {
  document: {},
  root: { EPCISHeader: 'header', EPCISBody: 'body', EPCISMasterData: 'masterData' },
  header: { extension: 'headerExtension', EPCISMasterData: 'masterData' },
  headerExtension: { EPCISMasterData: 'masterData' },
  masterData: { VocabularyList: 'list' },
  list: { Vocabulary: 'vocabulary' },
  vocabulary: { VocabularyElementList: 'entries' },
  entries: {},
  body: { EventList: 'events' },
  events: { extension: 'eventsExtension' },
  eventsExtension: { extension: 'eventsExtension' },
}

/** Walks a document: finds its parts by namespace and local name and skips everything else at any depth. */
export class DocumentParts implements Pick<XmlHandler, 'text' | 'end'> {
  /** Whether any element below the document's root is in the EPCIS namespace. */
  hasQualifiedNames = false
  /**
   * Name of the first element that would be the header, the body or the list of events if it had the right case and namespace; null if there is none.
   */
  misspelt: string | null = null
  private readonly steps: Step[] = ['document']
  private skipped = 0
  private readonly builder = new TreeBuilder()
  private isBuilding = false
  private kind: PartKind = 'event'
  private readonly handler: PartHandler
  private readonly watch: GuidelineWatch

  constructor(handler: PartHandler) {
    this.handler = handler
    this.watch = new GuidelineWatch((field) => {
      if (this.isBuilding && this.kind === 'event') handler.field(field, true)
      else if (this.steps.includes('header')) handler.field(field, false)
    })
  }

  start(name: XmlName, attributes: readonly XmlAttribute[], line: number, column: number): void {
    if (this.watch.wants(name)) this.watch.start(name, attributes)
    if (this.isBuilding) this.builder.start(name, attributes, line, column)
    else if (this.skipped > 0) this.skipped += 1
    else this.step(name, attributes, line, column)
  }

  text(bytes: Uint8Array, from: number, to: number, isBlank: boolean): void {
    if (this.watch.isOpen) this.watch.text(bytes, from, to)
    if (this.isBuilding) this.builder.addText(bytes, from, to, isBlank)
  }

  /** Handles an element that has no attributes and contains only text, in one call instead of `start`, `text` and `end`. */
  leaf(name: XmlName, bytes: Uint8Array, from: number, to: number, line: number, column: number): void {
    if (this.isBuilding) {
      if (this.watch.wants(name)) this.watchLeaf(name, bytes, from, to)
      this.builder.leaf(name, bytes, from, to, line, column)
    } else {
      this.start(name, noAttributes, line, column)
      this.text(bytes, from, to, false)
      this.end()
    }
  }

  private watchLeaf(name: XmlName, bytes: Uint8Array, from: number, to: number): void {
    this.watch.start(name, noAttributes)
    this.watch.text(bytes, from, to)
    this.watch.end()
  }

  /** Whether the reader is in the list of events, but not in an event. */
  get isBetweenEvents(): boolean {
    return !this.isBuilding && this.skipped === 0 && this.steps.at(-1) === 'events'
  }

  /** Number of EPCs in the document's lists so far. */
  get mentions(): number {
    return this.builder.mentions
  }

  /**
   * Adds the number of EPCs in an event that the reader skipped as a repeated one: this class receives no elements of such an event and cannot count
   * its EPCs.
   */
  passList(count: number): void {
    this.builder.mentions += count
  }

  /** Takes back an event's list of EPCs, so that its memory can be reused. Call it only if nobody keeps the list. */
  giveBack(list: EpcTexts | null): void {
    this.builder.giveBack(list)
  }

  end(): void {
    if (this.watch.isOpen) this.watch.end()
    if (this.isBuilding) {
      const node = this.builder.end()
      if (node === null) return
      this.isBuilding = false
      this.handler.part(this.kind, node)
    } else if (this.skipped > 0) this.skipped -= 1
    else if (this.steps.pop() === 'header') this.handler.section('headerEnd', [], 0, 0)
  }

  private step(name: XmlName, attributes: readonly XmlAttribute[], line: number, column: number): void {
    const at = this.steps.at(-1) ?? 'document'
    if (at === 'document') {
      this.handler.root(name, attributes, line, column)
      this.steps.push('root')
      return
    }
    const kind = partKind(at, name)
    if (kind !== null) {
      this.kind = kind
      this.isBuilding = true
      this.builder.begin(name, attributes, line, column, keepers[kind])
      return
    }
    const next = isEpcisName(name) && Object.hasOwn(ways[at], name.local) ? ways[at][name.local] : undefined
    if (next === undefined) {
      if (at === 'events' && isEpcisName(name)) this.handler.strange(name, line, column)
      if (at === 'root' || at === 'body') this.misspelt ??= misspelling(at, name)
      this.skipped = 1
      return
    }
    if (name.uri !== '') this.hasQualifiedNames = true
    this.steps.push(next)
    if (next === 'header' || next === 'body' || next === 'vocabulary') this.handler.section(next, attributes, line, column)
    else if (next === 'events') this.handler.section('eventList', attributes, line, column)
  }
}

/**
 * The element name as written, for a name that differs from an allowed one only in case or namespace. If the namespace is wrong, it is added to the
 * name. Null if no allowed name is similar.
 */
function misspelling(at: Step, { local, uri }: XmlName): string | null {
  const like = Object.keys(ways[at]).some((known) => known.toLowerCase() === local.toLowerCase())
  if (!like) return null
  return isEpcisName({ uri }) ? local : `${local} in the namespace ${uri}`
}

function partKind(at: Step, name: XmlName): PartKind | null {
  if (at === 'header' && name.local === 'StandardBusinessDocumentHeader' && name.uri === SBDH_NAMESPACE) return 'sbdh'
  if (at === 'header' && name.uri === GS1USHC_NAMESPACE) {
    if (name.local === 'guidelineVersion') return 'guidelineVersion'
    return name.local === 'dscsaTransactionStatement' ? 'statement' : null
  }
  if (!isEpcisName(name)) return null
  if (at === 'entries') return name.local === 'VocabularyElement' ? 'vocabularyEntry' : null
  return (at === 'events' || at === 'eventsExtension') && EVENT_NAMES.has(name.local) ? 'event' : null
}

const isHeaderName = (name: XmlName): boolean => name.uri === SBDH_NAMESPACE
const isGuidelineName = (name: XmlName): boolean => name.uri === GS1USHC_NAMESPACE
const isEventName = (name: XmlName): boolean =>
  isEpcisName(name) || name.uri === CBV_MASTER_DATA || (name.uri === GS1USHC_NAMESPACE && OLDER_ILMD.has(name.local))
const keepers: Readonly<Record<PartKind, (name: XmlName) => boolean>> = {
  sbdh: isHeaderName,
  statement: isGuidelineName,
  guidelineVersion: isGuidelineName,
  vocabularyEntry: isEventName,
  event: isEventName,
}
