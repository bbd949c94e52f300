import { type Secrets, sameBytes } from '../../../core/secrets.ts'

const PURPOSE = 'exception reply'
/** Length of the seal; 120 bits cannot be guessed by sending mails. */
const SEAL_BYTES = 15

/** The ticket that an address belongs to. */
export interface ReplyPlace {
  customerId: number
  documentExceptionId: number
}

const seal = (secrets: Secrets, { customerId, documentExceptionId }: ReplyPlace) =>
  secrets.mac(PURPOSE, customerId, documentExceptionId).subarray(0, SEAL_BYTES)

/** Token of a ticket's address. It is lower case because mail servers don't preserve case, and it is never stored. */
function replyToken(secrets: Secrets, place: ReplyPlace): string {
  return [place.customerId.toString(36), place.documentExceptionId.toString(36), seal(secrets, place).toString('hex')].join('-')
}

/** Adds a token to the base address: `exceptions@replies.example.com` becomes `exceptions+TOKEN@replies.example.com`. */
export function replyAddress(secrets: Secrets, base: string, place: ReplyPlace): string {
  const [local = '', domain = ''] = base.split('@')
  return `${local}+${replyToken(secrets, place)}@${domain}`
}

/** The ticket that one of these addresses belongs to; undefined if none is ours or its seal is invalid. */
export function findReplyPlace(secrets: Secrets, addresses: readonly string[]): ReplyPlace | undefined {
  for (const address of addresses) {
    const [, customer, ticket, given] = /\+([0-9a-z]{1,12})-([0-9a-z]{1,12})-([0-9a-f]{30})@/i.exec(address) ?? []
    if (!customer || !ticket || !given) continue
    const place = { customerId: Number.parseInt(customer, 36), documentExceptionId: Number.parseInt(ticket, 36) }
    if (!Number.isSafeInteger(place.customerId) || !Number.isSafeInteger(place.documentExceptionId)) continue
    if (sameBytes(Buffer.from(given, 'hex'), seal(secrets, place))) return place
  }
  return undefined
}
