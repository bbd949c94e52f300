import { showServerMessage } from '../server-message.ts'
import { browserZone, endUnauthenticated } from '../session/session.ts'

/** File name of a Content-Disposition header (RFC 6266); the encoded form takes precedence over the plain one. */
export function readFilename(disposition: string | null): string | undefined {
  const encoded = /filename\*\s*=\s*UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  if (encoded) {
    try {
      return decodeURIComponent(encoded.trim())
    } catch {
      // The encoded file name is malformed, so the plain one is read below.
    }
  }
  const plain = /filename\s*=\s*(?:"([^"]*)"|([^;]+))/i.exec(disposition ?? '')
  return (plain?.[1] ?? plain?.[2])?.trim() || undefined
}

/** Makes the browser save the bytes. */
export function save(bytes: Blob, filename: string): void {
  const address = URL.createObjectURL(bytes)
  const link = document.createElement('a')
  link.href = address
  link.download = filename
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

/** Saves a file on the user's device, from its bytes in the documented JSON form. */
export function saveBuffer({ data }: { data: number[] }, filename: string, type: string): void {
  save(new Blob([Uint8Array.from(data)], { type }), filename)
}

export function readBlob(base64: string, type: string): Blob {
  return new Blob([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))], { type })
}

export function saveBase64({ filename, base64 }: { filename: string; base64: string }, type: string): void {
  save(readBlob(base64, type), filename)
}

export function saveText({ filename, text }: { filename: string; text: string }, type: string): void {
  save(new Blob([text], { type: `${type};charset=utf-8` }), filename)
}

/** Fetches a file. Undefined on failure, after showing the error. */
async function fetchFile(path: string, init: RequestInit = {}): Promise<{ bytes: Blob; filename: string | undefined } | undefined> {
  try {
    const answer = await fetch(path, {
      ...init,
      credentials: 'same-origin',
      headers: { accept: 'application/octet-stream', 'x-user-timezone': browserZone(), ...init.headers },
    })
    if (answer.status === 401) {
      endUnauthenticated()
      return undefined
    }
    if (!answer.ok) {
      showServerMessage(await answer.text(), true)
      return undefined
    }
    return { bytes: await answer.blob(), filename: readFilename(answer.headers.get('content-disposition')) }
  } catch {
    showServerMessage(undefined, true)
    return undefined
  }
}

/** Fetches a file to display. Undefined on failure, after showing the error. */
export async function fetchBytes(path: string, init: RequestInit = {}): Promise<Blob | undefined> {
  return (await fetchFile(path, init))?.bytes
}

/** Fetches and saves a file. False on failure, after showing the error. */
export async function download(path: string, fallbackName: string, init: RequestInit = {}): Promise<boolean> {
  const file = await fetchFile(path, init)
  if (file) save(file.bytes, file.filename ?? fallbackName)
  return file !== undefined
}
