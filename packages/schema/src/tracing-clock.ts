import { HOUR_MS } from './span.ts'

/**
 * Hours within which the product asks its users to answer a tracing request. This is the product's own target; the law gives dispensers longer
 * (decision 70).
 */
export const TARGET_HOURS = 24
export const TARGET_MS = TARGET_HOURS * HOUR_MS

/** The URL of a new request that starts from one of these records. */
export const tracingStartPath = (kind: 'med' | 'recall' | 'incident' | 'exception', id: number): string =>
  `/tracing/new?from=${kind}&id=${id}`
