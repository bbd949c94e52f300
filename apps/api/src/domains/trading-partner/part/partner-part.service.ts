import {
  type ContactDetailFields,
  type PartnerAddressFields,
  type PartnerContactFields,
  type TradingPartner,
  writeFullName,
} from '@seriatim/schema'
import type { Session } from '../../../call/access/access.ts'
import { audit } from '../../../call/audit.ts'
import { AppError } from '../../../core/errors.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { expectNoFormer } from '../merge/former.service.ts'
import { readPartner } from '../partner-read.service.ts'
import { tradingPartnerErrors } from '../trading-partner.facts.ts'
import { findPartner } from '../trading-partner.queries.ts'
import { expectPartnerGln, lockOwnPartner } from '../trading-partner.service.ts'
import {
  deleteContactDetail,
  deletePartnerAccount,
  deletePartnerAddress,
  deletePartnerContact,
  deletePartnerGln,
  findContactDetail,
  findPartnerAccount,
  findPartnerAddress,
  findPartnerContact,
  findPartnerGln,
  insertContactDetails,
  insertPartnerAccounts,
  insertPartnerAddresses,
  insertPartnerContact,
  insertPartnerGlns,
  listContactDetails,
  listPartnerAccounts,
  listPartnerAddresses,
  listPartnerContacts,
  listPartnerGlns,
  updateContactDetail,
  updatePartnerAccount,
  updatePartnerAddress,
  updatePartnerContact,
  updatePartnerGln,
} from './partner-part.queries.ts'

/** Maximum number of parts of each kind per partner; the forms have the same limits. */
const MOST = { glns: 200, others: 50, details: 20 }

type PartAction = 'partner.add' | 'partner.updatePart' | 'partner.delete'

/**
 * Adds, changes or deletes a part of a partner, such as an address or a contact: checks the right, locks the partner, and records the change in the
 * audit trail.
 * @returns the whole partner, because the REST contract requires it (rest.md).
 */
async function updatePart(
  tx: CustomerTx,
  session: Session,
  tradingPartnerId: number | undefined,
  audited: { action: PartAction; detail: Record<string, unknown> },
  write: (tradingPartnerId: number) => Promise<unknown>,
): Promise<TradingPartner> {
  // If the caller cannot see the partner, answer as if the part did not exist.
  if (tradingPartnerId === undefined || (audited.action !== 'partner.add' && !(await findPartner(tx, tradingPartnerId))))
    throw new AppError(tradingPartnerErrors.partner_part_not_found)
  await lockOwnPartner(tx, session, tradingPartnerId)
  await write(tradingPartnerId)
  await audit(tx, session, { ...audited, subject: 'partner', subjectId: tradingPartnerId })
  return readPartner(tx, session, tradingPartnerId)
}

/**
 * Checks that a partner's list of parts, such as its GLNs or addresses, has room for one more.
 * @throws AppError partner_too_many
 */
function expectRoom(there: readonly unknown[], most: number): void {
  if (there.length >= most) throw new AppError(tradingPartnerErrors.partner_too_many)
}

/** The fields that `after` has, with their values before and after the change. */
const changed = (before: object, after: object) => ({
  before: Object.fromEntries(Object.entries(before).filter(([name]) => name in after)),
  after,
})

/**
 * @throws AppError gln_invalid; partner_former if the GLN belongs to a deactivated partner, because whether to buy from it again must be decided on
 * its own page.
 */
async function expectGln(tx: CustomerTx, session: Session, partnerId: number, gln: string): Promise<void> {
  expectPartnerGln(gln)
  const partner = await findPartner(tx, partnerId)
  // A deactivated partner may have a GLN that another partner has too, so this check is left until somebody reactivates the partner.
  if (partner && !partner.deactivatedAt) await expectNoFormer(tx, session, { glns: [gln], locationId: partner.locationId })
}

export function addPartnerGln(
  tx: CustomerTx,
  session: Session,
  { tradingPartnerId, globalLocationNumber }: { tradingPartnerId: number; globalLocationNumber: string },
) {
  return updatePart(tx, session, tradingPartnerId, { action: 'partner.add', detail: { globalLocationNumber } }, async (id) => {
    await expectGln(tx, session, id, globalLocationNumber)
    expectRoom(await listPartnerGlns(tx, [id]), MOST.glns)
    await insertPartnerGlns(tx, id, [globalLocationNumber])
  })
}

export async function changePartnerGln(
  tx: CustomerTx,
  session: Session,
  { id, globalLocationNumber }: { id: number; globalLocationNumber: string },
) {
  const known = await findPartnerGln(tx, id)
  const detail = { before: { globalLocationNumber: known?.globalLocationNumber }, after: { globalLocationNumber } }
  return updatePart(tx, session, known?.tradingPartnerId, { action: 'partner.updatePart', detail }, async (partnerId) => {
    if (globalLocationNumber !== known?.globalLocationNumber) await expectGln(tx, session, partnerId, globalLocationNumber)
    await updatePartnerGln(tx, id, globalLocationNumber)
  })
}

export async function removePartnerGln(tx: CustomerTx, session: Session, id: number) {
  const known = await findPartnerGln(tx, id)
  const detail = { globalLocationNumber: known?.globalLocationNumber }
  return updatePart(tx, session, known?.tradingPartnerId, { action: 'partner.delete', detail }, () => deletePartnerGln(tx, id))
}

export function addPartnerAddress(
  tx: CustomerTx,
  session: Session,
  { tradingPartnerId, ...address }: PartnerAddressFields & { tradingPartnerId: number },
) {
  const detail = { address: [address.addressLineOne, address.city].filter(Boolean).join(', '), addressType: address.addressType }
  return updatePart(tx, session, tradingPartnerId, { action: 'partner.add', detail }, async (id) => {
    expectRoom(await listPartnerAddresses(tx, [id]), MOST.others)
    await insertPartnerAddresses(tx, id, [address])
  })
}

export async function changePartnerAddress(tx: CustomerTx, session: Session, { id, ...address }: PartnerAddressFields & { id: number }) {
  const known = await findPartnerAddress(tx, id)
  const detail = changed(known ?? {}, address)
  return updatePart(tx, session, known?.tradingPartnerId, { action: 'partner.updatePart', detail }, () =>
    updatePartnerAddress(tx, id, address),
  )
}

export async function removePartnerAddress(tx: CustomerTx, session: Session, id: number) {
  const known = await findPartnerAddress(tx, id)
  const detail = { address: [known?.addressLineOne, known?.city].filter(Boolean).join(', ') }
  return updatePart(tx, session, known?.tradingPartnerId, { action: 'partner.delete', detail }, () => deletePartnerAddress(tx, id))
}

export function addPartnerContact(
  tx: CustomerTx,
  session: Session,
  { tradingPartnerId, ...contact }: PartnerContactFields & { tradingPartnerId: number },
) {
  return updatePart(tx, session, tradingPartnerId, { action: 'partner.add', detail: { contact: writeFullName(contact) } }, async (id) => {
    expectRoom(await listPartnerContacts(tx, [id]), MOST.others)
    await insertPartnerContact(tx, id, contact)
  })
}

/**
 * Changes a contact and its details (phone, email and so on): updates the details that have an id and adds those without one. Details that the call
 * omits stay.
 * @throws AppError partner_part_not_found.
 */
export async function changePartnerContact(
  tx: CustomerTx,
  session: Session,
  { id, contactDetails, ...contact }: PartnerContactFields & { id: number },
) {
  const known = await findPartnerContact(tx, id)
  const detail = { contact: writeFullName(contact), ...changed(known ?? {}, contact) }
  return updatePart(tx, session, known?.tradingPartnerId, { action: 'partner.updatePart', detail }, async () => {
    const there = new Set((await listContactDetails(tx, [id])).map((one) => one.id))
    await updatePartnerContact(tx, id, contact)
    const added = contactDetails.filter((one) => one.id === undefined)
    if (there.size + added.length > MOST.details) throw new AppError(tradingPartnerErrors.partner_too_many)
    for (const one of contactDetails) {
      if (one.id === undefined) continue
      if (!there.has(one.id)) throw new AppError(tradingPartnerErrors.partner_part_not_found)
      await updateContactDetail(tx, one.id, one)
    }
    await insertContactDetails(tx, id, added)
  })
}

export async function removePartnerContact(tx: CustomerTx, session: Session, id: number) {
  const known = await findPartnerContact(tx, id)
  const detail = { contact: known ? writeFullName(known) : '' }
  return updatePart(tx, session, known?.tradingPartnerId, { action: 'partner.delete', detail }, () => deletePartnerContact(tx, id))
}

export async function addContactDetail(
  tx: CustomerTx,
  session: Session,
  { tradingPartnerContactId: contactId, ...detail }: ContactDetailFields & { tradingPartnerContactId: number },
) {
  const contact = await findPartnerContact(tx, contactId)
  if (!contact || !(await findPartner(tx, contact.tradingPartnerId))) throw new AppError(tradingPartnerErrors.partner_part_not_found)
  return updatePart(tx, session, contact?.tradingPartnerId, { action: 'partner.add', detail }, async () => {
    expectRoom(await listContactDetails(tx, [contactId]), MOST.details)
    await insertContactDetails(tx, contactId, [detail])
  })
}

export async function removeContactDetail(tx: CustomerTx, session: Session, id: number) {
  const known = await findContactDetail(tx, id)
  const detail = { contactType: known?.contactType, contactDetail: known?.contactDetail }
  return updatePart(tx, session, known?.tradingPartnerId, { action: 'partner.delete', detail }, () => deleteContactDetail(tx, id))
}

export function addPartnerAccount(
  tx: CustomerTx,
  session: Session,
  { tradingPartnerId, accountNumber }: { tradingPartnerId: number; accountNumber: string },
) {
  return updatePart(tx, session, tradingPartnerId, { action: 'partner.add', detail: { accountNumber } }, async (id) => {
    expectRoom(await listPartnerAccounts(tx, [id]), MOST.others)
    await insertPartnerAccounts(tx, id, [accountNumber])
  })
}

export async function changePartnerAccount(tx: CustomerTx, session: Session, { id, accountNumber }: { id: number; accountNumber: string }) {
  const known = await findPartnerAccount(tx, id)
  const detail = { before: { accountNumber: known?.accountNumber }, after: { accountNumber } }
  return updatePart(tx, session, known?.tradingPartnerId, { action: 'partner.updatePart', detail }, () =>
    updatePartnerAccount(tx, id, accountNumber),
  )
}

export async function removePartnerAccount(tx: CustomerTx, session: Session, id: number) {
  const known = await findPartnerAccount(tx, id)
  const detail = { accountNumber: known?.accountNumber }
  return updatePart(tx, session, known?.tradingPartnerId, { action: 'partner.delete', detail }, () => deletePartnerAccount(tx, id))
}
