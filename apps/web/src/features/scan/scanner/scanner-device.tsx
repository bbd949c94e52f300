import { Button, Checkbox, Group, Stack } from '@mantine/core'
import { Card } from '../../../ui/layout/card.tsx'
import { Note } from '../../../ui/layout/note.tsx'
import { Facts } from '../../../ui/list/facts.tsx'
import { useMuted } from '../scan-sound.ts'
import { usualTiming } from './keystrokes.ts'
import { changeScannerSettings, useScannerSettings } from './scanner-settings.ts'

interface ScannerDeviceProps {
  /** Number of scans that have been learned from so far; undefined while nothing is being learned. */
  taught: number | undefined
  of: number
  onLearn: () => void
  onStop: () => void
}

const endWords: Record<string, string> = {
  Enter: 'CR (Enter)',
  Tab: 'Tab',
  'Ctrl+M': 'CR (Ctrl+M)',
  'Ctrl+J': 'LF',
  none: 'nothing',
}

/** Scanner settings of this device, which survive a sign-out. */
export function ScannerDevice({ taught, of, onLearn, onStop }: ScannerDeviceProps) {
  const { listens, learned } = useScannerSettings()
  const [muted, setMuted] = useMuted()
  return (
    <Card title="On this device" aside="kept when you sign out">
      <Stack px="md" pt="xs" pb="lg">
        <Checkbox
          label="Accept scans on every page, wherever the focus is"
          description="When this is off, scans work only in a focused field. Turn it off if you use voice control or a switch device."
          checked={listens}
          onChange={(event) => changeScannerSettings({ listens: event.currentTarget.checked })}
        />
        <Checkbox
          label="Sound after each scan while receiving"
          checked={!muted}
          onChange={(event) => setMuted(!event.currentTarget.checked)}
        />
        <Facts
          facts={[
            {
              label: 'Timing',
              value: learned
                ? `Learned: up to ${learned.gapMs} ms between characters`
                : `Usual: up to ${usualTiming.gapMs} ms between characters`,
              sub: learned ? `Ends with ${endWords[learned.terminator]}` : undefined,
            },
          ]}
        />
        <div role="status" hidden={taught === undefined}>
          {taught !== undefined && (
            <Note meaning="info" title={taught === 0 ? `Scan ${of} times.` : `${taught} of ${of} learned. Scan again.`}>
              Any code will do, even the same one each time.
            </Note>
          )}
        </div>
        <Group gap="xs">
          {taught === undefined ? <Button onClick={onLearn}>Set up my scanner</Button> : <Button onClick={onStop}>Stop setup</Button>}
          {learned && (
            <Button variant="subtle" onClick={() => changeScannerSettings({ learned: undefined })}>
              Reset to the default timing
            </Button>
          )}
        </Group>
      </Stack>
    </Card>
  )
}
