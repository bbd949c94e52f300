import type { AiRule } from './ai-rules.ts'
import { firstOutside } from './characters.ts'
import type { DecodeError } from './decode-types.ts'
import { lintFault, tooLong, tooShort, wrongCharacter } from './fault.ts'
import { cset64 } from './linters/character-sets.ts'

/**
 * Checks one value against every rule of its identifier: length, character sets and the tests of each component.
 *
 * @returns the first error, or null if the value satisfies all rules.
 * @see GS1 General Specifications, sections 3.2 to 3.10 and 7.11.
 */
export function judge(rule: AiRule, value: string, position: number): DecodeError | null {
  const { length } = value
  if (length < rule.min) return tooShort(rule, value, position)
  if (length > rule.max) return tooLong(rule, value, position)
  let at = 0
  const { components } = rule
  for (let k = 0; k < components.length; k += 1) {
    const component = components[k]
    if (component === undefined) continue
    const size = Math.min(component.max, length - at)
    if (size === 0 && component.optional) continue
    if (size < component.min) return tooShort(rule, value, position)
    const end = at + size
    if (component.type === 'Z') {
      const found = cset64(value.slice(at, end))
      if (found !== null) return wrongCharacter(rule, value, position + at + found.at, false)
    } else {
      const outside = firstOutside(value, component.set, at, end)
      if (outside >= 0) return wrongCharacter(rule, value, position + outside, component.type === 'N')
      const { linters } = component
      if (linters.length > 0) {
        const part = size === length ? value : value.slice(at, end)
        for (let i = 0; i < linters.length; i += 1) {
          const found = linters[i]?.(part) ?? null
          if (found !== null) return lintFault(rule, value, position + at, component.lint[i] ?? '', found)
        }
      }
    }
    at = end
  }
  return at < length ? tooLong(rule, value, position) : null
}
