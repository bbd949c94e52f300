import { createValidator, type Validation } from '@seriatim/epcis'
import { SNIFF_BYTES, type Sniffed, sniff, type Unreadable } from '@seriatim/schema'
import { documentIn, UnreadableFile } from './precheck-zip.ts'

/** What a check says while it runs: how many bytes of the file are read, in the end what was found, or why it cannot be read at all. */
export type PrecheckMessage = { done: number } | { validation: Validation } | { unreadable: Unreadable }

const SAY_EVERY_MS = 100

/** Judges a file, or the one file in a zip, in pieces, in whatever thread it is called. Says more only after a while, so that messages cost nothing. */
export async function checkFile(file: Blob, now: Date, say: (message: PrecheckMessage) => void): Promise<void> {
  const validator = createValidator({}, { now, size: file.size })
  let saidAt = performance.now()
  const onRead = (done: number) => {
    if (performance.now() - saidAt < SAY_EVERY_MS) return
    saidAt = performance.now()
    say({ done })
  }
  try {
    for await (const chunk of documentIn(file, (await sniffFile(file)).kind === 'zip', onRead)) validator.write(chunk)
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    return say({ unreadable: error.outcome })
  }
  say({ validation: validator.end() })
}

/** What a file is by its first bytes: XML, alone or in a zip, is worth a check before it is sent. */
export async function sniffFile(file: Blob): Promise<Sniffed> {
  return sniff(new Uint8Array(await file.slice(0, SNIFF_BYTES).arrayBuffer()))
}
