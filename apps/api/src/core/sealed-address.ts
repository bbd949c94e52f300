import { type Secrets, sameBytes } from './secrets.ts'

/** Length of the seal in bytes; its 120 bits cannot be guessed by sending emails. */
const SEAL_BYTES = 15

/** The customer's row that is the subject of an email to one of our addresses. */
export interface SealedPlace {
  customerId: number
  id: number
}

const seal = (secrets: Secrets, purpose: string, { customerId, id }: SealedPlace) =>
  secrets.mac(purpose, customerId, id).subarray(0, SEAL_BYTES)

/**
 * Adds a token to the base address: `exceptions@replies.example.com` becomes `exceptions+TOKEN@replies.example.com`. The token is lower case, because
 * email servers don't preserve case. It contains a MAC made with the secret key, so a received token can be checked without a stored copy.
 */
export function sealedAddress(secrets: Secrets, base: string, purpose: string, place: SealedPlace): string {
  const [local = '', domain = ''] = base.split('@')
  const token = [place.customerId.toString(36), place.id.toString(36), seal(secrets, purpose, place).toString('hex')].join('-')
  return `${local}+${token}@${domain}`
}

const TOKEN = /\+([0-9a-z]{1,12})-([0-9a-z]{1,12})-([0-9a-f]{30})@/gi

interface Token extends SealedPlace {
  given: string
}

/** Yields all tokens in the addresses of these header fields. One field may list many addresses. */
function* readTokens(addresses: readonly string[]): Generator<Token> {
  for (const address of addresses)
    for (const [, customer = '', row = '', given = ''] of address.matchAll(TOKEN)) {
      const [customerId, id] = [Number.parseInt(customer, 36), Number.parseInt(row, 36)]
      if (Number.isSafeInteger(customerId) && Number.isSafeInteger(id)) yield { customerId, id, given: given.toLowerCase() }
    }
}

/**
 * Finds the database row for the first of these addresses that has a valid seal. Undefined if none of the addresses is ours, or if every seal is
 * invalid or was made for another purpose.
 */
export function findSealedPlace(secrets: Secrets, purpose: string, addresses: readonly string[]): SealedPlace | undefined {
  for (const { given, ...place } of readTokens(addresses))
    if (sameBytes(Buffer.from(given, 'hex'), seal(secrets, purpose, place))) return place
  return undefined
}

/**
 * Extracts the distinct tokens from these addresses, without names and domains, to look up the record that each token refers to. Does not check
 * whether the tokens' seals are genuine.
 */
export function splitSealedAddresses(addresses: readonly string[]): string[] {
  const tokens = [...readTokens(addresses)].map(({ customerId, id, given }) => `+${customerId.toString(36)}-${id.toString(36)}-${given}@`)
  return [...new Set(tokens)]
}
