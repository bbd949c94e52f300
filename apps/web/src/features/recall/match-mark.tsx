import { RECALL_CONFIDENCES, type RecallConfidence } from '@seriatim/schema'
import { IconEqual, IconQuestionMark, IconTilde } from '@tabler/icons-react'
import css from './recall.module.css'

const ICONS = { exact: IconEqual, probable: IconTilde, possible: IconQuestionMark } as const

/** How surely a recall means these packages: sign, word and color, and why. */
export function MatchMark({ confidence, why }: { confidence: RecallConfidence; why?: string }) {
  const Icon = ICONS[confidence]
  return (
    <>
      <span className={`${css.mark} ${css[confidence]}`}>
        <Icon size={16} stroke={2.25} aria-hidden="true" /> {RECALL_CONFIDENCES[confidence]}
      </span>
      {why && <span className="sub">{why}</span>}
    </>
  )
}
