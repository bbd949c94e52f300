import { UPLOAD_FAILED } from './messages.ts'
import { showServerMessage } from './server-message.ts'
import { browserZone, endUnauthenticated } from './session.ts'

/** 900,000 characters of base64 (P1 §9). */
const PACKET_BYTES = 675_000
const LONGEST_PAUSE_MS = 15_000

export interface PacketJob {
  path: string
  file: File
  /** Of one file: the same again goes on with what has arrived. */
  groupId: string
  id: string
  /** What goes with every packet. */
  fields: Record<string, unknown>
  /** Packets that have arrived already, from 1. */
  arrived: readonly number[]
  onProgress: (sent: number) => void
  /** The network is away, or is back. */
  onPause: (paused: boolean) => void
  signal: AbortSignal
}

/** The server does not take it: why has been said. */
export class RefusedError extends Error {}

/** Sends a file in packets, one after the other; waits while the network is away. The whole file's answer; undefined when it was stopped. */
export async function sendPackets(job: PacketJob): Promise<unknown> {
  const { file, arrived, signal, onProgress } = job
  const totalPackets = Math.max(1, Math.ceil(file.size / PACKET_BYTES))
  const missing = Array.from({ length: totalPackets }, (_, at) => at + 1).filter((packet) => !arrived.includes(packet))
  // All have arrived, and the answer to the last was lost: it is asked for once more.
  if (missing.length === 0) missing.push(totalPackets)
  let sent = Math.min(file.size, arrived.length * PACKET_BYTES)
  let answer: unknown
  for (const packet of missing) {
    if (signal.aborted) return undefined
    const slice = file.slice((packet - 1) * PACKET_BYTES, packet * PACKET_BYTES)
    answer = await sendOne(job, packet, totalPackets, await base64Of(slice))
    sent = Math.min(file.size, sent + slice.size)
    onProgress(sent)
  }
  return signal.aborted ? undefined : answer
}

async function sendOne(job: PacketJob, currentPacket: number, totalPackets: number, packet: string): Promise<unknown> {
  const { path, file, groupId, id, fields, signal, onPause } = job
  const body = { ...fields, id, groupId, fileCount: 1, filename: file.name, contentType: file.type, currentPacket, totalPackets, packet }
  for (let tries = 0; ; tries += 1) {
    try {
      const response = await fetch(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-user-timezone': browserZone() },
        body: JSON.stringify(body),
        signal,
      })
      if (response.ok) {
        if (tries > 0) onPause(false)
        return await response.json()
      }
      if (response.status === 401) {
        endUnauthenticated()
        throw new RefusedError()
      }
      if (response.status !== 429 && response.status < 500) {
        showServerMessage(await response.text(), true, UPLOAD_FAILED)
        throw new RefusedError()
      }
    } catch (error) {
      if (error instanceof RefusedError) throw error
      if (signal.aborted) return undefined
    }
    onPause(true)
    await pause(Math.min(1000 * 2 ** tries, LONGEST_PAUSE_MS), signal)
    if (signal.aborted) return undefined
  }
}

/** Ends early when the network is back, or nobody waits any more. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      window.removeEventListener('online', end)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    window.addEventListener('online', end)
    signal.addEventListener('abort', end)
  })
}

function base64Of(bytes: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,?/, ''))
    reader.onerror = () => reject(new RefusedError('The file could not be read.'))
    reader.readAsDataURL(bytes)
  })
}
