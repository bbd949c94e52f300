import type { Deps } from '../../../call/deps.ts'
import { splitSealedAddresses } from '../../../core/sealed-address.ts'
import { QueueFullError } from '../../../outside/fair-queue.ts'
import { readMailHead } from './mail-head.rules.ts'
import { identifyMail } from './mail-identity.service.ts'
import { MailReader } from './mail-reader.ts'
import type { IncomingMail, MailHead } from './reply.rules.ts'
import { acceptReply, dropUnknownAddress, type MailIntake, receiveReply, type Taken } from './reply.service.ts'
import { findReplyPlace } from './reply-token.ts'

/** Maximum size of an email that arrives through the webhook or by SMTP. */
export const MOST_MAIL_BYTES = 60 * 1024 * 1024

/** Receives raw emails (RFC 5322), from the webhook of a mail service or from our SMTP server, and delivers them. */
export class MailReceiver {
  private readonly deps: Deps
  private readonly others: readonly MailIntake[]
  private readonly reader = new MailReader()

  /** @param others intakes for emails to addresses that do not belong to a ticket. */
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
   * Delivers an email to each recipient that is an address of ours. Checks the token in the address first, so that email for an unknown ticket costs
   * almost nothing; then whether the ticket accepts another email; and only then parses the email.
   * @param envelope recipients from the SMTP envelope, which the email's header may lack, as with a blind copy.
   * @throws QueueFullError if one of the addresses cannot accept the email now. When the sender retries, addresses that accepted the email the first
   * time recognize it and ignore it.
   */
  async receive(raw: Buffer, envelope: readonly string[] = []): Promise<Taken> {
    const head = readMailHead(raw)
    let reading: Promise<IncomingMail> | undefined
    const read = (customerId: number) => (reading ??= this.read(raw, customerId))
    const outcomes: Taken[] = []
    const failures: unknown[] = []
    for (const address of splitSealedAddresses([...envelope, ...head.to]))
      try {
        const outcome = await this.deliver({ ...head, to: [address] }, read)
        if (outcome) outcomes.push(outcome)
      } catch (error) {
        failures.push(error)
      }
    if (failures.length) throw failures.find((error) => !(error instanceof QueueFullError)) ?? failures[0]
    return outcomes.find((outcome) => outcome === 'taken') ?? outcomes[0] ?? dropUnknownAddress(this.deps, head)
  }

  /** Delivers an email to one address; undefined if the address is not ours. */
  private async deliver(head: MailHead, read: (customerId: number) => Promise<IncomingMail>): Promise<Taken | undefined> {
    const { deps, others } = this
    const { to } = head
    for (const other of others) {
      const customerId = await other.accept(deps, head)
      if (customerId !== undefined) return other.receive(deps, { ...(await read(customerId)), to })
    }
    const place = findReplyPlace(deps.secrets, to)
    if (!place) return undefined
    const first = await acceptReply(deps, place, head)
    return first === 'taken' ? receiveReply(deps, { ...(await read(place.customerId)), to }) : first
  }

  /**
   * Parses the email and computes its identity. Both happen once per email, because they take a while and several of our addresses may need the
   * result.
   */
  private async read(raw: Buffer, customerId: number): Promise<IncomingMail> {
    const mail = await this.reader.read(raw, customerId)
    return { ...mail, messageId: identifyMail(mail) }
  }

  close(): Promise<void> {
    return this.reader.close()
  }
}
