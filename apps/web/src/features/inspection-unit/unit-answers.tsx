import { groupCode } from '@seriatim/gs1'
import { UNIT_QUESTIONS, type UnitAnswer, type UnitAnswers, type UnitLink } from '@seriatim/schema'
import { IconHandStop, IconShieldCheck, IconShieldExclamation } from '@tabler/icons-react'
import { useId } from 'react'
import { Card } from '../../ui/layout/card.tsx'
import { Code } from '../../ui/text/code.tsx'
import { Glyph } from '../../ui/text/glyph.tsx'
import { Muted, SubText } from '../../ui/text/text.tsx'
import { TextLink } from '../../ui/text/text-link.tsx'
import css from './inspection-unit.module.css'
import { UnitMark } from './unit-mark.tsx'

const HEADS = {
  ok: [IconShieldCheck, 'Good'],
  remark: [IconShieldCheck, 'Good, with remarks'],
  gap: [IconShieldExclamation, 'Gaps'],
  hold: [IconHandStop, 'On hold'],
} as const

/** The answers about one package, for us and for guests. */
export function UnitAnswersCard({ unit }: { unit: UnitAnswers }) {
  const id = useId()
  const [icon, words] = HEADS[unit.state]
  return (
    <Card labelledBy={id}>
      <div className={css.head} role="status">
        <span className={css.mark} data-state={unit.state === 'remark' ? 'ok' : unit.state}>
          <Glyph of={icon} size={28} label={words} />
        </span>
        <div>
          <h2 id={id}>{unit.headline}</h2>
          <Muted>{unit.summary}</Muted>
        </div>
      </div>
      <UnitHead unit={unit} />
      <dl className={css.answers}>
        {unit.answers.map((answer) => (
          <Answer key={answer.question} answer={answer} />
        ))}
      </dl>
    </Card>
  )
}

function UnitHead({ unit: { medName, ndc, manufacturer, container, serialNumber } }: { unit: UnitAnswers }) {
  const rest = [manufacturer, container].filter(Boolean).join(', ')
  return (
    <div className={css.unit}>
      <div>
        <b>{medName ?? 'Product not named'}</b>
        <Muted>
          {ndc && (
            <>
              NDC <Code groups={[ndc]} />
              {rest && ', '}
            </>
          )}
          {rest}
        </Muted>
      </div>
      <div className={css.serial}>
        <SubText>Serial number</SubText>
        <Code groups={groupCode('serial', serialNumber)} boldTail wraps />
      </div>
    </div>
  )
}

function Answer({ answer: { question, state, said, more, notes, links } }: { answer: UnitAnswer }) {
  return (
    <div>
      <dt>{UNIT_QUESTIONS[question]}</dt>
      <dd>
        <UnitMark state={state} />
      </dd>
      <dd>
        <b>{said}</b>
        {more}
        {links.map((link) => (
          <span key={`${link.to}-${link.id}`}>
            {' '}
            <TextLink href={PLACES[link.to](link.id)}>{link.label}</TextLink>
          </span>
        ))}
        {notes.map((note) => (
          <SubText key={note} className={css.note}>
            {note}
          </SubText>
        ))}
      </dd>
    </div>
  )
}

const PLACES: Record<UnitLink['to'], (id: number) => string> = {
  pedigree: (id) => `/meddetail/${id}`,
  order: (id) => `/orders/receive/${id}`,
  partner: (id) => `/tradingpartner/${id}`,
  recall: (id) => `/recalls/detail/${id}`,
  investigation: (id) => `/investigations/${id}`,
  ticket: (id) => `/exceptions/${id}`,
}
