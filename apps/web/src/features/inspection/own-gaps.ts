import { type BalanceLine, listBalanceGaps, type OwnFigures, type PackAsk, type PackPreview } from '@seriatim/schema'
import { narrowingOf, toNdc11 } from './use-pack-ask.ts'

/** Adds the gaps of the balance to the preview of a pack. The server cannot compute them, because the dispensing report is never uploaded. */
export function withOwnGaps(preview: PackPreview, ask: PackAsk, lines: readonly BalanceLine[], figures: OwnFigures): PackPreview {
  const gaps = listBalanceGaps(lines, figures, narrowingOf(ask), toNdc11)
  return { ...preview, parts: preview.parts.map((one) => (one.part === 'balance' ? { ...one, gaps } : one)) }
}
