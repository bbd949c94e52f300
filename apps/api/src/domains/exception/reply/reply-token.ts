import { type Secrets, sameBytes } from '../../../core/secrets.ts'

const PURPOSE = 'exception reply'
/** Bits of the seal: nobody guesses it by mail. */
const SEAL_BYTES = 15

/** Whose ticket an address is for. */
export interface ReplyPlace {
  customerId: number
  documentExceptionId: number
}

const seal = (secrets: Secrets, { customerId, documentExceptionId }: ReplyPlace) =>
  secrets.mac(PURPOSE, customerId, documentExceptionId).subarray(0, SEAL_BYTES)

/** The token of a ticket's address: lower case only, because mail servers do not keep the case. Nothing of it is stored. */
function replyToken(secrets: Secrets, place: ReplyPlace): string {
  return [place.customerId.toString(36), place.documentExceptionId.toString(36), seal(secrets, place).toString('hex')].join('-')
}

/** `exceptions@replies.example.com` with a token: `exceptions+TOKEN@replies.example.com`. */
export function replyAddress(secrets: Secrets, base: string, place: ReplyPlace): string {
  const [local = '', domain = ''] = base.split('@')
  return `${local}+${replyToken(secrets, place)}@${domain}`
}

/** The ticket that one of these addresses is for; undefined where none is ours, or its seal is not. */
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
