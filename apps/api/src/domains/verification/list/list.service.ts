import type { NewVerificationList, Ok, Page, VerificationList, VerificationListSearch } from '@seriatim/schema'
import { may, must, type Session } from '../../../call/access/access.ts'
import { audit } from '../../../call/audit.ts'
import type { Deps } from '../../../call/deps.ts'
import { AppError } from '../../../core/errors.ts'
import { pageOf, readCursor } from '../../../core/page.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { enqueue } from '../../../jobs/queue.ts'
import { toTarget } from '../service-call.ts'
import type { SettingRecord } from '../setting/setting.queries.ts'
import { readSetting } from '../setting/setting.service.ts'
import { completeSubjects, expectGtin, expectOwnPlace } from '../subject.service.ts'
import { verificationErrors } from '../verification.facts.ts'
import {
  insertList,
  insertWaiting,
  type ListRecord,
  listLists,
  listRunning,
  lockList,
  renewUnanswered,
  renewWaiting,
  updateList,
} from './list.queries.ts'
import { joinEntries } from './same-package.rules.ts'

/** Queues the next questions of a list. A customer's lists are processed one after the other. */
export async function queueList(tx: CustomerTx, customerId: number, listId: number): Promise<void> {
  await enqueue(
    tx,
    'verification.list',
    { listId },
    { key: `verification.list:${customerId}:${listId}`, queue: `verification:${customerId}` },
  )
}

/** Queues running lists again if their job was lost, for example because a backup was restored. */
export async function queueRunningLists(tx: CustomerTx, customerId: number): Promise<void> {
  for (const { id } of await listRunning(tx)) await queueList(tx, customerId, id)
}

/**
 * Queues up to 500 questions. A package that a list names twice is asked about once.
 *
 * @throws AppError verification_by_hand, verification_service_not_set, verification_purpose_not_set, verification_gtin_wrong, verification_list_contradiction,
 * location_not_found.
 */
export async function createList(
  tx: CustomerTx,
  session: Session,
  { name, locationId, purpose, items }: NewVerificationList,
  deps: Pick<Deps, 'config'>,
): Promise<{ id: number }> {
  await expectOwnPlace(tx, session, locationId)
  const { context, driver } = expectAskable(await readSetting(tx, deps), purpose, deps)
  const { items: wanted, contradictions } = joinEntries(
    items.map(({ gtin, ...item }, at) => ({ line: at + 1, item: { ...item, gtin: expectGtin(gtin) } })),
  )
  if (contradictions[0]) throw toContradiction(contradictions[0])
  const subjects = await completeSubjects(tx, locationId, wanted)
  const by = { askedAt: session.now, askedById: session.userId }
  const list = { locationId, name, purpose, amount: subjects.length, state: 'running' as const }
  const id = await insertList(tx, { ...list, createdAt: session.now, createdById: session.userId })
  const rows = subjects.map((subject, at) => ({ ...subject, line: at + 1 }))
  const none = { corrUuid: null, retriesId: null, askedWhom: null, channel: null, note: null, evidenceId: null }
  await insertWaiting(
    tx,
    rows.map((row) => ({ ...row, ...none, ...by, listId: id, purpose, context, driver })),
  )
  await queueList(tx, session.customerId, id)
  const detail = { name, packages: subjects.length, purpose, locationId }
  await audit(tx, session, { action: 'verification.list', subject: 'verification', subjectId: null, detail: { listId: id, ...detail } })
  return { id }
}

const toContradiction = ({ line, earlier, serialNumber }: { line: number; earlier: number; serialNumber: string }) =>
  new AppError(verificationErrors.verification_list_contradiction, {
    detail: `Entries ${earlier} and ${line} of the list name the same package (serial number ${serialNumber}) with different lots or expiration dates. No manufacturer was contacted.`,
  })

/**
 * Checks that a service is set up that can be asked about this purpose.
 * @throws AppError verification_by_hand, verification_service_not_set, verification_purpose_not_set.
 */
function expectAskable(setting: SettingRecord, purpose: ListRecord['purpose'], deps: Pick<Deps, 'config'>) {
  toTarget(setting, deps)
  const context = setting.contexts[purpose]
  if (context === null) throw new AppError(verificationErrors.verification_purpose_not_set, { facts: { field: 'purpose' } })
  return { context, driver: setting.driver }
}

const isIdKey = (key: unknown): key is number => Number.isSafeInteger(key)

/** Lists the verification lists of the caller's locations with their progress, newest first. */
export async function searchLists(
  tx: CustomerTx,
  session: Session,
  { limit, cursor }: VerificationListSearch,
): Promise<Page<VerificationList>> {
  const rows = await listLists(tx, { beforeId: readCursor(cursor, isIdKey) ?? null, limit })
  const { items, nextCursor } = pageOf(rows, limit, ({ id }) => id)
  return { items: items.map((row) => toList(session, row)), nextCursor }
}

/** @throws AppError verification_list_not_found. */
export async function getList(tx: CustomerTx, session: Session, { listId }: { listId: number }): Promise<VerificationList> {
  const [row] = await listLists(tx, { id: listId, limit: 1 })
  if (!row || !may(session, 'verification:read', row.locationId)) throw new AppError(verificationErrors.verification_list_not_found)
  must(session, 'verification:read', row.locationId)
  return toList(session, row)
}

function toList(session: Session, row: ListRecord): VerificationList {
  const { locationId, createdAt, endedAt, verified, remark, notVerified, unavailable, waiting, ...rest } = row
  return {
    ...rest,
    createdAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    counts: { verified, remark, notVerified, unavailable, waiting },
    mayAsk: may(session, 'verification:ask', locationId),
  }
}

/**
 * Continues a list: asks the rest of the questions if the list stopped, and asks again those that got no answer.
 *
 * @throws AppError verification_list_not_found, verification_list_running, verification_list_nothing_left, and those of `createList`.
 */
export async function continueList(
  tx: CustomerTx,
  session: Session,
  { listId }: { listId: number },
  deps: Pick<Deps, 'config'>,
): Promise<Ok> {
  const list = await lockList(tx, listId)
  if (!list || !may(session, 'verification:ask', list.locationId)) throw new AppError(verificationErrors.verification_list_not_found)
  must(session, 'verification:ask', list.locationId)
  if (list.state === 'running') throw new AppError(verificationErrors.verification_list_running)
  const { counts, purpose } = await getList(tx, session, { listId })
  if (counts.waiting + counts.unavailable === 0) throw new AppError(verificationErrors.verification_list_nothing_left)
  const renewal = { ...expectAskable(await readSetting(tx, deps), purpose, deps), askedAt: session.now, askedById: session.userId }
  await renewWaiting(tx, listId, renewal)
  const again = await renewUnanswered(tx, listId, renewal)
  await updateList(tx, listId, { state: 'running', stopReason: null, endedAt: null })
  await queueList(tx, session.customerId, listId)
  const detail = { listId, packages: again + counts.waiting }
  await audit(tx, session, { action: 'verification.retryList', subject: 'verification', subjectId: null, detail })
  return { ok: true }
}
