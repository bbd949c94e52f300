export interface NdcFound {
  at: number
  length: number
  /** As written in the text. */
  ndc: string
}

const WORD = /\bNDC(?:\s*(?:codes?|numbers?|nos?\.?|#s?))?\s*[:#.-]*\s*/giy
/**
 * Matches an NDC that follows the word "NDC". Besides complete codes, accepts the product code alone, ten or eleven digits without hyphens, and
 * misprinted layouts such as 4-3-2, 5-3-3 or 3-2-3-2.
 */
const WRITTEN =
  /\d{3,6}\s?-\s?\d{2,5}(?:\s?-\s?\d{1,3}){0,2}(?![\d-])|\d{10,11}(?!\d)|(?:\d{4}([ .])\d{4}|\d{5}([ .])\d{3})[ .]\d{2}(?![\d -])|\d{5}([ .])\d{4}[ .]\d{1,2}(?![\d -])/y
/** Digits without the word NDC in front of them count as an NDC only if they have the hyphens of a complete package code. */
const DASHED = /(?:\d{4}-\d{4}-\d{2}|\d{5}-\d{3}-\d{2}|\d{5}-\d{4}-\d{1,2})(?![\d-])/y

/** Reads an NDC that begins at index `at`, whether or not the word NDC precedes its digits. */
export function ndcAt(text: string, at: number, isListed = false): NdcFound | undefined {
  WORD.lastIndex = at
  const word = WORD.exec(text)?.[0] ?? ''
  if (word && !/^NDC/i.test(word)) return undefined
  const pattern = word || isListed ? WRITTEN : DASHED
  if (!word && at > 0 && /[\w-]/.test(text[at - 1] ?? '')) return undefined
  pattern.lastIndex = at + word.length
  const found = pattern.exec(text)
  return found
    ? { at, length: word.length + found[0].length, ndc: found[0].replaceAll(/\s?-\s?/g, '-').replaceAll(/[ .]/g, '-') }
    : undefined
}

/** All NDCs of a text, in order. */
export function findNdcs(text: string): NdcFound[] {
  const all: NdcFound[] = []
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    const isDigit = code >= 48 && code <= 57
    if (!isDigit && code !== 78 && code !== 110) continue
    const before = text.charCodeAt(at - 1)
    // Skips digits or an N in the middle of a number or word, because no NDC begins there.
    if ((before >= 48 && before <= 57) || (isDigit && before === 45) || (!isDigit && /[A-Za-z]/.test(text[at - 1] ?? ''))) continue
    const last = all.at(-1)
    // In "NDC 1234-5678-90, 1234-5678-91 and 12345678902", the word NDC applies to every code of the list.
    const isListed =
      last !== undefined && /^(\s*[,;&/]\s*|\s+and\s+|\s*,\s*and\s+)$/.test(text.slice(last.at + last.length, at)) && last.ndc.length > 8
    const found = ndcAt(text, at, isListed)
    if (!found) continue
    all.push(found)
    at += found.length - 1
  }
  return all
}
