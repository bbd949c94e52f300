import { Button } from '@mantine/core'
import { DISPENSER_KINDS, type Regime } from '@seriatim/schema'
import { IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { Section } from '../../ui/layout/section.tsx'
import { FactsCard } from '../../ui/list/facts-card.tsx'
import { formatDate } from '../../ui/text/format.ts'
import { Glyph } from '../../ui/text/glyph.tsx'
import { FactsDialog } from './facts-dialog.tsx'

/** Facts about the company that decide which rules apply; the locations come from Manage Locations. */
export function OurFacts({ regime }: { regime: Regime }) {
  const { facts, locations, mayWrite, customerName } = regime
  const [isEditing, setEditing] = useState(false)
  const edit = mayWrite && (
    <Button size="xs" leftSection={<Glyph of={IconPencil} size={16} />} onClick={() => setEditing(true)}>
      Edit facts
    </Button>
  )
  return (
    <Section title="Our facts" aside={edit}>
      <FactsCard
        facts={[
          { label: 'Company', value: facts?.company ?? customerName },
          { label: 'Kind', value: facts && DISPENSER_KINDS[facts.kind] },
          { label: 'Locations', value: writeLocations(locations) },
          { label: 'In charge', value: facts?.inCharge, sub: facts?.backup && `Backup ${facts.backup}` },
          { label: 'Confirmed', value: facts ? `${formatDate(facts.confirmedAt)} by ${facts.confirmedBy}` : 'Not yet confirmed' },
        ]}
      />
      {isEditing && <FactsDialog regime={regime} onClose={() => setEditing(false)} />}
    </Section>
  )
}

/** Number of locations by state: "4 in New York, 1 in New Jersey". */
const writeLocations = (locations: Regime['locations']) =>
  locations.length === 0 ? 'None yet' : locations.map(({ state, amount }) => `${amount} in ${state ?? 'an unknown state'}`).join(', ')
