import { RECALL_CONFIDENCES, type RecallConfidence } from '@seriatim/schema'
import { IconEqual, IconQuestionMark, IconTilde } from '@tabler/icons-react'
import { IconText } from '../../ui/text/icon-text.tsx'
import { SubText } from '../../ui/text/text.tsx'

const SIGNS = {
  exact: { of: IconEqual, meaning: 'stop' },
  probable: { of: IconTilde, meaning: 'attention' },
  possible: { of: IconQuestionMark },
} as const

/** Shows whether a recall certainly, probably or possibly covers these packages, with an icon, a word and a color, and gives the reason. */
export function MatchMark({ confidence, why }: { confidence: RecallConfidence; why?: string }) {
  return (
    <>
      <IconText {...SIGNS[confidence]}>{RECALL_CONFIDENCES[confidence]}</IconText>
      {why && <SubText>{why}</SubText>}
    </>
  )
}
