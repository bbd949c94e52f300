import type { PartnerEndpointTest } from '@seriatim/schema'
import type { Deps } from '../../../call/deps.ts'
import { MINUTE_MS } from '../../../core/day.ts'
import { storable } from '../../../core/text/storable.ts'
import { ForbiddenTargetError, type GuardedResponse, RequestTimeoutError, sendGuarded } from '../../../outside/guarded-request.ts'
import {
  HostKeyError,
  RemoteFileError,
  type SftpFolder,
  type SftpTarget,
  SignInRefusedError,
  withSftpFolder,
} from '../../../outside/sftp-folder.ts'
import { sftpProblem } from '../../../outside/sftp-problem.ts'
import type { EndpointRecord } from './endpoint.queries.ts'

/** Time limit for the answer to a document; the receiver may check the document before it answers. */
const ANSWER_MS = MINUTE_MS
/** Time limit for a whole upload by SFTP. */
const UPLOAD_MS = 5 * MINUTE_MS
/** Time limit for a test of an endpoint, because a person waits for it. */
const TEST_MS = 30_000
const ANSWER_BYTES = 4096
const ANSWER_LENGTH = 1000

export interface OutgoingFile {
  /** File name; must be unique in the receiver's folder so that no other file is overwritten. */
  name: string
  contentType: string
  text: string
  /** A key of the document, the same for each attempt, so that the receiver recognizes a document that it already has. */
  key: string
}

/** Result of one attempt to send a document. */
export interface EndpointAttempt {
  kind: 'delivered' | 'refused' | 'failed'
  status: number | null
  answer: string | null
  error: string | null
  /** The receiver's header `Retry-After`, as sent. */
  retryAfter?: string | undefined
}

type SendDeps = Pick<Deps, 'config' | 'secrets'>

/**
 * Makes one attempt to send a document. The result is `refused` if a retry cannot help: the receiver would refuse the document again, or a person has
 * to change the endpoint first.
 * @throws the error of an attempt that was aborted because this process is shutting down.
 */
export async function sendToEndpoint(
  endpoint: EndpointRecord,
  file: OutgoingFile,
  deps: SendDeps,
  signal: AbortSignal,
): Promise<EndpointAttempt> {
  try {
    if (endpoint.kind === 'https') return judgeAnswer(await post(endpoint, file, deps, signal))
    await withSftpFolder(toTarget(endpoint, deps, UPLOAD_MS), (folder) => upload(folder, endpoint.folder ?? '/', file))
    return { kind: 'delivered', status: null, answer: null, error: null }
  } catch (error) {
    if (signal.aborted) throw error
    return endpoint.kind === 'https' ? httpsFault(error) : sftpFault(error)
  }
}

function post(endpoint: EndpointRecord, { name, contentType, text, key }: OutgoingFile, deps: SendDeps, signal: AbortSignal) {
  return sendGuarded(endpoint.url ?? '', {
    headers: {
      'content-type': contentType,
      'content-length': String(Buffer.byteLength(text)),
      'content-disposition': `attachment; filename="${name}"`,
      'idempotency-key': key,
      'user-agent': 'Seriatim-Shipments/1.0',
      ...authorization(endpoint, deps),
    },
    body: text,
    allowsLocal: deps.config.allowsLocalReceivers,
    timeoutMs: ANSWER_MS,
    bodyBytesMax: ANSWER_BYTES,
    signal,
  })
}

function authorization({ secretKind, secret, userName, headerName }: EndpointRecord, { secrets }: SendDeps): Record<string, string> {
  if (secretKind === 'none' || secret.length === 0) return {}
  const value = secrets.decrypt(secret)
  if (secretKind === 'basic') return { authorization: `Basic ${Buffer.from(`${userName}:${value}`).toString('base64')}` }
  if (secretKind === 'header' && headerName !== null) return { [headerName.toLowerCase()]: value }
  return { authorization: `Bearer ${value}` }
}

/** Client-error (4xx) status codes after which the receiver may accept the same document later. */
const LATER: ReadonlySet<number> = new Set([408, 423, 425, 429])

function judgeAnswer({ status, headers, body }: GuardedResponse): EndpointAttempt {
  const answer = storable(body.toString('utf8')).trim().slice(0, ANSWER_LENGTH) || null
  const result = { status, answer, error: null, retryAfter: headers['retry-after'] }
  if (status >= 200 && status < 300) return { kind: 'delivered', ...result }
  if (status >= 300 && status < 400)
    return { kind: 'refused', ...result, error: 'The endpoint answered with a redirect, and redirects are not followed.' }
  return { kind: status < 500 && !LATER.has(status) ? 'refused' : 'failed', ...result }
}

const fault = (kind: 'refused' | 'failed', error: string): EndpointAttempt => ({ kind, status: null, answer: null, error })

function httpsFault(error: unknown): EndpointAttempt {
  if (error instanceof ForbiddenTargetError) return fault('refused', error.message)
  if (error instanceof RequestTimeoutError) return fault('failed', 'The endpoint did not answer in time.')
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return fault('failed', storable(`The connection failed${code ? ` (${code})` : ''}.`))
}

function sftpFault(error: unknown): EndpointAttempt {
  if (error instanceof RemoteFileError) return fault('failed', storable(`The server answered: ${error.message}`).slice(0, ANSWER_LENGTH))
  const isFinal = error instanceof HostKeyError || error instanceof SignInRefusedError || error instanceof ForbiddenTargetError
  return fault(isFinal ? 'refused' : 'failed', sftpProblem(error))
}

const toTarget = (endpoint: EndpointRecord, { config, secrets }: SendDeps, deadlineMs: number): SftpTarget => ({
  deadlineMs,
  host: endpoint.host ?? '',
  port: endpoint.port ?? 22,
  user: endpoint.userName ?? '',
  secret: {
    kind: endpoint.secretKind === 'key' ? 'key' : 'password',
    value: endpoint.secret.length > 0 ? secrets.decrypt(endpoint.secret) : '',
  },
  hostKey: endpoint.hostKey,
  allowsLocal: config.allowsLocalReceivers,
  timeoutMs: config.pullTimeoutMs,
})

/**
 * Writes under a temporary name first, so that the receiver never reads half a file. Writes nothing if a file of the same name and size is there
 * already: an earlier attempt wrote it, and only the answer was lost.
 */
async function upload(folder: SftpFolder, path: string, { name, text }: OutgoingFile): Promise<void> {
  const bytes = Buffer.from(text)
  const target = path.endsWith('/') ? `${path}${name}` : `${path}/${name}`
  const found = await folder.stat(target)
  if (found?.size === bytes.length) return
  if (found) throw new RemoteFileError(`There is another file with the name ${name}.`)
  await folder.write(`${target}.part`, bytes)
  await folder.move(`${target}.part`, target)
}

/** Connects and signs in without sending a document. */
export async function probeEndpoint(endpoint: EndpointRecord, deps: SendDeps): Promise<PartnerEndpointTest> {
  const plain = (isOk: boolean, text: string): PartnerEndpointTest => ({ isOk, text, fingerprint: null })
  try {
    if (endpoint.kind === 'https') return { ...(await probeHttps(endpoint, deps)), fingerprint: null }
    await withSftpFolder(toTarget(endpoint, deps, TEST_MS), (folder) => folder.list(endpoint.folder ?? '/'))
    return plain(true, 'The server was reached, and the folder is there.')
  } catch (error) {
    if (endpoint.kind === 'https') return plain(false, httpsFault(error).error ?? '')
    if (!(error instanceof HostKeyError)) return plain(false, sftpProblem(error))
    const first = 'Compare the host key below with the one that the partner gave you. Nothing is sent until you confirm it.'
    return { isOk: false, text: endpoint.hostKey === null ? first : sftpProblem(error), fingerprint: error.fingerprint }
  }
}

async function probeHttps(endpoint: EndpointRecord, deps: SendDeps): Promise<{ isOk: boolean; text: string }> {
  const { status } = await sendGuarded(endpoint.url ?? '', {
    method: 'GET',
    headers: { 'user-agent': 'Seriatim-Shipments/1.0', ...authorization(endpoint, deps) },
    allowsLocal: deps.config.allowsLocalReceivers,
    timeoutMs: TEST_MS,
    bodyBytesMax: ANSWER_BYTES,
  })
  if (status === 401 || status === 403) return { isOk: false, text: `The server answered and refused the secret (status ${status}).` }
  if (status >= 500) return { isOk: false, text: `The server answered with an error (status ${status}).` }
  return { isOk: true, text: `The server was reached (status ${status}). No document was sent.` }
}
