import { type Secrets, sameBytes } from './secrets.ts'

/** Length of the seal; 120 bits cannot be guessed by sending mails. */
const SEAL_BYTES = 15

/** The subject of a mail to one of our addresses: one row of one customer. */
export interface SealedPlace {
  customerId: number
  id: number
}

const seal = (secrets: Secrets, purpose: string, { customerId, id }: SealedPlace) =>
  secrets.mac(purpose, customerId, id).subarray(0, SEAL_BYTES)

/**
 * Adds a token to the base address: `exceptions@replies.example.com` becomes `exceptions+TOKEN@replies.example.com`. It is lower case because mail
 * servers don't preserve case, and it is never stored.
 */
export function sealedAddress(secrets: Secrets, base: string, purpose: string, place: SealedPlace): string {
  const [local = '', domain = ''] = base.split('@')
  const token = [place.customerId.toString(36), place.id.toString(36), seal(secrets, purpose, place).toString('hex')].join('-')
  return `${local}+${token}@${domain}`
}

/** The row that one of these addresses stands for; undefined if none is ours or its seal is invalid or was made for another purpose. */
export function findSealedPlace(secrets: Secrets, purpose: string, addresses: readonly string[]): SealedPlace | undefined {
  for (const address of addresses) {
    const [, customer, row, given] = /\+([0-9a-z]{1,12})-([0-9a-z]{1,12})-([0-9a-f]{30})@/i.exec(address) ?? []
    if (!customer || !row || !given) continue
    const place = { customerId: Number.parseInt(customer, 36), id: Number.parseInt(row, 36) }
    if (!Number.isSafeInteger(place.customerId) || !Number.isSafeInteger(place.id)) continue
    if (sameBytes(Buffer.from(given, 'hex'), seal(secrets, purpose, place))) return place
  }
  return undefined
}
