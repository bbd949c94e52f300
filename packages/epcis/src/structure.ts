import type { ErrorType, Severity } from './error-types.ts'
import { decodeText, type XmlAttribute, type XmlName } from './reader.ts'
import { documentModel, findSymbol, type Model, type Particle } from './schema-model.ts'
import { findArea, type StructureIssue, structureType } from './structure-types.ts'
import { holdsText, textWords } from './text-types.ts'
import { attribute, isEpcisName } from './tree.ts'
import { isLocationVocabulary } from './vocabulary.ts'

/** Position of an open element in its content model. */
interface Frame {
  name: XmlName
  model: Model
  line: number
  column: number
  /**
   * `at`: index of the particle that the parent last matched to a child element; -1 before the first match. `count`: number of child elements so far.
   */
  at: number
  count: number
  /** The particles of the content model that have occurred, as bits: bit `n` for the particle with index `n`. */
  seen: number
  /** Whether the open element has contained an element of another namespace; no EPCIS element may follow such an element. */
  sawOther: boolean
  isFaulty: boolean
  /**
   * An element that appeared where a required element was expected. Only the end of the parent shows whether the required element is missing or just
   * came too late.
   */
  early: { readonly needed: number; readonly name: XmlName; readonly line: number; readonly column: number } | null
  id: string | null
}

const noAttributes: readonly XmlAttribute[] = []
const LONGEST_STRAY = 400
const FOREIGN = -1
const UNKNOWN = -2
/** Attributes of these namespaces are allowed anywhere. */
const ALWAYS: ReadonlySet<string> = new Set(['http://www.w3.org/2001/XMLSchema-instance', 'http://www.w3.org/XML/1998/namespace'])
const GS1USHC = 'http://epcis.gs1us.org/hc/ns'
const PARTS: ReadonlySet<string> = new Set(
  'Sbdh VocabularyElement ObjectEvent AggregationEvent QuantityEvent TransactionEvent TransformationEvent'.split(' '),
)
/** Elements of which only the first is read, so that a duplicate would be ignored. */
const CARRIERS: ReadonlySet<string> = new Set(
  'epcList childEPCs parentID bizTransactionList sourceList destinationList ilmd EventList VocabularyList'.split(' '),
)

/**
 * Checks a document against the content models of the EPCIS 1.2 schema. Skips elements of other namespaces, wherever they are. The schema wants EPCIS
 * elements without a namespace; the EPCIS namespace is accepted too. Reports each element at most once, because one mistake makes everything after it
 * look misplaced.
 */
export class Structure {
  /** Whether an element of another namespace is in a place where the schema allows none. */
  hasMisplacedVendorParts = false
  private readonly symbols: number[] = []
  private readonly frames: Frame[] = []
  private depth = 0
  private skipped = 0
  /**
   * Whether the reader is in a repeated element that holds plain text, such as `epc`. These elements get no frame, because they make up most of a
   * document.
   */
  private isInLeaf = false
  private partDepth = 0
  private pieces: string[] = []
  /** Start of a text found where only elements belong, cut to the length that is shown. */
  private stray = ''
  private isLocationVocabulary = false
  private issues: StructureIssue[] = []
  private readonly counts = new Map<string, number>()

  /** Returns and clears the issues found so far. */
  take(): readonly StructureIssue[] {
    const found = this.issues
    if (found.length > 0) this.issues = []
    return found
  }

  /** Whether the reader is in the list of events, but not in an event, and no issue is pending. */
  get isBetweenEvents(): boolean {
    return this.depth === 3 && this.skipped === 0 && !this.isInLeaf && this.stray === '' && this.issues.length === 0
  }

  /**
   * Counts an event that the reader has handled in one piece, without reporting its tags to this class. Call it only for an event that is known to
   * follow the schema.
   */
  passEvent(name: string): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1)
    this.top().count += 1
  }

  start(name: XmlName, attributes: readonly XmlAttribute[], line: number, column: number): void {
    if (this.stray !== '') this.settleStray()
    if (this.skipped > 0) {
      this.skipped += 1
      return
    }
    if (this.depth === 0) {
      this.open(name, documentModel, attributes, line, column)
      return
    }
    const frame = this.top()
    const symbol = this.findSymbol(name)
    if (this.isInLeaf) {
      this.faultAt(frame, name, `The element ${name.local} is inside text content.`, line, column)
      this.skipped = 1
      return
    }
    const { repeated } = frame.model
    if (repeated !== null && repeated.symbol === symbol && attributes.length === 0) {
      this.isInLeaf = true
      return
    }
    const particle = this.particleFor(frame, symbol, name, line, column)
    if (particle !== null) this.open(name, particle.model, attributes, line, column)
    else this.skipped = 1
  }

  text(bytes: Uint8Array, from: number, to: number, isBlank: boolean): void {
    if (this.isInLeaf || this.skipped > 0 || this.depth === 0) return
    const frame = this.top()
    const { text, takesAnyText, isAny } = frame.model
    if (takesAnyText || isAny) return
    if (text !== null) this.pieces.push(decodeText(bytes, from, to))
    else if (!isBlank && this.stray.length < LONGEST_STRAY) {
      const piece = decodeText(bytes, from, to)
      this.stray = (this.stray === '' ? piece.trimStart() : this.stray + piece).slice(0, LONGEST_STRAY)
    }
  }

  /** Reports text between two elements, where none is allowed. Called at the next tag, because the text may arrive in several chunks before it. */
  private settleStray(): void {
    const frame = this.top()
    this.fault(frame, `There is text between the elements of ${frame.name.local}.`, this.stray.trim())
    this.stray = ''
  }

  end(): void {
    if (this.stray !== '') this.settleStray()
    if (this.skipped > 0) {
      this.skipped -= 1
      return
    }
    if (this.isInLeaf) {
      this.isInLeaf = false
      return
    }
    const frame = this.top()
    this.close(frame)
    this.depth -= 1
    if (this.depth < this.partDepth) this.partDepth = 0
  }

  /**
   * Checks an element that has no attributes and contains only plain text, with the same result as calling `start`, `text` and `end`. If the element
   * accepts any text, no frame is opened for it, because its text needs no check.
   */
  leaf(name: XmlName, bytes: Uint8Array, from: number, to: number, line: number, column: number): void {
    if (this.stray !== '') this.settleStray()
    if (this.skipped > 0) return
    if (this.depth === 0 || this.isInLeaf) {
      this.start(name, noAttributes, line, column)
      this.end()
      return
    }
    const frame = this.top()
    const symbol = this.findSymbol(name)
    if (frame.model.repeated?.symbol === symbol) return
    const particle = this.particleFor(frame, symbol, name, line, column)
    if (particle === null || (particle.model.takesAnyText && particle.model.attributes.size === 0)) return
    this.open(name, particle.model, noAttributes, line, column)
    if (to > from) this.text(bytes, from, to, false)
    this.end()
  }

  private close(frame: Frame): void {
    const { text, mode, isOpen } = frame.model
    if (text !== null && text !== 'text' && text !== 'uri') {
      const value = this.pieces.join('').trim()
      this.pieces = []
      if (!holdsText(text, value)) this.fault(frame, `The text of ${frame.name.local} is not ${textWords[text]}.`, value)
    }
    if (mode === 'sequence') this.checkMissing(frame)
    if ((mode === 'one' || isOpen) && frame.count === 0) this.fault(frame, `The element ${frame.name.local} is empty.`)
  }

  private open(name: XmlName, model: Model, attributes: readonly XmlAttribute[], line: number, column: number): void {
    const frame = this.frames[this.depth]
    if (frame === undefined)
      this.frames.push({ name, model, line, column, at: -1, count: 0, seen: 0, sawOther: false, isFaulty: false, early: null, id: null })
    else {
      frame.name = name
      frame.model = model
      frame.line = line
      frame.column = column
      frame.at = -1
      frame.count = 0
      frame.seen = 0
      frame.sawOther = false
      frame.isFaulty = false
      frame.early = null
      frame.id = null
    }
    this.depth += 1
    if (this.partDepth === 0 && PARTS.has(model.name)) this.beginPart(model, name, attributes)
    if (attributes.length > 0 || model.attributes.size > 0) this.checkAttributes(this.top(), attributes)
  }

  private beginPart(model: Model, name: XmlName, attributes: readonly XmlAttribute[]): void {
    this.partDepth = this.depth
    if (model.name === 'VocabularyElement') this.top().id = `@id="${attribute({ attributes }, 'id') ?? ''}"`
    else if (model.name !== 'Sbdh') {
      const count = (this.counts.get(name.local) ?? 0) + 1
      this.counts.set(name.local, count)
      this.top().id = String(count)
    }
  }

  /** Finds the particle of the parent's content model that this element matches; null if the parent allows no such element or allows any. */
  private particleFor(frame: Frame, symbol: number, name: XmlName, line: number, column: number): Particle | null {
    const { particles, mode, isOpen, isAny, holdsOthers } = frame.model
    if (isAny) return null
    frame.count += 1
    if (symbol === FOREIGN) {
      if (!holdsOthers) this.vendorPart(frame, name, line, column)
      frame.sawOther = mode === 'sequence'
      return null
    }
    if (isOpen) return null
    const index = particles.findIndex((particle) => particle.symbol === symbol)
    const particle = particles[index]
    if (particle === undefined) {
      this.faultAt(frame, name, strangeWords(frame, name), line, column)
      return null
    }
    if (frame.sawOther) this.hasMisplacedVendorParts = true
    if (mode === 'one' && frame.count > 1) {
      this.faultAt(frame, name, `The element ${frame.name.local} contains several elements where only one is allowed.`, line, column)
    }
    return mode === 'sequence' ? this.step(frame, particle, index, name, line, column) : particle
  }

  private step(frame: Frame, particle: Particle, index: number, name: XmlName, line: number, column: number): Particle | null {
    if (index === frame.at && particle.isRepeated) return particle
    if (frame.early?.needed === index) this.reportEarly(frame, frame.early)
    if (index <= frame.at) {
      const isTwice = (frame.seen & (1 << index)) !== 0
      const severity = isTwice && CARRIERS.has(name.local) ? 'reject' : 'warn'
      const words = isTwice ? 'appears twice' : 'is in the wrong place'
      this.faultAt(frame, name, `The element ${name.local} ${words} in ${frame.name.local}.`, line, column, severity)
      return isTwice ? null : particle
    }
    const needed = firstMissing(frame, index)
    if (needed >= 0 && !frame.isFaulty) {
      frame.isFaulty = true
      frame.early = { needed, name, line, column }
    }
    if (particle.isAdjacent && frame.at !== index - 1) {
      this.faultAt(frame, name, `The element ${name.local} is in the wrong place in ${frame.name.local}.`, line, column)
    }
    frame.at = index
    frame.seen |= 1 << index
    return particle
  }

  private reportEarly(frame: Frame, { needed, name, line, column }: NonNullable<Frame['early']>): void {
    const late = frame.model.particles[needed]?.local ?? ''
    frame.early = null
    frame.isFaulty = false
    this.faultAt(frame, name, `The element ${name.local} must come after ${late} in ${frame.name.local}, not before it.`, line, column)
  }

  private checkMissing(frame: Frame): void {
    const needed = frame.early?.needed ?? firstMissing(frame, frame.model.particles.length)
    const particle = frame.model.particles[needed]
    if (particle === undefined) return
    if (frame.early !== null) frame.isFaulty = false
    this.fault(frame, `The element ${particle.local} of ${frame.name.local} is missing.`, null, particle.local)
  }

  /**
   * Records that an element of a foreign namespace is where the schema does not allow one. Reports an error only if the element belongs to the GS1 US
   * guideline and its parent is an extension.
   */
  private vendorPart(frame: Frame, name: XmlName, line: number, column: number): void {
    this.hasMisplacedVendorParts = true
    if (name.uri !== GS1USHC || !frame.model.name.endsWith('Extension')) return
    this.faultAt(frame, name, `The element ${name.local} is inside ${frame.name.local} but belongs after it.`, line, column)
  }

  private checkAttributes(frame: Frame, attributes: readonly XmlAttribute[]): void {
    const { model, name } = frame
    if (model.name === 'Vocabulary') this.isLocationVocabulary = isLocationVocabulary(attribute({ attributes }, 'type') ?? '')
    for (const { name: own, value } of attributes) {
      if (own.uri !== '') {
        if (!model.anyAttribute && !ALWAYS.has(own.uri)) this.hasMisplacedVendorParts = true
        continue
      }
      const known = model.attributes.get(own.local)
      if (known === undefined) {
        if (!model.anyAttribute) this.fault(frame, `The attribute ${own.local} of ${name.local} is not in the schema.`, value)
      } else if (!holdsText(known.type, value.trim()))
        this.fault(frame, `The attribute ${own.local} of ${name.local} is not ${textWords[known.type]}.`, value, own.local)
    }
    for (const [local, { isNeeded }] of model.attributes) {
      if (isNeeded && !attributes.some((own) => own.name.local === local && own.name.uri === ''))
        this.fault(frame, `The element ${name.local} is missing the attribute ${local}.`, null, local)
    }
  }

  private fault(frame: Frame, message: string, value: string | null = null, element = frame.name.local): void {
    if (frame.isFaulty) return
    frame.isFaulty = true
    this.add(message, 'warn', element, this.path(), value, frame.line, frame.column)
  }

  private faultAt(frame: Frame, name: XmlName, message: string, line: number, column: number, severity: Severity = 'warn'): void {
    if (frame.isFaulty) return
    frame.isFaulty = true
    this.add(message, severity, name.local, `${this.path()}/${name.local}`, name.local, line, column)
  }

  private add(
    message: string,
    severity: Severity,
    element: string,
    path: string,
    value: string | null,
    line: number,
    column: number,
  ): void {
    const type = this.pickType(element)
    this.issues.push({ message, severity, type, element, path, isInPart: this.partDepth > 0, value, line, column })
  }

  private path(): string {
    let path = ''
    for (let depth = 0; depth < this.depth; depth += 1) {
      const frame = this.frames[depth]
      if (frame !== undefined) path += frame.id === null ? `/${frame.name.local}` : `/${frame.name.local}[${frame.id}]`
    }
    return path
  }

  private pickType(element: string): ErrorType {
    const area = findArea(this.frames[1]?.model.name, this.depth > 2 ? this.frames[2]?.model.name : undefined)
    if (area === 'vocabulary') return this.isLocationVocabulary ? 'LocationVocabularyError' : 'MedVocabularyError'
    const own = structureType(area, element)
    if (own !== null) return own
    for (let depth = this.depth - 1; depth > 0; depth -= 1) {
      const found = structureType(area, this.frames[depth]?.name.local ?? '')
      if (found !== null) return found
    }
    return area === 'event' ? 'EventListError' : 'StandardBusinessDocumentHeaderError'
  }

  private top(): Frame {
    const frame = this.frames[this.depth - 1]
    if (frame === undefined) throw new Error('no element is open')
    return frame
  }

  private findSymbol(name: XmlName): number {
    const known = this.symbols[name.id]
    if (known !== undefined) return known
    const own = findSymbol(name.uri, name.local)
    const isOwn = isEpcisName(name) || name.uri.endsWith('StandardBusinessDocumentHeader')
    const symbol = isOwn ? own || UNKNOWN : FOREIGN
    this.symbols[name.id] = symbol
    return symbol
  }
}

function strangeWords(frame: Frame, { local }: XmlName): string {
  const like = frame.model.particles.find((particle) => particle.local.toLowerCase() === local.toLowerCase() && particle.local !== local)
  return like === undefined
    ? `The element ${local} does not belong in ${frame.name.local}.`
    : `The element ${local} must be written ${like.local}.`
}

/**
 * Returns the index of the first required particle that has not occurred, among those after the last matched particle and before `until`; -1 if there
 * is none.
 */
function firstMissing(frame: Frame, until: number): number {
  for (let index = frame.at + 1; index < until; index += 1) {
    if (frame.model.particles[index]?.isNeeded && (frame.seen & (1 << index)) === 0) return index
  }
  return -1
}
