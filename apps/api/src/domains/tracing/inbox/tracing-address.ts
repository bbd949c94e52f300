import { findSealedPlace, sealedAddress } from '../../../core/sealed-address.ts'
import type { Secrets } from '../../../core/secrets.ts'

const PURPOSE = 'tracing mail'

/** The owner of an email about tracing: a request, or the customer for a new request. */
export interface TracingPlace {
  customerId: number
  /** null for a new request. */
  requestId: number | null
}

/** The customer's tracing address, or the address of one request. */
export const tracingAddress = (secrets: Secrets, base: string, { customerId, requestId }: TracingPlace): string =>
  sealedAddress(secrets, base, PURPOSE, { customerId, id: requestId ?? 0 })

export function findTracingPlace(secrets: Secrets, addresses: readonly string[]): TracingPlace | undefined {
  const place = findSealedPlace(secrets, PURPOSE, addresses)
  return place && { customerId: place.customerId, requestId: place.id || null }
}
