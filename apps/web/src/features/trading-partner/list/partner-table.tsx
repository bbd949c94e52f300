import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { FRESH, useSaved } from '../../../api/session/use-saved.ts'
import { trpc } from '../../../api/trpc.ts'
import { ImportPartners } from './import-partners.tsx'

/** The partners as a table for spreadsheets: out, and in again. */
export function PartnerTable() {
  const utils = trpc.useUtils()
  const [opened, setOpened] = useState(false)
  const { isSaving, save } = useSaved(() => utils.tradingPartner.readManyCsv.fetch(undefined, FRESH), 'text/csv')
  return (
    <Group component="span" display="inline-flex" gap="xs">
      <Button size="xs" onClick={() => setOpened(true)}>
        Import CSV…
      </Button>
      <Button size="xs" loading={isSaving} onClick={save}>
        Export CSV
      </Button>
      {opened && <ImportPartners onClose={() => setOpened(false)} />}
    </Group>
  )
}
