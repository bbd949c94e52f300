import { ANSWER_STATES, type AnswerState } from '@seriatim/schema'
import { type Icon, IconAlertTriangle, IconCheck, IconHandStop, IconMinus, IconX } from '@tabler/icons-react'
import { Glyph } from '../../ui/text/glyph.tsx'
import css from './inspection-unit.module.css'

type Shown = AnswerState | 'hold'

const ICONS: Record<Shown, Icon> = { ok: IconCheck, remark: IconAlertTriangle, gap: IconX, none: IconMinus, hold: IconHandStop }
const WORDS: Record<Shown, string> = { ...ANSWER_STATES, hold: 'On hold' }

/** The state of an answer or a package by shape, name and color. */
export function UnitMark({ state }: { state: Shown }) {
  return (
    <span className={css.mark} data-state={state}>
      <Glyph of={ICONS[state]} label={WORDS[state]} />
    </span>
  )
}
