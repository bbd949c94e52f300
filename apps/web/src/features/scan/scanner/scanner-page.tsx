import { Stack } from '@mantine/core'
import { useRef, useState } from 'react'
import { trpc } from '../../../api/trpc.ts'
import { SettingsTabs } from '../../../shell/settings-tabs.tsx'
import { Columns } from '../../../ui/layout/columns.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import { ArrivedKeys } from './arrived-keys.tsx'
import { diagnose } from './diagnose.ts'
import { isTeachable, learnScanner, SCANS_TO_LEARN } from './learn-scanner.ts'
import type { Take } from './scan-log.ts'
import { ScannerDevice } from './scanner-device.tsx'
import { changeScannerSettings, getTiming } from './scanner-settings.ts'
import { TestCodeCard } from './test-code-card.tsx'
import { useKeyLog } from './use-key-log.ts'

/** Scanner test: shows the keys that arrive, the problems with them, and the timing that this device has learned. */
export default function ScannerPage() {
  const [last, setLast] = useState<Take>()
  const [lessons, setLessons] = useState<readonly Take[]>()
  const keepTested = useTested()
  const shown = useKeyLog((take) => {
    setLast(take)
    if (diagnose(take, getTiming()).length === 0) keepTested()
    if (!lessons || !isTeachable(take)) return
    const next = [...lessons, take]
    const learned = learnScanner(next)
    setLessons(learned ? undefined : next)
    if (!learned) return
    changeScannerSettings({ learned })
    toast.done('Your scanner is set up. This device remembers its timing.')
  })
  return (
    <Page title="Test my scanner" crumbs={[{ label: 'Settings', href: '/settings/othersettings' }, { label: 'Test my scanner' }]}>
      <SettingsTabs />
      <Columns>
        <ArrivedKeys take={shown} isWhole={last !== undefined && last === shown} />
        <Stack gap="lg">
          <TestCodeCard />
          <ScannerDevice taught={lessons?.length} of={SCANS_TO_LEARN} onLearn={() => setLessons([])} onStop={() => setLessons(undefined)} />
        </Stack>
      </Columns>
    </Page>
  )
}

/**
 * Returns a function that records the first flawless scan for a new customer's checklist. The call runs in the background, because nothing on the
 * page depends on it.
 */
function useTested(): () => void {
  const isRecorded = useRef(false)
  const { mutate } = trpc.customer.updateScannerTested.useMutation({
    meta: { touches: ['customer'] },
    trpc: { context: { background: true } },
  })
  return () => {
    if (isRecorded.current) return
    isRecorded.current = true
    mutate()
  }
}
