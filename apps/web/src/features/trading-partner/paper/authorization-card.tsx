import { Box, Group, Text } from '@mantine/core'
import { IconShieldCheck, IconShieldQuestion, IconShieldX } from '@tabler/icons-react'
import { useState } from 'react'
import { trpc } from '../../../api/trpc.ts'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { DateField, isUnread } from '../../../ui/field/date-field.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { DividedList } from '../../../ui/list/divided-list.tsx'
import { Loaded } from '../../../ui/page/loaded.tsx'
import { formatAmount, localDay } from '../../../ui/text/format.ts'
import { Glyph } from '../../../ui/text/glyph.tsx'
import { Muted } from '../../../ui/text/text.tsx'
import css from '../partner.module.css'
import { authorizationSince, authorizationTitle, type StateAuthorization } from '../partner-words.ts'

/** Answers an inspector's main question for today or any other day: may we buy from them? */
export function AuthorizationCard({ partnerId }: { partnerId: number }) {
  const [day, setDay] = useState(() => localDay(new Date()))
  const asked = day !== '' && !isUnread(day) ? { day } : {}
  const answer = trpc.tradingPartner.readOneAuthorization.useQuery(
    { tradingPartnerId: partnerId, ...asked },
    { placeholderData: (before) => before },
  )
  return (
    <Section title="May we buy from them?" aside={<DateField label="On" value={day} onChange={setDay} className={css.day} />}>
      <Card>
        <Loaded query={answer} subject="The licenses">
          {({ states }) => (
            <div role="status">
              <DividedList>
                {collectVerdicts(states).map((one) => (
                  <Verdict key={one.state?.id ?? 0} answer={one} />
                ))}
              </DividedList>
            </div>
          )}
        </Loaded>
      </Card>
    </Section>
  )
}

const ICONS = {
  authorized: { Icon: IconShieldCheck, color: 'var(--done-text)' },
  expiring: { Icon: IconShieldCheck, color: 'var(--done-text)' },
  deactivated: { Icon: IconShieldX, color: 'var(--stop-text)' },
  notAuthorized: { Icon: IconShieldX, color: 'var(--stop-text)' },
  unknown: { Icon: IconShieldQuestion, color: 'var(--ink-3)' },
} as const

/** A deactivated partner has the same verdict for every state, so only the first verdict is shown. */
const collectVerdicts = (states: readonly StateAuthorization[]) => states.filter((one, at) => at === 0 || one.status !== 'deactivated')

function Verdict({ answer }: { answer: StateAuthorization }) {
  const { Icon, color } = ICONS[answer.status]
  const where =
    answer.status !== 'deactivated' && answer.locations.length > 0
      ? ` For ${formatAmount(answer.locations.length, 'of your locations', 'of your locations')}.`
      : ''
  return (
    <Group component="li" gap="sm">
      <Box component="span" c={color}>
        <Glyph of={Icon} size={28} />
      </Box>
      <Box flex="1 1 200px">
        <Text span fz="lg" fw={600}>
          {authorizationTitle(answer)}
        </Text>
        <Muted>
          {authorizationSince(answer)}
          {where}
        </Muted>
      </Box>
      {answer.status === 'expiring' && (
        <Badge meaning="attention">{answer.daysLeft === 0 ? 'Last day' : `${formatAmount(answer.daysLeft ?? 0, 'day')} left`}</Badge>
      )}
    </Group>
  )
}
