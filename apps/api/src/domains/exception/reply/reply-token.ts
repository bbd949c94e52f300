import { findSealedPlace, sealedAddress } from '../../../core/sealed-address.ts'
import type { Secrets } from '../../../core/secrets.ts'

const PURPOSE = 'exception reply'

/** Identifies the ticket to which a reply address belongs. */
export interface ReplyPlace {
  customerId: number
  documentExceptionId: number
}

/** The address of a ticket, to which its partner replies. */
export const replyAddress = (secrets: Secrets, base: string, { customerId, documentExceptionId: id }: ReplyPlace): string =>
  sealedAddress(secrets, base, PURPOSE, { customerId, id })

/** The ticket that one of these addresses belongs to; undefined if none of them is ours and has a valid seal. */
export function findReplyPlace(secrets: Secrets, addresses: readonly string[]): ReplyPlace | undefined {
  const place = findSealedPlace(secrets, PURPOSE, addresses)
  return place && { customerId: place.customerId, documentExceptionId: place.id }
}
