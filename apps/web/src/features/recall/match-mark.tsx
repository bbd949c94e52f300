import { RECALL_CONFIDENCES, type RecallConfidence } from '@seriatim/schema'
import { IconEqual, IconQuestionMark, IconTilde } from '@tabler/icons-react'
import { Signed } from '../../ui/text/inline.tsx'
import { Sub } from '../../ui/text/text.tsx'

const SIGNS = {
  exact: { of: IconEqual, meaning: 'stop' },
  probable: { of: IconTilde, meaning: 'attention' },
  possible: { of: IconQuestionMark },
} as const

/** How surely a recall means these packages: sign, word and color, and why. */
export function MatchMark({ confidence, why }: { confidence: RecallConfidence; why?: string }) {
  return (
    <>
      <Signed {...SIGNS[confidence]}>{RECALL_CONFIDENCES[confidence]}</Signed>
      {why && <Sub>{why}</Sub>}
    </>
  )
}
