import { recalledWords } from '@seriatim/schema'
import type { Outputs } from '../../api/trpc.ts'
import type { Meaning } from '../../ui/feedback/badge.tsx'

export type Recall = Outputs['recall']['readOneById']
export type Affected = Outputs['recall']['readManyAffected']['items'][number]
export type AffectedPage = Outputs['recall']['readManyAffected']
export type HomeRow = Outputs['recall']['readManyHome']['items'][number]
export type RecalledCode = Recall['recallCodes'][number]

/** Numbers of packages that arrived and of packages that are still expected: `15 packages, 3 more expected`. */
export const describeAmount = ({ amount, amountReceived }: Pick<Affected, 'amount' | 'amountReceived'>) =>
  recalledWords({ received: amountReceived, expected: amount - amountReceived })

/** Number of packages that the customer must account for: those received or, if none was received, all that were shipped. */
export const amountToAccountFor = ({ amount, amountReceived }: Pick<Affected, 'amount' | 'amountReceived'>) =>
  amountReceived > 0 ? amountReceived : amount

/** Text such as `PO 88213`; empty for typed-in packages. */
export const poWords = ({ purchaseOrderNumbers }: Pick<Affected, 'purchaseOrderNumbers'>) =>
  purchaseOrderNumbers.length > 0 ? [`PO ${purchaseOrderNumbers.join(', ')}`] : []

/** Color for the class of a recall. A class I product can be fatal, and a class II product can do harm; every other recall gets no color. */
export function classMeaning(classification: string | null): Meaning | undefined {
  if (classification === 'Class I') return 'stop'
  return classification === 'Class II' ? 'attention' : undefined
}

export const classWords = (classification: string | null) => classification ?? 'Not classified yet'

/** Name of a recalled code: "Bottle 03999-7741-0". */
export const codeName = ({ formFactor, ndcWithDashes }: RecalledCode) => `${formFactor} ${ndcWithDashes || 'without an NDC'}`

/**
 * Describes in a sentence which NDC and lots were read from a recall's text for one product. `isShort`: something could not be read, so a person has
 * to check.
 */
export function describeReading(code: RecalledCode): { isShort: boolean; words: string } {
  if (code.comparedBy === 'nothing') return { isShort: true, words: `${whyNot(code)}, so your packages were not compared with it` }
  if (code.comparedBy === 'manufacturer')
    return {
      isShort: true,
      words: 'no NDC could be read. This product was compared by manufacturer and lot, and its packages are shown as possible matches.',
    }
  if (code.isUnread) return { isShort: true, words: 'no lots could be read. Packages of this product are shown as possible matches.' }
  const lots = code.amountOfLots
  const count = lots === 1 ? '1 lot' : `${lots.toLocaleString('en-US')} lots`
  if (code.allLots) return { isShort: false, words: lots > 0 ? `all lots are recalled; ${count} named` : 'all lots are recalled' }
  const dated = code.criteria.filter(({ expiration, recallLotNumbers }) => expiration !== null || recallLotNumbers.length === 0)
  const isDated = dated.length === code.criteria.length
  return { isShort: false, words: isDated ? `${count}, ${lots === 1 ? 'with its expiry' : 'each with its expiry'}` : count }
}

function whyNot({ ndcWithDashes, isUnread, allLots }: RecalledCode): string {
  const code = ndcWithDashes ? 'the NDC could not be read' : 'the text names no NDC'
  if (allLots) return `all lots are recalled, but ${code}`
  return isUnread ? `${code}, and no lots could be read` : `its lots are a range, but ${code}`
}

/** Returns whether our packages could be compared with all product codes of a recall (`all`), some of them (`part`) or none of them (`nothing`). */
export function describeCompared(codes: readonly Pick<RecalledCode, 'comparedBy'>[]): 'all' | 'part' | 'nothing' {
  const not = codes.filter(({ comparedBy }) => comparedBy === 'nothing').length
  return not === codes.length ? 'nothing' : not > 0 ? 'part' : 'all'
}

/** Search word: the name's first word of three or more characters, except "the", "and", "for". */
const firstWord = (name: string) => name.match(/[\p{L}][\p{L}\d-]{2,}/gu)?.find((word) => !/^(?:the|and|for)$/i.test(word))

/** Links that search the customer's meds by a word of the product's or firm's name, for a recall too vague to be matched. */
export function stockSearches({ title, manufacturer }: Pick<Recall, 'title' | 'manufacturer'>): { label: string; href: string }[] {
  const [med, firm] = [firstWord(title), firstWord(manufacturer)]
  return [
    ...(med ? [{ label: `Search your packages for “${med}”`, href: `/searchmeds?medName=${encodeURIComponent(med)}` }] : []),
    ...(firm ? [{ label: `Search your packages from “${firm}”`, href: `/searchmeds?manufacturerName=${encodeURIComponent(firm)}` }] : []),
  ]
}

export interface Piece {
  text: string
  kind: 'plain' | 'read' | 'unread'
}

/**
 * Splits the text of a recall into pieces: the codes that were read from it (`read`), those that could not be read (`unread`), and everything else
 * (`plain`). A match within a longer word does not count.
 */
export function splitPieces(text: string, read: readonly string[], unread: readonly string[]): Piece[] {
  const marks: { from: number; to: number; kind: 'read' | 'unread' }[] = []
  const mark = (words: readonly string[], kind: 'read' | 'unread') => {
    for (const word of new Set(words.filter((one) => one.length > 1).slice(0, 2000)))
      for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length))
        if (!isInWord(text, at, word.length)) marks.push({ from: at, to: at + word.length, kind })
  }
  mark(unread, 'unread')
  mark(read, 'read')
  const pieces: Piece[] = []
  let at = 0
  for (const { from, to, kind } of marks.sort((a, b) => a.from - b.from || b.to - a.to)) {
    if (from < at) continue
    if (from > at) pieces.push({ text: text.slice(at, from), kind: 'plain' })
    pieces.push({ text: text.slice(from, to), kind })
    at = to
  }
  if (at < text.length) pieces.push({ text: text.slice(at), kind: 'plain' })
  return pieces
}

const isInWord = (text: string, at: number, length: number) =>
  /[A-Za-z\d]/.test(text[at - 1] ?? '') || /[A-Za-z\d]/.test(text[at + length] ?? '')

/**
 * Explains why the entered quantities do not add up, such as "5 of 6 are accounted for. Say in the notes where the other one is."; undefined if they
 * do add up, or if nobody entered a quantity.
 */
export function sumWords(amount: number, numbers: readonly (number | undefined)[], isNone: boolean): string | undefined {
  const sum = numbers.reduce<number>((total, one) => total + (one ?? 0), 0)
  if (sum > amount) return `${sum} is more than the ${amount} that came in.`
  if (isNone && sum > 0) return '“None on hand” is checked, but quantities are entered. Which is right?'
  if (sum === 0 || sum === amount) return undefined
  const rest = amount - sum
  return `${sum} of ${amount} are accounted for. Say in the notes where the other ${rest === 1 ? 'one is' : `${rest} are`}.`
}

/** Up to seven page numbers around the current page, with three before it; near either end, the first or the last seven (RECALL-018 to 020). */
export function pagerWindow(page: number, pages: number): number[] {
  const first = Math.max(1, Math.min(page - 3, pages - 6))
  const last = Math.min(pages, first + 6)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at)
}

/** The serial number of an SGTIN is the segment after its last dot. */
export function pickSerial(sgtin: string): { head: string; serial: string } {
  const at = sgtin.lastIndexOf('.') + 1
  return { head: sgtin.slice(0, at), serial: sgtin.slice(at) }
}
