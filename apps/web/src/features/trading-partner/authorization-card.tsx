import { IconShieldCheck, IconShieldQuestion, IconShieldX } from '@tabler/icons-react'
import { useState } from 'react'
import { trpc } from '../../api/trpc.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { DateField, isUnread } from '../../ui/date-field.tsx'
import { countOf, dayOf } from '../../ui/format.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Section } from '../../ui/section.tsx'
import css from './partner.module.css'
import { authorizationSince, authorizationTitle, type StateAuthorization } from './partner-words.ts'

/** The one question of an inspector, for today and for any day: may we buy from them? */
export function AuthorizationCard({ partnerId }: { partnerId: number }) {
  const [day, setDay] = useState(() => dayOf(new Date()))
  const asked = day !== '' && !isUnread(day) ? { day } : {}
  const answer = trpc.tradingPartner.readOneAuthorization.useQuery(
    { tradingPartnerId: partnerId, ...asked },
    { placeholderData: (before) => before },
  )
  return (
    <Section title="May we buy from them?" aside={<DateField label="On" value={day} onChange={setDay} className={css.day} />}>
      <Card>
        <Loaded query={answer} what="The licenses could not be loaded." meaning="They are safe; this page just cannot reach the server.">
          {({ states }) => (
            <div role="status">
              {verdictsOf(states).map((one) => (
                <Verdict key={one.state?.id ?? 0} answer={one} />
              ))}
            </div>
          )}
        </Loaded>
      </Card>
    </Section>
  )
}

const ICONS = {
  authorized: { Icon: IconShieldCheck, tone: css.yes },
  expiring: { Icon: IconShieldCheck, tone: css.yes },
  deactivated: { Icon: IconShieldX, tone: css.no },
  notAuthorized: { Icon: IconShieldX, tone: css.no },
  unknown: { Icon: IconShieldQuestion, tone: css.unknown },
} as const

/** Of a partner that was deactivated one answer says it for all states. */
const verdictsOf = (states: readonly StateAuthorization[]) => states.filter((one, at) => at === 0 || one.status !== 'deactivated')

function Verdict({ answer }: { answer: StateAuthorization }) {
  const { Icon, tone } = ICONS[answer.status]
  const where =
    answer.status !== 'deactivated' && answer.locations.length > 0
      ? ` For ${countOf(answer.locations.length, 'of your locations', 'of your locations')}.`
      : ''
  return (
    <div className={css.verdict}>
      <span className={tone}>
        <Glyph of={Icon} size={28} />
      </span>
      <div>
        <b>{authorizationTitle(answer)}</b>
        <p>
          {authorizationSince(answer)}
          {where}
        </p>
      </div>
      {answer.status === 'expiring' && (
        <Badge meaning="attention">{answer.daysLeft === 0 ? 'Last day' : `${countOf(answer.daysLeft ?? 0, 'day')} left`}</Badge>
      )}
    </div>
  )
}
