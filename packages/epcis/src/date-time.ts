const PATTERN = /^-?[0-9]{4,9}-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})(\.[0-9]+)?(Z|[+-][0-9]{2}:[0-9]{2})?$/

type Judgement = 'ok' | 'no_zone' | 'invalid'

/**
 * Checks an xsd:dateTime.
 *
 * @returns `ok`, `no_zone` if only the time zone is missing, `invalid` for another form or a nonexistent date.
 */
export function judgeDateTime(text: string): Judgement {
  if (text !== last.text) last = { text, judgement: judge(text) }
  return last.judgement
}

/**
 * The text that was judged last, with its result. The schema check and the rules judge an event's time directly one after the other, so the second of
 * them reuses this result.
 */
let last: { readonly text: string; readonly judgement: Judgement } = { text: '', judgement: 'invalid' }

function judge(text: string): Judgement {
  const match = PATTERN.exec(text)
  if (match === null) return 'invalid'
  const [, , , hour = '', minute = '', second = '', , zone] = match
  if (!isRealDate(text.slice(0, text.indexOf('T')))) return 'invalid'
  const dayEnd = hour === '24' && minute === '00' && second === '00'
  if ((Number(hour) > 23 && !dayEnd) || Number(minute) > 59 || Number(second) > 59) return 'invalid'
  if (zone === undefined) return 'no_zone'
  return zone === 'Z' || isZoneOffset(zone) ? 'ok' : 'invalid'
}

/** Whether text is `(+|-)hh:mm` within 14 hours. */
export function isZoneOffset(text: string): boolean {
  return /^[+-](0[0-9]|1[0-3]):[0-5][0-9]$|^[+-]14:00$/.test(text)
}

/** Whether text is an existing calendar date `YYYY-MM-DD`. */
export function isRealDate(text: string): boolean {
  const [, year = '', month = '', day = ''] = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/.exec(text) ?? []
  if (year === '' || month === '00' || day === '00' || Number(month) > 12) return false
  const isLeap = Number(year) % 4 === 0 && (Number(year) % 100 !== 0 || Number(year) % 400 === 0)
  return Number(day) <= (month === '02' ? (isLeap ? 29 : 28) : /^(04|06|09|11)$/.test(month) ? 30 : 31)
}
