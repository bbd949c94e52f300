import { createValidator, type Validation } from '@seriatim/epcis'

/** What a check says while it runs: how many bytes are read, in the end what was found. */
export type PrecheckMessage = { done: number } | { validation: Validation }

const CHUNK = 256 * 1024
const SAY_EVERY_MS = 100

/** Judges a file in pieces, in whatever thread it is called. Says more only after a while, so that messages cost nothing. */
export async function checkFile(file: Blob, now: Date, say: (message: PrecheckMessage) => void): Promise<void> {
  const validator = createValidator({}, { now })
  let saidAt = performance.now()
  for (let from = 0; from < file.size; from += CHUNK) {
    validator.write(new Uint8Array(await file.slice(from, from + CHUNK).arrayBuffer()))
    if (performance.now() - saidAt < SAY_EVERY_MS) continue
    saidAt = performance.now()
    say({ done: Math.min(file.size, from + CHUNK) })
  }
  say({ validation: validator.end() })
}

/** What a file is by its first bytes: only XML is worth a check before it is sent. */
export async function kindOf(file: Blob): Promise<'xml' | 'zip' | 'other'> {
  const first = new Uint8Array(await file.slice(0, 4096).arrayBuffer())
  if (first[0] === 0x50 && first[1] === 0x4b) return 'zip'
  const text = new TextDecoder(first[0] === 0xff ? 'utf-16le' : first[0] === 0xfe ? 'utf-16be' : 'utf-8').decode(first)
  return text.trimStart().startsWith('<') ? 'xml' : 'other'
}
