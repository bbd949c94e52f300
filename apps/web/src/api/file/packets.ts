import { toast } from '../../ui/toast/toast.ts'
import { UPLOAD_FAILED } from '../messages.ts'
import { showServerMessage } from '../server-message.ts'
import { browserZone, endUnauthenticated } from '../session/session.ts'

/** Bytes of a file per packet. In base64 they are 900,000 characters (P1 §9). */
export const PACKET_BYTES = 675_000
const LONGEST_PAUSE_MS = 15_000
/** Attempts per packet after a reply of 429 or 5xx, as many as for reads (CONST-003). */
const TRIES = 4
/**
 * Longest wait, in milliseconds, that an upload accepts from the server. If the server asks for more, the upload fails, and the user has to retry it.
 */
const LONGEST_ASKED_MS = 120_000

export interface PacketJob {
  path: string
  file: File
  /** Identifies the file, so that a repeated upload resumes after the packets that arrived. */
  groupId: string
  id: string
  /** Fields sent with every packet. */
  fields: Record<string, unknown>
  /** Numbers of packets that have already arrived, from 1. */
  arrived: readonly number[]
  onProgress: (sent: number) => void
  /** Reports what the upload waits for: the network, or a server that answered 429 or 5xx; undefined when it resumes. */
  onPause: (waitsFor: 'network' | 'server' | undefined) => void
  signal: AbortSignal
}

/** The server rejected the file, and the error has been shown. */
export class RefusedError extends Error {}

/**
 * Sends a file in packets, one after another. While the network is down, waits without a limit; after a 429 or 5xx, retries a few times. Resolves to
 * the server's answer for the whole file, or to undefined if the upload was stopped.
 * @throws RefusedError if the server rejects the file.
 */
export async function sendPackets(job: PacketJob): Promise<unknown> {
  const { file, arrived, signal, onProgress } = job
  const totalPackets = Math.max(1, Math.ceil(file.size / PACKET_BYTES))
  const missing = Array.from({ length: totalPackets }, (_, at) => at + 1).filter((packet) => !arrived.includes(packet))
  // All packets have arrived but the last answer was lost, so send the last one again to get it.
  if (missing.length === 0) missing.push(totalPackets)
  let sent = Math.min(file.size, arrived.length * PACKET_BYTES)
  let answer: unknown
  for (const packet of missing) {
    if (signal.aborted) return undefined
    const slice = file.slice((packet - 1) * PACKET_BYTES, packet * PACKET_BYTES)
    const text = await toBase64(slice).catch(() => giveUp(`${file.name} could not be read. Choose it again.`))
    answer = await sendOne(job, packet, totalPackets, text)
    sent = Math.min(file.size, sent + slice.size)
    onProgress(sent)
  }
  return signal.aborted ? undefined : answer
}

type Outcome = { kind: 'answer'; answer: unknown } | { kind: 'unreachable' } | { kind: 'busy'; waitMs: number | undefined }

async function sendOne(job: PacketJob, currentPacket: number, totalPackets: number, packet: string): Promise<unknown> {
  const { file, groupId, id, fields, signal, onPause } = job
  const body = { ...fields, id, groupId, fileCount: 1, filename: file.name, contentType: file.type, currentPacket, totalPackets, packet }
  let failures = 0
  let busy = 0
  for (;;) {
    const outcome = await tryOnce(job, JSON.stringify(body))
    if (signal.aborted) return undefined
    if (outcome.kind === 'answer') {
      if (failures + busy > 0) onPause(undefined)
      return outcome.answer
    }
    if (outcome.kind === 'unreachable') {
      onPause('network')
      await pause(Math.min(1000 * 2 ** failures++, LONGEST_PAUSE_MS), signal, true)
    } else {
      const waitMs = outcome.waitMs ?? 1000 * 2 ** busy
      busy += 1
      if (busy === TRIES || waitMs > LONGEST_ASKED_MS) giveUp(`The server did not accept ${file.name}. Try again in the list of files.`)
      onPause('server')
      await pause(waitMs, signal, false)
    }
    if (signal.aborted) return undefined
  }
}

/** Sends one packet, and returns what the server answered. @throws RefusedError if the server rejects the file. */
async function tryOnce({ path, signal }: PacketJob, body: string): Promise<Outcome> {
  try {
    const headers = { 'content-type': 'application/json', 'x-user-timezone': browserZone() }
    const response = await fetch(path, { method: 'POST', headers, body, signal })
    if (response.ok) return { kind: 'answer', answer: await response.json() }
    if (response.status === 401) {
      endUnauthenticated()
      throw new RefusedError()
    }
    if (response.status === 429 || response.status >= 500) return { kind: 'busy', waitMs: askedWait(response) }
    showServerMessage(await response.text(), true, UPLOAD_FAILED)
    throw new RefusedError()
  } catch (error) {
    if (error instanceof RefusedError) throw error
    // A response that isn't JSON came from a proxy between here and the server.
    return error instanceof SyntaxError ? { kind: 'busy', waitMs: undefined } : { kind: 'unreachable' }
  }
}

/** Retry-After in milliseconds; the header itself states seconds or a date. */
function askedWait({ headers }: Response): number | undefined {
  const asked = headers.get('retry-after')?.trim()
  if (!asked) return undefined
  const ms = /^\d+$/.test(asked) ? Number(asked) * 1000 : Date.parse(asked) - Date.now()
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}

function giveUp(detail: string): never {
  toast.stop(UPLOAD_FAILED, { detail, everywhere: true })
  throw new RefusedError(detail)
}

/** Waits; ends early if `signal` aborts or, with `untilOnline`, if the network is back. */
function pause(milliseconds: number, signal: AbortSignal, untilOnline: boolean): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      window.removeEventListener('online', end)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    if (untilOnline) window.addEventListener('online', end)
    signal.addEventListener('abort', end)
  })
}

export function toBase64(bytes: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,?/, ''))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(bytes)
  })
}
