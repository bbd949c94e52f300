import { type NewPartnerEndpoint, type Ok, type PartnerEndpoint, type PartnerEndpointTest, writeFullName } from '@seriatim/schema'
import ssh2 from 'ssh2'
import { must, type Session } from '../../../call/access/access.ts'
import { audit } from '../../../call/audit.ts'
import type { SignedInContext } from '../../../call/context.ts'
import type { Deps } from '../../../call/deps.ts'
import { AppError } from '../../../core/errors.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { expectAllowedTarget, ForbiddenTargetError } from '../../../outside/guarded-request.ts'
import { tradingPartnerErrors } from '../trading-partner.facts.ts'
import { findPartner, lockPartner } from '../trading-partner.queries.ts'
import {
  type EndpointRecord,
  findEndpoint,
  findOpenEndpoint,
  insertEndpoint,
  markEndpointRemoved,
  updateHostKey,
} from './endpoint.queries.ts'
import { probeEndpoint } from './endpoint-send.service.ts'

export { type EndpointRecord, findEndpoint as findDeliveryEndpoint, findOpenEndpoint } from './endpoint.queries.ts'

/**
 * Kind and address of an endpoint as a person reads them. The path of an HTTPS address may contain a secret of the partner, so only its host is
 * shown.
 */
export function endpointWords({ kind, url, host, port, folder }: EndpointRecord): string {
  if (kind === 'https') return `HTTPS, ${new URL(url ?? '').host}`
  return `SFTP, ${host}${port === 22 ? '' : `:${port}`}, folder ${folder}`
}

/** An SFTP server gets nothing before a person has confirmed its host key. */
export const isEndpointReady = ({ kind, hostKey }: EndpointRecord): boolean => kind === 'https' || hostKey !== null

export const toPartnerEndpoint = (row: EndpointRecord): PartnerEndpoint => ({
  id: row.id,
  kind: row.kind === 'https' ? 'https' : 'sftp',
  words: endpointWords(row),
  hostKey: row.hostKey,
  isReady: isEndpointReady(row),
})

/**
 * Stores the endpoint at which a partner receives documents, and replaces the previous one.
 *
 * @throws AppError partner_not_found, endpoint_url_forbidden with the reason, endpoint_key_wrong.
 */
export async function saveEndpoint(
  ctx: SignedInContext,
  session: Session,
  { tradingPartnerId, ...given }: NewPartnerEndpoint,
): Promise<{ id: number }> {
  if (given.kind === 'https') await expectUrl(ctx, given.url)
  if (given.kind === 'sftp' && given.secretKind === 'key') expectPrivateKey(given.secret)
  return ctx.inTx('read write', async (tx) => {
    const partner = await lockPartner(tx, tradingPartnerId)
    if (!partner) throw new AppError(tradingPartnerErrors.partner_not_found)
    must(session, 'shipment:send', partner.locationId)
    const before = await findOpenEndpoint(tx, tradingPartnerId)
    const by = writeFullName(session)
    if (before) await markEndpointRemoved(tx, before.id, { removedAt: session.now, removedBy: by })
    const id = await insertEndpoint(tx, {
      tradingPartnerId,
      ...toColumns(given, ctx),
      createdAt: session.now,
      createdById: session.userId,
      createdBy: by,
    })
    const detail = { kind: given.kind, host: given.kind === 'https' ? new URL(given.url).host : given.host, secret: given.secretKind }
    await audit(tx, session, { action: 'partner.endpoint', subject: 'partner', subjectId: tradingPartnerId, detail })
    return { id }
  })
}

type Given = NewPartnerEndpoint extends infer One ? (One extends unknown ? Omit<One, 'tradingPartnerId'> : never) : never

function toColumns(given: Given, { secrets }: Pick<Deps, 'secrets'>) {
  const secret = given.secret === '' || given.secretKind === 'none' ? Buffer.alloc(0) : secrets.encrypt(given.secret)
  if (given.kind === 'sftp') {
    const { kind, host, port, userName, folder, secretKind } = given
    return { kind, url: null, host, port, userName, folder, secretKind, headerName: null, secret }
  }
  const { kind, url, secretKind, userName, headerName } = given
  const columns = { kind, url, host: null, port: null, folder: null, secretKind, secret }
  return { ...columns, userName: secretKind === 'basic' ? userName : null, headerName: secretKind === 'header' ? headerName : null }
}

async function expectUrl({ config }: Pick<Deps, 'config'>, text: string): Promise<void> {
  try {
    await expectAllowedTarget(text, { allowsLocal: config.allowsLocalReceivers })
  } catch (error) {
    if (!(error instanceof ForbiddenTargetError)) throw error
    throw new AppError(tradingPartnerErrors.endpoint_url_forbidden, { cause: error, detail: error.message, facts: { field: 'url' } })
  }
}

function expectPrivateKey(text: string): void {
  const key = ssh2.utils.parseKey(text)
  if (!(key instanceof Error) && key.isPrivateKey()) return
  throw new AppError(tradingPartnerErrors.endpoint_key_wrong, { facts: { field: 'secret' } })
}

/**
 * Finds an endpoint that the caller may change.
 * @throws AppError endpoint_not_found, also for an endpoint that was removed.
 */
async function expectEndpoint(tx: CustomerTx, session: Session, endpointId: number): Promise<EndpointRecord> {
  const endpoint = await findEndpoint(tx, endpointId)
  const partner = endpoint && (await findPartner(tx, endpoint.tradingPartnerId))
  if (!endpoint || !partner || endpoint.removedAt) throw new AppError(tradingPartnerErrors.endpoint_not_found)
  must(session, 'shipment:send', partner.locationId)
  return endpoint
}

/** Removes the endpoint: nothing is sent there from now on, and the secret is deleted. @throws AppError endpoint_not_found. */
export async function removeEndpoint(tx: CustomerTx, session: Session, { endpointId }: { endpointId: number }): Promise<Ok> {
  const endpoint = await expectEndpoint(tx, session, endpointId)
  await markEndpointRemoved(tx, endpointId, { removedAt: session.now, removedBy: writeFullName(session) })
  const detail = { address: endpointWords(endpoint) }
  await audit(tx, session, { action: 'partner.removeEndpoint', subject: 'partner', subjectId: endpoint.tradingPartnerId, detail })
  return { ok: true }
}

/**
 * Records that a person has checked the host key's fingerprint with the partner. From then on, documents may be sent.
 *
 * @throws AppError endpoint_not_found.
 */
export async function confirmEndpointKey(
  tx: CustomerTx,
  session: Session,
  { endpointId, fingerprint }: { endpointId: number; fingerprint: string },
): Promise<Ok> {
  const endpoint = await expectEndpoint(tx, session, endpointId)
  if (endpoint.kind !== 'sftp') throw new AppError(tradingPartnerErrors.endpoint_not_found)
  await updateHostKey(tx, endpointId, fingerprint)
  const detail = { address: endpointWords(endpoint), before: endpoint.hostKey ?? '', after: fingerprint }
  await audit(tx, session, { action: 'partner.confirmEndpoint', subject: 'partner', subjectId: endpoint.tradingPartnerId, detail })
  return { ok: true }
}

/** Connects to the endpoint without sending a document. Without a confirmed host key nothing secret is sent. */
export async function testEndpoint(
  ctx: SignedInContext,
  session: Session,
  { endpointId }: { endpointId: number },
): Promise<PartnerEndpointTest> {
  return probeEndpoint(await ctx.inTx('read only', (tx) => expectEndpoint(tx, session, endpointId)), ctx)
}
