import { type IncidentForm, type IncidentRecipient, splitAddresses } from '@seriatim/schema'
import type { Session } from '../../../call/access/access.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { findMailSettings } from '../incident-report.queries.ts'

/**
 * Collects the recipients of a report (decision 31): the address to which the user wants copies sent, the regulator's address from the customer's
 * settings, and the contact address on the form. `bad` lists the entries that are not valid addresses.
 */
export async function collectRecipients(
  tx: CustomerTx,
  session: Session,
  { contactEmail }: Pick<IncidentForm, 'contactEmail'>,
): Promise<{ recipients: IncidentRecipient[]; bad: string[]; customerName: string | undefined }> {
  const settings = await findMailSettings(tx, session.userId)
  const wanted = [settings?.suspectMedEmailAddress, settings?.regulatorEmailAddress, contactEmail].filter(Boolean).join(';')
  const { good, bad } = splitAddresses(wanted)
  const fda = new Set(splitAddresses(settings?.regulatorEmailAddress ?? '').good.map((address) => address.toLowerCase()))
  const recipients = good.map((address) => ({ address, recipient: fda.has(address.toLowerCase()) ? ('fda' as const) : ('copy' as const) }))
  return { recipients, bad, customerName: settings?.customerName }
}
