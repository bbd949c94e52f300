import { type ToastKind, toast } from '../ui/toast/toast.ts'
import { requestLine, UNKNOWN_ERROR } from './messages.ts'

const kinds: Record<string, ToastKind> = { success: 'done', error: 'stop', warning: 'attention', info: 'info' }

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function showPayload(payload: unknown, fallback: ToastKind): boolean {
  if (!isRecord(payload) || typeof payload.msg !== 'string' || payload.msg === '') return false
  const detail = requestLine(payload.requestId)
  toast.show(kinds[String(payload.class)] ?? fallback, payload.msg, detail ? { detail } : {})
  return true
}

/**
 * Shows the message of a REST answer: type `GLOBAL_TOAST` as a success, type `ERROR` and a bare string as an error. `failed`: the answer was an
 * error, so `otherwise` is shown if the answer contains no message. Returns whether something was shown.
 */
export function showServerMessage(body: unknown, failed: boolean, otherwise = UNKNOWN_ERROR): boolean {
  try {
    const value: unknown = typeof body === 'string' && /^\s*[[{"]/.test(body) ? JSON.parse(body) : body
    if (typeof value === 'string' && value.trim() !== '' && failed) {
      toast.stop(value)
      return true
    }
    if (isRecord(value)) {
      if (value.type === 'GLOBAL_TOAST' && showPayload(value.payload, 'done')) return true
      if (value.type === 'ERROR' && showPayload(value.payload, 'stop')) return true
    }
  } catch {
    // The body can't be parsed. If the call failed, the `otherwise` message is shown below.
  }
  if (failed) toast.stop(otherwise)
  return failed
}
