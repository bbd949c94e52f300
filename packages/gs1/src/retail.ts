import { findAiRule } from './ai-rules.ts'
import type { Part } from './fault.ts'

const gtinRule = findAiRule('01')

/** Converts a GTIN of 8, 12, 13 or 14 digits to its element (01). @see GS1 General Specifications, section 3.3.2. */
export function gtinPart(digits: string, position: number): Part {
  if (gtinRule === undefined) throw new Error('The dictionary has no GTIN')
  return { rule: gtinRule, value: digits.padStart(14, '0'), position }
}
