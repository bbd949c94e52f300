import type { Validation } from '@seriatim/epcis'
import { refusalOfSniffed, type Unreadable } from '@seriatim/schema'
import { useEffect, useState } from 'react'
import { type PrecheckMessage, sniffFile } from './precheck.ts'

export type Precheck =
  /** No file is chosen, or the check itself failed, so that only the server checks the file. */
  | { status: 'none' }
  /** A zip that only the server can check, because it contains several files or this browser cannot unpack it. */
  | { status: 'zip' }
  /** The zip contains no readable document. */
  | { status: 'unreadable'; outcome: Unreadable }
  | { status: 'checking'; done: number; total: number }
  | { status: 'checked'; validation: Validation }

const none: Precheck = { status: 'none' }

function asPrecheck(message: PrecheckMessage, total: number): Precheck {
  if ('validation' in message) return { status: 'checked', validation: message.validation }
  if ('isSeveral' in message) return { status: 'zip' }
  if ('unreadable' in message) return { status: 'unreadable', outcome: message.unreadable }
  return { status: 'checking', done: message.done, total }
}

/** Checks the chosen file in a worker, so the page stays responsive for any file size. */
export function usePrecheck(file: File | undefined): Precheck {
  const [found, setFound] = useState<{ file: File; precheck: Precheck }>()
  useEffect(() => {
    if (file === undefined || typeof Worker === 'undefined') return
    let worker: Worker | undefined
    let isOver = false
    const set = (precheck: Precheck) => isOver || setFound({ file, precheck })
    const check = async () => {
      const sniffed = await sniffFile(file)
      const outcome = refusalOfSniffed(sniffed)
      if (outcome) return set({ status: 'unreadable', outcome })
      if (sniffed.kind === 'zip' && typeof DecompressionStream === 'undefined') return set({ status: 'zip' })
      if (isOver) return
      worker = new Worker(new URL('./precheck-worker.ts', import.meta.url), { type: 'module' })
      worker.onmessage = ({ data }: MessageEvent<PrecheckMessage>) => set(asPrecheck(data, file.size))
      // A failed check is harmless, because the server checks too.
      worker.onerror = () => set(none)
      set({ status: 'checking', done: 0, total: file.size })
      worker.postMessage(file)
    }
    check().catch(() => set(none))
    return () => {
      isOver = true
      worker?.terminate()
    }
  }, [file])
  return found !== undefined && found.file === file ? found.precheck : none
}
