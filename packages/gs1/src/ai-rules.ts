import { AI_ROWS } from './ai-table.ts'
import { NUMERIC, SET_39, SET_64, SET_82 } from './characters.ts'
import { LINTERS } from './linters/index.ts'
import type { Linter } from './linters/problem.ts'

/** One component of a value. Only the last component of an identifier's value has a variable length. */
export interface Component {
  /** The characters that the component may contain: N digits, X those of set 82, Y those of set 39, Z those of base64url. */
  readonly type: 'N' | 'X' | 'Y' | 'Z'
  readonly min: number
  readonly max: number
  readonly optional: boolean
  /** Names of the linters that the GS1 dictionary lists for the component. */
  readonly lint: readonly string[]
  /** Bit flag of the GS1 character set that the component's type (N, X, Y or Z) allows. */
  readonly set: number
  readonly linters: readonly Linter[]
}

/** Allowed contents and companions of one application identifier. Lengths are those of the data, without the identifier. */
export interface AiRule {
  readonly ai: string
  /** Short name that GS1 prints next to the identifier; empty for a few identifiers. */
  readonly title: string
  readonly min: number
  readonly max: number
  readonly components: readonly Component[]
  /**
   * Whether the identifier's data has a predefined length, so that no FNC1 follows it. @see GS1 General Specifications, section 7.8, "element strings
   * with predefined length".
   */
  readonly predefined: boolean
  /** Whether the identifier may be in the query of a Digital Link. */
  readonly attribute: boolean
  /** Each entry is a list of groups; all identifiers of at least one group must be present. */
  readonly required: readonly (readonly (readonly string[])[])[]
  /** Identifiers, or patterns such as `392n`, none of which may be present along with this one. */
  readonly excluded: readonly string[]
  /**
   * If the identifier is a primary key of Digital Links: the lists of qualifiers that may follow it, each in its required order. Null for any other
   * identifier.
   */
  readonly qualifiers: readonly (readonly string[])[] | null
  /** Number of digits that a value needs to be a date; 0 if values are never dates. */
  readonly dateDigits: 0 | 6 | 8
  /** The rule's index in {@link aiRules}, which is sorted by identifier. */
  readonly index: number
}

const sets = { N: NUMERIC, X: SET_82, Y: SET_39, Z: SET_64 }

/** Every application identifier, in lexical order. */
export const aiRules: readonly AiRule[] = AI_ROWS.flatMap(([ais, flags, format, attributes, title]) => {
  const [first = '', last = first] = ais.split('-')
  const components = format.split(' ').map(readComponent)
  const words = attributes.split(' ')
  const shared = {
    title,
    components,
    min: components.reduce((sum, part) => sum + (part.optional ? 0 : part.min), 0),
    max: components.reduce((sum, part) => sum + part.max, 0),
    predefined: flags.includes('*'),
    attribute: flags.includes('?'),
    required: words.filter((word) => word.startsWith('req=')).map((word) => list([word], 'req', ',').map((group) => group.split('+'))),
    excluded: list(words, 'ex', ','),
    dateDigits: countDateDigits(components[0]?.lint[0]),
    qualifiers: words.includes('dlpkey') ? [[]] : nullIfEmpty(list(words, 'dlpkey', '|').map((sequence) => sequence.split(','))),
  }
  const count = Number(last) - Number(first) + 1
  return Array.from({ length: count }, (_, i) => ({ ...shared, ai: String(Number(first) + i).padStart(first.length, '0'), index: 0 }))
}).map((rule, index) => ({ ...rule, index }))

/** Length of an application identifier by its first two digits, which determine it. */
const lengths = new Uint8Array(100)
const BY_NUMBER: (AiRule | undefined)[][] = [[], [], [], [], []]
for (const rule of aiRules) {
  lengths[Number(rule.ai.slice(0, 2))] = rule.ai.length
  const rows = BY_NUMBER[rule.ai.length]
  if (rows !== undefined) rows[Number(rule.ai)] = rule
}

/** The application identifier that begins at `position`; undefined if none is known. No identifier is a prefix of another. */
export function ruleAt(text: string, position: number): AiRule | undefined {
  const tens = text.charCodeAt(position) - 48
  const ones = text.charCodeAt(position + 1) - 48
  if (!(tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9)) return undefined
  let number = tens * 10 + ones
  const length = lengths[number] ?? 0
  for (let i = 2; i < length; i += 1) {
    const digit = text.charCodeAt(position + i) - 48
    if (!(digit >= 0 && digit <= 9)) return undefined
    number = number * 10 + digit
  }
  return BY_NUMBER[length]?.[number]
}

/** The rule of exactly this identifier. */
export function findAiRule(ai: string): AiRule | undefined {
  const rule = ruleAt(ai, 0)
  return rule?.ai.length === ai.length ? rule : undefined
}

/** Whether an identifier matches a pattern such as `01`, `310n` or `35nn`. */
export function matchesPattern(ai: string, pattern: string): boolean {
  if (ai.length !== pattern.length) return false
  for (let i = 0; i < ai.length; i += 1) {
    if (pattern[i] !== 'n' && pattern[i] !== ai[i]) return false
  }
  return true
}

function readComponent(text: string): Component {
  const [, open = '', letter = '', fixed = '', greatest = '', tests = ''] =
    /^(\[?)([NXYZ])(?:([0-9]+)|\.\.([0-9]+))\]?(.*)$/.exec(text) ?? []
  const type = letter === 'N' || letter === 'Y' || letter === 'Z' ? letter : 'X'
  const lint = tests.split(',').filter((name) => name !== '')
  const max = Number(fixed || greatest)
  return {
    type,
    min: fixed === '' ? 1 : max,
    max,
    optional: open !== '',
    lint,
    set: sets[type],
    linters: lint.map((name) => LINTERS.get(name)).filter((linter) => linter !== undefined),
  }
}

function list(words: readonly string[], key: string, separator: string): string[] {
  return words.filter((word) => word.startsWith(`${key}=`)).flatMap((word) => word.slice(key.length + 1).split(separator))
}

function countDateDigits(test: string | undefined): 0 | 6 | 8 {
  if (test === 'yymmd0' || test === 'yymmdd') return 6
  return test === 'yyyymmdd' || test === 'yyyymmd0' ? 8 : 0
}

function nullIfEmpty<T>(values: readonly T[]): readonly T[] | null {
  return values.length === 0 ? null : values
}
