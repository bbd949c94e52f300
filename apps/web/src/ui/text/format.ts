import { formatAmount } from '@seriatim/schema/counted'
import { DAY_MS } from '@seriatim/schema/span'

export { formatAmount, formatCount } from '@seriatim/schema/counted'

/** Hours of the clock: `17:05` or `5:05 PM`. */
export type ClockHours = 12 | 24

/**
 * Time zone and clock (12 or 24 hours) for all times that this module formats. The shell sets both to the user's settings. The specification
 * prescribes the other formats.
 */
let zone = 'America/Los_Angeles'
let hours: ClockHours = 24
let cache = new Map<string, Intl.DateTimeFormat>()

export function setZone(next: string): void {
  zone = next
  cache = new Map()
}

/** Sets whether times are written `17:05` or `5:05 PM`. */
export function setClock(next: ClockHours): void {
  hours = next
}

function writeTime({ hour, minute }: Parts, seconds = ''): string {
  if (hours === 24) return `${hour}:${minute}${seconds}`
  return `${Number(hour) % 12 || 12}:${minute}${seconds}\u00a0${Number(hour) < 12 ? 'AM' : 'PM'}`
}

const absent = '–'

type Part = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second'
type Parts = Record<Part, string>

function splitParts(instant: Date): Parts {
  const key = 'parts'
  let format = cache.get(key)
  if (!format) {
    const two = '2-digit'
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: two,
      day: two,
      hour: two,
      minute: two,
      second: two,
    })
    cache.set(key, format)
  }
  const parts: Parts = { year: '', month: '', day: '', hour: '', minute: '', second: '' }
  for (const { type, value } of format.formatToParts(instant)) if (type in parts) parts[type as Part] = value
  return parts
}

/** A calendar date has no time zone, so a conversion must not shift it by a day. */
const isCalendar = (value: string) => /^\d{4}-\d{2}-\d{2}$/.test(value)

function read(value: string): Parts | undefined {
  if (isCalendar(value)) {
    const [year = '', month = '', day = ''] = value.split('-')
    return { year, month, day, hour: '00', minute: '00', second: '00' }
  }
  const instant = new Date(value)
  return Number.isNaN(instant.getTime()) ? undefined : splitParts(instant)
}

/** `MM/DD/YY`, for lists. */
export function formatDate(value: string | null | undefined): string {
  const p = value ? read(value) : undefined
  return p ? `${p.month}/${p.day}/${p.year.slice(2)}` : absent
}

/**
 * Formats an instant as `MM/DD/YY HH:mm`, even for people who use a 12-hour clock. Use it only where the specification requires this format
 * (ORDER-010).
 */
export function formatListTime(value: string | null | undefined): string {
  const p = value ? read(value) : undefined
  return p ? `${p.month}/${p.day}/${p.year.slice(2)} ${p.hour}:${p.minute}` : absent
}

/** `MM/DD/YY HH:mm` or `MM/DD/YY h:mm PM`. */
export function formatDateTime(value: string | null | undefined): string {
  const p = value ? read(value) : undefined
  return p ? `${p.month}/${p.day}/${p.year.slice(2)} ${writeTime(p)}` : absent
}

/** `MM/DD/YYYY`, for detail pages. */
export function formatLongDate(value: string | null | undefined): string {
  const p = value ? read(value) : undefined
  return p ? `${p.month}/${p.day}/${p.year}` : absent
}

/** An expiry as printed on a label: `MM/DD/YYYY`, or `MM/YYYY` without a day. */
export function formatExpiry(value: string | null | undefined): string {
  const [, year, month] = /^(\d{4})-(\d{2})$/.exec(value ?? '') ?? []
  return year ? `${month}/${year}` : formatLongDate(value)
}

/** `MM/DD/YYYY HH:mm` or `MM/DD/YYYY h:mm PM`, for detail pages. */
export function formatLongDateTime(value: string | null | undefined): string {
  const p = value ? read(value) : undefined
  return p ? `${p.month}/${p.day}/${p.year} ${writeTime(p)}` : absent
}

/** `HH:mm:ss` or `h:mm:ss PM` in the user's time zone. */
export function formatTime(value: string): string {
  const p = read(value)
  return p ? writeTime(p, `:${p.second}`) : absent
}

/** `HH:mm` or `h:mm PM` in the user's time zone. */
export function formatMinute(value: string): string {
  const p = read(value)
  return p ? writeTime(p) : absent
}

/** `MM/DD` */
export function formatDay(value: string): string {
  const p = read(value)
  return p ? `${p.month}/${p.day}` : absent
}

const usd = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
export function formatMoney(dollars: number): string {
  return usd.format(dollars)
}

export function formatSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} kB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}

/** Calendar day of an instant in the user's time zone, `YYYY-MM-DD`. */
export function localDay(instant: Date): string {
  const p = splitParts(instant)
  return `${p.year}-${p.month}-${p.day}`
}

export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

/** The Sunday on or before a calendar day. */
export function weekStart(day: string): string {
  return addDays(day, -new Date(`${day}T00:00:00Z`).getUTCDay())
}

/** Distance between two calendar days: `today`, `in 12 days`, `in 19 months`, `expired 3 months ago`. */
export function untilWords(day: string, today: string): string {
  const days = Math.round((Date.parse(day) - Date.parse(today)) / DAY_MS)
  if (days === 0) return 'today'
  const far = Math.abs(days)
  const words =
    far < 60
      ? formatAmount(far, 'day')
      : far < 731
        ? formatAmount(Math.floor(far / 30.44), 'month')
        : formatAmount(Math.floor(far / 365.25), 'year')
  return days > 0 ? `in ${words}` : `expired ${words} ago`
}

const utcWords = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', ...options })
const dayName = utcWords({ weekday: 'long' })
const longDay = utcWords({ weekday: 'long', month: 'long', day: 'numeric' })

/** `Wednesday, September 16` */
export function formatLongDay(day: string): string {
  return longDay.format(new Date(`${day}T00:00:00Z`))
}

/** `today 08:42` or `today 8:42 AM`, `yesterday 16:20`, `Sunday 10:02`, otherwise date and time. */
export function formatWhen(value: string, now = new Date()): string {
  const p = read(value)
  if (!p) return absent
  const day = `${p.year}-${p.month}-${p.day}`
  const today = localDay(now)
  const time = writeTime(p)
  if (day === today) return `today ${time}`
  if (day === addDays(today, -1)) return `yesterday ${time}`
  if (day > addDays(today, -7) && day < today) return `${dayName.format(new Date(`${day}T00:00:00Z`))} ${time}`
  return formatDateTime(value)
}
