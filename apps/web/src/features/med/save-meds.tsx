import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { FRESH, useSaved } from '../../api/session/use-saved.ts'
import { type Inputs, trpc } from '../../api/trpc.ts'
import { Glyph } from '../../ui/text/glyph.tsx'

/** The whole search as a table for a spreadsheet, not only the rows on screen. */
export function SaveMeds({ search }: { search: Inputs['med']['readManyCsv'] }) {
  const utils = trpc.useUtils()
  const { isSaving, save } = useSaved(() => utils.med.readManyCsv.fetch(search, FRESH), 'text/csv')
  return (
    <Button size="xs" loading={isSaving} leftSection={<Glyph of={IconDownload} size={16} />} onClick={save}>
      Save as CSV
    </Button>
  )
}
