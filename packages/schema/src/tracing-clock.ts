import { HOUR_MS } from './span.ts'

/** Our own target; the law gives dispensers longer (decision 70). */
export const TARGET_HOURS = 24
export const TARGET_MS = TARGET_HOURS * HOUR_MS

/** The page that begins a request about one of these. */
export const tracingStartPath = (kind: 'med' | 'recall' | 'incident' | 'exception', id: number): string =>
  `/tracing/new?from=${kind}&id=${id}`
