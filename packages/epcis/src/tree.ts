import { decodeText, type XmlAttribute, type XmlName } from './reader.ts'

/** The elements that a standard event, header or vocabulary entry consists of, as plain data. Text is trimmed. */
export type Node = {
  readonly local: string
  readonly uri: string
  readonly attributes: readonly XmlAttribute[]
  readonly line: number
  readonly column: number
  readonly children: Node[]
  text: string
  /** For lists of EPCs: the texts of the `epc` children, which get no nodes of their own, and their lines. */
  readonly epcs: string[]
  readonly epcLines: number[]
}

export const epcisNamespaces: ReadonlySet<string> = new Set(['urn:epcglobal:epcis:xsd:1', 'urn:epcglobal:epcis:xsd:2'])
const own: ReadonlySet<string> = new Set([
  '',
  ...epcisNamespaces,
  'urn:epcglobal:epcis-masterdata:xsd:1',
  'urn:epcglobal:epcis-masterdata:xsd:2',
])

/** Whether a name is one of EPCIS itself: in no namespace, as the schema has it, or in one of its namespaces, as some partners send. */
export function isEpcisName(name: { readonly uri: string }): boolean {
  return own.has(name.uri)
}

/** Beyond that, what a single event or entry holds is passed over. */
const maxNodes = 50_000

/** Builds one node from the calls of a reader. Elements of namespaces that `keeps` does not know are left out with all they hold. */
export class TreeBuilder {
  private readonly open: Node[] = []
  private readonly root: Node
  private readonly keeps: (name: XmlName) => boolean
  private skipped = 0
  private pieces: string[] = []
  private epcLine = -1
  private nodes = 1

  constructor(name: XmlName, attributes: readonly XmlAttribute[], line: number, column: number, keeps: (name: XmlName) => boolean) {
    this.root = makeNode(name, attributes, line, column)
    this.open.push(this.root)
    this.keeps = keeps
  }

  start(name: XmlName, attributes: readonly XmlAttribute[], line: number, column: number): void {
    const parent = this.open.at(-1)
    if (this.skipped > 0 || this.epcLine >= 0 || parent === undefined || !this.keeps(name) || this.nodes > maxNodes) {
      this.skipped += 1
      return
    }
    this.pieces = []
    if (name.local === 'epc' && (parent.local === 'epcList' || parent.local === 'childEPCs')) {
      this.epcLine = line
      return
    }
    const node = makeNode(name, attributes, line, column)
    parent.children.push(node)
    this.nodes += 1
    this.open.push(node)
  }

  text(bytes: Uint8Array, from: number, to: number): void {
    if (this.skipped === 0) this.pieces.push(decodeText(bytes, from, to))
  }

  /** @returns the finished node when this was its own end tag. */
  end(): Node | null {
    if (this.skipped > 0) {
      this.skipped -= 1
      return null
    }
    const text = this.pieces.length === 1 ? (this.pieces[0] ?? '') : this.pieces.join('')
    this.pieces = []
    if (this.epcLine >= 0) {
      const list = this.open.at(-1)
      list?.epcs.push(text.trim())
      list?.epcLines.push(this.epcLine)
      this.epcLine = -1
      return null
    }
    const node = this.open.pop()
    if (node !== undefined && node.children.length === 0) node.text = text.trim()
    return this.open.length === 0 ? this.root : null
  }
}

function makeNode(name: XmlName, attributes: readonly XmlAttribute[], line: number, column: number): Node {
  return { local: name.local, uri: name.uri, attributes, line, column, children: [], text: '', epcs: [], epcLines: [] }
}

/** The first child of that name; null when the node is null or has none. */
export function child(node: Node | null, local: string): Node | null {
  return node?.children.find((candidate) => candidate.local === local) ?? null
}

export function childrenOf(node: Node | null, local: string): Node[] {
  return node?.children.filter((candidate) => candidate.local === local) ?? []
}

/** The child's text; null when it is absent, empty or the word "null", as some exporters write. */
export function childText(node: Node | null, local: string): string | null {
  return meaningful(child(node, local)?.text)
}

/** An attribute in no namespace, trimmed; null when absent or blank. */
export function attribute(node: { readonly attributes: readonly XmlAttribute[] }, local: string): string | null {
  return meaningful(node.attributes.find((candidate) => candidate.name.local === local && candidate.name.uri === '')?.value)
}

export function meaningful(text: string | undefined): string | null {
  const trimmed = text?.trim() ?? ''
  return trimmed === '' || trimmed === 'null' ? null : trimmed
}
