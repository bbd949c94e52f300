import { audit } from '../../../call/audit.ts'
import type { Deps } from '../../../call/deps.ts'
import { findSealedPlace, sealedAddress } from '../../../core/sealed-address.ts'
import { withCustomer } from '../../../db/customer-tx.ts'
import { findReturned, isFailureReport } from '../../exception/reply/bounce.rules.ts'
import type { IncomingMail } from '../../exception/reply/reply.rules.ts'
import type { MailIntake, Taken } from '../../exception/reply/reply.service.ts'
import { recordUndeliveredMail } from '../../mail/mail.service.ts'
import { listSentMails } from './sending.queries.ts'

const PURPOSE = 'shipment mail'

/** The address to which mail servers return a shipment's undeliverable emails; undefined if the installation receives no email. */
export const bounceAddress = (
  { config, secrets }: Pick<Deps, 'config' | 'secrets'>,
  place: { customerId: number; id: number },
): string | undefined => (config.replyAddress === undefined ? undefined : sealedAddress(secrets, config.replyAddress, PURPOSE, place))

/** Accepts reports of mail servers about emails of a shipment. Replies from people go to the person who sent the shipment. */
export const shipmentIntake: MailIntake = {
  async accept({ secrets }, { to }) {
    return findSealedPlace(secrets, PURPOSE, to)?.customerId
  },
  receive: receiveReport,
}

async function receiveReport(deps: Deps, mail: IncomingMail): Promise<Taken> {
  const place = findSealedPlace(deps.secrets, PURPOSE, mail.to)
  if (!place) return 'unknown'
  if (!isFailureReport(mail)) return 'automatic'
  const scope = { customerId: place.customerId, userId: null, scope: 'all', locationIds: [] } as const
  return withCustomer(deps.db, scope, 'read write', async (tx) => {
    const returned = findReturned(mail, await listSentMails(tx, place.id))
    if (!returned) return 'automatic'
    if (returned.status !== 'sent') return 'twice'
    await recordUndeliveredMail(tx, returned.mailId, { firstName: 'Their mail', lastName: 'server' })
    const detail = { to: returned.toWords }
    await audit(
      tx,
      { now: deps.clock.now(), userId: null },
      { action: 'shipment.bounce', subject: 'shipment', subjectId: place.id, detail },
    )
    return 'taken'
  })
}
