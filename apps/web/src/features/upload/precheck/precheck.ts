import { createValidator, type Validation } from '@seriatim/epcis'
import { SNIFF_BYTES, type Sniffed, sniff, type Unreadable } from '@seriatim/schema'
import { documentIn, UnreadableFile } from './precheck-zip.ts'

/**
 * Message from the check of a file. The check first sends the number of bytes read so far, several times. Its last message contains the findings, the
 * reason why the file is unreadable, or the news that the file is a zip of several files.
 */
export type PrecheckMessage = { done: number } | { validation: Validation } | { unreadable: Unreadable } | { isSeveral: true }

const SAY_EVERY_MS = 100

/** Validates a file, or the only file in a zip, in chunks; runs in any thread. Reports progress so rarely that the messages don't slow the check. */
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
    const { outcome } = error
    return say(outcome.kind === 'zipNotOne' && outcome.facts.files !== 0 ? { isSeveral: true } : { unreadable: outcome })
  }
  say({ validation: validator.end() })
}

/** Detects the type from the file's first bytes, because XML, alone or in a zip, is worth checking before it is sent. */
export async function sniffFile(file: Blob): Promise<Sniffed> {
  return sniff(new Uint8Array(await file.slice(0, SNIFF_BYTES).arrayBuffer()))
}
