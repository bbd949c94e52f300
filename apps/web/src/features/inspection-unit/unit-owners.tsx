import type { UnitAnswers } from '@seriatim/schema'
import { Card } from '../../ui/layout/card.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { EmptyLine } from '../../ui/list/empty-line.tsx'
import { Lines } from '../../ui/list/lines.tsx'
import { formatAmount, formatLongDate } from '../../ui/text/format.ts'
import { TextLink } from '../../ui/text/text-link.tsx'

/** Previous owners of the package, newest first. Guests get no link to the history. */
export function UnitOwners({ unit, isGuest = false }: { unit: UnitAnswers; isGuest?: boolean }) {
  const events = formatAmount(unit.events, 'event')
  return (
    <Section title="Previous owners" aside={isGuest ? undefined : <TextLink href={`/meddetail/${unit.medId}`}>{events}</TextLink>}>
      <Card>
        {unit.owners.length === 0 ? (
          <EmptyLine>No previous owner is on file.</EmptyLine>
        ) : (
          <Lines
            label="Previous owners"
            lines={unit.owners.map(({ name, what, on }, at) => ({
              key: at,
              name,
              content: name,
              sub: what,
              end: on ? formatLongDate(on) : 'not dated',
            }))}
          />
        )}
      </Card>
    </Section>
  )
}
