import { Button } from '@mantine/core'
import { Link } from 'wouter'
import { formatLongDate } from '../../ui/format.ts'
import { Note } from '../../ui/note.tsx'
import type { Overview } from './shop.ts'
import css from './subscription.module.css'

/** What must be known before anything else: nothing is sold here, or no plan is active and until when that is no stop. */
export function StandingNote({ overview: { isBillingOn, isActive, graceUntil }, isShop }: { overview: Overview; isShop?: boolean }) {
  if (!isBillingOn)
    return (
      <div className={css.note}>
        <Note meaning="info" title="Billing is switched off here">
          Nothing is sold, and everything is allowed.
        </Note>
      </div>
    )
  if (isActive || graceUntil === null) return null
  const isOver = new Date(graceUntil) <= new Date()
  return (
    <div className={css.note}>
      <Note
        meaning={isOver ? 'stop' : 'attention'}
        title="No subscription is active"
        action={
          !isShop && (
            <Button size="xs" component={Link} href="/subscription/modify">
              Choose a plan
            </Button>
          )
        }
      >
        {isOver
          ? 'What is there can be read, received and reported. Uploading, entering and inviting need a plan.'
          : `Uploading, entering and inviting still work until ${formatLongDate(graceUntil)}. Then they need a plan; what is there stays.`}
      </Note>
    </div>
  )
}
