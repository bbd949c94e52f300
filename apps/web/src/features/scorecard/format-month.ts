const MONTHS = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' })

/** `2026-09` -> `Sep 2026`; empty for none. */
export const formatMonth = (month: string | undefined): string => (month ? MONTHS.format(new Date(`${month}-01T00:00:00Z`)) : '')
