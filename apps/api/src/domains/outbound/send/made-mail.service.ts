import type { Session } from '../../../call/access/access.ts'
import { AppError } from '../../../core/errors.ts'
import type { CustomerTx } from '../../../db/types.ts'
import type { JobContext } from '../../../jobs/job.ts'
import { readPersonSession } from '../../auth/person/person.service.ts'
import type { ShipmentRecord } from '../outbound.queries.ts'
import { createShipmentLink, type ShipmentLink } from './link.service.ts'
import { mailLink } from './mail.service.ts'
import { listSentMails } from './sending.queries.ts'

interface Made {
  shipment: ShipmentRecord
  /** Session of the person who sent the shipment, with the rights that the person has now; undefined if there is none. */
  author: Session | undefined
  link: ShipmentLink | undefined
}

/**
 * Emails a shipment's documents once they are stored. The documents of a sent shipment go to the addresses entered when it was sent; those of a
 * voided shipment go to everybody who got its earlier documents by email. Returns sentences that say why emails could not be sent.
 */
export function mailMade(tx: CustomerTx, job: JobContext, { shipment, author, link }: Made): Promise<string[]> {
  if (shipment.state === 'voided') return mailVoid(tx, job, shipment)
  return mailTo(tx, job, { shipment, author, link, to: shipment.mailTo })
}

async function mailVoid(tx: CustomerTx, job: JobContext, shipment: ShipmentRecord): Promise<string[]> {
  const { voidedById, timeZone } = shipment
  const arrived = (await listSentMails(tx, shipment.id)).filter(
    // A person ends the link of an email that went to a wrong address, so that address is not notified of the void.
    ({ status, linkEndedAt }) => (status === 'sent' || status === 'waiting') && linkEndedAt === null,
  )
  const to = [...new Set(arrived.flatMap(({ toAddresses }) => toAddresses))]
  if (to.length === 0 || voidedById === null || job.customerId === null) return []
  const author = await readPersonSession(tx, { customerId: job.customerId, userId: voidedById, timeZone, now: job.clock.now() })
  const link = author && (await createShipmentLink(tx, author, job.config, shipment))
  return mailTo(tx, job, { shipment, author, link, to })
}

async function mailTo(
  tx: CustomerTx,
  job: JobContext,
  { shipment, author, link, to }: Made & { to: readonly string[] },
): Promise<string[]> {
  if (to.length === 0) return []
  if (!author || !link) return ['The email was not sent because its sender no longer has access. Send it from this page.']
  try {
    await mailLink(tx, author, job, shipment, { link, to })
    return []
  } catch (error) {
    if (error instanceof AppError) return [`No email was sent: ${error.message}`]
    throw error
  }
}
