import { Group, Paper, Text } from '@mantine/core'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import { IconButton } from '../../../ui/text/icon-button.tsx'

interface StepperProps {
  /** Name of the product whose quantity is shown, such as "Basic". */
  label: string
  value: number
  onChange: (value: number) => void
}

const LEAST = 1
const MOST = 1000

/** Shows a quantity of one or more, with buttons to change it (BILL-016). */
export function Stepper({ label, value, onChange }: StepperProps) {
  return (
    <Paper withBorder radius="sm" role="group" aria-label={`Quantity of ${label}`}>
      <Group gap={0} wrap="nowrap">
        <IconButton of={IconMinus} size="xs" label={`Remove one ${label}`} disabled={value <= LEAST} onClick={() => onChange(value - 1)} />
        <Text component="output" w={36} ta="center" fw={500} aria-live="polite">
          {value}
        </Text>
        <IconButton of={IconPlus} size="xs" label={`Add one ${label}`} disabled={value >= MOST} onClick={() => onChange(value + 1)} />
      </Group>
    </Paper>
  )
}
