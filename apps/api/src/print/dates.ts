import type { ClockHours } from '@seriatim/schema'

/** `2028-04-30` -> `04/30/2028`, as the screens write it. */
export function printDay(iso: string): string {
  const [year, month, date] = iso.split('-')
  return `${month}/${date}/${year}`
}

/** Formats an expiration date as on a label: `2028-04-30` as `04/30/2028`, and a month without a day, `2028-04`, as `04/2028`. */
export function printExpiry(day: string): string {
  return day.length === 7 ? day.replace(/^(\d{4})-(\d{2})$/, '$2/$1') : printDay(day)
}

/** Zone and 12- or 24-hour notation of the times in a printout or an email. A session has both and can be passed. */
export interface Clock {
  timeZone: string
  clockHours: ClockHours
}

/** Formats an instant as `05/14/2026 15:00` or `05/14/2026 3:00 PM`; returns text that is not an instant unchanged. */
export function printMoment(iso: string, { timeZone, clockHours }: Clock): string {
  const at = new Date(iso)
  if (Number.isNaN(at.getTime())) return iso
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: clockHours === 24 ? '2-digit' : 'numeric',
    minute: '2-digit',
    hourCycle: clockHours === 24 ? 'h23' : 'h12',
  }).formatToParts(at)
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? ''
  return `${part('month')}/${part('day')}/${part('year')} ${part('hour')}:${part('minute')}${clockHours === 24 ? '' : ` ${part('dayPeriod')}`}`
}

/** Rewrites every `YYYY-MM-DD` in a text as {@link printDay} does. */
export function printDaysIn(text: string): string {
  return text.replace(/\b\d{4}-\d{2}-\d{2}\b/g, printDay)
}
