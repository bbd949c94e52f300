import sax from 'sax'
import { limits, type XmlAttribute, type XmlHandler, type XmlName, type XmlProblem, type XmlReader } from './reader.ts'
import { saveAsUtf8, TextBlocks } from './text-blocks.ts'

const exportAgain = 'The sender must export the file again as well-formed XML.'

/** Thrown inside sax to end it; caught in this file. */
const stop = new Error('stop')

/** The reference reader: strict sax with namespaces, and the checks that sax leaves out. */
export function createSaxReader(handler: XmlHandler): XmlReader {
  return new SaxReader(handler)
}

class SaxReader implements XmlReader {
  line = 1
  column = 1
  private readonly handler: XmlHandler
  private readonly blocks: TextBlocks
  private readonly parser: sax.SAXParser
  private readonly names = new Map<string, XmlName>()
  private attributes: XmlAttribute[] = []
  private depth = 0
  private textLength = 0
  private sawRoot = false
  private stopped = false

  constructor(handler: XmlHandler) {
    this.handler = handler
    this.blocks = new TextBlocks(
      (text) => this.feed(text),
      ({ message, hint }) => this.fail(message, hint),
    )
    const options = { xmlns: true, position: true, strictEntities: true }
    this.parser = sax.parser(true, options)
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
      if (!this.sawRoot) this.stopWith('The file holds no XML element.', 'The sender must send an EPCIS XML document.')
      if (this.depth > 0)
        this.stopWith('The file ends before its last element is closed.', 'It was cut off on its way: it must be sent again.')
      this.parser.close()
    })
    this.stopped = true
  }

  private feed(text: string): void {
    this.guard(() => this.parser.write(text))
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
    parser.onerror = (error) => this.stopWith(plain(error.message), exportAgain)
    parser.ondoctype = (doctype) => this.doctype(doctype)
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

  private doctype(doctype: string): void {
    if (/^\s*html\b/i.test(doctype))
      this.stopWith('This is a web page, not an EPCIS document.', 'Choose the EPCIS file that the sender exported.')
    this.stopWith('The file has a DOCTYPE, which is refused for safety.', 'The sender must leave out the DOCTYPE.')
  }

  private instruction(name: string, body: string): void {
    if (name.toLowerCase() !== 'xml') return
    const { startTagPosition } = this.parser
    if (startTagPosition !== 1) this.stopWith('The XML declaration is not at the very beginning of the file.', exportAgain)
    const declared = /encoding\s*=\s*["']([^"']*)["']/.exec(body)?.[1]?.toLowerCase()
    if (declared === undefined) return
    const allowed = this.blocks.encoding === 'utf-8' ? ['utf-8', 'utf8', 'us-ascii', 'ascii'] : ['utf-16', this.blocks.encoding]
    if (!allowed.includes(declared))
      this.stopWith(`The file says that it is written in ${declared}, which it is not or which cannot be read.`, saveAsUtf8)
  }

  /** Called when the name of a start tag is complete and the character after it has been read. */
  private place(name: string): void {
    const { line, column, position, startTagPosition } = this.parser
    const lineEnded = column === 0
    this.line = lineEnded ? line : line + 1
    this.column = lineEnded ? 1 : column - name.length - 1
    if (position - startTagPosition !== name.length + 1)
      this.stopWith('There is a space between < and the name of an element.', exportAgain)
    this.attributes = []
  }

  private attribute(attribute: sax.QualifiedAttribute | { name: string; value: string }): void {
    const { value } = attribute
    if (value.length > limits.attributeLength) this.stopWith('An attribute is too long.', exportAgain)
    if (!('local' in attribute)) return
    if (this.attributes.length >= limits.attributes) this.stopWith('An element has too many attributes.', exportAgain)
    this.attributes.push({ uri: attribute.uri, local: attribute.local, value })
  }

  private open(tag: sax.Tag | sax.QualifiedTag): void {
    if (!('local' in tag)) return
    if (this.depth === 0 && this.sawRoot) this.stopWith('The file has a second outermost element.', exportAgain)
    this.sawRoot = true
    this.depth += 1
    this.textLength = 0
    if (this.depth > limits.depth) this.stopWith(`Elements are nested more than ${limits.depth} deep.`, exportAgain)
    if (Object.keys(tag.attributes).length !== this.attributes.length)
      this.stopWith('An element has the same attribute twice.', exportAgain)
    this.handler.start(this.nameOf(tag.uri, tag.local), this.attributes)
  }

  private nameOf(uri: string, local: string): XmlName {
    const key = `${uri} ${local}`
    const known = this.names.get(key)
    if (known !== undefined) return known
    if (local.length > limits.nameLength) this.stopWith('The name of an element is too long.', exportAgain)
    if (this.names.size >= limits.differentNames) this.stopWith('The file uses too many different element names.', exportAgain)
    const name = { uri, local }
    this.names.set(key, name)
    return name
  }

  private text(text: string): void {
    this.textLength += text.length
    if (this.textLength > limits.textLength) this.stopWith('The text of an element is too long.', exportAgain)
    if (this.depth > 0) this.handler.text(text)
  }

  private stopWith(message: string, hint: string): never {
    this.fail(message, hint)
    throw stop
  }

  private fail(message: string, hint: string): void {
    if (this.stopped) return
    this.stopped = true
    this.blocks.stop()
    const problem: XmlProblem = { message, hint, line: this.parser.line + 1, column: Math.max(1, this.parser.column) }
    this.handler.malformed(problem)
  }
}

const sentences: readonly (readonly [string, string])[] = [
  ['Unexpected close tag', 'An end tag does not match the element that is open.'],
  ['Unmatched closing tag', 'An end tag does not match the element that is open.'],
  ['Unclosed root tag', 'The file ends before its last element is closed.'],
  ['Unexpected end', 'The file ends inside a tag.'],
  ['Unbound namespace prefix', 'A namespace prefix is used but not declared.'],
  ['Invalid character entity', 'A character reference is not one that XML knows.'],
  ['Invalid character in entity name', 'A & begins no character reference (it must be written &amp;).'],
  ['Non-whitespace before first tag', 'The file does not begin with a tag, so it is not XML.'],
  ['Text data outside of root node', 'There is text outside the outermost element.'],
  ['Unencoded <', 'There is a < that begins no tag (it must be written &lt;).'],
  ['Max buffer length exceeded', 'A tag, comment or attribute is too long.'],
]

/** sax's first line as a sentence. */
function plain(message: string): string {
  const first = message.split('\n')[0] ?? ''
  if (first.startsWith('Non-whitespace before') && /Char: [{[]/.test(message)) return 'The file looks like JSON, not like XML.'
  return sentences.find(([start]) => first.startsWith(start))?.[1] ?? `The file is not well-formed XML (${first}).`
}
