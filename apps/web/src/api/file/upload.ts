import type { UploadAnswer } from '@seriatim/schema'
import { UPLOAD_FAILED } from '../messages.ts'
import { showServerMessage } from '../server-message.ts'
import { browserZone, endUnauthenticated } from '../session/session.ts'

export interface UploadOptions {
  onProgress?: (sent: number, total: number) => void
  signal?: AbortSignal
}

/** `busy`: the server can't accept the file now, but may accept it later. */
export type UploadFailure = 'refused' | 'busy' | 'network' | 'aborted' | 'unauthenticated'

/**
 * Thrown if an upload fails; `reason` says why. A toast has already shown the error, except if the user aborted the upload, or if the session has
 * ended (`unauthenticated`): in that case the start page shows a message.
 */
export class UploadError extends Error {
  readonly reason: UploadFailure
  constructor(reason: UploadFailure) {
    super(`The upload did not arrive: ${reason}`)
    this.reason = reason
  }
}

/** Sends an EPCIS file. Resolves as soon as the bytes are stored; the import continues in the background. */
export function uploadOrder(file: File, { onProgress, signal }: UploadOptions = {}): Promise<UploadAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<UploadAnswer>()
  const request = new XMLHttpRequest()
  request.open('POST', '/api/v1/file/upload/order?wait=0')
  request.setRequestHeader('accept', 'application/json')
  request.setRequestHeader('x-user-timezone', browserZone())
  request.upload.onprogress = (event) => onProgress?.(event.loaded, event.lengthComputable ? event.total : file.size)
  // An HTML page from a proxy is not a message for users.
  const say = () => showServerMessage(request.responseText.startsWith('<') ? undefined : request.responseText, true, UPLOAD_FAILED)
  request.onload = () => {
    if (request.status === 401) {
      endUnauthenticated()
      return reject(new UploadError('unauthenticated'))
    }
    if (request.status < 200 || request.status >= 300) {
      say()
      return reject(new UploadError(request.status === 429 || request.status >= 500 ? 'busy' : 'refused'))
    }
    try {
      resolve(JSON.parse(request.responseText) as UploadAnswer) // the API documents this response type for this path
    } catch {
      showServerMessage(undefined, true, UPLOAD_FAILED)
      reject(new UploadError('refused'))
    }
  }
  request.onerror = () => {
    showServerMessage(undefined, true, UPLOAD_FAILED)
    reject(new UploadError('network'))
  }
  request.onabort = () => reject(new UploadError('aborted'))
  signal?.addEventListener('abort', () => request.abort(), { once: true })
  const form = new FormData()
  form.append('file', file, file.name)
  request.send(form)
  return promise
}
