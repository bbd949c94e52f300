import { Box, Button, Group } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { DesktopOnly } from '../../../ui/layout/phone-only.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { Lines } from '../../../ui/list/lines.tsx'
import { formatAmount } from '../../../ui/text/format.ts'
import { IconButton } from '../../../ui/text/icon-button.tsx'
import { fullName } from '../user-words.tsx'
import { describeChange, type Matrix, type MatrixChange } from './use-matrix.ts'
import type { MatrixSaving } from './use-matrix-saving.ts'

interface ChangesProps {
  matrix: Matrix
  save: MatrixSaving
}

/** Unsaved changes, next to the matrix. */
export function ChangesAside({ matrix, save }: ChangesProps) {
  return (
    <Box component="aside" flex="0 1 288px" aria-label="Not saved yet">
      <DesktopOnly block>
        <Section title="Not saved yet" aside={formatAmount(matrix.changes.length, 'change')}>
          <Changes matrix={matrix} />
        </Section>
        <Group gap="xs" mt="sm" grow>
          <DiscardButton matrix={matrix} save={save} />
          <SaveButton matrix={matrix} save={save} />
        </Group>
      </DesktopOnly>
    </Box>
  )
}

/** Unsaved changes in a dialog, for phones without room beside the matrix. */
export function ReviewDialog({ matrix, save, opened, onClose }: ChangesProps & { opened: boolean; onClose: () => void }) {
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title="Not saved yet"
      foot={
        <>
          <Button onClick={onClose}>Keep editing</Button>
          <SaveButton matrix={matrix} save={save} />
        </>
      }
    >
      <Changes matrix={matrix} />
    </Dialog>
  )
}

export const DiscardButton = ({ matrix, save }: ChangesProps) => (
  <Button onClick={matrix.discard} disabled={save.isPending}>
    Discard
  </Button>
)

const SaveButton = ({ matrix, save }: ChangesProps) => (
  <Button variant="filled" loading={save.isPending} onClick={() => save.run()}>
    {`Save ${formatAmount(matrix.changes.length, 'change')}`}
  </Button>
)

function Changes({ matrix: { changes, undo } }: { matrix: Matrix }) {
  return (
    <Card>
      <Lines
        lines={changes.map((change) => ({
          key: `${change.user.id} ${change.place.id}`,
          name: fullName(change.user),
          content: <b>{fullName(change.user)}</b>,
          sub: describeChange(change),
          end: <Undo change={change} onUndo={undo} />,
        }))}
      />
    </Card>
  )
}

function Undo({ change, onUndo }: { change: MatrixChange; onUndo: (change: MatrixChange) => void }) {
  return (
    <IconButton of={IconX} size="xs" label={`Undo: ${fullName(change.user)} ${describeChange(change)}`} onClick={() => onUndo(change)} />
  )
}
