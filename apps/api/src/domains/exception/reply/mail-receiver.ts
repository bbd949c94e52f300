import type { Deps } from '../../../call/deps.ts'
import { readMailHead } from './mail-head.rules.ts'
import { MailReader } from './mail-reader.ts'
import { acceptReply, dropUnknownAddress, type MailIntake, receiveReply, type Taken } from './reply.service.ts'
import { findReplyPlace } from './reply-token.ts'

/** The largest email that any entrance accepts. */
export const MOST_MAIL_BYTES = 60 * 1024 * 1024

/** Handles raw emails (RFC 5322) for every entrance: the webhook of a mail service and the SMTP server. */
export class MailReceiver {
  private readonly deps: Deps
  private readonly others: readonly MailIntake[]
  private readonly reader = new MailReader()

  /** @param others handle emails to addresses that do not belong to a ticket. */
  constructor(deps: Deps, others: readonly MailIntake[]) {
    this.deps = deps
    this.others = others
  }

  /** Whether one of these addresses is ours. */
  async knows(addresses: readonly string[]): Promise<boolean> {
    const head = { to: addresses, from: '', subject: '', messageId: undefined, headers: new Map<string, string>() }
    for (const other of this.others) if ((await other.accept(this.deps, head)) !== undefined) return true
    return findReplyPlace(this.deps.secrets, addresses) !== undefined
  }

  /**
   * Checks the token first, so that mail for an unknown ticket costs next to nothing, then whether the ticket accepts another mail, and only then
   * parses it.
   *
   * @throws QueueFullError when too many mails are waiting.
   */
  async receive(raw: Buffer): Promise<Taken> {
    const { deps, reader } = this
    const head = readMailHead(raw)
    for (const other of this.others) {
      const customerId = await other.accept(deps, head)
      if (customerId !== undefined) return other.receive(deps, await reader.read(raw, customerId))
    }
    const place = findReplyPlace(deps.secrets, head.to)
    if (!place) return dropUnknownAddress(deps, head)
    const first = await acceptReply(deps, place, head)
    return first === 'taken' ? receiveReply(deps, await reader.read(raw, place.customerId)) : first
  }

  close(): Promise<void> {
    return this.reader.close()
  }
}
