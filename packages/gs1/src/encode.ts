import { type AiRule, findAiRule } from './ai-rules.ts'
import { associate } from './associations.ts'
import type { DecodeError } from './decode-types.ts'
import { fault, MAX_ELEMENTS, type Part, unknownAi } from './fault.ts'
import { judge } from './judge.ts'
import { writeLink } from './link-writer.ts'
import { failure, type Result, success } from './result.ts'

/** An identifier with its data, as returned by `decode`. */
export interface Element {
  readonly ai: string
  readonly value: string
}

export interface EncodeOptions {
  /**
   * `elementString`: each FNC1 is the byte GS, as a scanner sends it. `caret`: each FNC1 is `^`, including one before the first element. `barcode`:
   * like `elementString`, after the symbology identifier. `bracketed`: for people, with identifiers in brackets; a bracket in the data is written
   * `\(`. `digitalLink`: a GS1 Digital Link URI.
   */
  readonly form: 'elementString' | 'caret' | 'barcode' | 'bracketed' | 'digitalLink'
  /** Puts elements of predefined length first, because they need no FNC1 after them. Otherwise the order of the elements is preserved. */
  readonly fixedFirst?: boolean
  /** Whether it is an error if an element that must accompany another one is missing: `refuse` (the default) makes it an error, `warn` does not. */
  readonly companions?: 'refuse' | 'warn'
  /** For the form `barcode`: the symbology identifier at the start; by default `]d2`, GS1 DataMatrix. */
  readonly symbology?: ']d2' | ']C1' | ']Q3' | ']e0' | ']J1'
  /** For the form `digitalLink`: scheme, domain and path before the key. */
  readonly stem?: string
}

/**
 * Writes elements in one of the forms that `decode` reads. Writes only what `decode` would accept, so that reading it again yields the same elements
 * (a link puts its key and qualifiers first).
 *
 * @returns the text, or the error, whose position is the index of the element.
 * @see GS1 General Specifications, sections 4.14 and 7.8; GS1 Digital Link: URI Syntax 1.3, section 5.
 */
export function encode(elements: readonly Element[], options: EncodeOptions): Result<string, DecodeError> {
  const parts: Part[] = []
  for (const [i, { ai, value }] of elements.entries()) {
    const rule = findAiRule(ai)
    const wrong = rule === undefined ? unknownAi(ai, 0, i) : judge(rule, value, 0)
    if (wrong !== null) return failure({ ...wrong, position: i })
    if (rule !== undefined) parts.push({ rule, value, position: i })
  }
  if (parts.length === 0) return failure(fault('empty', 'There are no elements', 0))
  if (parts.length > MAX_ELEMENTS) return failure(fault('too_many', `More than ${MAX_ELEMENTS} elements`, MAX_ELEMENTS))
  const { error, missing } = associate(parts)
  const wrong = error ?? (options.companions === 'warn' ? undefined : missing[0])
  if (wrong !== undefined) return failure(wrong)
  const ordered = options.fixedFirst === true ? [...parts.filter(isFixed), ...parts.filter((part) => !isFixed(part))] : parts
  switch (options.form) {
    case 'elementString':
      return success(joined(ordered, '\x1d'))
    case 'caret':
      return success(`^${joined(ordered, '^')}`)
    case 'barcode':
      return success(`${options.symbology ?? ']d2'}${joined(ordered, '\x1d')}`)
    case 'bracketed':
      return success(ordered.map(({ rule, value }) => `(${rule.ai})${value.replaceAll('(', '\\(')}`).join(''))
    case 'digitalLink':
      return writeLink(ordered, options.stem ?? 'https://id.gs1.org')
  }
}

/** Joins the elements. FNC1 follows every value without predefined length, except the last. */
function joined(parts: readonly Part[], separator: string): string {
  const last = parts.length - 1
  return parts.map(({ rule, value }, i) => `${rule.ai}${value}${i < last && !rule.predefined ? separator : ''}`).join('')
}

function isFixed({ rule }: { readonly rule: AiRule }): boolean {
  return rule.predefined
}
