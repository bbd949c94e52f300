import { isGln, toGtin14 } from '@seriatim/gs1'
import {
  FIRST_CONTEXTS,
  FIRST_CREDENTIAL_HEADER,
  type Ok,
  type VerificationChoices,
  type VerificationSettings,
  type VerificationSettingsChange,
} from '@seriatim/schema'
import { buildConnectivity, judgeConnectivity, UNAVAILABLE_CAUSES } from '@seriatim/vrs'
import { may, must, type Session } from '../../../call/access/access.ts'
import { audit, auditNothing } from '../../../call/audit.ts'
import type { SignedInContext } from '../../../call/context.ts'
import type { Deps } from '../../../call/deps.ts'
import { AppError } from '../../../core/errors.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { expectAllowedTarget, ForbiddenTargetError } from '../../../outside/guarded-request.ts'
import { readMyLocations } from '../../location/location.service.ts'
import { addCredential, CredentialError, send, toTarget } from '../service-call.ts'
import { verificationErrors } from '../verification.facts.ts'
import { askablePurposes } from '../verification.rules.ts'
import { findSetting, type SettingRecord, saveSetting } from './setting.queries.ts'

const FIRST: SettingRecord = {
  driver: 'manual',
  baseUrl: null,
  requesterGln: null,
  contexts: FIRST_CONTEXTS,
  credentialHeader: FIRST_CREDENTIAL_HEADER,
  credential: null,
  walletUrl: null,
  walletHolder: null,
  emailAddress: null,
  phoneNumber: null,
}

/**
 * The customer's settings for asking manufacturers. Until somebody changes the settings, people ask manually; the same applies if the settings name a
 * simulator that this installation no longer runs.
 */
export async function readSetting(tx: CustomerTx, { config }: Pick<Deps, 'config'>): Promise<SettingRecord> {
  const setting = (await findSetting(tx)) ?? FIRST
  return setting.driver === 'simulator' && config.verificationSimulatorUrl === undefined ? { ...setting, driver: 'manual' } : setting
}

export async function readSettings(tx: CustomerTx, _session: Session, deps: Pick<Deps, 'config'>): Promise<VerificationSettings> {
  const { credential, ...setting } = await readSetting(tx, deps)
  return { ...setting, hasCredential: credential !== null, hasSimulator: deps.config.verificationSimulatorUrl !== undefined }
}

/** How, where and for which purposes the caller can ask manufacturers. */
export async function readVerificationChoices(tx: CustomerTx, session: Session, deps: Pick<Deps, 'config'>): Promise<VerificationChoices> {
  const { driver, contexts } = await readSetting(tx, deps)
  const mine = await readMyLocations(tx, session)
  return {
    driver,
    purposes: askablePurposes(driver, contexts),
    locations: mine.filter(({ id }) => may(session, 'verification:ask', id)).map(({ id, name }) => ({ id, name })),
    mayConfigure: may(session, 'verification:configure', null),
  }
}

/**
 * Whether the address after a change has a different origin than the address before. If so, the credential must be entered again, because a stored
 * credential is never sent to a host other than the one that it was entered for.
 */
const isOtherHost = (before: string | null, after: string | null): boolean =>
  after !== null && (before === null || new URL(before).origin !== new URL(after).origin)

/**
 * Saves how and where manufacturers are asked. @throws AppError verification_url_forbidden with the field and the reason,
 * verification_credential_needed, verification_no_simulator.
 */
export async function changeSettings(
  ctx: SignedInContext,
  session: Session,
  { credential, ...given }: VerificationSettingsChange,
): Promise<Ok> {
  must(session, 'verification:configure', null)
  if (given.driver === 'simulator' && ctx.config.verificationSimulatorUrl === undefined)
    throw new AppError(verificationErrors.verification_no_simulator)
  const before = await ctx.inTx('read only', (tx) => readSetting(tx, ctx))
  for (const field of ['baseUrl', 'walletUrl'] as const) if (given[field] !== before[field]) await expectUrl(ctx, field, given[field])
  if (given.requesterGln !== null && !isGln(given.requesterGln))
    throw new AppError(verificationErrors.verification_service_not_set, {
      detail: 'The check digit of this GLN is wrong.',
      facts: { field: 'requesterGln' },
    })
  if (credential === null && before.credential !== null && isOtherHost(before.baseUrl, given.baseUrl))
    throw new AppError(verificationErrors.verification_credential_needed, { facts: { field: 'credential' } })
  const sealed = credential === null ? before.credential : credential === '' ? null : ctx.secrets.encrypt(credential)
  return ctx.inTx('read write', async (tx) => {
    await saveSetting(tx, { ...given, credential: sealed, updatedAt: session.now, updatedById: session.userId })
    const isCredentialNew = credential !== null && credential !== ''
    const isCredentialRemoved = credential === '' && before.credential !== null
    const detail = { ...toDetail(before, given), isCredentialNew, isCredentialRemoved }
    await audit(tx, session, { action: 'verification.configure', subject: 'verification', subjectId: null, detail })
    return { ok: true }
  })
}

/** The audit trail records only the hosts, because an address may contain a key. */
function toDetail(before: SettingRecord, after: Omit<SettingRecord, 'credential'>) {
  const shown = ({ driver, baseUrl, walletUrl, requesterGln, credentialHeader, contexts }: Omit<SettingRecord, 'credential'>) => ({
    driver,
    service: baseUrl && new URL(baseUrl).host,
    wallet: walletUrl && new URL(walletUrl).host,
    requesterGln,
    credentialHeader,
    ...contexts,
  })
  return { before: shown(before), after: shown(after) }
}

async function expectUrl({ config }: Pick<Deps, 'config'>, field: 'baseUrl' | 'walletUrl', text: string | null): Promise<void> {
  if (text === null) return
  const refuse = (why: string, cause?: unknown) =>
    new AppError(verificationErrors.verification_url_forbidden, { detail: why, facts: { field }, ...(cause ? { cause } : {}) })
  try {
    const url = await expectAllowedTarget(text, { allowsLocal: config.allowsLocalReceivers })
    if (field === 'baseUrl' && (url.search || url.hash))
      throw refuse('The address must stop before "/verify" and must not contain "?" or "#".')
  } catch (error) {
    throw error instanceof ForbiddenTargetError ? refuse(error.message, error) : error
  }
}

/**
 * Asks the service whether it would answer questions about a GTIN. Nothing is stored. @throws AppError verification_gtin_wrong, and the errors of
 * `toTarget`.
 */
export async function testService(ctx: SignedInContext, session: Session, { gtin }: { gtin: string }) {
  must(session, 'verification:configure', null)
  auditNothing(session)
  const gtin14 = toGtin14(gtin)
  if (!gtin14.ok) throw new AppError(verificationErrors.verification_gtin_wrong, { facts: { field: 'gtin' } })
  const target = toTarget(await ctx.inTx('read only', (tx) => readSetting(tx, ctx)), ctx)
  const call = buildConnectivity(target.service, { gtin: gtin14.value })
  try {
    const judged = judgeConnectivity((await send(ctx, target, await addCredential(ctx, target, call, crypto.randomUUID()))).reply)
    if (!judged.ok) return { isOk: false, text: UNAVAILABLE_CAUSES[judged.cause] }
    return {
      isOk: true,
      text: `The service answers for this GTIN${judged.responderGln ? `; the responder is the company with GLN ${judged.responderGln}` : ''}.`,
    }
  } catch (error) {
    if (error instanceof CredentialError || error instanceof ForbiddenTargetError) return { isOk: false, text: error.message }
    throw error
  }
}
