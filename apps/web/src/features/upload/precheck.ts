import { createValidator, type Validation } from '@seriatim/epcis'
import type { Unreadable } from '@seriatim/schema'
import { beginsAsXml, documentIn, UnreadableFile } from './precheck-zip.ts'

/** What a check says while it runs: how many bytes of the file are read, in the end what was found, or why it cannot be read at all. */
export type PrecheckMessage = { done: number } | { validation: Validation } | { unreadable: Unreadable }

const SAY_EVERY_MS = 100

/** Judges a file, or the one file in a zip, in pieces, in whatever thread it is called. Says more only after a while, so that messages cost nothing. */
export async function checkFile(file: Blob, now: Date, say: (message: PrecheckMessage) => void): Promise<void> {
  const validator = createValidator({}, { now })
  let saidAt = performance.now()
  const onRead = (done: number) => {
    if (performance.now() - saidAt < SAY_EVERY_MS) return
    saidAt = performance.now()
    say({ done })
  }
  try {
    for await (const chunk of documentIn(file, (await kindOf(file)) === 'zip', onRead)) validator.write(chunk)
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    return say({ unreadable: error.outcome })
  }
  say({ validation: validator.end() })
}

export type FileKind = 'xml' | 'zip' | 'gzip' | 'other'

/** What a file is by its first bytes: XML, alone or in a zip, is worth a check before it is sent. */
export async function kindOf(file: Blob): Promise<FileKind> {
  const first = new Uint8Array(await file.slice(0, 512).arrayBuffer())
  const [one, two] = first
  if (one === 0x50 && two === 0x4b) return 'zip'
  if (one === 0x1f && two === 0x8b) return 'gzip'
  return beginsAsXml(first) ? 'xml' : 'other'
}
