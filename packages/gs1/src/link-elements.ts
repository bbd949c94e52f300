import { type AiRule, findAiRule } from './ai-rules.ts'
import { isDigits } from './characters.ts'
import type { DecodeError } from './decode-types.ts'
import { fault, MAX_ELEMENTS, type Part } from './fault.ts'
import { judge } from './judge.ts'
import { failure, type Result, success } from './result.ts'

/** Names that releases before 1.2 gave to keys and qualifiers. @see GS1 Digital Link: URI Syntax 1.1, section 4. */
const letters: Readonly<Record<string, string>> = {
  ...{ cpid: '8010', cpsn: '8011', cpv: '22', gcn: '255', gdti: '253', giai: '8004', ginc: '401', gln: '414', glnx: '254', gmn: '8013' },
  ...{ grai: '8003', gsin: '402', gsrn: '8018', gsrnp: '8017', gtin: '01', itip: '8006', lot: '10', party: '417', refno: '8020' },
  ...{ ser: '21', srin: '8019', sscc: '00' },
}

/** Contents of a link, and warnings about outdated spellings that were accepted. */
export interface LinkElements {
  readonly parts: Part[]
  readonly warnings: string[]
}

interface Segment {
  readonly text: string
  readonly position: number
}

/** Whether a URL begins at this position. Schemes in mixed case count only with `anyCase`. */
export function isLink(text: string, start: number, anyCase: boolean): boolean {
  const beginning = text.slice(start, start + 8)
  return anyCase ? /^https?:\/\//i.test(beginning) : /^(https?|HTTPS?):\/\//.test(beginning)
}

/**
 * Reads an uncompressed GS1 Digital Link URI: any domain, any path before the key, all primary keys with their qualifiers in order, and data
 * attributes in the query. Non-numeric names in the query are skipped.
 *
 * @see GS1 Digital Link: URI Syntax 1.3, sections 4 and 5.
 */
export function readLink(text: string, start: number, exact: boolean, lenient: boolean): Result<LinkElements, DecodeError> {
  const refuse = (message: string, position: number) => failure(fault('digital_link', message, position))
  const outside = firstOutsideUri(text, start)
  if (outside >= 0) return refuse('The link has a character that no link may have', outside)
  const scheme = text.slice(start, text.indexOf('//', start))
  if (!lenient && !/^(https?|HTTPS?):$/.test(scheme)) return refuse('The link begins with neither https:// nor HTTPS://', start)
  const domain = start + scheme.length + 2
  const path = text.indexOf('/', domain)
  if (path <= domain || /[_~?#@!$&'()*+,;=%]/.test(text.slice(domain, path))) return refuse('The link has no domain and path', domain)
  const fragment = text.indexOf('#', path)
  const end = fragment < 0 ? text.length : fragment
  const mark = text.indexOf('?', path)
  const query = mark < 0 || mark > end ? end : mark
  const reader = new LinkReader(exact)
  const segments = split(text, path + 1, query, '/')
  const root = reader.findRoot(segments)
  if (root < 0) return refuse('The link has no GS1 key; compressed links are not supported', path)
  for (let i = root; i < segments.length; i += 2) {
    const wrong = reader.take(segments[i], segments[i + 1]?.text ?? '', false)
    if (wrong !== null) return failure(wrong)
  }
  const inPath = reader.parts.length
  const sequence = reader.parts.map(({ rule }) => rule)
  if (!isKeySequence(sequence)) return refuse('The key and its qualifiers are not in an order that GS1 allows', path)
  for (const parameter of split(text, query + 1, end, '&')) {
    const wrong = reader.takeParameter(parameter)
    if (wrong !== null) return failure(wrong)
  }
  const misplaced = misplacedAttribute(reader.parts, inPath, sequence)
  return misplaced === null ? success({ parts: reader.parts, warnings: reader.warnings }) : failure(misplaced)
}

class LinkReader {
  readonly parts: Part[] = []
  readonly warnings: string[] = []
  private parameters = 0
  private readonly exact: boolean

  constructor(exact: boolean) {
    this.exact = exact
  }

  /**
   * Index of the last primary key in the path; -1 if there is none. Goes backward from the end of the path over pairs of key and value, and stops at
   * a pair that doesn't belong to GS1.
   */
  findRoot(segments: readonly Segment[]): number {
    for (let i = segments.length - 2; i >= 0; i -= 2) {
      const rule = this.ruleNamed(segments[i]?.text ?? '')
      if (rule === undefined) return -1
      if (rule.qualifiers !== null) return i
    }
    return -1
  }

  take(name: Segment | undefined, escaped: string, inQuery: boolean): DecodeError | null {
    const rule = name === undefined ? undefined : this.ruleNamed(name.text)
    if (name === undefined || rule === undefined) return fault('unknown_ai', 'Unknown Application Identifier', name?.position ?? 0)
    if (rule.ai !== name.text) this.warnings.push(`${rule.ai} is written as ${name.text}, the form used in links before release 1.2`)
    const position = name.position + name.text.length + 1
    if (escaped.includes('%00')) return { ...fault('characters', 'The link contains a null character (%00)', position), ai: rule.ai }
    let value = unescaped(escaped, inQuery)
    if (rule.ai === '01' && !this.exact && /^([0-9]{8}|[0-9]{12,13})$/.test(value)) {
      this.warnings.push(`The GTIN has ${value.length} digits where links have 14; zeros were added in front`)
      value = value.padStart(14, '0')
    }
    const wrong = judge(rule, value, position)
    if (wrong === null) this.parts.push({ rule, value, position })
    return wrong
  }

  takeParameter(parameter: Segment): DecodeError | null {
    if (parameter.text === '') return null
    this.parameters += 1
    if (this.parts.length + this.parameters > MAX_ELEMENTS)
      return fault('too_many', `More than ${MAX_ELEMENTS} elements`, parameter.position)
    const equals = parameter.text.indexOf('=')
    const name = parameter.text.slice(0, Math.max(equals, 0))
    if (equals < 0 || (name !== '' && !isDigits(name))) return null
    if (findAiRule(name) === undefined)
      return fault('unknown_ai', `Unknown Application Identifier at ${name.slice(0, 8)}`, parameter.position)
    this.parameters -= 1
    return this.take({ text: name, position: parameter.position }, parameter.text.slice(equals + 1), true)
  }

  private ruleNamed(name: string): AiRule | undefined {
    const ai = this.exact || !Object.hasOwn(letters, name) ? name : (letters[name] ?? name)
    return findAiRule(ai)
  }
}

/** Whether everything after the key (the first rule) is one of its qualifiers, in their order; qualifiers may be missing. */
function isKeySequence(rules: readonly AiRule[]): boolean {
  const alternatives = rules[0]?.qualifiers ?? []
  return alternatives.some((sequence) => {
    let at = 0
    for (let i = 1; i < rules.length; i += 1) {
      at = sequence.indexOf(rules[i]?.ai ?? '', at) + 1
      if (at === 0) return false
    }
    return true
  })
}

/** The error for an identifier that occurs twice, is not allowed in the query, or belongs in the path. */
function misplacedAttribute(parts: readonly Part[], inPath: number, sequence: readonly AiRule[]): DecodeError | null {
  const seen = new Set<string>()
  for (const [i, { rule, position }] of parts.entries()) {
    const says = (message: string) => ({ ...fault('digital_link', `Application Identifier ${rule.ai} ${message}`, position), ai: rule.ai })
    if (seen.has(rule.ai)) return says('occurs twice')
    seen.add(rule.ai)
    if (i < inPath) continue
    if (!rule.attribute) return says('is not allowed in the query of a link')
    for (let at = 1; at <= sequence.length; at += 1) {
      if (isKeySequence([...sequence.slice(0, at), rule, ...sequence.slice(at)])) return says('belongs in the path of the link')
    }
  }
  return null
}

/** Leaves malformed escapes unchanged, because `%` may be data. */
function unescaped(text: string, inQuery: boolean): string {
  const spaced = inQuery ? text.replaceAll('+', ' ') : text
  if (!spaced.includes('%')) return spaced
  return spaced.replace(/%[0-9A-Fa-f]{2}/g, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)))
}

function split(text: string, from: number, to: number, separator: string): Segment[] {
  const segments: Segment[] = []
  for (let at = from; at <= to; ) {
    const next = text.indexOf(separator, at)
    const end = next < 0 || next > to ? to : next
    segments.push({ text: text.slice(at, end), position: at })
    at = end + 1
  }
  return segments
}

/** Position of the first character that a URI may not contain; -1 if there is none. @see RFC 3986, section 2. */
function firstOutsideUri(text: string, start: number): number {
  const found = text.slice(start).search(/[^A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]/)
  return found < 0 ? -1 : start + found
}
