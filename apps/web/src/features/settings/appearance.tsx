import { NativeSelect, Stack, useMantineColorScheme } from '@mantine/core'
import { Card, CardBody } from '../../ui/layout/card.tsx'
import { clock } from '../../ui/text/clock.ts'

const schemes = [
  { value: 'auto', label: 'Same as this device' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

const clocks = [
  { value: '', label: 'Same as this browser’s language' },
  { value: '12', label: '5:05 PM' },
  { value: '24', label: '17:05' },
]

/** Settings for how the screens look on this device. Each choice is saved immediately. */
export function Appearance() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Card title="Appearance" aside="On this device">
      <CardBody>
        <Stack gap="md">
          <NativeSelect
            label="Theme"
            data={schemes}
            value={colorScheme}
            onChange={(event) => {
              const chosen = schemes.find(({ value }) => value === event.currentTarget.value)
              if (chosen) setColorScheme(chosen.value)
            }}
          />
          <NativeSelect
            label="Time of day"
            description="The order list and spreadsheet files always use the 24-hour clock (17:05)."
            data={clocks}
            value={String(clock.use() ?? '')}
            onChange={(event) => clock.keep(event.currentTarget.value || null)}
          />
        </Stack>
      </CardBody>
    </Card>
  )
}
