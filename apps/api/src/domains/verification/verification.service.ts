import { randomUUID } from 'node:crypto'
import type { ManualVerification, Verification, VerificationQuestion } from '@seriatim/schema'
import type { Session } from '../../call/access/access.ts'
import { audit } from '../../call/audit.ts'
import type { SignedInContext } from '../../call/context.ts'
import type { Deps } from '../../call/deps.ts'
import { AppError } from '../../core/errors.ts'
import type { CustomerTx } from '../../db/types.ts'
import { expectEvidence } from '../file/evidence.service.ts'
import { askService, type ServiceResult, type Target, toTarget } from './service-call.ts'
import type { SettingRecord } from './setting/setting.queries.ts'
import { readSetting } from './setting/setting.service.ts'
import { expectHere, type KnownSubject, readSubject } from './subject.service.ts'
import { verificationErrors } from './verification.facts.ts'
import { type Answer, insertVerification, markAskedAgain, type NewVerification } from './verification.queries.ts'
import { expectVerification, getVerification } from './verification.view.ts'

type AskContext = Pick<SignedInContext, 'inTx' | 'config' | 'secrets' | 'clock'>

/**
 * Asks the manufacturer about one package and records question, answer and evidence. The package does not change: an unanswered question proves
 * nothing about a package, and only a person can mark a package as suspect (decision 81). Higher domains may call this too, such as before a return.
 *
 * @throws AppError verification_by_hand, verification_service_not_set, verification_purpose_not_set, verification_incomplete, verification_departed,
 * and the errors of reading the package; after an error nothing is recorded.
 */
export async function askManufacturer(
  ctx: AskContext,
  session: Session,
  { purpose, ...question }: VerificationQuestion,
): Promise<Verification> {
  const { subject, setting } = await ctx.inTx('read only', async (tx) => {
    const about = await readSubject(tx, session, question)
    await expectHere(tx, about)
    return { setting: await readSetting(tx, ctx), subject: about }
  })
  const row = { ...subject, purpose, listId: null, line: null, retriesId: null }
  const prepared = prepare(setting, row, ctx)
  const asked = await askPrepared(ctx, prepared)
  return ctx.inTx('read write', async (tx) => {
    const id = await insertVerification(tx, { ...toRow(row, prepared, session), ...toAnswer(asked, ctx.clock.now()) })
    await audit(tx, session, { action: 'verification.ask', subject: 'verification', subjectId: id, detail: toDetail(row, asked) })
    return getVerification(tx, session, { verificationId: id }, ctx)
  })
}

type Question = KnownSubject & Pick<NewVerification, 'purpose' | 'listId' | 'line' | 'retriesId'>

interface Prepared {
  target: Target
  question: Question
  context: string
  corrUuid: string
}

/**
 * Completes a question: adds the service that will be asked, an id, and the context that the settings assign to the question's purpose.
 * @throws AppError verification_by_hand, verification_service_not_set, verification_purpose_not_set, verification_incomplete.
 */
function prepare(setting: SettingRecord, question: Question, deps: Pick<Deps, 'config'>): Prepared {
  const target = toTarget(setting, deps)
  const context = setting.contexts[question.purpose]
  if (context === null) throw new AppError(verificationErrors.verification_purpose_not_set, { facts: { field: 'purpose' } })
  if (question.lotNumber === null || question.expirationDate === null) throw new AppError(verificationErrors.verification_incomplete)
  return { target, question, context, corrUuid: randomUUID() }
}

const askPrepared = (
  caller: Pick<AskContext, 'config' | 'secrets'>,
  { target, question, context, corrUuid }: Prepared,
): Promise<ServiceResult> =>
  askService(caller, target, {
    product: { ...question, lotNumber: question.lotNumber ?? '', expirationDate: question.expirationDate ?? '' },
    context,
    corrUuid,
  })

const BY_HAND = { askedWhom: null, channel: null, note: null, evidenceId: null } as const

const toRow = (question: Question, { target, context, corrUuid }: Prepared, { now, userId }: Session): NewVerification => ({
  ...question,
  ...BY_HAND,
  context,
  corrUuid,
  driver: target.setting.driver,
  askedAt: now,
  askedById: userId,
})

/** Converts an answer to its stored form. */
export function toAnswer({ verdict, status, body }: ServiceResult, answeredAt: Date): Answer {
  const isAnswered = verdict.answer !== 'unavailable'
  return {
    answer: verdict.answer,
    answeredAt,
    reason: verdict.answer === 'notVerified' ? verdict.reason : null,
    additionalInfo: isAnswered ? verdict.additionalInfo : null,
    cause: isAnswered ? null : verdict.cause,
    responderGln: isAnswered ? verdict.responderGln : null,
    responderTime: isAnswered ? verdict.verifiedAt : null,
    status,
    body,
  }
}

const toDetail = ({ gtin, serialNumber, purpose, locationId }: Question, { verdict, status }: ServiceResult) => ({
  gtin,
  serialNumber,
  purpose,
  locationId,
  answer: verdict.answer,
  ...(verdict.answer === 'unavailable' ? { cause: verdict.cause } : {}),
  status,
})

/**
 * Asks an unanswered question again. The earlier attempt is kept as evidence.
 *
 * @throws AppError verification_not_found, and those of
 * `askManufacturer`.
 */
export async function askAgain(ctx: AskContext, session: Session, { verificationId }: { verificationId: number }): Promise<Verification> {
  const { before, setting } = await ctx.inTx('read only', async (tx) => {
    const retried = await expectRetryable(tx, session, verificationId)
    await expectHere(tx, retried)
    return { before: retried, setting: await readSetting(tx, ctx) }
  })
  const { id: _, ...question } = before
  const prepared = prepare(setting, question, ctx)
  const asked = await askPrepared(ctx, prepared)
  return ctx.inTx('read write', async (tx) => {
    if (!(await markAskedAgain(tx, verificationId))) throw new AppError(verificationErrors.verification_asked_again)
    const id = await insertVerification(tx, { ...toRow(question, prepared, session), ...toAnswer(asked, ctx.clock.now()) })
    await audit(tx, session, { action: 'verification.retry', subject: 'verification', subjectId: id, detail: toDetail(question, asked) })
    return getVerification(tx, session, { verificationId: id }, ctx)
  })
}

async function expectRetryable(tx: CustomerTx, session: Session, id: number): Promise<Question & { id: number }> {
  const row = await expectVerification(tx, session, id, 'verification:ask')
  if (row.answer === null) throw new AppError(verificationErrors.verification_waits)
  if (row.answer !== 'unavailable') throw new AppError(verificationErrors.verification_answered)
  if (!row.isCurrent) throw new AppError(verificationErrors.verification_asked_again)
  const { gtin, serialNumber, lotNumber, expirationDate, medName, locationId, purpose, listId, line } = row
  // The retried question keeps its line, because a list shows the newest attempt for each line.
  return { id, gtin, serialNumber, lotNumber, expirationDate, medName, locationId, purpose, listId, line, retriesId: id }
}

/**
 * Records a question that somebody asked without the verification service: who was asked, and the answer.
 *
 * @throws AppError evidence_not_found, and the errors of reading the package.
 */
export async function recordManual(
  tx: CustomerTx,
  session: Session,
  { purpose, askedWhom, channel, answer, reason, additionalInfo, note, evidenceId, ...question }: ManualVerification,
  deps: Pick<Deps, 'config'>,
): Promise<Verification> {
  const subject = await readSubject(tx, session, question)
  await expectEvidence(tx, `verification ${subject.locationId}`, evidenceId)
  const { now, userId } = session
  const isAnswered = answer !== 'unavailable'
  const id = await insertVerification(tx, {
    ...subject,
    purpose,
    listId: null,
    line: null,
    retriesId: null,
    context: null,
    driver: 'manual',
    askedAt: now,
    askedById: userId,
    corrUuid: null,
    askedWhom,
    channel,
    note,
    evidenceId,
    answer,
    answeredAt: now,
    reason: answer === 'notVerified' ? reason : null,
    additionalInfo: isAnswered ? additionalInfo : null,
    cause: isAnswered ? null : 'no_answer_yet',
  })
  const detail = { gtin: subject.gtin, serialNumber: subject.serialNumber, purpose, locationId: subject.locationId, answer, channel }
  await audit(tx, session, { action: 'verification.record', subject: 'verification', subjectId: id, detail })
  return getVerification(tx, session, { verificationId: id }, deps)
}
