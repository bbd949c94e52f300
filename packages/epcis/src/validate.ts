import { checkAggregationEvent } from './aggregation-event.ts'
import type { ByteStore } from './columns.ts'
import { checkCommon } from './common-rules.ts'
import { reportTooDeep } from './depth.ts'
import { FactCollector } from './document-facts.ts'
import { DocumentParts, type PartHandler, type PartKind } from './document-parts.ts'
import { createDocumentReader } from './document-reader.ts'
import { documentWarnings, EventWatch } from './document-warnings.ts'
import { EpcListRule } from './epc-list.ts'
import { type EventNode, readEvent } from './event.ts'
import { EventCheck } from './event-check.ts'
import { Findings, type Place } from './finding.ts'
import { Guideline } from './guideline.ts'
import { checkHeader, readHeader } from './header.ts'
import { type Hierarchy, HierarchyNotes } from './hierarchy.ts'
import type { DocumentAttributes } from './json-reader.ts'
import { MasterDataCheck } from './master-data-check.ts'
import { nearEpcis } from './near-epcis.ts'
import { checkObjectEvent } from './object-event.ts'
import { REPORT, TAKEN, type TakeAnswer, type XmlAttribute, type XmlHandler, type XmlName, type XmlReader } from './reader.ts'
import { EVENT_DEPTH, RepeatedEvents } from './repeated-events.ts'
import { contained, Shipment } from './shipment.ts'
import { Structure } from './structure.ts'
import { structureText } from './structure-types.ts'
import { checkTransactionEvent } from './transaction-event.ts'
import { attribute, childText, meaningful, type Node } from './tree.ts'
import { Units } from './units.ts'
import type { Options, Sink, Validation, Validator } from './validator.ts'
import { checkLocation, checkMed, isLocationVocabulary, readLocation, readMed } from './vocabulary.ts'

/**
 * Validates an EPCIS 1.0 to 1.2 document, or an EPCIS 2.0 one as XML or JSON, as a DSCSA message, by the 36 documented rules.
 *
 * @see GS1 US, Applying GS1 Standards for DSCSA, R1.2 and R1.3; EPCIS 1.2; CBV 1.2.
 */
export function createValidator(sink: Sink = {}, options: Options = {}): Validator {
  return new DocumentValidator(sink, options)
}

/** Validates a document that is in memory as a whole. */
export function validateEpcis(bytes: Uint8Array, sink: Sink = {}, options: Options = {}): Validation {
  const validator = createValidator(sink, options)
  validator.write(bytes)
  return validator.end()
}

class DocumentValidator implements Validator, PartHandler {
  private readonly sink: Sink
  private readonly options: Options
  private readonly reader: XmlReader
  private readonly parts: DocumentParts
  private readonly findings: Findings
  private readonly facts = new FactCollector()
  private readonly units = new Units()
  private readonly epcLists = new EpcListRule(this.units)
  private readonly known: MasterDataCheck
  private readonly shipment: Shipment
  private readonly repeated: RepeatedEvents
  /** Checks the document against the EPCIS 1.2 schema; null for EPCIS 2.0. */
  private structure: Structure | null = null
  private readonly guideline = new Guideline()
  private readonly watch = new EventWatch()
  private statement: 'missing' | 'denied' | 'affirmed' = 'missing'
  private readonly notes: HierarchyNotes | null
  private readonly eventIndexes = new Map<string, number>()
  /** Elements of EPCIS 2.0 that no rule reads: maps the name of each to the number of events that contain it. */
  private readonly unused = new Map<string, number>()
  private bytes = 0
  private is20 = false
  private lacksContext = false
  private malformed = false
  private rootPlace = { line: 1, column: 1 }
  private headers = 0
  /** Position of the header element; null until it has been read. */
  private headerPlace: { readonly line: number; readonly column: number } | null = null
  private sawBody = false
  private sawEventList = false
  private vocabularyType = ''

  constructor(sink: Sink, options: Options) {
    this.sink = sink
    this.options = options
    this.findings = new Findings(options.findingsPerType)
    this.known = new MasterDataCheck(options)
    this.notes = options.withHierarchy === true ? new HierarchyNotes(this.units) : null
    this.shipment = new Shipment(this.units, this.findings)
    const { units, known, shipment } = this
    if (options.size !== undefined) units.expect(options.size)
    this.repeated = new RepeatedEvents({ units, known, shipment, ...options })
    const parts = new DocumentParts(this)
    this.parts = parts
    const handler: XmlHandler = {
      start: (name, attributes) => {
        if (this.malformed) return
        const { line, column } = this.reader
        parts.start(name, attributes, line, column)
        this.structure?.start(name, attributes, line, column)
      },
      text: (bytes, from, to, isBlank) => {
        if (this.malformed) return
        this.structure?.text(bytes, from, to, isBlank)
        parts.text(bytes, from, to, isBlank)
      },
      end: () => {
        if (this.malformed) return
        this.structure?.end()
        parts.end()
      },
      leaf: (name, bytes, from, to) => {
        if (this.malformed) return
        const { line, column } = this.reader
        this.structure?.leaf(name, bytes, from, to, line, column)
        parts.leaf(name, bytes, from, to, line, column)
      },
      taker: {
        depth: EVENT_DEPTH,
        taken: this.repeated.fit,
        take: (source, at, end) => this.takeEvent(source, at, end),
        passed: (source, from, to) => this.repeated.learn(source, from, to),
      },
      malformed: ({ message, hint, line, column }) => this.refuse(message, hint, line, column),
      masterDataEnded: () => this.known.complete(),
    }
    this.reader = options.createReader?.(handler) ?? createDocumentReader(handler, (attributes) => this.attributes(attributes))
  }

  write(chunk: Uint8Array): void {
    this.bytes += chunk.length
    if (!this.malformed) this.reader.write(chunk)
  }

  end(): Validation {
    if (!this.malformed) this.reader.end()
    if (!this.malformed) this.finish()
    const holds = contained(this.units)
    let meds = 0
    for (let id = 0; id < this.units.count; id += 1) if (holds[id] === 0 && this.units.isSgtin(id)) meds += 1
    const { list: findings, truncated, verdict } = this.findings
    return { verdict, findings, truncated, document: this.facts.facts(), bytes: this.bytes, events: this.facts.eventCount, meds }
  }

  hierarchy(): Hierarchy | null {
    return this.malformed ? null : (this.notes?.finish() ?? null)
  }

  get mentions(): number {
    return this.parts.mentions
  }

  root(name: XmlName, attributes: readonly XmlAttribute[], line: number, column: number): void {
    this.rootPlace = { line, column }
    this.is20 = name.uri === 'urn:epcglobal:epcis:xsd:2'
    this.repeated.is20 = this.is20
    if (!this.is20) this.structure = new Structure()
    this.facts.schemaVersion = attribute({ attributes }, 'schemaVersion')
    this.facts.creationDate = attribute({ attributes }, 'creationDate')
    const looks = nearEpcis(name)
    if (looks !== null) this.refuse(looks.message, looks.hint, line, column)
  }

  /**
   * Stores the schema version, the creation date and whether the document has a context. XML has these as attributes of the outermost element; JSON
   * states them elsewhere.
   */
  private attributes({ schemaVersion, creationDate, hasContext }: DocumentAttributes): void {
    this.facts.schemaVersion = meaningful(schemaVersion ?? '')
    this.facts.creationDate = meaningful(creationDate ?? '')
    this.lacksContext = !hasContext
  }

  section(name: Parameters<PartHandler['section']>[0], attributes: readonly XmlAttribute[], line: number, column: number): void {
    if (name === 'header') this.headerPlace = { line, column }
    else if (name === 'vocabulary') this.vocabularyType = attribute({ attributes }, 'type') ?? ''
    else if (name === 'body') this.sawBody = true
    else if (name === 'eventList') {
      this.sawEventList = true
      this.repeated.clear()
    } else {
      this.checkHeaderCount()
      this.guideline.check(this.facts.guidelineVersion, this.findings)
      if (this.facts.eventCount === 0) this.known.complete()
    }
  }

  part(kind: PartKind, node: Node): void {
    this.findings.mark()
    if (kind === 'event') this.event(node)
    else if (kind === 'vocabularyEntry') this.vocabularyEntry(node)
    else if (kind === 'sbdh') this.header(node)
    else if (kind === 'guidelineVersion') this.facts.guidelineVersion = meaningful(node.text)
    else {
      const affirmed = ['true', '1'].includes(childText(node, 'affirmTransactionStatement') ?? '')
      this.statement = affirmed ? 'affirmed' : 'denied'
      this.facts.transactionStatement = affirmed
      this.facts.legalNotice = childText(node, 'legalNotice')
    }
    const isFaulty = this.reportStructure(kind === 'event' ? this.facts.eventCount : null)
    if (isFaulty || !this.findings.isQuiet || !this.parts.isBetweenEvents) this.repeated.forget()
  }

  field(field: Parameters<PartHandler['field']>[0], isInEvent: boolean): void {
    if (isInEvent) this.facts.guideline.addToEvent(field)
    else this.facts.guideline.addToHeader(field)
  }

  strange(name: XmlName, line: number, column: number): void {
    const place = { path: `${LIST_PATH}/${name.local}`, line, column, event: null }
    const message = `The event list contains the element ${name.local}, which is not an event.`
    this.findings.report('EventListError', place, { message, hint: 'The sender must send events of the standard only.', value: name.local })
  }

  /**
   * Reports the schema deviations of the part that was just read, except those whose error type a rule has already reported there. Returns whether
   * there were any deviations.
   */
  private reportStructure(event: number | null): boolean {
    const issues = this.structure?.take() ?? []
    for (const issue of issues) {
      const { type, path, line, column } = issue
      const isSaid = issue.isInPart ? this.findings.hasSinceMark(type) : this.findings.has(type)
      if (!isSaid) this.findings.report(type, { path, line, column, event: issue.isInPart ? event : null }, structureText(issue))
    }
    return issues.length > 0
  }

  private header(node: Node): void {
    this.headers += 1
    if (this.headers > 1) return
    const header = readHeader(node)
    this.facts.header = header
    this.sink.header?.(header)
    checkHeader(node, header, this.findings, this.is20)
  }

  private checkHeaderCount(): void {
    if (this.headers === 1) return
    const place = { path: '/EPCISDocument/EPCISHeader', ...(this.headerPlace ?? this.rootPlace), event: null }
    const message =
      this.headers === 0
        ? 'The document has no standard business document header.'
        : 'The document has more than one standard business document header.'
    const hint = 'The sender must add exactly one StandardBusinessDocumentHeader with sender, receiver and document identification.'
    this.findings.report('StandardBusinessDocumentHeaderError', place, { message, hint })
  }

  private vocabularyEntry(node: Node): void {
    if (this.vocabularyType === 'urn:epcglobal:epcis:vtype:EPCClass') {
      const entry = readMed(node)
      checkMed(node, entry, this.known.addMed(entry), this.findings)
      this.guideline.addMed(node, entry)
      this.sink.med?.(entry)
    } else if (isLocationVocabulary(this.vocabularyType)) {
      const entry = readLocation(node)
      checkLocation(node, entry, this.known.addLocation(entry), this.findings)
      this.sink.location?.(entry)
    }
  }

  private event(node: Node): void {
    const index = this.countEvent(node.local)
    const parts = readEvent(node, this.facts.eventCount, index)
    this.countUnused(parts)
    const check = new EventCheck(parts, this.findings, this.is20)
    if (parts.event.kind === 'other') {
      const message = `The document holds an event of the kind ${node.local}, which is not used for DSCSA; it is ignored.`
      check.report('EventListError', '', { message, hint: 'The sender should leave it out.', value: node.local, severity: 'warn' })
      this.notes?.add(parts.event, -1, new Int32Array(0))
    } else this.checkEvent(check)
    this.facts.add(parts.event)
    this.watch.add(parts.event)
    this.sink.event?.(parts.event)
    if (this.sink.event === undefined || this.options.listsArePassing) this.parts.giveBack(parts.list?.epcs ?? null)
  }

  /**
   * Takes an event that repeats the form of an earlier one and checks it like {@link event}, but without building its tree. The reader parses any
   * other event, which may then become a template for later ones.
   */
  private takeEvent(source: ByteStore, at: number, end: number): TakeAnswer {
    const { parts, structure, known, repeated, facts, sink, notes } = this
    repeated.forget()
    if (this.malformed || !known.isReady || !parts.isBetweenEvents || structure?.isBetweenEvents === false) return REPORT
    const answer = repeated.take(source, at, end)
    if (answer !== TAKEN) return answer
    this.findings.mark()
    const { ids, container, model, happened } = repeated
    const { line, column } = this.reader
    const index = this.countEvent(model.name)
    structure?.passEvent(model.name)
    parts.passList(ids.length)
    this.watch.pass(happened)
    if (container < 0) this.shipment.commission(ids, facts.eventCount, index, line, column)
    if (sink.event === undefined && notes === null) return TAKEN
    const event = repeated.makeEvent(source, facts.eventCount, line, sink.event !== undefined)
    notes?.add(event, container, ids)
    sink.event?.(event)
    return TAKEN
  }

  /** Counts an event. @returns the event's number among the events of the same element name, from 1. */
  private countEvent(name: string): number {
    const index = (this.eventIndexes.get(name) ?? 0) + 1
    this.eventIndexes.set(name, index)
    this.facts.eventCount += 1
    return index
  }

  private countUnused({ event, unused }: EventNode): void {
    const names = event.kind === 'other' ? [event.name, ...unused] : unused
    for (const name of new Set(names)) this.unused.set(name, (this.unused.get(name) ?? 0) + 1)
  }

  private checkEvent(check: EventCheck): void {
    const common = checkCommon(check, this.options.now)
    const { parentId } = check.facts
    const container = parentId === null ? -1 : this.units.intern(parentId) // interned before its contents, because units are ordered by first appearance
    const ids = this.epcLists.check(check)
    let parent = -1
    if (check.facts.kind === 'object') checkObjectEvent(check, common, ids, this.units)
    else if (check.facts.kind === 'aggregation') parent = checkAggregationEvent(check, common, ids, this.units)
    else checkTransactionEvent(check, common, this.shipment.partiesAreKnown)
    this.known.check(check, this.units)
    this.shipment.add(check, ids, parent)
    if (check.facts.bizStep === 'shipping') this.facts.shipments.add(check.facts, ids)
    // An event that repeats a template is not checked for features that EPCIS 1.2 lacks. An event with such features (`unused`) must therefore not
    // become a template.
    if (check.parts.unused.length === 0) this.repeated.consider(check, ids)
    this.notes?.add(check.facts, container, ids)
  }

  /** Reports findings that need the whole document. */
  private finish(): void {
    if (!this.sawBody || !this.sawEventList) {
      const { misspelt } = this.parts
      const message = this.sawBody ? 'The document has no EventList.' : 'The document has no EPCISBody.'
      const near = misspelt === null ? '' : ` It has an element ${misspelt}, but names must be spelled as in the standard.`
      const { line, column } = this.rootPlace
      this.refuse(message + near, 'The sender must send a complete EPCISDocument.', line, column)
      return
    }
    if (this.headerPlace === null) this.checkHeaderCount()
    const place = (path: string): Place => ({ path, ...this.rootPlace, event: null })
    if (this.facts.eventCount === 0 && !this.findings.has('EventListError')) {
      const hint = 'The sender must send the events of the shipment.'
      this.findings.report('EventListError', place(LIST_PATH), { message: 'The document contains no events.', hint })
    }
    const vocabularies = '/EPCISDocument/EPCISHeader/extension/EPCISMasterData/VocabularyList'
    if (this.known.locations === 0 && this.known.namesLocations) {
      const message = 'The document gives no names or addresses for its locations.'
      const hint = 'The sender should add location master data; the document can be used.'
      this.findings.report('LocationVocabularyError', place(vocabularies), { message, hint })
    }
    if (this.known.meds === 0 && this.known.namesMeds) {
      const message = 'The document gives no details of its products.'
      const hint = 'The sender must add product master data: name, manufacturer, NDC, strength, dosage form and content.'
      this.findings.report('MedVocabularyError', place(vocabularies), { message, hint })
    }
    this.known.complete()
    this.shipment.end()
    reportTooDeep(this.units, this.findings, place(LIST_PATH))
    this.reportStructure(null)
    this.facts.warnings = documentWarnings({
      is20: this.is20,
      lacksContext: this.lacksContext,
      schemaVersion: this.facts.schemaVersion,
      guidelineVersion: this.facts.guidelineVersion,
      usesR13Types: this.guideline.usesR13Types,
      statement: this.statement,
      legalNotice: this.facts.legalNotice,
      hasQualifiedNames: this.parts.hasQualifiedNames,
      hasMisplacedVendorParts: this.structure?.hasMisplacedVendorParts ?? false,
      watch: this.watch,
      ...this.facts.shipmentNotes,
      unused: this.unused,
    })
  }

  private refuse(message: string, hint: string, line: number, column: number): void {
    if (this.malformed) return
    this.malformed = true
    this.findings.report('MalformedEpcisXmlError', { path: '/', line, column, event: null }, { message, hint })
  }
}

const LIST_PATH = '/EPCISDocument/EPCISBody/EventList'
