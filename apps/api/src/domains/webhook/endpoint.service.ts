import { randomBytes } from 'node:crypto'
import { type NewWebhook, type Ok, type Page, type Webhook, type WebhookChange, type WebhookChoices, writeFullName } from '@seriatim/schema'
import { may, must, type Session } from '../../call/access/access.ts'
import { audit } from '../../call/audit.ts'
import type { SignedInContext } from '../../call/context.ts'
import type { Deps } from '../../call/deps.ts'
import { DAY_MS } from '../../core/day.ts'
import { AppError } from '../../core/errors.ts'
import type { CustomerTx } from '../../db/types.ts'
import { expectAllowedTarget, ForbiddenTargetError } from '../../outside/guarded-request.ts'
import { readLocationNames, readMyLocations } from '../location/location.service.ts'
import { failWaiting } from './delivery.queries.ts'
import {
  countEndpoints,
  deleteEndpoint,
  type EndpointRecord,
  findEndpoint,
  insertEndpoint,
  listEndpoints,
  lockEndpoint,
  updateEndpoint,
} from './endpoint.queries.ts'
import { queueSending } from './outbox.service.ts'
import { SECRET_BYTES, writeSecret } from './signing.ts'
import { webhookErrors } from './webhook.facts.ts'

const MOST_ENDPOINTS = 50
/** How long messages are still signed with the previous secret after a rotation. */
const ROTATION_MS = DAY_MS

interface EndpointRef {
  webhookId: number
}

/** The endpoints that the caller may see, with the last attempt of each. */
export async function listWebhooks(tx: CustomerTx, session: Session): Promise<Page<Webhook>> {
  const places = session.permissions.get('webhook:read') ?? []
  const rows = await listEndpoints(tx, places)
  return { items: rows.map(toWebhook), nextCursor: null }
}

function toWebhook(row: Awaited<ReturnType<typeof listEndpoints>>[number]): Webhook {
  const { createdAt, offAt, failingSince, previousSecretUntil, lastAt, lastType, lastState, lastStatus, lastError, waiting, ...rest } = row
  return {
    ...rest,
    createdAt: createdAt.toISOString(),
    offAt: offAt?.toISOString() ?? null,
    failingSince: failingSince?.toISOString() ?? null,
    previousSecretUntil: previousSecretUntil?.toISOString() ?? null,
    waiting: waiting ?? 0,
    last:
      lastAt && lastType && lastState
        ? { at: lastAt.toISOString(), type: lastType, state: lastState, status: lastStatus, error: lastError }
        : null,
  }
}

export async function readChoices(tx: CustomerTx, session: Session, { config }: Pick<Deps, 'config'>): Promise<WebhookChoices> {
  const mine = await readMyLocations(tx, session)
  return {
    locations: mine.filter(({ id }) => may(session, 'webhook:manage', id)).map(({ id, name }) => ({ id, name })),
    mayChooseAll: may(session, 'webhook:manage', null),
    allowsLocal: config.allowsLocalReceivers,
  }
}

/** @throws AppError webhook_url_forbidden with the reason. */
async function expectUrl({ config }: Pick<Deps, 'config'>, text: string): Promise<string> {
  try {
    return (await expectAllowedTarget(text, { allowsLocal: config.allowsLocalReceivers })).href
  } catch (error) {
    if (!(error instanceof ForbiddenTargetError)) throw error
    throw new AppError(webhookErrors.webhook_url_forbidden, { cause: error, detail: error.message, facts: { field: 'url' } })
  }
}

/** The audit trail records only the host, because the path of a webhook URL often contains a secret of the receiver. */
const toDetail = ({ name, url, events }: Pick<WebhookChange, 'name' | 'url' | 'events'>) => ({ name, host: new URL(url).host, events })

const newSecret = ({ secrets }: Pick<Deps, 'secrets'>) => {
  const secret = writeSecret(randomBytes(SECRET_BYTES))
  return { secret, sealed: secrets.encrypt(secret) }
}

/** Adds an endpoint. The answer contains its secret, which is never shown again. @throws AppError webhook_url_forbidden, webhook_too_many. */
export async function createWebhook(ctx: SignedInContext, session: Session, { locationId, ...given }: NewWebhook) {
  must(session, 'webhook:manage', locationId)
  const settings = { ...given, url: await expectUrl(ctx, given.url) }
  const { secret, sealed } = newSecret(ctx)
  return ctx.inTx('read write', async (tx) => {
    if (locationId !== null && !(await readLocationNames(tx)).has(locationId)) throw new AppError(webhookErrors.webhook_not_found)
    if ((await countEndpoints(tx)) >= MOST_ENDPOINTS) throw new AppError(webhookErrors.webhook_too_many)
    const id = await insertEndpoint(tx, {
      ...settings,
      locationId,
      secret: sealed,
      createdAt: session.now,
      createdById: session.userId,
      createdBy: writeFullName(session),
    })
    // Creates the endpoint's queue in the job engine now; otherwise the transactions of its first two events would wait for each other to create it.
    await queueSending(tx, id)
    const detail = { ...toDetail(settings), locationId }
    await audit(tx, session, { action: 'webhook.create', subject: 'webhook', subjectId: id, detail })
    return { id, secret }
  })
}

/** @throws AppError webhook_not_found, also for an endpoint of a location where the caller lacks the right. */
export async function expectEndpoint(
  tx: CustomerTx,
  session: Session,
  { webhookId }: EndpointRef,
  { find = findEndpoint, right = 'webhook:manage' }: { find?: typeof findEndpoint; right?: 'webhook:read' | 'webhook:manage' } = {},
): Promise<EndpointRecord> {
  const endpoint = await find(tx, webhookId)
  if (!endpoint || !may(session, right, endpoint.locationId)) throw new AppError(webhookErrors.webhook_not_found)
  must(session, right, endpoint.locationId)
  return endpoint
}

const locked = { find: lockEndpoint }

/** Changes an endpoint, and turns it on or off. While it is off, nothing is sent, and events wait for a replay. */
export async function changeWebhook(ctx: SignedInContext, session: Session, { isOn, webhookId, ...given }: WebhookChange): Promise<Ok> {
  const before = await ctx.inTx('read only', (tx) => expectEndpoint(tx, session, { webhookId }))
  const settings = { ...given, url: given.url === before.url ? given.url : await expectUrl(ctx, given.url) }
  return ctx.inTx('read write', async (tx) => {
    const endpoint = await expectEndpoint(tx, session, { webhookId }, locked)
    const wasOn = endpoint.offAt === null
    await updateEndpoint(tx, webhookId, {
      ...settings,
      ...(isOn && !wasOn ? { offAt: null, offReason: null, failingSince: null, pausedUntil: null } : {}),
      ...(wasOn && !isOn ? { offAt: session.now, offReason: 'person' } : {}),
    })
    if (wasOn && !isOn) await failWaiting(tx, webhookId)
    const detail = { ...toDetail(settings), ...(wasOn === isOn ? {} : { isOn }) }
    await audit(tx, session, { action: 'webhook.change', subject: 'webhook', subjectId: webhookId, detail })
    return { ok: true }
  })
}

/** Deletes an endpoint with its deliveries. */
export async function deleteWebhook(tx: CustomerTx, session: Session, ref: EndpointRef): Promise<Ok> {
  const endpoint = await expectEndpoint(tx, session, ref, locked)
  await deleteEndpoint(tx, endpoint.id)
  await audit(tx, session, { action: 'webhook.delete', subject: 'webhook', subjectId: endpoint.id, detail: toDetail(endpoint) })
  return { ok: true }
}

/**
 * Replaces the secret. Unless the previous one has leaked, it still signs for another day, so that the receiver can change over without a gap.
 */
export async function rotateSecret(
  tx: CustomerTx,
  session: Session,
  { keepsPrevious, ...ref }: EndpointRef & { keepsPrevious: boolean },
  deps: Pick<Deps, 'secrets'>,
) {
  const endpoint = await expectEndpoint(tx, session, ref, locked)
  const { secret, sealed } = newSecret(deps)
  const previousSecretUntil = keepsPrevious ? new Date(session.now.getTime() + ROTATION_MS) : null
  await updateEndpoint(tx, endpoint.id, { secret: sealed, previousSecret: keepsPrevious ? endpoint.secret : null, previousSecretUntil })
  const detail = { name: endpoint.name, previousValidUntil: previousSecretUntil?.toISOString() ?? null }
  await audit(tx, session, { action: 'webhook.rotate', subject: 'webhook', subjectId: endpoint.id, detail })
  return { id: endpoint.id, secret }
}
