import type { MailHead } from '../../exception/reply/reply.rules.ts'

type Method = 'spf' | 'dkim' | 'dmarc'

interface Result {
  method: Method
  result: string
  /** Domains that the check is about: for SPF, the domain of the envelope sender; for DKIM, the signer's; for DMARC, the one in the From header. */
  domains: string[]
}

/** For each method, the properties of its result that can contain the domain that was checked (RFC 8601, section 2.7). */
const DOMAIN_PROPERTIES: Record<Method, readonly string[]> = {
  spf: ['smtp.mailfrom'],
  dkim: ['header.d', 'header.i'],
  dmarc: ['header.from'],
}

/**
 * Reads the SPF, DKIM and DMARC results that the receiving mail server wrote into the email's first `Authentication-Results` header (RFC 8601). Any
 * such header below the first may be forged by the sender and is ignored.
 */
function listResults({ headers }: Pick<MailHead, 'headers'>): Result[] {
  const [, ...results] = withoutRemarks(headers.get('authentication-results') ?? '').split(';')
  return results.flatMap((text) => {
    const [head = '', ...properties] = withoutGaps(text).split(' ')
    const found = /^(spf|dkim|dmarc)=([a-z]{1,20})$/.exec(head)
    if (!found) return []
    const method = found[1] as Method // the pattern allows no other method
    const domains = properties.flatMap((property) => {
      const at = property.indexOf('=')
      if (!DOMAIN_PROPERTIES[method].includes(property.slice(0, at))) return []
      return [property.slice(Math.max(at, property.lastIndexOf('@')) + 1)]
    })
    return [{ method, result: found[2] ?? '', domains }]
  })
}

/** Converts to lower case, with single spaces between words and none around `=` and `.`. */
const withoutGaps = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .join(' ')
    .replace(/ ?([=.]) ?/g, '$1')

/** Removes comments in parentheses and quoted texts, because the sender may have written them. It takes time proportional to the length. */
function withoutRemarks(text: string): string {
  const kept: string[] = []
  let depth = 0
  let isQuoted = false
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at)
    if (character === '\\') at++
    else if (isQuoted) isQuoted = character !== '"'
    else if (character === '(') depth++
    else if (character === ')') depth = Math.max(0, depth - 1)
    else if (depth > 0) continue
    else if (character === '"') isQuoted = true
    else kept.push(character)
  }
  return kept.join('')
}

/** The first result of each method, as `spf=pass dkim=fail`; empty if the receiving mail server reported none. */
export function readAuthentication(mail: Pick<MailHead, 'headers'>): string {
  const found = new Map<Method, string>()
  for (const { method, result } of listResults(mail)) if (!found.has(method)) found.set(method, result)
  return [...found].map(([method, result]) => `${method}=${result}`).join(' ')
}

/**
 * Whether the receiving mail server confirmed that the email comes from the domain in its From header: by DMARC, SPF or DKIM for the same domain or a
 * parent of it. DMARC checks the From header, so its result counts even if it names no domain.
 */
export function isConfirmedSender(mail: Pick<MailHead, 'headers'>, fromAddress: string): boolean {
  const from = fromAddress.slice(fromAddress.lastIndexOf('@') + 1).toLowerCase()
  // A domain without a dot is a top-level domain. Accepting it as a parent would confirm every sender below it.
  const covers = (domain: string) => domain.includes('.') && (from === domain || from.endsWith(`.${domain}`))
  const isFor = ({ method, domains }: Result) => (method === 'dmarc' ? domains.every(covers) : domains.some(covers))
  return from !== '' && listResults(mail).some((result) => result.result === 'pass' && isFor(result))
}
