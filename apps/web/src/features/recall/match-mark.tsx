import { RECALL_CONFIDENCES, type RecallConfidence } from '@seriatim/schema'
import { IconEqual, IconQuestionMark, IconTilde } from '@tabler/icons-react'
import { Glyph } from '../../ui/glyph.tsx'
import { Sub } from '../../ui/text.tsx'
import css from './recall.module.css'

const ICONS = { exact: IconEqual, probable: IconTilde, possible: IconQuestionMark } as const

/** How surely a recall means these packages: sign, word and color, and why. */
export function MatchMark({ confidence, why }: { confidence: RecallConfidence; why?: string }) {
  return (
    <>
      <span className={`${css.mark} ${css[confidence]}`}>
        <Glyph of={ICONS[confidence]} size={16} /> {RECALL_CONFIDENCES[confidence]}
      </span>
      {why && <Sub>{why}</Sub>}
    </>
  )
}
