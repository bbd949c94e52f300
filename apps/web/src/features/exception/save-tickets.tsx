import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { saveText } from '../../api/download.ts'
import { type Inputs, trpc } from '../../api/trpc.ts'
import { Glyph } from '../../ui/glyph.tsx'

/** The whole search as a table for a spreadsheet, not only the rows on screen. */
export function SaveTickets({ search }: { search: Inputs['documentException']['readManyCsv'] }) {
  const utils = trpc.useUtils()
  const [loading, setLoading] = useState(false)
  const fetch = async () => {
    setLoading(true)
    const file = await utils.documentException.readManyCsv
      .fetch(search, { staleTime: 0, gcTime: 0, meta: { loud: true } })
      .catch(() => undefined) // said by the one place of errors
    setLoading(false)
    if (file) saveText(file, 'text/csv')
  }
  return (
    <Button variant="subtle" size="xs" loading={loading} leftSection={<Glyph of={IconDownload} size={16} />} onClick={() => void fetch()}>
      Save as CSV
    </Button>
  )
}
