import { shortenLongRuns } from './bounded.ts'
import { collectSizes, describePackage, type Package, readPackages } from './packages.ts'
import { splitTokens, type Token } from './tokens.ts'
import type { RecallCode, RecallReading, RecallRecord } from './types.ts'

/** A lot, or a range of lots, with the packages that it applies to; an empty list of packages means all. */
interface Named {
  lot: string
  to?: string
  packages: readonly Package[]
  dates: string[]
}

/**
 * Finds the recalled products, lots and dates in the free text of an FDA enforcement report (product_description, code_info, more_code_info). Never
 * throws; parts of the text that contain digits and could not be read are returned in `unread`.
 */
export function readRecall(record: RecallRecord): RecallReading {
  const text = shortenLongRuns([record.code_info, record.more_code_info].filter(Boolean).join('  \n'))
  const reader = new Reader(readPackages(shortenLongRuns(record.product_description ?? '')))
  const tokens = LETTERS_ALONE.test(text.trim()) ? [makeCodeToken(text.trim())] : splitTokens(text.replace(PRODUCT_BEFORE, ''))
  reader.prepare(tokens)
  for (const [at, token] of tokens.entries()) reader.take(token, tokens, at)
  const { codes, unread } = reader.end()
  return { recallNumber: record.recall_number ?? '', codes, unread }
}

const LETTERS_ALONE = /^[A-Z]{3,8}$/
const makeCodeToken = (code: string): Token => ({ kind: 'code', code, at: 0 })
/**
 * Opening words such as "OMEGA-3 FATTY ACID, Capsule, 1000 mg has the following codes". They name only the product, so they are removed before lots
 * are read.
 */
const PRODUCT_BEFORE = /^[^;:]*\bhas the fol+owing codes?\b/i

class Reader {
  private readonly packages: Package[]
  /** Lots found since the last expiry date; they have no date yet. */
  private open: Named[] = []
  /** Lots that got the expiry date read last. If another date follows after a comma, it is added to the same lots. */
  private closed: Named[] = []
  private readonly all: Named[] = []
  private readonly loose: { date: string; packages: readonly Package[] }[] = []
  private readonly allLots: (readonly Package[])[] = []
  private readonly prefixes: string[] = []
  private readonly suffixes: string[] = []
  private followedBy: string | undefined
  private target: readonly Package[] = []
  private context: 'none' | 'lots' | 'expiry' | 'otherDate' | 'other' | 'others' = 'none'
  private hasLotWord = false
  private hasMarkers = false
  private ndcStandsBehind = false
  private named = new Set<Package>()
  private sinceNdc: Named[] = []
  private isBetween = false
  private hasLotsByDay = false
  private lastMarkerAt = -1
  private readonly unread: string[] = []

  constructor(packages: Package[]) {
    this.packages = packages
  }

  /**
   * Finds out how the text is written before its lots are read: whether it introduces lots with the word "lot", whether it repeats the letters or
   * numbers with which the description labels its packages, and whether an NDC comes before or after its lots.
   */
  prepare(tokens: readonly Token[]): void {
    this.hasLotWord = tokens.some(({ kind }) => kind === 'lotWord')
    const labels = new Set(this.packages.flatMap(({ label }) => label ?? []))
    this.hasMarkers = tokens.some((token) => token.kind === 'marker' && labels.has(token.label))
    const firstNdc = tokens.findIndex(({ kind }) => kind === 'ndc')
    const firstCode = tokens.findIndex(({ kind }) => kind === 'code')
    this.ndcStandsBehind = firstNdc >= 0 && firstCode >= 0 && firstCode < firstNdc
  }

  take(token: Token, tokens: readonly Token[], at: number): void {
    switch (token.kind) {
      case 'marker':
        this.mark(token.label, tokens, at)
        return
      case 'ndc':
        this.takeNdc(token.ndc)
        return
      case 'size':
        this.takeSize(token.text)
        return
      case 'sample': {
        const samples = this.packages.filter(({ isSample }) => isSample)
        if (samples.length > 0 && samples.length < this.packages.length && !this.hasMarkers) this.target = samples
        return
      }
      case 'lotWord':
        this.context = 'lots'
        this.isBetween = false
        return
      case 'expiryWord':
        this.context = 'expiry'
        return
      case 'dateWord':
        this.context = 'otherDate'
        return
      case 'otherWord':
        if (token.isPlural) this.context = 'others'
        return
      case 'between':
        this.isBetween = true
        return
      case 'window':
        this.takeWindow()
        return
      case 'date':
        if (this.isLotByDay(tokens, at)) this.takeCode(token.text, tokens, at, true)
        else this.takeDate(token.date, tokens, at)
        return
      case 'code':
        this.takeCode(token.code, tokens, at)
        return
      case 'allLots':
        this.allLots.push(this.target)
        this.context = 'none'
        return
      case 'prefix':
        this.prefixes.push(...token.codes)
        return
      case 'suffix':
        this.suffixes.push(...token.codes)
        return
      case 'followedBy':
        this.followedBy ??= token.text
        return
      case 'end':
        this.isBetween = false
        if (this.context === 'otherDate' || (this.context === 'others' && !token.isLine)) this.context = 'none'
        return
      default:
    }
  }

  private mark(label: string, tokens: readonly Token[], at: number): void {
    const marked = this.packages.filter((one) => one.label === label)
    if (marked.length === 0) return
    // If only commas or "and" separate two markers, as in "a) and b)", the lots that follow apply to both packages.
    const isMore = this.lastMarkerAt >= 0 && tokens.slice(this.lastMarkerAt + 1, at).every(({ kind }) => kind === 'comma')
    this.lastMarkerAt = at
    this.target = isMore ? [...this.target, ...marked] : marked
    if (this.context === 'otherDate') this.context = 'none'
  }

  private takeNdc(ndc: string): void {
    let found = this.packages.find((one) => one.ndc !== null && sameNdc(one.ndc, ndc))
    if (!found) {
      found = describePackage(undefined, ndc, '')
      this.packages.push(found)
    }
    this.named.add(found)
    if (this.ndcStandsBehind) {
      for (const named of this.sinceNdc) named.packages = [found]
      this.sinceNdc = []
    } else this.target = [found]
    if (this.context === 'otherDate' || this.context === 'others') this.context = 'none'
  }

  /**
   * Handles a size before a lot, as in "15 gm Lot # …": the lots after it belong only to the packages of this size. Sizes count only if nothing else
   * tells the packages apart.
   */
  private takeSize(text: string): void {
    if (this.hasMarkers || this.named.size > 0 || this.packages.length < 2) return
    const [size] = collectSizes(text)
    const fitting = size === undefined ? [] : this.packages.filter(({ sizes }) => sizes.includes(size))
    if (fitting.length > 0 && fitting.length < this.packages.length) this.target = fitting
  }

  private takeDate(date: string, tokens: readonly Token[], at: number): void {
    const next = tokens[at + 1]
    const isWindow = (next?.kind === 'to' || (this.isBetween && next?.kind === 'comma')) && tokens[at + 2]?.kind === 'date'
    const before = tokens[at - 1]
    const endsWindow = tokens[at - 2]?.kind === 'date' && (before?.kind === 'to' || (this.isBetween && before?.kind === 'comma'))
    if (isWindow || endsWindow || this.context === 'otherDate' || this.context === 'others') return
    if (this.open.length > 0) {
      for (const named of this.open) named.dates.push(date)
      this.closed = this.open
      this.open = []
    } else if (this.closed.length > 0 && before?.kind === 'comma') {
      for (const named of this.closed) if (!named.dates.includes(date)) named.dates.push(date)
    } else this.loose.push({ date, packages: this.target })
    if (this.context === 'expiry') this.context = this.hasLotWord ? 'lots' : 'none'
  }

  /**
   * Some firms number lots by date: "Lot numbers: 04/15/2012, Exp 04/15/14; 05/15/2012, Exp …". A date counts as such a lot if an expiry follows it,
   * and a word for lots precedes it or an earlier date was already such a lot.
   */
  private isLotByDay(tokens: readonly Token[], at: number): boolean {
    if (adjacent(tokens, at, 1)?.kind !== 'expiryWord' || tokens[at - 1]?.kind === 'expiryWord') return false
    this.hasLotsByDay ||= adjacent(tokens, at, -1)?.kind === 'lotWord'
    return this.hasLotsByDay
  }

  /** Skips a range of dates, because it is not the expiry of a single lot. The lots before it then have no expiry date. */
  private takeWindow(): void {
    this.closed = []
    this.open = []
    if (this.context === 'expiry') this.context = this.hasLotWord ? 'lots' : 'none'
  }

  private takeCode(code: string, tokens: readonly Token[], at: number, isSure = false): void {
    if (this.context === 'others' || !(isSure || this.isLot(code, tokens[at - 1]))) {
      if (/\d{3}/.test(code) && this.context !== 'others') this.unread.push(code)
      return
    }
    if (this.context === 'expiry' && this.open.length > 0) {
      // In "30009074, Exp. 30009138", a second lot follows "Exp.": the date was omitted, so the lots before it have no expiry date.
      this.closed = []
      this.open = []
    }
    const [from, to] = rangeIn(code) ?? [code, undefined]
    const before = tokens[at - 1]
    const last = this.all.at(-1)
    if (before?.kind === 'to' && last && this.open.includes(last) && last.to === undefined && isSameShape(last.lot, code)) {
      last.to = code
      return
    }
    const named: Named = { lot: from, ...(to ? { to } : {}), packages: this.target, dates: [] }
    this.all.push(named)
    this.open.push(named)
    this.sinceNdc.push(named)
    if (this.context === 'expiry') this.context = this.hasLotWord ? 'lots' : 'none'
  }

  private isLot(code: string, before: Token | undefined): boolean {
    // A code without digits needs no further check, because the tokenizer returns one only if the text around it marks it as a lot.
    if (!/\d/.test(code)) return true
    if (before?.kind === 'lotWord') return true
    if (/^\d{1,2}$/.test(code)) return false
    // A code of this form is not a lot but an impossible date, such as 5/32/23.
    if (/^\d{1,2}\/\d{1,6}(?:\/\d{1,6})?$/.test(code)) return false
    // A bare year within an expiration date is the rest of an invalid date, so it is not a lot.
    if (this.context === 'expiry' && /^(19|20)\d\d$/.test(code)) return false
    if (this.context === 'otherDate') return code.includes('@')
    return this.context === 'lots' || !this.hasLotWord ? code.length >= 3 : /[A-Za-z]/.test(code) || code.length >= 4
  }

  end(): { codes: RecallCode[]; unread: string[] } {
    const own = new Set(this.all.flatMap(({ packages }) => packages))
    // Lots that the text assigns to no package apply to the packages that have no lots of their own.
    const others = this.packages.filter((one) => !own.has(one))
    if (own.size > 0 && others.length > 0) for (const named of this.all) if (named.packages.length === 0) named.packages = others
    const wanted = this.named.size > 0 ? this.packages.filter((one) => this.named.has(one)) : this.packages
    const codes = [...new Set(wanted.map(({ ndc }) => ndc))].map((ndc) =>
      this.readCode(
        ndc,
        wanted.filter((one) => one.ndc === ndc),
        wanted,
      ),
    )
    return { codes: codes.length > 1 ? codes.filter((code) => code.ndc !== null || code.lots.length > 0) : codes, unread: this.unread }
  }

  /**
   * Collects the lots, ranges and dates that the text states for one NDC. A lot that the text assigns to no package in `wanted` applies to every NDC.
   * @param own the packages with this NDC.
   * @param wanted the packages of all NDCs that the recall covers.
   */
  private readCode(ndc: string | null, own: readonly Package[], wanted: readonly Package[]): RecallCode {
    const code: RecallCode = { ndc, lots: [], ranges: [], allLots: false, expirations: [] }
    const isFor = (packages: readonly Package[]) =>
      packages.some((one) => own.includes(one)) || !packages.some((one) => wanted.includes(one))
    const seen = new Set<string>()
    const dated = new Set<string>()
    const date = (lot: string | null, expiration: string) => {
      const key = `${lot?.toLowerCase()} ${expiration}`
      if (!dated.has(key)) code.expirations.push({ lot, expiration })
      dated.add(key)
    }
    for (const { lot, to, packages, dates } of this.all) {
      if (!isFor(packages)) continue
      if (to !== undefined) {
        if (!code.ranges.some(([from]) => from === lot)) code.ranges.push([lot, to])
      } else if (!seen.has(lot.toLowerCase())) {
        seen.add(lot.toLowerCase())
        code.lots.push(lot)
      }
      for (const expiration of dates) date(to === undefined ? lot : null, expiration)
    }
    for (const { date: expiration, packages } of this.loose) if (this.all.length === 0 && isFor(packages)) date(null, expiration)
    if (this.allLots.some(isFor)) code.allLots = true
    const isOpen = code.lots.length === 0 && code.ranges.length === 0
    if (this.prefixes.length > 0 && isOpen) code.lotPrefixes = [...this.prefixes]
    if (this.suffixes.length > 0 && isOpen) code.lotSuffixes = [...this.suffixes]
    if (this.followedBy) code.lotMayBeFollowedBy = this.followedBy
    return code
  }
}

/** Returns the next token after `at` (step 1) or before it (step -1). Skips commas, and when going back also line ends. */
function adjacent(tokens: readonly Token[], at: number, step: 1 | -1): Token | undefined {
  let next = at + step
  while (tokens[next]?.kind === 'comma' || (step < 0 && tokens[next]?.kind === 'end')) next += step
  return tokens[next]
}

const pickDigits = (ndc: string) => ndc.replaceAll('-', '')

function sameNdc(one: string, other: string): boolean {
  return one === other || pickDigits(one) === pickDigits(other)
}

const findShape = (code: string) => code.replace(/[A-Za-z]/g, 'A').replace(/\d/g, '0')

function isSameShape(one: string, other: string): boolean {
  return findShape(one) === findShape(other) && one < other
}

/**
 * Splits "022212010-022212012" into the first and last lot of a range. In most codes the dash is part of the lot; it marks a range only between two
 * texts of the same shape that begin alike and ascend.
 */
function rangeIn(code: string): [string, string] | undefined {
  const [from, to, more] = code.split('-')
  if (!from || !to || more !== undefined || from.length < 6 || !isSameShape(from, to)) return undefined
  const shared = [...from].findIndex((char, at) => char !== to[at])
  return shared >= from.length / 2 ? [from, to] : undefined
}
