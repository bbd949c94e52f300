/** `2028-04-30` -> `04/30/2028`, as the screens write it. */
export function printDay(iso: string): string {
  const [year, month, date] = iso.split('-')
  return `${month}/${date}/${year}`
}

/** `05/14/2026 11:00` in the reader's zone, as the screens write it; text that is no instant stays as it is. */
export function printMoment(iso: string, timeZone: string): string {
  const at = new Date(iso)
  if (Number.isNaN(at.getTime())) return iso
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(at)
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? ''
  return `${part('month')}/${part('day')}/${part('year')} ${part('hour')}:${part('minute')}`
}

/** Every `YYYY-MM-DD` in a text as {@link printDay} writes it. */
export function printDaysIn(text: string): string {
  return text.replace(/\b\d{4}-\d{2}-\d{2}\b/g, printDay)
}
