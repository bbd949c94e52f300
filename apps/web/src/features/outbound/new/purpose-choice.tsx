import { Box, Group } from '@mantine/core'
import { SHIPMENT_PURPOSES, type ShipmentPurpose } from '@seriatim/schema'
import { AutoGrid } from '../../../ui/layout/auto-grid.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { SubText } from '../../../ui/text/text.tsx'

const PURPOSES = Object.keys(SHIPMENT_PURPOSES) as ShipmentPurpose[] // Object.keys() returns string[]

/** The purposes of a shipment, each with a sentence about its requirements. */
export function PurposeChoice({ value, onChange }: { value: ShipmentPurpose; onChange: (purpose: ShipmentPurpose) => void }) {
  return (
    <Card title="Purpose">
      <Box role="radiogroup" aria-label="Purpose" px="xs" pb="xs">
        <AutoGrid least={300}>
          {PURPOSES.map((purpose) => (
            <Purpose key={purpose} purpose={purpose} isChosen={purpose === value} onChoose={() => onChange(purpose)} />
          ))}
        </AutoGrid>
      </Box>
    </Card>
  )
}

function Purpose({ purpose, isChosen, onChoose }: { purpose: ShipmentPurpose; isChosen: boolean; onChoose: () => void }) {
  const { name, needs } = SHIPMENT_PURPOSES[purpose]
  return (
    <Group
      component="label"
      wrap="nowrap"
      align="flex-start"
      gap="sm"
      p="sm"
      bdrs="md"
      bg={isChosen ? 'var(--action-tint)' : 'transparent'}
      style={{ cursor: 'pointer' }}
    >
      <input type="radio" name="purpose" value={purpose} checked={isChosen} onChange={onChoose} style={RADIO} />
      <span>
        <b>{name}</b>
        <SubText>{needs}</SubText>
      </span>
    </Group>
  )
}

const RADIO = { flex: 'none', width: 18, height: 18, marginTop: 2, accentColor: 'var(--action)' }
