import { findAiRule } from './ai-rules.ts'
import type { DecodeError } from './decode-types.ts'
import { fault, MAX_ELEMENTS, type Part, unknownAi } from './fault.ts'
import { judge } from './judge.ts'
import { failure, type Result, success } from './result.ts'

/**
 * Reads the printed form `(01)00301162001165(21)A1`. A bracket inside a value is written `\(`. In lenient mode a bracket that begins no identifier
 * also belongs to the value, and white space around identifiers and values is ignored.
 *
 * @see GS1 General Specifications, section 4.14, "Human readable interpretation (HRI)".
 */
export function readBracketed(text: string, start: number, end: number, lenient: boolean): Result<Part[], DecodeError> {
  const parts: Part[] = []
  let at = start
  while (at < end) {
    const close = text.indexOf(')', at)
    if (text[at] !== '(' || close < 0 || close >= end || close > at + 6) {
      return failure(fault('bracket', 'Expected an Application Identifier in parentheses', at))
    }
    const ai = text.slice(at + 1, close)
    const rule = findAiRule(ai)
    if (rule === undefined) return failure(unknownAi(ai === '' ? '()' : ai, 0, at + 1))
    const { value, next, from } = readValue(text, close + 1, end, lenient)
    const wrong = judge(rule, value, from)
    if (wrong !== null) return failure(wrong)
    if (parts.length === MAX_ELEMENTS) return failure(fault('too_many', `More than ${MAX_ELEMENTS} elements`, at))
    parts.push({ rule, value, position: from })
    at = next
  }
  return success(parts)
}

interface Value {
  readonly value: string
  readonly next: number
  readonly from: number
}

function readValue(text: string, from: number, end: number, lenient: boolean): Value {
  let value = ''
  let taken = from
  let at = text.indexOf('(', from)
  for (; at >= 0 && at < end; at = text.indexOf('(', at + 1)) {
    const escaped = at > from && text[at - 1] === '\\'
    if (!escaped && (!lenient || /^\([0-9]{2,4}\)/.test(text.slice(at, at + 6)))) break
    value += `${text.slice(taken, escaped ? at - 1 : at)}(`
    taken = at + 1
  }
  const next = at < 0 || at >= end ? end : at
  value += text.slice(taken, next)
  return { value: lenient ? value.trim() : value, next, from }
}
