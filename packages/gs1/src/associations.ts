import { type AiRule, aiRules, matchesPattern } from './ai-rules.ts'
import type { DecodeError } from './decode-types.ts'
import type { Part } from './fault.ts'

/** Checks the elements of one barcode against each other. @see GS1 General Specifications, section 4.13, "Data relationships". */
export interface Associations {
  /**
   * A forbidden pair, an identifier that occurs twice with different data, or a signature for a key that lacks its serial number; null if there is
   * none of these.
   */
  readonly error: DecodeError | null
  /** Errors for identifiers that lack a required companion. */
  readonly missing: readonly DecodeError[]
}

/**
 * A requirement of an identifier: another identifier, or group of identifiers, that must be in the same barcode. Any identifier marked in `single`
 * meets it, and so does a complete group.
 */
interface Demand {
  readonly single: Uint8Array
  readonly groups: readonly (readonly Uint8Array[])[]
  readonly words: string
}

const SERIALISED_WITH_SIGNATURE = new Set(['253', '255', '8003'])
const none: readonly DecodeError[] = []
const sets = new Map<string, Uint8Array>()
/**
 * For each rule, by its index: an array that marks the rules whose identifiers must not occur together with this rule's identifier; null if there are
 * none.
 */
const exclusions = aiRules.map(({ excluded }) => (excluded.length === 0 ? null : marked(excluded)))
const demands = aiRules.map(({ required }) => required.map(makeDemand))
const signature = aiRules.find(({ ai }) => ai === '8030')

export function associate(parts: readonly Part[]): Associations {
  return { error: contradiction(parts), missing: missingCompanions(parts) }
}

function contradiction(parts: readonly Part[]): DecodeError | null {
  let signed = false
  for (let i = 0; i < parts.length; i += 1) {
    const part = parts[i]
    if (part === undefined) continue
    const { rule } = part
    if (rule === signature) signed = true
    for (let k = 0; k < i; k += 1) {
      const other = parts[k]
      if (other?.rule === rule && other.value !== part.value) return about(part, 'repeated', 'occurs twice with different data')
    }
    const excluded = exclusions[rule.index]
    if (excluded === null || excluded === undefined) continue
    for (const other of parts) {
      if (excluded[other.rule.index] === 1 && other.rule !== rule)
        return about(part, 'excluded', `must not occur together with ${other.rule.ai}`)
    }
  }
  return signed ? unserialised(parts) : null
}

/**
 * The error for a key without its serial component in a scan with a digital signature, which requires that component.
 *
 * @see GS1 General Specifications, section 3.9, AI (8030).
 */
function unserialised(parts: readonly Part[]): DecodeError | null {
  const key = parts.find(({ rule, value }) => SERIALISED_WITH_SIGNATURE.has(rule.ai) && value.length === rule.min)
  return key === undefined ? null : about(key, 'companion', 'needs its serial component beside 8030')
}

function missingCompanions(parts: readonly Part[]): readonly DecodeError[] {
  let missing: DecodeError[] | undefined
  for (let i = 0; i < parts.length; i += 1) {
    const part = parts[i]
    const asked = part === undefined ? undefined : demands[part.rule.index]
    if (part === undefined || asked === undefined) continue
    for (let k = 0; k < asked.length; k += 1) {
      const demand = asked[k]
      if (demand === undefined || isPresent(parts, demand.single)) continue
      if (demand.groups.some((group) => group.every((marks) => isPresent(parts, marks)))) continue
      missing ??= []
      missing.push(about(part, 'companion', demand.words))
    }
  }
  return missing ?? none
}

function isPresent(parts: readonly Part[], marks: Uint8Array): boolean {
  for (let i = 0; i < parts.length; i += 1) {
    const part = parts[i]
    if (part !== undefined && marks[part.rule.index] === 1) return true
  }
  return false
}

function makeDemand(alternatives: AiRule['required'][number]): Demand {
  const single = alternatives.filter((group) => group.length === 1).flat()
  const groups = alternatives.filter((group) => group.length > 1).map((group) => group.map((pattern) => marked([pattern])))
  const named = alternatives.map((group) => group.join(' with ')).join(', ')
  return { single: marked(single), groups, words: `needs ${alternatives.length === 1 ? '' : 'one of '}${named} beside it` }
}

function marked(patterns: readonly string[]): Uint8Array {
  const key = patterns.join()
  const known = sets.get(key)
  if (known !== undefined) return known
  const marks = Uint8Array.from(aiRules, ({ ai }) => (patterns.some((pattern) => matchesPattern(ai, pattern)) ? 1 : 0))
  sets.set(key, marks)
  return marks
}

function about(part: Part, code: DecodeError['code'], says: string): DecodeError {
  return { code, ai: part.rule.ai, message: `Application Identifier ${part.rule.ai} ${says}`, position: part.position }
}
