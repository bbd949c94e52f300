import { Link } from 'wouter'
import { Card } from '../../ui/layout/card.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { EmptyLine } from '../../ui/list/empty-line.tsx'
import { Lines } from '../../ui/list/lines.tsx'
import type { Overview } from './cart/shop.ts'
import { nextCharges } from './subscription-words.ts'

/** Upcoming charges by day, before tax. */
export function NextCharges({ subscriptions }: { subscriptions: Overview['subscriptions'] }) {
  const days = nextCharges(subscriptions)
  return (
    <Section title="Upcoming charges" aside={<Link href="/subscription">All</Link>}>
      <Card>
        {days.length ? (
          <Lines lines={days.map(({ day, what, amount }) => ({ key: day, name: what, content: what, sub: day, end: amount }))} />
        ) : (
          <EmptyLine>Nothing is charged.</EmptyLine>
        )}
      </Card>
    </Section>
  )
}
