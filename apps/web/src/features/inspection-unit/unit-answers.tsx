import { Box, Divider, Group } from '@mantine/core'
import { groupCode } from '@seriatim/gs1'
import { UNIT_QUESTIONS, type UnitAnswer, type UnitAnswers, type UnitLink } from '@seriatim/schema'
import { IconHandStop, IconShieldCheck, IconShieldExclamation } from '@tabler/icons-react'
import { useId } from 'react'
import { Card } from '../../ui/layout/card.tsx'
import { Facts } from '../../ui/list/facts.tsx'
import { Code } from '../../ui/text/code.tsx'
import { Glyph } from '../../ui/text/glyph.tsx'
import { Muted, SubText } from '../../ui/text/text.tsx'
import { TextLink } from '../../ui/text/text-link.tsx'
import { UnitMark } from './unit-mark.tsx'

const HEADS = {
  ok: [IconShieldCheck, 'Good', 'var(--done-text)'],
  remark: [IconShieldCheck, 'Good, with remarks', 'var(--done-text)'],
  gap: [IconShieldExclamation, 'Gaps', 'var(--stop-text)'],
  hold: [IconHandStop, 'On hold', 'var(--stop-text)'],
} as const

/** Card that answers an inspector's questions about one package. Signed-in people and guests with a link see the same card. */
export function UnitAnswersCard({ unit }: { unit: UnitAnswers }) {
  const id = useId()
  const [icon, words, color] = HEADS[unit.state]
  return (
    <Card labelledBy={id}>
      <Group role="status" wrap="nowrap" gap="md" p="md">
        <Box flex="none">
          <Glyph of={icon} size={28} color={color} label={words} />
        </Box>
        <div>
          <h2 id={id}>{unit.headline}</h2>
          <Muted>{unit.summary}</Muted>
        </div>
      </Group>
      <Divider />
      <UnitHead unit={unit} />
      <Divider />
      <Box px="md" py={3}>
        <Facts facts={unit.answers.map((answer) => ({ label: UNIT_QUESTIONS[answer.question], value: <Answer answer={answer} /> }))} />
      </Box>
    </Card>
  )
}

function UnitHead({ unit: { medName, ndc, manufacturer, container, serialNumber } }: { unit: UnitAnswers }) {
  const rest = [manufacturer, container].filter(Boolean).join(', ')
  return (
    <Group justify="space-between" gap="xs lg" px="md" py="sm">
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
      <Box ta={{ base: 'left', sm: 'right' }}>
        <SubText>Serial number</SubText>
        <Code groups={groupCode('serial', serialNumber)} boldTail wraps />
      </Box>
    </Group>
  )
}

function Answer({ answer: { state, said, more, notes, links } }: { answer: UnitAnswer }) {
  return (
    <Group wrap="nowrap" align="flex-start" gap="sm">
      <UnitMark state={state} />
      <Box miw={0} style={{ overflowWrap: 'anywhere' }}>
        <b>{said}</b>
        {more}
        {links.map((link) => (
          <span key={`${link.to}-${link.id}`}>
            {' '}
            <TextLink href={PLACES[link.to](link.id)}>{link.label}</TextLink>
          </span>
        ))}
        {notes.map((note) => (
          <SubText key={note}>{note}</SubText>
        ))}
      </Box>
    </Group>
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
