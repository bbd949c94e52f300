import { Button, Stack } from '@mantine/core'
import { Note } from '../../ui/layout/note.tsx'
import { formatAmount } from '../../ui/text/format.ts'
import type { GlnRow } from './gln-columns.tsx'

/** Orders of so many days show that a GLN is in use (decision 50). */
const DAYS = 2

/** Pending GLNs that are plainly in use: worth confirming. */
export function ToConfirm({ rows, onVerify }: { rows: readonly GlnRow[]; onVerify: (row: GlnRow) => void }) {
  const inUse = rows.filter((row) => !row.isVerified && row.mayVerify && row.daysInUse >= DAYS)
  if (inUse.length === 0) return null
  return (
    <Stack gap="sm" mb="md">
      {inUse.map((row) => (
        <Note
          key={row.globalLocationNumber.id}
          title={`GLN ${row.globalLocationNumber.globalLocationNumber} is in use`}
          action={
            <Button size="xs" onClick={() => onVerify(row)}>
              Verify…
            </Button>
          }
        >
          {`Orders were sent to it on ${formatAmount(row.daysInUse, 'day')}. Confirm that it is yours.`}
        </Note>
      ))}
    </Stack>
  )
}
