import { decodeText, type XmlName, type XmlNames } from './reader.ts'

/** Namespaces that one start tag declares, which take precedence over those of the enclosing tags. */
export interface Scope {
  readonly id: number
  readonly around: Scope | null
  readonly uris: Map<string, string>
}

const XMLNS_URI = 'http://www.w3.org/2000/xmlns/'
const XML_URI = 'http://www.w3.org/XML/1998/namespace'
export const outermostScope: Scope = {
  id: 0,
  around: null,
  uris: new Map([
    ['xml', XML_URI],
    ['xmlns', XMLNS_URI],
  ]),
}

/** Whether a namespace declaration misuses `xml` or `xmlns`: XML reserves these prefixes, and each may be bound only to its standard URI. */
export function isReserved(prefix: string, uri: string): boolean {
  return (prefix === 'xml' && uri !== XML_URI) || (prefix === 'xmlns' && uri !== XMLNS_URI)
}

/** URI of a prefix; empty if no URI is declared for it. */
function resolvePrefix(prefix: string, scope: Scope): string {
  for (let at: Scope | null = scope; at !== null; at = at.around) {
    const uri = at.uris.get(prefix)
    if (uri !== undefined) return uri
  }
  return ''
}

/** The name of an element or attribute as written in the document, with a cache of the namespace names that it resolves to. */
export class RawName {
  readonly bytes: Uint8Array
  readonly hash: number
  readonly text: string
  readonly prefix: string
  readonly local: string
  readonly hasStrayColon: boolean
  /** Cached results of `asElement` and `asAttribute`. Each is valid only in the namespace scope whose id is stored with it. */
  private elementScope = -1
  private element: XmlName | null = null
  private attributeScope = -1
  private attribute: XmlName | null = null

  constructor(bytes: Uint8Array, hash: number) {
    const text = decodeText(bytes, 0, bytes.length)
    const [first = '', second] = text.split(':')
    this.bytes = bytes
    this.hash = hash
    this.text = text
    this.hasStrayColon = /^:|:$|:.*:/.test(text)
    // `xmlns` alone, which declares the default namespace, is stored as the prefix `xmlns` with an empty local name.
    this.prefix = second === undefined && first !== 'xmlns' ? '' : first
    this.local = second ?? (first === 'xmlns' ? '' : first)
  }

  get declares(): boolean {
    return this.prefix === 'xmlns'
  }

  /** Resolves this name as an element name; null if its prefix is not declared. */
  asElement(scope: Scope, names: XmlNames): XmlName | null {
    if (this.elementScope !== scope.id) {
      // An element named just `xmlns` declares no namespace: here, `xmlns` is the local name, without a prefix.
      const bare = this.prefix === 'xmlns' && this.local === ''
      const uri = resolvePrefix(bare ? '' : this.prefix, scope)
      this.element = uri === '' && this.prefix !== '' && !bare ? null : names.intern(uri, bare ? 'xmlns' : this.local)
      this.elementScope = scope.id
    }
    return this.element
  }

  /** Resolves this name as the name of an attribute; null if its prefix is not declared. */
  asAttribute(scope: Scope, names: XmlNames): XmlName | null {
    if (this.attributeScope !== scope.id) {
      const uri = this.prefix === '' ? '' : resolvePrefix(this.prefix, scope)
      this.attribute = uri === '' && this.prefix !== '' ? null : names.intern(uri, this.local)
      this.attributeScope = scope.id
    }
    return this.attribute
  }
}

const SLOTS = 1 << 14
/**
 * Number of names at which the table is cleared. A document can combine many prefixes with many local names, which would otherwise fill the table.
 */
const MOST = SLOTS >> 1

/** Looks names up by their bytes. */
export class RawNames {
  private readonly table = new Int32Array(SLOTS)
  private list: RawName[] = []

  find(bytes: Uint8Array, from: number, to: number, hash: number): RawName {
    const { table, list } = this
    let slot = hash & (SLOTS - 1)
    for (;;) {
      const index = (table[slot] ?? 0) - 1
      if (index < 0) break
      const name = list[index]
      if (name !== undefined && name.hash === hash && isSame(name.bytes, bytes, from, to)) return name
      slot = (slot + 1) & (SLOTS - 1)
    }
    if (list.length === MOST) {
      this.list = []
      table.fill(0)
      slot = hash & (SLOTS - 1)
    }
    const name = new RawName(bytes.slice(from, to), hash)
    table[slot] = this.list.push(name)
    return name
  }
}

/** Whether the bytes from `bytes[from]` up to, but not including, `bytes[to]` are those of the name. */
function isSame(name: Uint8Array, bytes: Uint8Array, from: number, to: number): boolean {
  if (name.length !== to - from) return false
  for (let i = 0; i < name.length; i += 1) if (name[i] !== bytes[from + i]) return false
  return true
}
