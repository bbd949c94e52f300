import { type ElementWriter, type JsonHeader, Prefixes, typeWord, writeEvent, writeHeader, writeVocabulary } from './json-elements.ts'
import { JsonFault, type JsonHandler, type JsonPlace, type JsonScalar, type JsonTaker, JsonTokens } from './json-tokens.ts'
import { JsonBuilder, type JsonValue, toText, twice } from './json-values.ts'
import { type ElementTaker, type XmlHandler, XmlNames, type XmlReader } from './reader.ts'

const NAMESPACE = 'urn:epcglobal:epcis:xsd:2'
const EXPORT_AGAIN = 'The sender must export the file again as EPCIS 2.0 JSON.'

/**
 * Paths of the JSON objects and arrays whose members are processed one by one while the file is read. Any other value is either built in memory as a
 * whole or skipped.
 */
const CONTAINERS: ReadonlySet<string> = new Set([
  '',
  '/epcisHeader',
  '/epcisHeader/epcisMasterData',
  '/epcisHeader/epcisMasterData/vocabularyList',
  '/epcisBody',
  '/epcisBody/eventList',
])
const HEADER_MEMBERS: ReadonlySet<string> = new Set(
  '@context type isA schemaVersion creationDate sender receiver instanceIdentifier gs1ushc:guidelineVersion gs1ushc:dscsaTransactionStatement gs1ushc:dropShipment'.split(
    ' ',
  ),
)

/** Facts that JSON states in members, and XML in attributes of its outermost element. They are complete at the end of the document. */
export interface DocumentAttributes {
  readonly schemaVersion: string | null
  readonly creationDate: string | null
  readonly hasContext: boolean
}

/**
 * Reads EPCIS 2.0 JSON and calls `handler` as if the document were EPCIS 2.0 XML, one event at a time. The order of members doesn't matter: master
 * data is reported where it appears; the header (sender, receiver, number) is reported after everything else.
 * @param finished called with the document's attributes before the handler's last `end`.
 */
export function createJsonReader(handler: XmlHandler, finished: (attributes: DocumentAttributes) => void): XmlReader {
  return new JsonReader(handler, finished)
}

class JsonReader implements XmlReader {
  private readonly handler: XmlHandler
  private readonly document: JsonDocument
  private readonly tokens: JsonTokens
  private stopped = false

  constructor(handler: XmlHandler, finished: (attributes: DocumentAttributes) => void) {
    this.handler = handler
    this.document = new JsonDocument(handler, finished)
    this.tokens = new JsonTokens(this.document)
  }

  get line(): number {
    return this.document.line
  }

  get column(): number {
    return this.document.column
  }

  write(chunk: Uint8Array): void {
    this.guard(() => this.tokens.write(chunk))
  }

  end(): void {
    this.guard(() => this.tokens.end())
    this.stopped = true
  }

  private guard(work: () => void): void {
    if (this.stopped) return
    try {
      work()
    } catch (error) {
      if (!(error instanceof JsonFault)) throw error
      this.fail(error.message, error.place)
    }
  }

  private fail(message: string, { line, column }: JsonPlace): void {
    if (this.stopped) return
    this.stopped = true
    this.handler.malformed({ message, hint: EXPORT_AGAIN, line, column })
  }
}

/**
 * Reads an EPCIS document in JSON. Passes each entry of a list to the handler as soon as the entry is complete, and keeps a few header members, which
 * it reports at the end of the document.
 */
class JsonDocument implements JsonHandler, ElementWriter {
  line = 1
  column = 1
  readonly taker?: JsonTaker
  private readonly handler: XmlHandler
  private readonly finished: (attributes: DocumentAttributes) => void
  private readonly names = new XmlNames()
  private readonly prefixes = new Prefixes()
  private readonly found = new Map<string, JsonValue>()
  private readonly seen = new Set<string>()
  /** `paths` has the path of each JSON object or array that is open at the current position; `name` is the name of the member being read. */
  private readonly paths: string[] = []
  private name = ''
  private builder: JsonBuilder | null = null
  private depth = 0
  private readonly encoder = new TextEncoder()

  constructor(handler: XmlHandler, finished: (attributes: DocumentAttributes) => void) {
    this.handler = handler
    this.finished = finished
    if (handler.taker) this.taker = this.makeTaker(handler.taker)
  }

  /** Makes a taker that passes JSON events to the handler's taker as if they were XML elements. */
  private makeTaker(taker: ElementTaker): JsonTaker {
    const isWanting = () => this.builder === null && this.paths.at(-1) === '/epcisBody/eventList'
    return {
      get isWanting() {
        return isWanting()
      },
      taken: taker.taken,
      offer: ({ line, column }) => {
        this.line = line
        this.column = column
      },
      take: (source, at, end) => taker.take(source, at, end),
      passed: (source, from, to) => taker.passed(source, from, to),
    }
  }

  open(kind: 'object' | 'array', place: JsonPlace): void {
    if (this.builder !== null) {
      this.depth += 1
      this.builder.open(kind, place)
      return
    }
    const path = this.paths.length === 0 ? '' : `${this.paths.at(-1)}${this.name === '' ? '' : `/${this.name}`}`
    const isList = path.endsWith('List')
    if (CONTAINERS.has(path) && !this.isItem() && (kind === 'array') === isList) {
      if (this.paths.length === 0) this.start(NAMESPACE, 'EPCISDocument', place)
      this.paths.push(path)
      if (path === '/epcisBody') this.start('', 'EPCISBody', place)
      else if (path === '/epcisBody/eventList') this.startEvents(place)
      else if (path === '/epcisHeader/epcisMasterData') this.start('', 'EPCISMasterData', place)
      else if (path.endsWith('/vocabularyList')) this.start('', 'VocabularyList', place)
      this.name = ''
      return
    }
    if (this.paths.length === 0) throw new JsonFault('The file is a JSON list, not an EPCIS document.', place)
    this.builder = new JsonBuilder()
    this.depth = 1
    this.builder.open(kind, place)
  }

  close(place: JsonPlace): void {
    if (this.builder !== null) {
      this.builder.close()
      this.depth -= 1
      if (this.depth === 0) this.take(this.builder.value)
      return
    }
    const path = this.paths.pop() ?? ''
    if (path === '') this.endRoot(place)
    else if (path !== '/epcisHeader') this.end()
    this.name = ''
  }

  key(name: string, place: JsonPlace): void {
    if (this.builder !== null) {
      this.builder.key(name, place)
      return
    }
    const path = `${this.paths.at(-1)}/${name}`
    if (this.seen.has(path)) throw twice(name, place)
    if (this.seen.size < 10_000) this.seen.add(path)
    this.name = name
  }

  scalar(value: JsonScalar, raw: string, place: JsonPlace): void {
    if (this.builder !== null) {
      this.builder.scalar(value, raw, place)
      return
    }
    if (this.paths.length === 0) throw new JsonFault('The file is a single JSON value, not an EPCIS document.', place)
    const builder = new JsonBuilder()
    builder.scalar(value, raw, place)
    this.take(builder.value)
  }

  start(uri: string, local: string, { line, column }: JsonPlace, attributes: Readonly<Record<string, string>> = {}): void {
    this.line = line
    this.column = column
    const list = Object.entries(attributes).map(([name, value]) => ({ name: this.names.intern('', name), value }))
    this.handler.start(this.names.intern(uri, local), list)
  }

  /**
   * Begins the list of events. JSON members may come in any order, so the end of the master data can be reported here only if the header, which
   * contains the master data, came before the events.
   */
  private startEvents(place: JsonPlace): void {
    if (this.seen.has('/epcisHeader')) this.handler.masterDataEnded?.()
    this.start('', 'EventList', place)
  }

  text(text: string): void {
    const bytes = this.encoder.encode(text)
    this.handler.text(bytes, 0, bytes.length, false)
  }

  end(): void {
    this.handler.end()
  }

  /** Whether the next value is an entry of a list. */
  private isItem(): boolean {
    return this.paths.at(-1)?.endsWith('List') ?? false
  }

  private take(value: JsonValue | null): void {
    this.builder = null
    const path = this.paths.at(-1)
    if (value === null) return
    if (path === '/epcisBody/eventList') writeEvent(value, this, this.prefixes)
    else if (path === '/epcisHeader/epcisMasterData/vocabularyList') writeVocabulary(value, this)
    else if (path === '' || path === '/epcisHeader') this.remember(path, value)
  }

  private remember(path: string, value: JsonValue): void {
    if (!HEADER_MEMBERS.has(this.name) || (path !== '' && !this.name.startsWith('gs1ushc:'))) return
    this.found.set(this.name, value)
    if (this.name === '@context') this.prefixes.learn(value)
    if (this.name === 'type' || this.name === 'isA') checkType(value)
  }

  private endRoot(place: JsonPlace): void {
    if (!this.seen.has('/epcisBody')) throw new JsonFault('The document has no epcisBody.', { line: 1, column: 1 })
    if (!this.found.has('type') && !this.found.has('isA'))
      throw new JsonFault('The document does not state its type (EPCISDocument).', { line: 1, column: 1 })
    const get = (name: string) => this.found.get(name)
    const header: JsonHeader = {
      sender: get('sender'),
      receiver: get('receiver'),
      instanceIdentifier: get('instanceIdentifier'),
      creationDate: get('creationDate'),
      statement: get('gs1ushc:dscsaTransactionStatement'),
      guidelineVersion: get('gs1ushc:guidelineVersion'),
      dropShipment: get('gs1ushc:dropShipment'),
    }
    writeHeader(header, this, place)
    this.finished({
      schemaVersion: toText(get('schemaVersion')),
      creationDate: toText(get('creationDate')),
      hasContext: this.found.has('@context'),
    })
    this.end()
  }
}

function checkType(value: JsonValue): void {
  const type = typeWord(value) ?? ''
  if (type === 'EPCISDocument') return
  const what =
    type === 'EPCISQueryDocument'
      ? 'the answer to an EPCIS query'
      : type.endsWith('Event')
        ? `a single ${type} without a document around it`
        : `JSON of type ${type.slice(0, 80) || 'unknown'}`
  throw new JsonFault(`This is ${what}, not an EPCIS document.`, value)
}
