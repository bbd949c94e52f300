import { dateAt, windowAt } from './dates.ts'
import { ndcAt } from './ndcs.ts'

export type Token =
  | { kind: 'marker'; label: string }
  | { kind: 'ndc'; ndc: string }
  /** A word such as "lot" or "exp" that says what the next tokens are: lots, expiries, other dates or anything else. */
  | { kind: 'lotWord' | 'expiryWord' | 'dateWord' | 'otherWord'; isPlural: boolean }
  /** A date with its original text, because some firms use dates as lots. */
  | { kind: 'date'; date: string; text: string; at: number }
  | { kind: 'window' }
  | { kind: 'code'; code: string; at: number }
  | { kind: 'size'; text: string }
  | { kind: 'sample' }
  | { kind: 'allLots' }
  | { kind: 'prefix' | 'suffix'; codes: string[] }
  | { kind: 'followedBy'; text: string }
  /** "to", "thru", or a dash between two codes. */
  | { kind: 'to'; isWord: boolean }
  | { kind: 'between' }
  /** A comma or "and" between two entries of a list. */
  | { kind: 'comma' }
  /** The end of a list: a semicolon or, if `isLine`, a run of spaces in place of a line break. */
  | { kind: 'end'; isLine: boolean }
  | { kind: 'word' }

const sticky = (pattern: string) => new RegExp(pattern, 'iy')

/**
 * Matches the rest of a clause, up to a semicolon, a line break (or two spaces, which stand for a lost one), the end of a sentence, or words such as
 * "including lots".
 */
const REST = '(?:(?!\\s{2}|;|\\n|:|\\.\\s+[A-Z]|\\.$|\\bincluding\\s+(?:lots?|batch|the\\s+following)\\b).)*'

const NUMBERS = "\\s*(?:no\\.?s?|numbers?|#\\'?s?|num\\.?|codes?)?\\s*(?:\\(s\\)|\\bs\\b)?\\s*[#:;.\\-/]*\\s*"
const FOLLOWED = sticky(
  `(?:\\*+\\s*|\\(?\\s*)?(?:please\\s+)?(?:note:?\\s*)?(?:that\\s+)?(?:the\\s+)?lot(?:s|\\s+numbers?)?\\s+may\\s+(?:also\\s+)?be\\s+followed\\s+by\\s+(?:the\\s+)?(?:numbers?\\s+)?(?:from\\s+)?([^;.\\n]*)`,
)
const PREFIX = sticky(
  '(?:all\\s+)?(?:lots?(?:\\s+numbers?)?\\s+|batch(?:es)?\\s+|serial\\s+numbers?\\s+|that\\s+)(?:that\\s+)?(?:are\\s+)?(begin(?:ning|s)?|start(?:ing|s)?|end(?:ing|s)?)\\s+(?:with|in)\\s+(?:the\\s+)?(?:letters?|numbers?|digits?|prefix(?:es)?|suffix(?:es)?)?\\s*["\'“]?((?:[A-Za-z0-9-]+["\'”]?(?:\\s*,\\s*(?:and\\s+)?|\\s+and\\s+|\\s+or\\s+)?)+)',
)
const ALL_LOTS = sticky(
  `(?:all|any|every)\\s+(?:(?!and\\b|of\\b)[a-z/-]+\\s+){0,3}?(?:lots?|batch(?:es)?|codes?|products?|units?|lot\\s+numbers?|compounded|prescriptions)\\b${REST}|all(?=\\s*(?:within|lots|$|[.;]))${REST}`,
)
const LOT_WORD = sticky(
  `(?:(?:product|control|finished\\s+product|bulk|mfg\\.?|manufacturer'?s?)\\s+)?(?:lots?|lotes?|batch(?:es)?|pedigrees?|ctrl|control|manufacturing(?=\\s+codes?\\b))\\b(?:\\s*/\\s*(?:lot|batch|serial))?${NUMBERS}`,
)
const EXPIRY_WORD = sticky(
  '(?:exp(?:ir(?:y|ation|es|ing|ed))?(?:\\b|(?=\\d))\\.?|expiring\\b|use[\\s-]+by\\b|best\\s+(?:if\\s+used\\s+)?by\\b|b\\.?u\\.?d\\b\\.?|beyond[\\s-]+use(?:[\\s-]+by)?\\b|discard\\s+(?:by|after)\\b|ed:)(?:\\s*(?:on|date[sd]?|dt|months?))?(?:\\(s\\))?\\s*(?:of\\b|is\\b)?\\s*[:.;,#\\-]*\\s*',
)
/** Words before a date that is not an expiration date, such as "mfg" or "shipped". */
const DATE_WORD = sticky(
  '(?:made|mfg|mfd|manufactur(?:ed|ing)|compound(?:ed|ing)|fill(?:ed)?|dispensed|distribut(?:ed|ion)|re-?test(?:ed)?|produced|production|sold|ship(?:ped|ping)?|prepared|packag(?:ed|ing)|released?|received|dated|purchased|before|prior\\s+to|since|after|until|up\\s+to)\\b(?:\\s+(?:on|by|dates?|from))?\\.?\\s*:?\\s*',
)
const MANY_OTHERS = sticky("(?:rx|prescriptions?|order)\\b\\.?\\s*(?:no\\.?s?|numbers?|#'?s?|#)?\\s*[:#]*\\s*")
/** Plural words for numbers other than lots. They introduce a list: "SKUs 2007625, 2007626", "S/N's 23103954 23103976". */
const LISTED_OTHERS = sticky("(?:skus|upcs|gtins|catalogs|models|serials|s/n'?s?)\\b\\.?\\s*(?:no\\.?s?|numbers?|#'?s?)?\\s*[:#]*\\s*")
/** A number that a firm assigned or that counts packages, such as "Novartis #10085272" or "Pack # 12". It is not a lot number. */
const NAMED_OTHER = /(?:[A-Z][a-z]{2,}|PACK|CARTON|BOX|STORE)\s?#\s?(?=\d)/y
const ONE_OTHER = sticky(
  "(?:u\\.?p\\.?c\\b\\.?|bar\\s?codes?|gtins?|ean|sku|items?|stock|products?|catalog(?:ue)?|cat\\.?|ref|part|model|service|formula|material|list|reorder|style|case|serial|sn|nda|anda|qty|quantity|preparation|code|p/?n)\\b\\.?(?:\\s*(?:codes?|no\\.?s?|numbers?|ids?|#'?s?|upc|cat|size))*\\s*[:#=.]*\\s*(?=[\\dA-Z(])",
)
/** Digits as printed below a barcode, in groups. */
const DIGIT_GROUPS = /\(?\d[\d)]*(?:[ -]\(?\d+\)?)*/y
const UNIT =
  '(?:mgs?|mcgs?|µg|ug|gms?|grams?|g|kgs?|mls?|m\\.?l\\.?|liters?|l|oz|fl|ounces?|lbs?|iu|units?|meq|mmol|counts?|ct|tablets?|tabs?|capsules?|caps?|caplets?|softgels?|bottles?|boxe?s?|vials?|bags?|syringes?|ampules?|amps?|cartons?|cases?|kits?|packs?|packets?|pouches|jars?|tubes?|pens?|doses?|days?|hours?|months?|years?|pieces?|pcs|each|ea|x\\b|%|refills?|patches|suppositor(?:y|ies)|lozenges|sticks?|canisters?|drums?|cups?|blisters?|strips?|rolls?)'
const SIZE = sticky(
  `(?:\\d{1,3}(?:,\\d{3})+|\\d+)(?:\\.\\d+)?(?:[-/]\\d+(?:\\.\\d+)?(?=\\s?(?:mg|mcg|iu|%)))?\\s*-?\\s*${UNIT}(?![A-Za-z0-9])(?:\\s*/\\s*\\d*(?:\\.\\d+)?\\s*${UNIT}(?![A-Za-z0-9]))?`,
)
/** Codes such as "070717ML" and "050216X", which look like a quantity although no quantity is written like this. */
const CODE_LIKE_SIZE = /^(?:0\d+|\d{5,})[A-Za-z]/
/**
 * A product of two quantities, such as "4X8", unless a date follows it. After a word for lots, a comma or a number sign, this pattern is not tried,
 * because such a text is a lot number there.
 */
const ARRAY = /\d{1,3}\s?[xX]\s?\d{1,3}(?![A-Za-z0-9-])(?!,?\s*(?:[Ee][Xx][Pp]|[Bb][Uu][Dd]|\d{1,2}\/\d))/y
const THOUSANDS = /\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\d,])/y
const MARKER = sticky('\\(?([a-z]|\\d{1,2})\\.?\\)(?=[\\s:;,A-Z0-9(*]|$)')
const CODE = /[A-Za-z0-9][A-Za-z0-9_@]*(?:(?:[-:.#]|(?<=\d)\+(?=\d)|\s?\/(?!\s))[A-Za-z0-9@_#]+|-(?=@)){0,60}/y
/** A lot number that consists of three letters and is followed by its date. */
const LETTERS =
  /(?!EXP|BUD|LOT|MFG|MFD|NDC|UPC|JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC|USP|THE|AND)[A-Z]{3}(?=,?\s*(?:[Ee]xp\.?\s*(?:[Dd]ate)?:?\s*)?\d{1,2}\/\d{2,4}(?!\d))/y
const TO = sticky('(?:thru|through|to)\\b|[-–—](?=\\s)')
const COMMA = sticky('[,&*]|and\\b|or\\b|plus\\b')
const WORD = /[A-Za-z'’]+/y
const SAMPLE = sticky('(?:(?:physician|drug|professional)s?\\s+){0,4}samples?\\b')
/** A lot composed of a date, a time and a code. */
const STAMPED = /\d{1,2}\/\d{1,2}\/\d{2,4} \d{4} [A-Z0-9]+-[A-Z0-9-]+/y
/** A two-part lot: "AB 1234". */
const TWO_PARTS = /[A-Z]{1,4} \d[A-Z0-9]{2,}(?:-[A-Z0-9]+)*(?![A-Za-z0-9])/y
/** A lot number of capital letters only, such as "GHEN". Such a number counts only if punctuation, a line end or an expiry date follows it. */
const CAPITALS = /[A-Z]{4,8}(?=\s*(?:[,;.]|$|\n|[Ee]xp|EXP|\d{1,2}\/\d))/y
const NO_LOT = /^(?:EXP|BUD|LOTS?|MFG|MFD|NDC|UPC|DATES?|CODES?|NONE|WITH|FROM|EXPIRY|TABLETS?|CAPSULES?)$/

const SPACE = /[\s¿\p{Cc}]+/uy
const MAY_BEGIN = /[A-Za-z0-9(*&,–—-]/
const BETWEEN = /(?:between|from)\b/iy

const matchAt = (pattern: RegExp, text: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at
  return pattern.exec(text)
}

/** Trims trailing brackets and stars. A pattern with `$` would retry at each character of a long run. */
function cutEnd(text: string): string {
  let end = text.length
  while (end > 0 && /[*)\s]/.test(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}

const isPlural = (word: string) => /(lots|batches|'s|nos|numbers|#s|codes)\b/i.test(word)

/** Tokenizes the text of a recall. Runs in one pass and tries each pattern only where it can begin. */
export function splitTokens(text: string): Token[] {
  const tokens: Token[] = []
  let at = 0
  /** Index after the last token. A token may begin there even without a space, as in "Date12/2022". */
  let ended = 0
  /** Length of the latest lot that consists of letters only; 0 before the first. Later words of this length are lots too. */
  let letters = 0
  const last = () => tokens.at(-1)
  const push = (token: Token, length: number) => {
    if (token.kind === 'code' && last()?.kind === 'lotWord' && /^[A-Z]{4,}$/.test(token.code)) letters = token.code.length
    tokens.push(token)
    at += Math.max(1, length)
    ended = at
  }
  while (at < text.length) {
    const space = matchAt(SPACE, text, at)
    if (space) {
      const isLine = /\n|[\s¿\p{Cc}]{2}/u.test(space[0])
      at += space[0].length
      if (isLine && last()?.kind !== 'end') tokens.push({ kind: 'end', isLine: true })
      continue
    }
    const char = text[at] ?? ''
    if (!MAY_BEGIN.test(char)) {
      if (char === ';') push({ kind: 'end', isLine: false }, 1)
      else at += 1
      continue
    }
    // "CALCIUM +D3": an added ingredient is not a lot.
    const isAdded = text[at - 1] === '+'
    const isStart = isAdded ? false : at === ended || /[-–—]/.test(char) || !/[A-Za-z0-9]/.test(text[at - 1] ?? '')
    const found = isStart ? (capitalsAt(text, at, last(), letters) ?? wordAt(text, at, last())) : undefined
    if (found) push(found.token, found.length)
    else at += 1
  }
  return tokens
}

type Found = { token: Token; length: number } | undefined

/** "Lot: GHEN, GLGL": if a lot number consists of letters only, later words in capitals of the same length are lots too. */
function capitalsAt(text: string, at: number, last: Token | undefined, letters: number): Found {
  if (letters === 0 || !last || !/^(?:comma|end|date)$/.test(last.kind)) return undefined
  const code = matchAt(CAPITALS, text, at)?.[0]
  return code?.length === letters && !NO_LOT.test(code) ? { token: { kind: 'code', code, at }, length: letters } : undefined
}

function wordAt(text: string, at: number, last: Token | undefined): Found {
  const as = (token: Token, found: RegExpExecArray | null): Found => (found ? { token, length: found[0].length } : undefined)
  const char = text[at] ?? ''
  const isDigit = /\d/.test(char)
  const marker = matchAt(MARKER, text, at)
  if (marker) return as({ kind: 'marker', label: (marker[1] ?? '').toLowerCase() }, marker)
  const followed = isDigit ? null : matchAt(FOLLOWED, text, at)
  if (followed) return as({ kind: 'followedBy', text: cutEnd((followed[1] ?? '').trim()) }, followed)
  const comma = isDigit ? null : matchAt(COMMA, text, at)
  if (comma) return as({ kind: 'comma' }, comma)
  if (char === '(') return undefined
  const ndc = ndcAt(text, at, false)
  if (ndc) return { token: { kind: 'ndc', ndc: ndc.ndc }, length: ndc.length }
  const isExpected = last?.kind === 'expiryWord'
  if (!isDigit) {
    const anchor = anchorAt(text, at)
    if (anchor) return anchor
    const sample = matchAt(SAMPLE, text, at)
    if (sample) return as({ kind: 'sample' }, sample)
  }
  const days = windowAt(text, at)
  if (days > 0) return { token: { kind: 'window' }, length: days }
  const stamped = isDigit ? matchAt(STAMPED, text, at) : null
  if (stamped) return as({ kind: 'code', code: stamped[0], at }, stamped)
  const date = dateAt(text, at, isExpected)
  if (date) return { token: { kind: 'date', date: date.date, text: text.slice(at, at + date.length), at }, length: date.length }
  const to = matchAt(TO, text, at)
  if (to) return as({ kind: 'to', isWord: /[a-z]/i.test(to[0]) }, to)
  if (isDigit) {
    const size = matchAt(SIZE, text, at)
    if (size && !CODE_LIKE_SIZE.test(size[0])) return as({ kind: 'size', text: size[0] }, size)
    const array = last?.kind === 'lotWord' || last?.kind === 'comma' || text[at - 1] === '#' ? null : matchAt(ARRAY, text, at)
    if (array) return as({ kind: 'size', text: array[0] }, array)
    const thousands = last?.kind === 'end' ? matchAt(THOUSANDS, text, at) : null
    if (thousands) return as({ kind: 'size', text: thousands[0] }, thousands)
  }
  if (char === '-' || char === '–' || char === '—') return undefined
  const two = matchAt(TWO_PARTS, text, at)
  if (two && (last?.kind === 'lotWord' || last?.kind === 'comma') && !/^(EXP|LOT|NDC|UPC|BUD|MAY)\b/.test(two[0]))
    return as({ kind: 'code', code: two[0], at }, two)
  return codeAt(text, at, last)
}

function anchorAt(text: string, at: number): Found {
  const prefix = matchAt(PREFIX, text, at)
  if (prefix) {
    const codes = (prefix[2] ?? '').match(/[A-Za-z0-9-]+/g)?.filter((one) => /\d|^[A-Z]+$/.test(one) && !/^(and|or)$/i.test(one)) ?? []
    return { token: { kind: /^end/i.test(prefix[1] ?? '') ? 'suffix' : 'prefix', codes }, length: prefix[0].length }
  }
  const all = matchAt(ALL_LOTS, text, at)
  if (all) return { token: { kind: 'allLots' }, length: all[0].length }
  const between = matchAt(BETWEEN, text, at)
  if (between) return { token: { kind: 'between' }, length: between[0].length }
  const expiry = matchAt(EXPIRY_WORD, text, at)
  if (expiry) return { token: { kind: 'expiryWord', isPlural: false }, length: expiry[0].length }
  const lot = matchAt(LOT_WORD, text, at)
  if (lot) return { token: { kind: 'lotWord', isPlural: isPlural(lot[0]) }, length: lot[0].length }
  const day = matchAt(DATE_WORD, text, at)
  if (day) return { token: { kind: 'dateWord', isPlural: false }, length: day[0].length }
  const many = matchAt(MANY_OTHERS, text, at)
  if (many && /[#:]|numbers?|nos?\b/i.test(many[0])) return { token: { kind: 'otherWord', isPlural: true }, length: many[0].length }
  const listed = matchAt(LISTED_OTHERS, text, at)
  if (listed) return { token: { kind: 'otherWord', isPlural: true }, length: listed[0].length }
  const other = matchAt(ONE_OTHER, text, at) ?? matchAt(NAMED_OTHER, text, at)
  if (!other) return undefined
  // A word such as `UPC` or `GTIN` announces a barcode number, whose digits may be printed in groups with spaces.
  const isBars = /^(u\.?p\.?c|bar|gtin|ean|item|case)/i.test(other[0])
  const groups = isBars ? matchAt(DIGIT_GROUPS, text, at + other[0].length) : null
  const code = groups ?? matchAt(CODE, text, at + other[0].length)
  const hasDigit = code !== null && /\d/.test(code[0])
  return { token: { kind: 'otherWord', isPlural: false }, length: other[0].length + (hasDigit ? code[0].length : 0) }
}

function codeAt(text: string, at: number, last: Token | undefined): Found {
  const letters = matchAt(LETTERS, text, at)
  if (letters) return { token: { kind: 'code', code: letters[0], at }, length: letters[0].length }
  const found = matchAt(CODE, text, at)
  if (!found) return undefined
  let code = found[0]
  // "202477A/Sep-13": a lot with its expiry after a slash.
  const stroke = code.search(/\s?\//)
  if (stroke > 0 && dateAt(text, at + code.indexOf('/') + 1, true)) code = code.slice(0, stroke)
  // "T000651exp 3/2022": the word for the date without a space before it.
  code = /^(.*\d)[-.]?exp[-.]?$/i.exec(code)?.[1] ?? code
  const isLetters = !/\d/.test(code)
  if (isLetters && !(last?.kind === 'lotWord' && /^[A-Z]{3,}$/.test(code) && code.length <= 8)) {
    const word = matchAt(WORD, text, at)
    return { token: { kind: 'word' }, length: word?.[0].length ?? code.length }
  }
  return { token: { kind: 'code', code, at }, length: code.length }
}
