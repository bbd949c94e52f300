import { SBDH_NAMESPACE } from './header.ts'
import { schema12 } from './schema-12.ts'

/** Form that a text must have. `text` and `uri` allow any text, because the rules check identifiers. */
export type TextType = 'text' | 'uri' | 'dateTime' | 'decimal' | 'integer' | 'boolean' | 'action'

/** A child element that a content model allows, with its own content model and whether it is required or may be repeated. */
export interface Particle {
  readonly local: string
  readonly symbol: number
  readonly model: Model
  readonly isNeeded: boolean
  readonly isRepeated: boolean
  /** True if this element is allowed only directly after an element of the previous particle in the sequence. */
  readonly isAdjacent: boolean
}

/** Allowed content of an element. */
export interface Model {
  readonly name: string
  /** Form that the element's text must have; null if the element contains other elements or may contain anything. */
  readonly text: TextType | null
  readonly takesAnyText: boolean
  /** Whether the element accepts child elements of any name that have no namespace. If so, it needs at least one child. */
  readonly isOpen: boolean
  /** Whether the element may contain anything. */
  readonly isAny: boolean
  /** Whether elements of other namespaces may follow the element's own children. */
  readonly holdsOthers: boolean
  /** How an element may combine its `particles`: exactly `one` of them, `many` of them in any order, or each of them in `sequence`. */
  readonly mode: 'sequence' | 'one' | 'many'
  particles: readonly Particle[]
  /** The model's only particle, if this particle allows any number of elements with plain text; otherwise null. */
  repeated: Particle | null
  readonly attributes: ReadonlyMap<string, { readonly isNeeded: boolean; readonly type: TextType }>
  readonly anyAttribute: boolean
}

const TEXT_TYPES = new Set<string>(['text', 'uri', 'dateTime', 'decimal', 'integer', 'boolean', 'action'])
const symbols = new Map<string, number>()
const models = new Map<string, Model>()

/**
 * Returns the number that the schema assigns to an element name; 0 for a name that the schema does not have. Namespaces are ignored, except that SBDH
 * elements have their own numbers.
 */
export function findSymbol(uri: string, local: string): number {
  return symbols.get(makeKey(uri === SBDH_NAMESPACE, local)) ?? 0
}

function makeKey(isSbdh: boolean, local: string): string {
  return isSbdh ? `sbdh ${local}` : local
}

function isTextType(name: string): name is TextType {
  return TEXT_TYPES.has(name)
}

function makeParticle(owner: string, word: string): Particle {
  const [, local = '', type = '', count = '', near] = /^(\w+):(\w+)([?*+]?)(~?)$/.exec(word) ?? []
  const key = makeKey(type === 'Sbdh' || SBDH_TYPES.has(owner), local)
  const symbol = symbols.get(key) ?? symbols.size + 1
  symbols.set(key, symbol)
  return {
    local,
    symbol,
    model: makeModel(type),
    isNeeded: count === '' || count === '+',
    isRepeated: count === '*' || count === '+',
    isAdjacent: near === '~',
  }
}

const SBDH_TYPES: ReadonlySet<string> = new Set(
  'Sbdh Partner Contact Identification Manifest ManifestItem Scopes Scope Correlation Service'.split(' '),
)

function expandType(name: string): string[] {
  const text = schema12[name]
  if (text === undefined) throw new Error(`no such type: ${name}`)
  return text.split(/\s+/).flatMap((word) => (word.startsWith('<') ? expandType(word.slice(1)) : [word]))
}

function makeModel(name: string): Model {
  const known = models.get(name)
  if (known !== undefined) return known
  const words = isTextType(name) ? [name] : expandType(name)
  const text = words.find(isTextType) ?? null
  const model: Model = {
    name,
    text,
    takesAnyText: text === 'text' || text === 'uri',
    isOpen: words.includes('local+'),
    isAny: words.includes('any'),
    holdsOthers: words.some((word) => word === 'other' || word === 'other*'),
    mode: words[0] === '|' ? 'one' : words[0] === '||' ? 'many' : 'sequence',
    particles: [],
    repeated: null,
    attributes: new Map(words.flatMap((word) => makeAttribute(word))),
    anyAttribute: words.includes('@*'),
  }
  models.set(name, model)
  model.particles = words.filter((word) => /^\w+:/.test(word)).map((word) => makeParticle(name, word))
  const [only, ...others] = model.particles
  const isPlain = only?.isRepeated === true && !only.isNeeded && only.model.attributes.size === 0
  if (only !== undefined && others.length === 0 && isPlain && (only.model.text === 'text' || only.model.text === 'uri'))
    model.repeated = only
  return model
}

function makeAttribute(word: string): [string, { isNeeded: boolean; type: TextType }][] {
  const [, local, optional, type = ''] = /^@(\w+)(\??):(\w+)$/.exec(word) ?? []
  return local === undefined || !isTextType(type) ? [] : [[local, { isNeeded: optional === '', type }]]
}

/** Model of the outermost element. */
export const documentModel: Model = makeModel('Document')
