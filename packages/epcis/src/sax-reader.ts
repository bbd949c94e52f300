import sax from 'sax'
import { limits, type XmlAttribute, type XmlHandler, type XmlName, XmlNames, type XmlReader } from './reader.ts'
import { TextBlocks } from './text-blocks.ts'
import { declarationFault, doctypeFault, faults, type XmlFault } from './xml-faults.ts'

/** Thrown inside sax to end it; caught in this file. */
const stop = new Error('stop')

/** The reference reader: strict sax with namespaces, plus the checks that sax omits. */
export function createSaxReader(handler: XmlHandler): XmlReader {
  return new SaxReader(handler)
}

class SaxReader implements XmlReader {
  line = 1
  column = 1
  private readonly handler: XmlHandler
  private readonly blocks: TextBlocks
  private readonly parser: sax.SAXParser & { readonly attribList: readonly unknown[] }
  private readonly names = new XmlNames()
  private readonly encoder = new TextEncoder()
  private attributes: sax.QualifiedAttribute[] = []
  /**
   * `block` is the text that sax is reading. `blockStart` is its offset in the document, and `lineStart` the offset of the line in which the block
   * begins; both count characters.
   */
  private block = ''
  private blockStart = 0
  private lineStart = 0
  private depth = 0
  private textLength = 0
  private sawRoot = false
  private stopped = false

  constructor(handler: XmlHandler) {
    this.handler = handler
    this.blocks = new TextBlocks(
      (text) => this.feed(text),
      (fault) => this.fail(fault),
    )
    const options = { xmlns: true, position: true, strictEntities: true }
    this.parser = sax.parser(true, options) as typeof this.parser // sax's types omit the parser's attribList
    this.listen()
  }

  write(chunk: Uint8Array): void {
    if (!this.stopped) this.blocks.write(chunk)
  }

  end(): void {
    if (this.stopped) return
    this.blocks.end()
    if (this.stopped) return
    this.guard(() => {
      if (!this.sawRoot) this.stopWith(faults.noElement)
      if (this.depth > 0) this.stopWith(faults.cutOff)
      this.parser.close()
    })
    this.stopped = true
  }

  private feed(text: string): void {
    this.block = text
    this.blockStart = this.parser.position
    this.guard(() => this.parser.write(text))
    const lineEnd = text.lastIndexOf('\n')
    if (lineEnd >= 0) this.lineStart = this.blockStart + lineEnd + 1
    // NOTE: sax reports attributes only at the end of their tag, after work that grows with the square of their number, so the limit is also checked
    // here.
    if (!this.stopped && this.parser.attribList.length > limits.attributes) this.guard(() => this.stopWith(faults.attributes))
  }

  private guard(work: () => void): void {
    try {
      work()
    } catch (error) {
      if (error !== stop) throw error
    }
  }

  private listen(): void {
    const parser = this.parser
    parser.onerror = (error) => this.stopWith(findFault(error.message))
    parser.ondoctype = (doctype) => this.stopWith(doctypeFault(doctype))
    parser.onsgmldeclaration = () => this.stopWith(faults.declaration)
    parser.onopencdata = () => this.depth > 0 || this.stopWith(faults.outside)
    parser.onprocessinginstruction = (node) => this.instruction(node.name, node.body)
    parser.onopentagstart = (tag) => this.place(tag.name)
    parser.onattribute = (attribute) => this.attribute(attribute)
    parser.onopentag = (tag) => this.open(tag)
    parser.ontext = (text) => this.text(text)
    parser.oncdata = (text) => this.text(text)
    parser.onclosetag = () => {
      this.depth -= 1
      this.textLength = 0
      this.handler.end()
    }
  }

  private instruction(name: string, body: string): void {
    if (name.toLowerCase() !== 'xml') return
    if (this.parser.startTagPosition !== 1) this.stopWith(faults.lateDeclaration)
    const fault = declarationFault(body, this.blocks.encoding)
    if (fault !== null) this.stopWith(fault)
  }

  /** Sets the position of a start tag. Called when the tag's name is complete and the character after it has been read. */
  private place(name: string): void {
    const { line, column, position, startTagPosition } = this.parser
    if (column > 0) {
      this.line = line + 1
      this.column = column - name.length - 1
    } else {
      const at = startTagPosition - 1
      const lineEnd = at >= this.blockStart ? this.block.lastIndexOf('\n', at - this.blockStart) : -1
      this.line = line
      this.column = at - (lineEnd < 0 ? this.lineStart : this.blockStart + lineEnd + 1) + 1
    }
    if (position - startTagPosition !== name.length + 1) this.stopWith(faults.spaceBeforeName)
    this.attributes = []
  }

  private attribute(attribute: sax.QualifiedAttribute | { name: string; value: string }): void {
    if ('local' in attribute) this.attributes.push(attribute)
  }

  private open(tag: sax.Tag | sax.QualifiedTag): void {
    if (!('local' in tag)) return
    // NOTE: sax looks up prefixes in a plain object, so an undeclared prefix named `constructor` yields a function instead of a URI.
    if ([tag, ...this.attributes].some(({ uri }) => typeof uri !== 'string')) this.stopWith(faults.unboundPrefix)
    if (this.depth === 0 && this.sawRoot) this.stopWith(faults.secondRoot)
    this.sawRoot = true
    this.depth += 1
    this.textLength = 0
    if (this.depth > limits.depth) this.stopWith(faults.depth)
    const name = this.internName(tag.name, tag.uri, tag.local)
    if (this.attributes.length > limits.attributes) this.stopWith(faults.attributes)
    const seen = new Set<XmlName>()
    const attributes: XmlAttribute[] = []
    for (const { name: written, uri, local, prefix, value } of this.attributes) {
      if (value.length > limits.attributeLength) this.stopWith(faults.attributeLength)
      const attributeName = this.internName(written, uri, local)
      if (seen.has(attributeName)) this.stopWith(faults.sameAttribute)
      seen.add(attributeName)
      if (prefix !== 'xmlns') attributes.push({ name: attributeName, value })
    }
    this.handler.start(name, attributes)
  }

  private internName(written: string, uri: string, local: string): XmlName {
    if (/^:|:$|:.*:/.test(written)) this.stopWith(faults.colon)
    if (local.length > limits.nameLength) this.stopWith(faults.nameLength)
    const name = this.names.intern(uri, local)
    if (this.names.size > limits.differentNames) this.stopWith(faults.differentNames)
    return name
  }

  private text(text: string): void {
    this.textLength += text.length
    if (this.textLength > limits.textLength) this.stopWith(faults.textLength)
    if (this.depth === 0) return
    const bytes = this.encoder.encode(text)
    this.handler.text(bytes, 0, bytes.length, false)
  }

  private stopWith(fault: XmlFault): never {
    this.fail(fault)
    throw stop
  }

  private fail({ message, hint }: XmlFault): void {
    if (this.stopped) return
    this.stopped = true
    this.blocks.stop()
    this.handler.malformed({ message, hint, line: this.parser.line + 1, column: Math.max(1, this.parser.column) })
  }
}

const SAX_FAULTS: readonly (readonly [string, XmlFault])[] = [
  ['Unexpected close tag', faults.endTag],
  ['Unmatched closing tag', faults.endTag],
  ['Unclosed root tag', faults.cutOff],
  ['Unexpected end', faults.endsInside],
  ['Unbound namespace prefix', faults.unboundPrefix],
  ['Invalid character entity', faults.reference],
  ['Invalid character in entity name', faults.ampersand],
  ['Text data outside of root node', faults.outside],
  ['Unencoded <', faults.lessThan],
  ['Max buffer length exceeded', faults.tooLong],
  ['Inappropriately located doctype', faults.doctype],
  ['Malformed comment', faults.comment],
  ['Invalid character in tag name', faults.tagName],
  ['Forward-slash in opening tag', faults.slash],
  ['Invalid attribute name', faults.attributeName],
  ['Attribute without value', faults.attributeValue],
  ['Unquoted attribute value', faults.quotes],
  ['No whitespace between attributes', faults.attributeSpace],
  ['Invalid tagname in closing tag', faults.endTagName],
  ['Invalid characters in closing tag', faults.endTagName],
  ['xml: prefix must be bound', faults.reservedPrefix],
  ['xmlns: prefix must be bound', faults.reservedPrefix],
]

/** Translates an error message of sax into one of our own faults. */
function findFault(message: string): XmlFault {
  if (/Char: [{[]/.test(message) && message.startsWith('Non-whitespace')) return faults.json
  return SAX_FAULTS.find(([start]) => message.startsWith(start))?.[1] ?? faults.notXml
}
