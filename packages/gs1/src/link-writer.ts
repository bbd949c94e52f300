import type { AiRule } from './ai-rules.ts'
import type { DecodeError } from './decode-types.ts'
import { fault, type Part } from './fault.ts'
import { failure, type Result, success } from './result.ts'

/**
 * Writes valid elements as a Digital Link. The path of the link consists of a key and those elements that qualify it; all other elements become query
 * parameters. The key is the first element with which the link can contain all the others. A repeated element is written once.
 * @see GS1 Digital Link: URI Syntax 1.3, section 5.
 */
export function writeLink(parts: readonly Part[], stem: string): Result<string, DecodeError> {
  const once = parts.filter((part, i) => parts.findIndex(({ rule }) => rule === part.rule) === i)
  let problem = fault('digital_link', 'None of the elements can be the key of a link', 0)
  for (const key of once) {
    for (const qualifiers of listQualifiers(key.rule, once)) {
      const path = [key, ...qualifiers]
      const query = once.filter((part) => !path.includes(part))
      const misfit = query.find(({ rule }) => !rule.attribute)
      if (misfit === undefined) return success(written(stem, path, query))
      const message = `Application Identifier ${misfit.rule.ai} has no place in a link whose key is ${key.rule.ai}`
      problem = { ...fault('digital_link', message, misfit.position), ai: misfit.rule.ai }
    }
  }
  return failure(problem)
}

/**
 * Finds the elements of `parts` that can be qualifiers in the path of a link with this key. A key may allow several alternative sequences of
 * qualifiers; each sequence yields one list, in the order of the sequence. The longest list comes first. Returns no lists if `key` cannot be the key
 * of a link.
 */
function listQualifiers(key: AiRule, parts: readonly Part[]): Part[][] {
  const alternatives = key.qualifiers ?? []
  return alternatives
    .map((sequence) => sequence.map((ai) => parts.find(({ rule }) => rule.ai === ai)).filter((part) => part !== undefined))
    .sort((one, other) => other.length - one.length)
}

function written(stem: string, path: readonly Part[], query: readonly Part[]): string {
  const start = stem.replace(/\/$/, '')
  const inPath = path.map(({ rule, value }) => `/${rule.ai}/${escaped(value)}`).join('')
  const inQuery = query.map(({ rule, value }) => `${rule.ai}=${escaped(value)}`).join('&')
  return `${start}${inPath}${inQuery === '' ? '' : `?${inQuery}`}`
}

/** Escapes everything except RFC 3986's unreserved characters. */
export function escaped(value: string): string {
  return encodeURIComponent(value).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
}
