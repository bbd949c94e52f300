import { formatAmount } from '@seriatim/schema'
import { audit } from '../../call/audit.ts'
import { linkBase } from '../../core/config.ts'
import { storable } from '../../core/text/storable.ts'
import type { CustomerTx } from '../../db/types.ts'
import type { JobContext } from '../../jobs/job.ts'
import { ForbiddenTargetError, RequestTimeoutError, sendGuarded } from '../../outside/guarded-request.ts'
import { sendMail } from '../mail/mail.service.ts'
import { listAdmins } from '../user/access/admin.joins.ts'
import { type DueDelivery, failWaiting, findNextDue, listDue, updateDelivery } from './delivery.queries.ts'
import { type EndpointRecord, findEndpoint, lockEndpoint, updateEndpoint } from './endpoint.queries.ts'
import { queueSendingLater } from './outbox.service.ts'
import { type Attempt, FAILING_MS, judgeAttempt, MOST_ATTEMPTS } from './retry.rules.ts'
import { signatureHeaders } from './signing.ts'
import { webhookMails } from './webhook.mails.ts'

/** Number of deliveries sent concurrently to one endpoint. Each concerns a different subject, so their order does not matter. */
const AT_ONCE = 10
const ANSWER_BYTES = 2048
const ANSWER_LENGTH = 500
/**
 * The longest delay that the job queue accepts (`cron.ts`). If the next delivery is due later than that, the job runs after this delay, sends nothing
 * and queues itself again.
 */
const LONGEST_DELAY_S = 6 * 3600

/**
 * Sends up to `AT_ONCE` due events of an endpoint at the same time and queues another job for the remaining ones, so that other endpoints get their
 * turn in between. The result of an attempt is recorded once the receiver answers; if the process dies before that, the event is sent again with the
 * same id.
 */
export async function sendDue(job: JobContext, endpointId: number): Promise<void> {
  const now = job.clock.now()
  const { endpoint, due } = await job.inTx('read only', async (tx) => {
    const found = await findEndpoint(tx, endpointId)
    const isOpen = found && found.offAt === null && !isPaused(found, now)
    return { endpoint: found, due: isOpen ? await listDue(tx, endpointId, now, AT_ONCE) : [] }
  })
  if (!endpoint || endpoint.offAt !== null) return
  await Promise.all(due.map((delivery) => sendOne(job, endpoint, delivery)))
  await job.inTx('read write', (tx) => queueRest(tx, job, endpointId))
}

const isPaused = ({ pausedUntil }: EndpointRecord, now: Date) => pausedUntil !== null && pausedUntil > now

async function queueRest(tx: CustomerTx, { clock }: JobContext, endpointId: number): Promise<void> {
  const endpoint = await findEndpoint(tx, endpointId)
  if (!endpoint || endpoint.offAt !== null) return
  const next = await findNextDue(tx, endpointId)
  if (next === null) return
  const at = Math.max(next.getTime(), endpoint.pausedUntil?.getTime() ?? 0)
  const seconds = Math.ceil((at - clock.now().getTime()) / 1000)
  await queueSendingLater(tx, endpointId, Math.min(Math.max(seconds, 0), LONGEST_DELAY_S))
}

async function sendOne(job: JobContext, endpoint: EndpointRecord, delivery: DueDelivery): Promise<void> {
  const attempt = await attemptDelivery(job, endpoint, delivery)
  await job.inTx('read write', (tx) => recordAttempt(tx, job, { endpointId: endpoint.id, delivery, attempt }))
}

/**
 * Sends a delivery to its endpoint and returns the result of this attempt.
 * @throws the error of a call that our own shutdown aborted, because it does not mean that the receiver failed.
 */
async function attemptDelivery(job: JobContext, endpoint: EndpointRecord, delivery: DueDelivery): Promise<Attempt> {
  const { config, secrets, clock, signal } = job
  const now = clock.now()
  const valid = [endpoint.secret, ...(isRotating(endpoint, now) ? [endpoint.previousSecret] : [])]
  const body = makeBody(delivery, linkBase(config))
  const signed = signatureHeaders(
    { id: delivery.messageId, timestamp: Math.floor(now.getTime() / 1000), body },
    valid.map((secret) => secrets.decrypt(secret)),
  )
  try {
    const answer = await sendGuarded(endpoint.url, {
      headers: {
        ...signed,
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
        'user-agent': 'Seriatim-Webhooks/1.0',
      },
      body,
      allowsLocal: config.allowsLocalReceivers,
      timeoutMs: config.webhookTimeoutMs,
      bodyBytesMax: ANSWER_BYTES,
      signal,
    })
    const { status } = answer
    return {
      status,
      answer: storable(answer.body.toString('utf8')).slice(0, ANSWER_LENGTH),
      error: status >= 300 && status < 400 ? 'The endpoint answered with a redirect, and redirects are not followed.' : null,
      retryAfter: answer.headers['retry-after'],
    }
  } catch (error) {
    if (signal.aborted) throw error
    return { status: null, answer: null, error: describeFault(error), retryAfter: undefined }
  }
}

const isRotating = (endpoint: EndpointRecord, now: Date): endpoint is EndpointRecord & { previousSecret: Buffer } =>
  endpoint.previousSecret !== null && endpoint.previousSecretUntil !== null && endpoint.previousSecretUntil > now

/** The body contains the event's type, time and data, and is the same in each attempt. */
function makeBody({ type, happenedAt, data: { path, ...data } }: DueDelivery, publicUrl: string): string {
  return JSON.stringify({ type, timestamp: happenedAt.toISOString(), data: { ...data, url: `${publicUrl}${path}` } })
}

function describeFault(error: unknown): string {
  if (error instanceof RequestTimeoutError || error instanceof ForbiddenTargetError) return error.message
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return storable(`The connection failed${code ? ` (${code})` : ''}.`)
}

interface Recorded {
  endpointId: number
  delivery: DueDelivery
  attempt: Attempt
}

async function recordAttempt(tx: CustomerTx, job: JobContext, { endpointId, delivery, attempt }: Recorded): Promise<void> {
  const endpoint = await lockEndpoint(tx, endpointId)
  if (!endpoint) return
  const now = job.clock.now()
  const attempts = delivery.attempts + 1
  const { retryAfter: _, ...seen } = attempt
  const verdict = judgeAttempt(attempt, attempts, now, Math.random())
  if (verdict.kind === 'delivered') {
    await updateDelivery(tx, delivery.id, { ...seen, state: 'delivered', attempts, lastAt: now })
    if (endpoint.failingSince !== null) await updateEndpoint(tx, endpointId, { failingSince: null, pausedUntil: null })
    return
  }
  const dueAt = verdict.kind === 'failed' && endpoint.offAt === null ? verdict.dueAt : null
  const state = dueAt === null ? 'failed' : 'waiting'
  await updateDelivery(tx, delivery.id, { ...seen, state, attempts, lastAt: now, ...(dueAt ? { dueAt } : {}) })
  if (endpoint.offAt !== null) return
  const failingSince = endpoint.failingSince ?? now
  const isFailing = now.getTime() - failingSince.getTime() >= FAILING_MS
  if (verdict.kind === 'gone' || isFailing) return turnOff(tx, endpoint, { now, reason: verdict.kind === 'gone' ? 'gone' : 'failing' })
  await updateEndpoint(tx, endpointId, { failingSince, ...(verdict.pausedUntil ? { pausedUntil: verdict.pausedUntil } : {}) })
}

const REASONS = {
  gone: 'It answered with status 410, which means that it no longer accepts events.',
  failing: `Every attempt has failed for three days. Each event is sent up to ${formatAmount(MOST_ATTEMPTS, 'time')}.`,
} as const

/** Turns an endpoint off and informs the people who manage it, once. */
async function turnOff(
  tx: CustomerTx,
  endpoint: EndpointRecord,
  { now, reason }: { now: Date; reason: keyof typeof REASONS },
): Promise<void> {
  const { id, name, locationId } = endpoint
  await updateEndpoint(tx, id, { offAt: now, offReason: reason, failingSince: null, pausedUntil: null })
  await failWaiting(tx, id)
  const by = { userId: null, now }
  const managers = (await listAdmins(tx)).filter(
    ({ isCustomerAdmin, locationIds }) => isCustomerAdmin || (locationId !== null && locationIds.includes(locationId)),
  )
  const text = [
    `The webhook endpoint "${name}" (${new URL(endpoint.url).host}) no longer receives events.`,
    REASONS[reason],
    '',
    'Fix the receiver. Then turn the endpoint on under Incoming Files, Webhooks, and resend the events that it missed.',
  ].join('\n')
  const subject = `Webhook endpoint turned off: ${name}`
  for (const { emailAddress } of managers) await sendMail(tx, by, { kind: webhookMails, to: [emailAddress], subject, text })
  await audit(tx, by, { action: 'webhook.off', subject: 'webhook', subjectId: id, detail: { name, reason: REASONS[reason] } })
}
