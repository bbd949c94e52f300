import { Link } from 'wouter'
import { Card } from '../../ui/card.tsx'
import { Section } from '../../ui/section.tsx'
import type { Overview } from './shop.ts'
import css from './subscription.module.css'
import { nextCharges } from './subscription-words.ts'

/** What is charged next, day by day, before tax. */
export function NextCharges({ subscriptions }: { subscriptions: Overview['subscriptions'] }) {
  const days = nextCharges(subscriptions)
  return (
    <Section title="Next charges" aside={<Link href="/subscription">All</Link>}>
      <Card>
        {days.length ? (
          <ul className={css.charges}>
            {days.map(({ day, what, amount }) => (
              <li key={day}>
                <span>
                  {what}
                  <span className={css.sub}>{day}</span>
                </span>
                <span>{amount}</span>
              </li>
            ))}
          </ul>
        ) : (
          <p className={css.none}>Nothing is charged.</p>
        )}
      </Card>
    </Section>
  )
}
