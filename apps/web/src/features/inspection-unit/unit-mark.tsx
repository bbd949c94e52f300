import { Box } from '@mantine/core'
import { ANSWER_STATES, type AnswerState } from '@seriatim/schema'
import { type Icon, IconAlertTriangle, IconCheck, IconHandStop, IconMinus, IconX } from '@tabler/icons-react'
import { Glyph } from '../../ui/text/glyph.tsx'

type Shown = AnswerState | 'hold'

const MARKS: Record<Shown, readonly [icon: Icon, color: string]> = {
  ok: [IconCheck, 'var(--done-text)'],
  remark: [IconAlertTriangle, 'var(--attention-text)'],
  gap: [IconX, 'var(--stop-text)'],
  none: [IconMinus, 'var(--ink-3)'],
  hold: [IconHandStop, 'var(--stop-text)'],
}
const WORDS: Record<Shown, string> = { ...ANSWER_STATES, hold: 'On hold' }

/** Shows the state of an answer or a package as an icon. Each state has a different shape, color and label. */
export function UnitMark({ state }: { state: Shown }) {
  const [icon, color] = MARKS[state]
  return (
    <Box component="span" flex="none" display="inline-flex">
      <Glyph of={icon} color={color} label={WORDS[state]} />
    </Box>
  )
}
