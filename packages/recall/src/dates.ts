const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
/** A date must not end inside a code: some lots contain dates, such as 01-07-2020:64@5. */
const END = '(?![A-Za-z0-9@_]|[:/.-][A-Za-z0-9@])'

interface Form {
  pattern: RegExp
  /** Returns the year, month and day as written; no day if only the month is given. */
  parts: (groups: readonly (string | undefined)[]) => [year: string, month: string, day?: string]
  /** Whether this form counts as a date only after a word for the expiry; without such a word it may also be a lot. */
  needsWord?: boolean
}

const form = (pattern: string, parts: Form['parts'], needsWord = false): Form => ({
  pattern: new RegExp(pattern + END, 'iy'),
  parts,
  needsWord,
})
const g = (groups: readonly (string | undefined)[], at: number) => groups[at] ?? ''

/** Ways in which FDA texts write a day or a month, most specific first. */
const FORMS: readonly Form[] = [
  form('(\\d{4})[/.-](\\d{1,2})[/.-](\\d{1,2})', (m) => [g(m, 1), g(m, 2), g(m, 3)]),
  form('(\\d{1,2})[/.](\\d{1,2})[/.](\\d{4}|\\d{2})', (m) => [g(m, 3), g(m, 1), g(m, 2)]),
  form('(\\d{1,2})\\s?-\\s?(\\d{1,2})\\s?-\\s?(\\d{4}|\\d{2})', (m) => [g(m, 3), g(m, 1), g(m, 2)]),
  form(`${MONTH}\\.?[\\s-]*(\\d{1,2})(?:st|nd|rd|th)?\\s*[,.-]?\\s*(\\d{4})`, (m) => [g(m, 3), g(m, 1), g(m, 2)]),
  form(`(\\d{1,2})(?:st|nd|rd|th)?[\\s-]*${MONTH}\\.?[\\s,.-]*(\\d{4}|\\d{2})`, (m) => [g(m, 3), g(m, 2), g(m, 1)]),
  form(`(\\d{4})[\\s/.-]?${MONTH}(?:[\\s/.-]?(\\d{1,2}))?`, (m) => [g(m, 1), g(m, 2), g(m, 3)]),
  form(`${MONTH}\\.?[\\s,./'-]*(\\d{4}|\\d{2})`, (m) => [g(m, 2), g(m, 1)]),
  form('(\\d{1,2})\\s?/\\s?(\\d{4}|\\d{2})', (m) => [g(m, 2), g(m, 1)]),
  form('(\\d{1,2})-(\\d{4}|\\d{2})', (m) => [g(m, 2), g(m, 1)], true),
  form('(20\\d\\d)[/-](\\d{1,2})', (m) => [g(m, 1), g(m, 2)], true),
  form('(20\\d\\d)(\\d\\d)(\\d\\d)', (m) => [g(m, 1), g(m, 2), g(m, 3)], true),
  form('(\\d\\d)(\\d\\d)(20\\d\\d)', (m) => [g(m, 3), g(m, 1), g(m, 2)], true),
  form('(\\d\\d)(20\\d\\d)', (m) => [g(m, 2), g(m, 1)], true),
  form('(0[1-9]|1[0-2])([1-3]\\d)', (m) => [g(m, 2), g(m, 1)], true),
]

export interface DateFound {
  /** `YYYY-MM-DD` or `YYYY-MM`. */
  date: string
  length: number
}

/** The date that begins at a position. @param isExpected whether a word for the expiry precedes the date; more forms then count as dates. */
export function dateAt(text: string, at: number, isExpected: boolean): DateFound | undefined {
  for (const { pattern, parts, needsWord } of FORMS) {
    if (needsWord && !isExpected) continue
    pattern.lastIndex = at
    const found = pattern.exec(text)
    const date = found && toDate(parts(found))
    if (date) return { date, length: found[0].length }
  }
  return undefined
}

function toDate([yearText, monthText, dayText]: [string, string, string?]): string | undefined {
  const year = yearText.length === 2 ? 2000 + Number(yearText) : Number(yearText)
  const named = MONTHS.indexOf(monthText.slice(0, 3).toLowerCase()) + 1
  let month = named || Number(monthText)
  let day = dayText === undefined || dayText === '' ? undefined : Number(dayText)
  // The day may also come before the month: 27-04-2020.
  if (!named && day !== undefined && month > 12 && day <= 12) [month, day] = [day, month]
  if (year < 1990 || year > 2079 || month < 1 || month > 12) return undefined
  const two = (n: number) => String(n).padStart(2, '0')
  if (day === undefined) return `${year}-${two(month)}`
  return day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate() ? `${year}-${two(month)}-${two(day)}` : undefined
}

const UNTIL = '\\s*(?:-|–|to|through|thru)\\s*'
const DAY = '\\d{1,2}/\\d{1,2}/(?:\\d{4}|\\d{2})'
const WINDOW = new RegExp(`${MONTH}\\.?\\s*\\d{1,2}${UNTIL}(?:${MONTH}\\.?\\s*)?\\d{1,2}\\s*,?\\s*\\d{4}|${DAY}-${DAY}(?![\\w/-])`, 'iy')

/**
 * Returns the number of characters of the range of days that begins at `at`, such as "December 25-31, 2022" or "05/13/2018-06/07/2018"; 0 if none
 * begins there. No day of such a range is an expiry.
 */
export function windowAt(text: string, at: number): number {
  WINDOW.lastIndex = at
  return WINDOW.exec(text)?.[0].length ?? 0
}
