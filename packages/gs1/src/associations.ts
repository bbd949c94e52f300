import { matchesPattern } from './ai-rules.ts'
import type { DecodeError } from './decode-types.ts'
import type { Part } from './fault.ts'

/** What the elements of one barcode say about each other. @see GS1 General Specifications, section 4.13, "Data relationships". */
export type Associations = {
  /** A pair that may not be, an identifier that occurs twice with different data, a signature of an unserialised key. */
  readonly error: DecodeError | null
  /** Identifiers whose companions are missing. */
  readonly missing: readonly DecodeError[]
}

const serialisedWithSignature = new Set(['253', '255', '8003'])
const none: readonly DecodeError[] = []

export function associate(parts: readonly Part[]): Associations {
  return { error: contradiction(parts), missing: missingCompanions(parts) }
}

function contradiction(parts: readonly Part[]): DecodeError | null {
  let signed = false
  for (let i = 0; i < parts.length; i += 1) {
    const part = parts[i]
    if (part === undefined) continue
    const { ai, excluded } = part.rule
    if (ai === '8030') signed = true
    for (let k = 0; k < parts.length; k += 1) {
      const other = parts[k]
      if (other === undefined || k === i) continue
      if (other.rule === part.rule) {
        if (k < i && other.value !== part.value) return about(part, 'repeated', `occurs twice with different data`)
      } else if (excluded.length > 0 && excluded.some((pattern) => matchesPattern(other.rule.ai, pattern))) {
        return about(part, 'excluded', `must not stand beside ${other.rule.ai}`)
      }
    }
  }
  return signed ? unserialised(parts) : null
}

/** A digital signature needs a key with its serial component. @see GS1 General Specifications, section 3.9, AI (8030). */
function unserialised(parts: readonly Part[]): DecodeError | null {
  const key = parts.find(({ rule, value }) => serialisedWithSignature.has(rule.ai) && value.length === rule.min)
  return key === undefined ? null : about(key, 'companion', 'needs its serial component beside 8030')
}

function missingCompanions(parts: readonly Part[]): readonly DecodeError[] {
  let missing: DecodeError[] | undefined
  for (const part of parts) {
    for (const demand of part.rule.required) {
      if (demand.some((group) => group.every((pattern) => isPresent(parts, pattern)))) continue
      const groups = demand.map((group) => group.join(' with ')).join(', ')
      missing ??= []
      missing.push(about(part, 'companion', `needs ${demand.length === 1 ? '' : 'one of '}${groups} beside it`))
    }
  }
  return missing ?? none
}

function isPresent(parts: readonly Part[], pattern: string): boolean {
  for (const { rule } of parts) {
    if (rule.ai === pattern || matchesPattern(rule.ai, pattern)) return true
  }
  return false
}

function about(part: Part, code: DecodeError['code'], says: string): DecodeError {
  return { code, ai: part.rule.ai, message: `Application Identifier ${part.rule.ai} ${says}`, position: part.position }
}
