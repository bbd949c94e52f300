import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { saveText } from '../../api/download.ts'
import { trpc } from '../../api/trpc.ts'
import { ImportPartners } from './import-partners.tsx'

/** The partners as a table for spreadsheets: out, and in again. */
export function PartnerTable() {
  const utils = trpc.useUtils()
  const [opened, setOpened] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const save = async () => {
    setSaving(true)
    const file = await utils.tradingPartner.readManyCsv
      .fetch(undefined, { staleTime: 0, gcTime: 0, meta: { loud: true } })
      .catch(() => undefined) // said by the one place of errors
    if (file) saveText(file, 'text/csv')
    setSaving(false)
  }
  return (
    <Group component="span" display="inline-flex" gap="xs">
      <Button size="xs" onClick={() => setOpened(true)}>
        Import CSV…
      </Button>
      <Button size="xs" loading={isSaving} onClick={() => void save()}>
        Export CSV
      </Button>
      {opened && <ImportPartners onClose={() => setOpened(false)} />}
    </Group>
  )
}
