/** The instant at which a calendar day begins in a zone (decision 23). `2026-03-08`, `America/New_York` -> 2026-03-08T05:00:00Z. */
export function startOfDay(day: string, timeZone: string): Date {
  return instantOf(day, '00:00', timeZone)
}

/** The instant at which a wall clock in a zone shows this day and time, `HH:mm`. A time that a clock change leaves out is the one an hour later. */
export function instantOf(day: string, time: string, timeZone: string): Date {
  const utc = Date.parse(`${day}T${time}:00Z`)
  // Twice, because the offset at the first guess may be the one of the other side of a clock change.
  const once = utc - offsetAt(utc, timeZone)
  return new Date(utc - offsetAt(once, timeZone))
}

/** The instant at which the day after begins: ranges are inclusive of their last day. */
export function endOfDay(day: string, timeZone: string): Date {
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
  return startOfDay(next, timeZone)
}

/** The calendar day of an instant in a zone, `YYYY-MM-DD`. */
export function dayOf(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(at)
}

/** What a wall clock in a zone shows, `YYYY-MM-DD HH:mm`: sorts as text. One clock for many instants, because making one is slow. */
export function wallClock(timeZone: string): (at: Date) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  return (at) => format.format(at)
}

function offsetAt(instant: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(instant)
  const get = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  return Date.UTC(get('year'), get('month') - 1, get('day'), get('hour'), get('minute'), get('second')) - Math.floor(instant / 1000) * 1000
}
