import { larger } from './columns.ts'
import { EpcTexts } from './epc-texts.ts'
import type { XmlAttribute, XmlName } from './reader.ts'
import { Texts } from './texts.ts'

const none: Node[] = []
const noAttributes: readonly XmlAttribute[] = []

/** An element of a standard event, header or vocabulary entry as plain data. */
export class Node {
  readonly local: string
  readonly uri: string
  readonly attributes: readonly XmlAttribute[]
  readonly line: number
  readonly column: number
  children: Node[] = none
  /** Text of the element, trimmed; empty if the element contains other elements. */
  text = ''
  /** If the element is a list of EPCs: the texts of its `epc` children, for which no nodes are created. */
  epcs: EpcTexts | null = null

  constructor(name: XmlName, attributes: readonly XmlAttribute[], line: number, column: number) {
    this.local = name.local
    this.uri = name.uri
    this.attributes = attributes
    this.line = line
    this.column = column
  }

  /** Adds a child. The first child gets a new list, because all nodes without children share one empty list, which saves memory. */
  add(child: Node): void {
    if (this.children.length === 0) this.children = [child]
    else this.children.push(child)
  }
}

export const EPCIS_NAMESPACES: ReadonlySet<string> = new Set(['urn:epcglobal:epcis:xsd:1', 'urn:epcglobal:epcis:xsd:2'])
const OWN: ReadonlySet<string> = new Set([
  '',
  ...EPCIS_NAMESPACES,
  'urn:epcglobal:epcis-masterdata:xsd:1',
  'urn:epcglobal:epcis-masterdata:xsd:2',
])

/** Whether a name belongs to EPCIS itself: in no namespace, as in the schema, or in one of the EPCIS namespaces, as some partners send. */
export function isEpcisName(name: { readonly uri: string }): boolean {
  return OWN.has(name.uri)
}

function holdsEpcs({ local }: { readonly local: string }): boolean {
  return local === 'epcList' || local === 'childEPCs'
}

/** Maximum number of nodes of a single event or entry; the rest of its contents is skipped. */
const MAX_NODES = 50_000
const NO_EPC = -1

/** Builds one node after the other from a reader's callbacks. */
export class TreeBuilder {
  /** Number of EPCs read so far in all lists of the document; an EPC that occurs twice counts twice. */
  mentions = 0
  private readonly texts = new Texts()
  private readonly open: Node[] = []
  private keeps: (name: XmlName) => boolean = () => true
  private skipped = 0
  private epcLine = NO_EPC
  private epcColumn = 1
  private epcName: XmlName | null = null
  private nodes = 0
  /** `list`: the list of EPCs that is being read. `spare`: an empty one for the next node that needs a list. */
  private list: EpcTexts | null = null
  private spare: EpcTexts | null = null
  private text = new Uint8Array(1024)
  private length = 0

  /** Begins a node. Elements that `keeps` rejects are left out with all their contents. */
  begin(name: XmlName, attributes: readonly XmlAttribute[], line: number, column: number, keeps: (name: XmlName) => boolean): void {
    this.keeps = keeps
    this.epcName = null
    this.nodes = 1
    this.push(new Node(name, attributes, line, column))
  }

  start(name: XmlName, attributes: readonly XmlAttribute[], line: number, column: number): void {
    if (this.skipped > 0 || this.epcLine !== NO_EPC || this.nodes > MAX_NODES) {
      this.skipped += 1
      return
    }
    if (this.list !== null && (name === this.epcName || (name.local === 'epc' && this.keeps(name)))) {
      this.epcName = name
      this.epcLine = line
      this.epcColumn = column
      return
    }
    if (!this.keeps(name)) {
      this.skipped += 1
      return
    }
    const node = new Node(name, attributes, line, column)
    this.open[this.open.length - 1]?.add(node)
    this.nodes += 1
    this.push(node)
  }

  /** Handles an element without attributes that holds plain text. One call replaces the three calls for start, text and end. */
  leaf(name: XmlName, bytes: Uint8Array, from: number, to: number, line: number, column: number): void {
    if (this.skipped > 0 || this.epcLine !== NO_EPC || this.nodes > MAX_NODES) return
    if (this.list !== null && (name === this.epcName || (name.local === 'epc' && this.keeps(name)))) {
      this.epcName = name
      this.list.append(bytes, from, to)
      this.list.close(line, column)
      this.mentions += 1
    } else if (holdsEpcs(name)) {
      this.start(name, noAttributes, line, column)
      this.end()
    } else if (this.keeps(name)) {
      const node = new Node(name, noAttributes, line, column)
      this.open[this.open.length - 1]?.add(node)
      this.nodes += 1
      this.length = 0
      if (to > from) node.text = this.texts.decode(bytes, from, to).trim()
    }
  }

  addText(bytes: Uint8Array, from: number, to: number, isBlank: boolean): void {
    if (this.skipped > 0) return
    if (this.epcLine !== NO_EPC) this.list?.append(bytes, from, to)
    else if (this.length > 0 || !isBlank) this.append(bytes, from, to)
  }

  /** Closes the current element. @returns the completed node if this was the end tag of the tree's root; otherwise null. */
  end(): Node | null {
    if (this.skipped > 0) {
      this.skipped -= 1
      return null
    }
    if (this.epcLine !== NO_EPC) {
      this.list?.close(this.epcLine, this.epcColumn)
      this.mentions += 1
      this.epcLine = NO_EPC
      return null
    }
    const node = this.open.pop()
    if (node === undefined) return null
    if (node.children.length === 0 && this.length > 0) node.text = this.texts.decode(this.text, 0, this.length).trim()
    this.length = 0
    const parent = this.open[this.open.length - 1]
    this.list = parent?.epcs ?? null
    return parent === undefined ? node : null
  }

  /** Clears an EPC list that the caller no longer needs, and keeps it for the next node with EPCs. */
  giveBack(list: EpcTexts | null): void {
    if (list === null) return
    list.clear()
    this.spare = list
  }

  private push(node: Node): void {
    this.length = 0
    this.open.push(node)
    this.list = null
    if (!holdsEpcs(node)) return
    this.list = this.spare ?? new EpcTexts()
    this.spare = null
    node.epcs = this.list
  }

  /** Appends bytes to the text. Drops leading white space at once, because most texts are nothing else. */
  private append(bytes: Uint8Array, start: number, to: number): void {
    let from = start
    if (this.length === 0) while (from < to && (bytes[from] ?? 0) <= 0x20) from += 1
    const length = to - from
    if (length === 0) return
    if (this.length + length > this.text.length) this.text = larger(this.text, Math.max(this.length + length, this.text.length * 2))
    const own = this.text
    const at = this.length
    for (let i = 0; i < length; i += 1) own[at + i] = bytes[from + i] ?? 0
    this.length = at + length
  }
}

/** First child of that name; null if the node is null or has none. */
export function child(node: Node | null, local: string): Node | null {
  if (node === null) return null
  const { children } = node
  for (let i = 0; i < children.length; i += 1) if (children[i]?.local === local) return children[i] ?? null
  return null
}

export function listChildren(node: Node | null, local: string): Node[] {
  return node?.children.filter((candidate) => candidate.local === local) ?? []
}

/**
 * Text of the child element with this name; null if the child is missing, its text is empty, or its text is "null", which some exporters write for a
 * missing value.
 */
export function childText(node: Node | null, local: string): string | null {
  return meaningful(child(node, local)?.text)
}

/** Trimmed value of an attribute without a namespace; null if it is absent or blank. */
export function attribute(node: { readonly attributes: readonly XmlAttribute[] }, local: string): string | null {
  return meaningful(node.attributes.find((candidate) => candidate.name.local === local && candidate.name.uri === '')?.value)
}

export function meaningful(text: string | undefined): string | null {
  const trimmed = text?.trim() ?? ''
  return trimmed === '' || trimmed === 'null' ? null : trimmed
}
