import {
  type CounterRules,
  type DispenseRules,
  type OtherSettings,
  type PaperClock,
  type Regulator,
  splitAddresses,
} from '@seriatim/schema'
import type { Session } from '../../call/access/access.ts'
import { audit, auditNothing } from '../../call/audit.ts'
import type { Context, PendingSession } from '../../call/context.ts'
import { AppError } from '../../core/errors.ts'
import type { CustomerTx } from '../../db/types.ts'
import { changePassword, type PasswordChange } from '../auth/password/password.service.ts'
import { mailErrors } from '../mail/mail.facts.ts'
import { readRegulatorAddress, saveRegulatorAddress, saveSuspectAddress } from '../user/customer/address.service.ts'
import { type CustomerSettings, readCustomerSettings, saveCustomerSetting } from '../user/customer/customer-setting.service.ts'
import { settingsErrors } from './settings.facts.ts'

/** Changes the caller's password. Returns an empty object, to which the REST adapter adds the caller's new token (rest.md). */
export async function updatePassword(ctx: Context, pending: PendingSession, change: PasswordChange): Promise<{ token?: string }> {
  await changePassword(ctx, pending, change)
  return {}
}

/** Sets the addresses that get a copy of the user's reports of suspect product; an empty value removes them. */
export async function updateOtherSettings(tx: CustomerTx, session: Session, settings: OtherSettings): Promise<void> {
  const after = normalizeAddresses(settings.suspectMedEmailAddress)
  const before = await saveSuspectAddress(tx, session.userId, after)
  if (before === after) return auditNothing(session)
  const detail = { field: 'suspectMedEmailAddress', before, after }
  await audit(tx, session, { action: 'user.updateSettings', subject: 'user', subjectId: session.userId, detail })
}

export async function readRegulator(tx: CustomerTx, session: Session): Promise<Regulator> {
  return { regulatorEmailAddress: (await readRegulatorAddress(tx, session.customerId)) ?? '' }
}

/** Sets the authority that receives every report of the customer; empty clears it (decision 31). */
export async function updateRegulator(tx: CustomerTx, session: Session, { regulatorEmailAddress }: Regulator): Promise<void> {
  const after = normalizeAddresses(regulatorEmailAddress)
  const before = await saveRegulatorAddress(tx, session.customerId, after)
  if (before === after) return auditNothing(session)
  const detail = { field: 'regulatorEmailAddress', before, after }
  await audit(tx, session, { action: 'customer.updateSettings', subject: 'customer', subjectId: session.customerId, detail })
}

export async function readCounterRules(tx: CustomerTx, session: Session): Promise<CounterRules> {
  const { classOneNeedsRelease } = await readCustomerSettings(tx, session.customerId)
  return { classOneNeedsRelease }
}

/** Sets receiving rules that bind everyone at the customer. */
export function updateCounterRules(tx: CustomerTx, session: Session, { classOneNeedsRelease }: CounterRules): Promise<void> {
  return updateCustomerSetting(tx, session, 'classOneNeedsRelease', classOneNeedsRelease)
}

/** Sets what a dispense check answers about a package that is not on file. */
export function updateDispenseRules(tx: CustomerTx, session: Session, { unknownAtDispense }: DispenseRules): Promise<void> {
  return updateCustomerSetting(tx, session, 'unknownAtDispense', unknownAtDispense)
}

export async function readPaperClock(tx: CustomerTx, session: Session): Promise<PaperClock> {
  const { clockHours } = await readCustomerSettings(tx, session.customerId)
  return { clockHours }
}

export function updatePaperClock(tx: CustomerTx, session: Session, { clockHours }: PaperClock): Promise<void> {
  return updateCustomerSetting(tx, session, 'clockHours', clockHours)
}

async function updateCustomerSetting<Name extends keyof CustomerSettings>(
  tx: CustomerTx,
  session: Session,
  field: Name,
  after: CustomerSettings[Name],
): Promise<void> {
  const before = await saveCustomerSetting(tx, session.customerId, field, after)
  if (before === after) return auditNothing(session)
  const detail = { field, before, after }
  await audit(tx, session, { action: 'customer.updateSettings', subject: 'customer', subjectId: session.customerId, detail })
}

/** Limit for the configured addresses. Every report goes to all of them, and an email allows twenty recipients in total. */
const MOST_ADDRESSES = 5

/** Normalizes a list of email addresses for storage: separated by `; `, or null if there are none. */
export function normalizeAddresses(text: string): string | null {
  const { good, bad } = splitAddresses(text)
  if (bad.length) throw new AppError(mailErrors.mail_address_invalid)
  if (good.length > MOST_ADDRESSES) throw new AppError(settingsErrors.settings_too_many_addresses)
  return good.join('; ') || null
}
