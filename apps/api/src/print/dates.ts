/** `2028-04-30` -> `04/30/2028`, as the screens write it. */
export function printDay(iso: string): string {
  const [year, month, date] = iso.split('-')
  return `${month}/${date}/${year}`
}

/** `5/14/26, 11:00 AM` in the reader's zone; text that is no instant stays as it is. */
export function printMoment(iso: string, timeZone: string): string {
  const at = new Date(iso)
  if (Number.isNaN(at.getTime())) return iso
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'short', timeStyle: 'short', timeZone }).format(at)
}
