import { ruleAt } from './ai-rules.ts'
import type { DecodeError } from './decode-types.ts'
import { fault, MAX_ELEMENTS, type Part, unknownAi } from './fault.ts'
import { judge } from './judge.ts'
import { failure, type Result, success } from './result.ts'

/**
 * Reads the concatenated element strings in text[start, end), where the character `separator` stands for FNC1. A value of predefined length ends
 * after that length, any other value at the separator or at the end. A separator after a value of predefined length, or after the last value, is
 * accepted although it is not needed.
 * @see GS1 General Specifications, section 7.8, "Processing of data from a GS1 symbology using GS1 Application Identifiers".
 */
export function readElements(text: string, start: number, end: number, separator: string): Result<Part[], DecodeError> {
  const parts: Part[] = []
  let at = start
  while (at < end) {
    const rule = ruleAt(text, at)
    if (rule === undefined) return failure(unknownAi(text, at))
    const from = at + rule.ai.length
    if (from > end) return failure(unknownAi(text, at))
    const next = text.indexOf(separator, from)
    let to = next < 0 || next > end ? end : next
    if (rule.predefined && to > from + rule.max) to = from + rule.max
    const value = text.slice(from, to)
    const wrong = judge(rule, value, from)
    if (wrong !== null) return failure(wrong)
    if (parts.length === MAX_ELEMENTS) return failure(fault('too_many', `More than ${MAX_ELEMENTS} elements`, at))
    parts.push({ rule, value, position: from })
    at = to === next ? to + 1 : to
  }
  return success(parts)
}
