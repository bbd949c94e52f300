import { findSealedPlace, sealedAddress } from '../../../core/sealed-address.ts'
import type { Secrets } from '../../../core/secrets.ts'

const PURPOSE = 'tracing mail'

/** Where a mail about tracing belongs: to a request, or to the customer, for whom it is a new request. */
export interface TracingPlace {
  customerId: number
  /** null: a new request. */
  requestId: number | null
}

/** The customer's tracing address, or that of one request. */
export const tracingAddress = (secrets: Secrets, base: string, { customerId, requestId }: TracingPlace): string =>
  sealedAddress(secrets, base, PURPOSE, { customerId, id: requestId ?? 0 })

export function findTracingPlace(secrets: Secrets, addresses: readonly string[]): TracingPlace | undefined {
  const place = findSealedPlace(secrets, PURPOSE, addresses)
  return place && { customerId: place.customerId, requestId: place.id || null }
}
