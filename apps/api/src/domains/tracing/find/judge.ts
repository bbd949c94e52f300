import {
  formatAmount,
  formatCount,
  type TracingCounts,
  type TracingItem,
  type TracingLine,
  type TracingRecord,
  type TracingResult,
} from '@seriatim/schema'
import { printDay } from '../../../print/dates.ts'

/** A record as the screen shows it, with the additional facts for judging it. */
export interface FoundRecord extends TracingRecord {
  /** Number of orders that list the package; more than one means that it arrived twice. */
  orders: number
  receipts: number
  replacedById: number | null
  isOrderVoided: boolean
  /**
   * The shipment with which the package left; null if the package is here. `leftOn` is the day of departure in the time zone of the location that it
   * left.
   */
  departure: { shipmentId: number; toName: string; leftOn: string } | null
}

export interface Searched {
  /** The first day for which there are records. */
  since: string | null
  /** Records from before this day may have been removed because their retention period is over. */
  keptSince: string
  locations: number
  serials: number
  isNarrow: boolean
  /** The customer's name if the sentences are for outsiders; null if they are for the customer's own people. */
  ownName: string | null
}

export interface Finding {
  records: readonly FoundRecord[]
  /** Number of all matches, voided ones too; the list may be shorter. */
  amount: number
  /** True if counting stopped at `amount` although more packages match. */
  hasMore: boolean
  isElsewhere: boolean
}

/** The scope of the search, in words: for outsiders "2 locations of Park Pharmacy", for a person with a limited scope "your 2 locations". */
export function searchedWords({ since, locations, serials, isNarrow, ownName }: Searched): string {
  const places = formatAmount(locations, 'location')
  const where = ownName === null ? `${isNarrow ? 'your ' : ''}${places}` : `${places} of ${ownName}`
  return `${where} and ${formatAmount(serials, 'serial number')}${since ? ` since ${printDay(since)}` : ''}`
}

/** "10,000 packages", or "more than 10,000 packages" if counting stopped there. */
export const amountWords = ({ amount, hasMore }: Pick<TracingLine, 'amount' | 'hasMore'>): string =>
  `${hasMore ? 'more than ' : ''}${formatAmount(amount, 'package')}`

/** Determines what was found for an item and what is missing. */
export function judgeItem(number: number, asked: TracingItem, finding: Finding, searched: Searched): TracingLine {
  const { records, amount, hasMore, isElsewhere } = finding
  const live = records.filter(({ isVoided, isOrderVoided }) => !isVoided && !isOrderVoided)
  const line = {
    number,
    asked,
    records: live.length ? live : [...records],
    amount: live.length ? amount - (records.length - live.length) : amount,
    hasMore,
  }
  if (!live.length) return { ...line, ...judgeNothing(asked, records, isElsewhere, searched) }
  const said = [...gapsOf(asked, live), ...unlistedOf(line, searched), ...(isElsewhere ? [moreElsewhere(searched)] : [])]
  return { ...line, result: said.length ? 'partly' : 'found', said, remarks: remarksOf(records, live) }
}

/** Returns a sentence that more packages match than are listed, and how to get them all; an empty list if all are listed. */
function unlistedOf({ records, amount, hasMore }: Pick<TracingLine, 'records' | 'amount' | 'hasMore'>, { ownName }: Searched): string[] {
  if (!hasMore && amount <= Math.max(1, records.length)) return []
  const words = amountWords({ amount, hasMore })
  const rest = ownName === null ? 'To get all of them, create an inspection pack.' : 'The others can be supplied on request.'
  const listed = records.length === 1 ? 'only the first is listed' : `the first ${formatCount(records.length)} are listed`
  return [`${words.charAt(0).toUpperCase()}${words.slice(1)} match; ${listed}. ${rest}`]
}

const moreElsewhere = ({ ownName }: Searched): string =>
  ownName === null
    ? 'There are more packages at a location that you cannot access.'
    : `There are more packages at another location of ${ownName}.`

type Judged = Pick<TracingLine, 'result' | 'said' | 'remarks'>

function judgeNothing(asked: TracingItem, records: readonly FoundRecord[], isElsewhere: boolean, searched: Searched): Judged {
  if (records.length && !isElsewhere) {
    const replaced = records.some(({ replacedById }) => replacedById !== null)
    const why = replaced
      ? 'The order that listed it was replaced by a corrected file, which does not list it.'
      : 'The record on file was entered by mistake and has been voided.'
    return { result: 'partly', said: [why], remarks: [] }
  }
  if (isElsewhere)
    return {
      result: 'elsewhere',
      said: [
        searched.ownName === null
          ? 'It is on record at a location that you cannot see. The admin of your organization can answer for all locations.'
          : `On record at another location of ${searched.ownName}, which this answer does not cover.`,
      ],
      remarks: [],
    }
  const outside = whyOutside(asked, searched)
  if (outside) return { result: 'outside', said: [outside], remarks: [] }
  const period = asked.from || asked.to ? `, received ${periodWords(asked)}` : ''
  return { result: 'notFound', said: [`Searched ${searchedWords(searched)}${period}.`], remarks: [] }
}

function periodWords({ from, to }: Pick<TracingItem, 'from' | 'to'>): string {
  if (from && to) return `from ${printDay(from)} to ${printDay(to)}`
  return from ? `from ${printDay(from)}` : `until ${printDay(to ?? '')}`
}

function whyOutside({ to, expirationDate }: TracingItem, { since, keptSince }: Searched): string | null {
  const last = to ?? expirationDate
  if (since === null) return 'We have no records yet.'
  if (!last) return null
  if (last < since) return `Our records begin on ${printDay(since)}, after the period in question.`
  if (last < keptSince) return `Records from before ${printDay(keptSince)} are no longer kept.`
  return null
}

/** One sentence for each kind of gap or difference in an item's records, with the number of affected packages unless all of them are affected. */
function gapsOf(asked: TracingItem, live: readonly FoundRecord[]): string[] {
  const of = (words: string, has: (record: FoundRecord) => boolean) => {
    const hits = live.filter(has).length
    if (!hits) return []
    return [hits === live.length ? `${words}.` : `${words} (${hits} of ${formatAmount(live.length, 'package')}).`]
  }
  return [
    ...of('Typed in by hand, so there is no transaction information', ({ isTypedIn, documentId }) => isTypedIn || documentId === null),
    ...of(
      'Transaction information, but no transaction statement',
      ({ isTypedIn, documentId, hasStatement }) => !isTypedIn && documentId !== null && !hasStatement,
    ),
    ...of('The file does not name the previous owner', ({ documentId, seller }) => documentId !== null && seller === null),
    ...of('Listed in a file, but never received', ({ documentId, receivedAt }) => documentId !== null && receivedAt === null),
    ...of(`On file with a different lot than ${asked.lotNumber}`, ({ lotNumber }) => differs(asked.lotNumber, lotNumber)),
    ...of(`On file with a different expiration date than ${asked.expirationDate && printDay(asked.expirationDate)}`, ({ expirationDate }) =>
      differs(asked.expirationDate, expirationDate),
    ),
  ]
}

const differs = (asked: string | null, own: string | null) =>
  asked !== null && own !== null && asked.trim().toUpperCase() !== own.trim().toUpperCase()

function remarksOf(records: readonly FoundRecord[], live: readonly FoundRecord[]): string[] {
  const isOne = live.length === 1
  const held = live.filter(({ isHeld }) => isHeld).length
  const twice = live.filter(({ receipts }) => receipts > 1).length
  const places = new Set(live.map(({ locationName }) => locationName)).size
  return [
    ...(held ? [isOne ? 'On hold.' : `${formatAmount(held, 'package')} on hold.`] : []),
    ...sentWords(live),
    ...(twice ? [isOne ? 'Received twice, with two orders.' : `${formatAmount(twice, 'package')} received twice.`] : []),
    ...(places > 1 && live.length > 1 && live.every(({ serialNumber }) => serialNumber === live[0]?.serialNumber)
      ? [`The serial number is on file at ${formatAmount(places, 'location')}.`]
      : []),
    ...(records.length > live.length ? [`${formatAmount(records.length - live.length, 'voided record')} left out.`] : []),
    ...(live.some(({ replacedById }) => replacedById !== null)
      ? ['Its order was replaced by a corrected file; this is what the corrected file says.']
      : []),
  ]
}

/** One sentence for each shipment with which some of these packages left: how many left, where they went, and when. */
function sentWords(live: readonly FoundRecord[]): string[] {
  const sent = Map.groupBy(
    live.flatMap(({ departure }) => departure ?? []),
    ({ shipmentId }) => shipmentId,
  )
  return [...sent].map(([shipmentId, own]) => {
    const amount = live.length > 1 ? `${formatAmount(own.length, 'package')} sent` : 'Sent'
    return `${amount} to ${own[0]?.toName ?? 'a receiver'} on ${printDay(own[0]?.leftOn ?? '')}, with shipment ${shipmentId}.`
  })
}

export function countResults(lines: readonly Pick<TracingLine, 'result'>[]): TracingCounts {
  const counts: TracingCounts = { found: 0, partly: 0, notFound: 0, outside: 0, elsewhere: 0 }
  for (const { result } of lines) counts[result] = (counts[result] ?? 0) + 1
  return counts
}

const RESULT_NAMES: Record<TracingResult, string> = {
  found: 'found',
  partly: 'found in part',
  notFound: 'not found',
  outside: 'outside our records',
  elsewhere: 'at another location',
}

/** Counts as words: "3 found, 1 found in part, 1 not found" */
export function countWords(counts: TracingCounts): string {
  const parts = (Object.keys(RESULT_NAMES) as TracingResult[]).flatMap((result) =>
    counts[result] ? [`${counts[result]} ${RESULT_NAMES[result]}`] : [],
  ) // Object.keys() returns string[]
  return parts.join(', ') || 'nothing asked'
}

/** What is missing from an answer, in words: one line for each item that was not found completely. */
export function answerGaps(lines: readonly TracingLine[]): { number: number; text: string }[] {
  return lines
    .filter(({ result }) => result !== 'found')
    .map(({ number, asked, result, said }) => ({
      number,
      text: `${itemWords(asked)}: ${said.join(' ') || RESULT_NAMES[result]}`,
    }))
}

/** The subject of an item: `Serial 60B2K9F4, lot LP4471`. */
export function itemWords({ serialNumber, lotNumber, gtin, ndc, from, to }: TracingItem): string {
  const parts = [
    serialNumber && `Serial ${serialNumber}`,
    lotNumber && `lot ${lotNumber}`,
    gtin && `GTIN ${gtin}`,
    ndc && `NDC ${ndc}`,
    (from || to) && `received ${periodWords({ from, to })}`,
  ].filter((part): part is string => Boolean(part))
  const [first = 'Nothing', ...rest] = parts
  return [first.charAt(0).toUpperCase() + first.slice(1), ...rest].join(', ')
}
