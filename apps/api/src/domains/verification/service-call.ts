import { buildVerify, judgeVerify, type Verdict, type VrsCall, type VrsProduct, type VrsReply, type VrsService } from '@seriatim/vrs'
import type { Deps } from '../../call/deps.ts'
import { AppError } from '../../core/errors.ts'
import { storable } from '../../core/text/storable.ts'
import { ForbiddenTargetError, RequestTimeoutError, sendGuarded } from '../../outside/guarded-request.ts'
import type { SettingRecord } from './setting/setting.queries.ts'
import { verificationErrors } from './verification.facts.ts'
import type { UnansweredCause } from './verification.rules.ts'

/** Time limit for the answer of the credential wallet. */
const WALLET_MS = 10_000
const ANSWER_BYTES = 65_536
/** Maximum number of characters of a response body that are stored as evidence. */
const MAX_STORED_CHARACTERS = 4000

/** Kind of credential that a wallet presents for a DSCSA dispenser (Open Credentialing Initiative). */
const CREDENTIAL_TYPE = 'DSCSAATPCredential'

const CREDENTIAL_FAULTS = {
  wallet_failed: 'The wallet did not provide a credential.',
  credential_unreadable: 'The stored credential cannot be read. Enter it again.',
} as const

/** Thrown if there is no credential for a question. The message is for the person who asked. */
export class CredentialError extends Error {
  override name = 'CredentialError'
  readonly fault: keyof typeof CREDENTIAL_FAULTS

  constructor(fault: keyof typeof CREDENTIAL_FAULTS, options?: ErrorOptions) {
    super(CREDENTIAL_FAULTS[fault], options)
    this.fault = fault
  }
}

export interface Target {
  service: VrsService
  setting: SettingRecord
  /**
   * Whether verification services may be on this machine or in the installation's networks. Always true for the simulator, because it runs on this
   * machine.
   */
  allowsLocal: boolean
}

interface Caller extends Pick<Deps, 'config' | 'secrets'> {
  signal?: AbortSignal | undefined
}

/** GLN of the requester in calls to the simulator, for a customer that has not entered a GLN yet. Its check digit is valid. */
const SIMULATED_GLN = '0300010000007'

/**
 * Returns the verification service to call, according to the customer's settings.
 * @throws AppError verification_by_hand if the customer verifies by hand; verification_service_not_set if the URL or the GLN is missing.
 */
export function toTarget(setting: SettingRecord, { config }: Pick<Deps, 'config'>): Target {
  const { driver, emailAddress, phoneNumber } = setting
  if (driver === 'manual') throw new AppError(verificationErrors.verification_by_hand)
  const isSimulated = driver === 'simulator'
  const baseUrl = isSimulated ? config.verificationSimulatorUrl : setting.baseUrl
  const requesterGln = setting.requesterGln ?? (isSimulated ? SIMULATED_GLN : null)
  if (!baseUrl || requesterGln === null) throw new AppError(verificationErrors.verification_service_not_set)
  const service = { baseUrl, requesterGln, emailAddress, phoneNumber }
  return { service, setting, allowsLocal: isSimulated || config.allowsLocalReceivers }
}

export interface ServiceResult {
  verdict: Exclude<Verdict, { answer: 'unavailable' }> | { answer: 'unavailable'; cause: UnansweredCause }
  /** HTTP status, kept as evidence; null if no answer came. */
  status: number | null
  body: string | null
}

/** The result of a question that never reached the service. */
export const unanswered = (cause: UnansweredCause): ServiceResult => ({
  verdict: { answer: 'unavailable', cause },
  status: null,
  body: null,
})

/**
 * Asks the verification service about one package, and returns its answer with the evidence. If the call fails, the answer is `unavailable`.
 * @throws the error itself if our own shutdown aborted the call, because that says nothing about the service.
 */
export async function askService(
  caller: Caller,
  target: Target,
  { product, context, corrUuid }: { product: VrsProduct; context: string; corrUuid: string },
): Promise<ServiceResult> {
  const built = buildVerify(target.service, { product, context, corrUuid })
  if (!built.ok) return unanswered('incomplete')
  try {
    const { reply, status, body } = await send(caller, target, await addCredential(caller, target, built.call, corrUuid))
    return { verdict: judgeVerify(reply, corrUuid), status, body }
  } catch (error) {
    if (error instanceof CredentialError) return unanswered(error.fault)
    if (error instanceof ForbiddenTargetError) return unanswered('address_forbidden')
    throw error
  }
}

/**
 * Adds the presentation of the wallet, or else the stored credential, in the configured header. The simulator gets neither, because they belong to the
 * real service.
 *
 * @throws CredentialError.
 */
export async function addCredential(caller: Caller, { setting, allowsLocal }: Target, call: VrsCall, corrUuid: string): Promise<VrsCall> {
  const { driver, walletUrl, credential, credentialHeader } = setting
  if (driver === 'simulator') return call
  const name = credentialHeader.toLowerCase()
  if (walletUrl !== null) {
    const token = await presentCredential(caller, { setting, walletUrl, allowsLocal }, corrUuid)
    return { ...call, headers: { ...call.headers, [name]: `Bearer ${token}` } }
  }
  if (credential === null) return call
  return { ...call, headers: { ...call.headers, [name]: unseal(caller, credential) } }
}

/** @throws CredentialError if the credential was sealed with another key, for example because SECRET_KEY was changed. */
function unseal({ secrets }: Caller, credential: Buffer): string {
  try {
    return secrets.decrypt(credential)
  } catch (error) {
    throw new CredentialError('credential_unreadable', { cause: error })
  }
}

/** Asks the wallet for a presentation. The call has the shape that wallets of the Open Credentialing Initiative share. */
async function presentCredential(
  { signal }: Caller,
  { setting, walletUrl, allowsLocal }: { setting: SettingRecord; walletUrl: string; allowsLocal: boolean },
  corrUuid: string,
): Promise<string> {
  const body = JSON.stringify({ corrUUID: corrUuid, holderDID: setting.walletHolder ?? undefined, credentialType: CREDENTIAL_TYPE })
  const headers = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)), accept: 'application/json' }
  try {
    const answer = await sendGuarded(walletUrl, {
      headers,
      body,
      allowsLocal,
      timeoutMs: WALLET_MS,
      bodyBytesMax: ANSWER_BYTES,
      ...(signal && { signal }),
    })
    const { verifiablePresentation: token } = JSON.parse(answer.body.toString('utf8')) as { verifiablePresentation?: unknown } // checked below
    // A header may contain only visible characters; every JWT consists of such characters.
    if (answer.status === 200 && typeof token === 'string' && /^[\x21-\x7e]+$/.test(token)) return token
  } catch (error) {
    if (signal?.aborted || error instanceof ForbiddenTargetError) throw error
    throw new CredentialError('wallet_failed', { cause: error })
  }
  throw new CredentialError('wallet_failed')
}

/**
 * Sends a GET request to the service. Returns the whole reply, to be judged, and its status and the beginning of its body, to be stored as evidence.
 * @throws ForbiddenTargetError.
 */
export async function send(
  { config, signal }: Caller,
  { allowsLocal }: Target,
  { url, headers }: VrsCall,
): Promise<{ reply: VrsReply; status: number | null; body: string | null }> {
  try {
    const { status, body } = await sendGuarded(url, {
      method: 'GET',
      headers: { ...headers, 'user-agent': 'Seriatim-Verification/1.0' },
      allowsLocal,
      timeoutMs: config.verificationTimeoutMs,
      bodyBytesMax: ANSWER_BYTES,
      ...(signal && { signal }),
    })
    const text = storable(body.toString('utf8'))
    return { reply: { kind: 'answered', status, body: text }, status, body: text.slice(0, MAX_STORED_CHARACTERS) }
  } catch (error) {
    if (signal?.aborted || error instanceof ForbiddenTargetError) throw error
    return { reply: { kind: error instanceof RequestTimeoutError ? 'timeout' : 'failed' }, status: null, body: null }
  }
}
