/**
 * Characters that need no percent-encoding in the URN of a business document: those of RFC 8141, section 2, except `&` and `/`, which the EPC Tag
 * Data Standard escapes.
 */
const PLAIN = /[A-Za-z0-9\-._~!$'()*+,;=:@]/
const PREFIX = 'urn:epcglobal:cbv:bt:'
const PIECES = /^urn:epcglobal:cbv:bt:[^:]*:(.*)$/s
const CONTROL = /\p{Cc}/u

/**
 * The URI of a business document, `urn:epcglobal:cbv:bt:GLN:NUMBER` (CBV 1.2, section 8.5.2). `number` is the plain number; this function
 * percent-encodes it.
 */
export function businessDocumentUri(gln: string, number: string): string {
  const encoded = Array.from(number, (character) => (PLAIN.test(character) ? character : encodeURIComponent(character.toWellFormed())))
  return `${PREFIX}${gln}:${encoded.join('')}`
}

/**
 * Returns the number in a business document's identifier. In `urn:epcglobal:cbv:bt:GLN:NUMBER`, that is NUMBER with its escape sequences decoded; any
 * other text is returned as the number.
 */
export function businessDocumentNumber(value: string): string {
  const number = PIECES.exec(value)?.[1]
  return (number === undefined ? value : decoded(number)).trim()
}

/** Decodes the percent-encoding of a number. The number is returned as it is if its encoding is invalid or hides control characters. */
function decoded(number: string): string {
  try {
    const text = decodeURIComponent(number)
    return CONTROL.test(text) ? number : text
  } catch {
    return number
  }
}
