import { useEffect, useRef } from 'react'
import { asRanges, type LineRange } from '../../../offline/line-ranges.ts'
import { handleOutcomes, outbox, type ReceiveOutcome, useWaitingScans } from '../../scan/receive-outbox.ts'
import type { NewScan, WaitingScan } from '../../scan/scan-store.ts'
import { applyRanges, findLines } from './receive-index.ts'
import type { ReceiveOrder } from './use-receive-order.ts'

/** A scan that this page has counted and the server has not answered. */
export interface KeptScan {
  /** Of its result on the page. */
  id: number
  line: number
  lines: readonly number[]
  retry: () => void
}

interface KeptScansParts {
  order: ReceiveOrder
  onOutcome: (kept: KeptScan, scan: WaitingScan, outcome: ReceiveOutcome, waited: boolean) => void
  onWaits: (id: number) => void
  /** A scan from before this page was opened: it is counted already, and gets a place among the last scans. */
  onFound: (scan: WaitingScan, line: number, lines: readonly number[]) => KeptScan
  onLost: (kept: KeptScan) => void
  /** It never left the device. */
  onTakenBack: (kept: KeptScan) => void
}

/** Ties the scans that wait on the device to what the page shows of them. */
export function useKeptScans(parts: KeptScansParts) {
  const latest = useRef(parts)
  latest.current = parts
  const followed = useRef(new Map<number, { kept: KeptScan; waited: boolean }>())
  const { documentId, known, problem } = parts.order
  const waiting = useWaitingScans(documentId)
  const index = known?.index

  useEffect(() => {
    if (!index || problem) return
    return handleOutcomes((scan, outcome) => {
      const entry = followed.current.get(scan.id)
      if (!entry) return false
      followed.current.delete(scan.id)
      latest.current.onOutcome(entry.kept, scan, outcome, entry.waited)
      return true
    })
  }, [index, problem])

  // The index was read anew: what waits is open in it, and counted on this page.
  useEffect(() => {
    if (!index) return
    for (const { kept } of followed.current.values()) applyRanges(index, asRanges(kept.lines), true)
  }, [index])

  useEffect(() => {
    if (!index) return
    for (const scan of waiting) {
      const entry = followed.current.get(scan.id)
      if (entry) {
        if (!entry.waited) latest.current.onWaits(entry.kept.id)
        entry.waited = true
        continue
      }
      const [line] = findLines(index, scan.key, scan.gtin)
      if (line === undefined) continue
      const range: LineRange = [line, scan.kind === 'med' ? line : (index.lasts[line] ?? line)]
      const lines = applyRanges(index, [range], true)
      followed.current.set(scan.id, { kept: latest.current.onFound(scan, line, lines), waited: true })
    }
  }, [index, waiting])

  return {
    /** False: the server may have it by now. */
    async takeBack(resultId: number): Promise<boolean> {
      const found = [...followed.current].find(([, { kept }]) => kept.id === resultId)
      if (!found || !(await outbox.takeBack(found[0]))) return false
      followed.current.delete(found[0])
      latest.current.onTakenBack(found[1].kept)
      return true
    },
    follow(scan: NewScan, kept: KeptScan): void {
      outbox.add(scan, ({ id }) => followed.current.set(id, { kept, waited: false })).catch(() => latest.current.onLost(kept))
    },
  }
}
