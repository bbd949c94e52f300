import { Button, Group } from '@mantine/core'
import { type Delivery, DOORS, formatCount } from '@seriatim/schema'
import { IconDownload, IconRefresh, IconTrash } from '@tabler/icons-react'
import { trpc } from '../../api/trpc.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { useDialogMutation } from '../../ui/dialog/use-dialog-mutation.ts'
import { Badge } from '../../ui/feedback/badge.tsx'
import { formatDateTime, formatSize } from '../../ui/text/format.ts'
import { Glyph } from '../../ui/text/glyph.tsx'
import { SubText } from '../../ui/text/text.tsx'
import { TextLink } from '../../ui/text/text-link.tsx'
import { authenticationWords, deliveryMeaning, deliveryWords } from './delivery-words.ts'

export function DeliveryRow({ row }: { row: Delivery }) {
  const replay = trpc.intake.updateOneReplay.useMutation({ meta: { touches: ['intake'], done: 'The file is being read again.' } })
  const { id, filename, times, from, address, door, receivedAt, documentId, ticketNumber, uploadId, mayReplay, status } = row
  return (
    <tr>
      <td>
        <span>
          {filename}
          <SubText>{`${describeBytes(row)}${times > 1 ? `, received ${formatCount(times)} times` : ''}`}</SubText>
        </span>
      </td>
      <td data-label="From">
        <span>
          {from}
          <SubText>{`${DOORS[door]}, ${formatDateTime(receivedAt)}${address ? ` from ${address}` : ''}`}</SubText>
          {row.authentication !== null && <SubText>{authenticationWords(row.authentication)}</SubText>}
        </span>
      </td>
      <td data-label="Outcome">
        <span>
          <Badge meaning={deliveryMeaning(row)}>{deliveryWords(row)}</Badge>
          {documentId !== null && (
            <SubText>
              <TextLink href={`/orders/receive/${documentId}`}>Open the order</TextLink>
            </SubText>
          )}
          {documentId === null && uploadId !== null && status !== 'imported' && (
            <SubText>
              <TextLink href={`/orderupload?upload=${uploadId}`}>
                See why{ticketNumber === null ? '' : ` (ticket ${ticketNumber})`}
              </TextLink>
            </SubText>
          )}
        </span>
      </td>
      <td>
        <Group gap="xs" justify="flex-end" wrap="nowrap">
          {mayReplay && (
            <Button
              size="xs"
              aria-label={`Read again: ${filename}`}
              leftSection={<Glyph of={IconRefresh} size={16} />}
              loading={replay.isPending}
              onClick={() => replay.mutate({ deliveryId: id })}
            >
              Read again
            </Button>
          )}
          {hasBytes(row) && status !== 'elsewhere' && (
            <Button
              component="a"
              size="xs"
              href={`/api/deliveries/${id}/file`}
              download
              aria-label={`Download ${filename}`}
              leftSection={<Glyph of={IconDownload} size={16} />}
            >
              Download
            </Button>
          )}
          {row.mayRemove && <RemoveFile id={id} filename={filename} />}
        </Group>
      </td>
    </tr>
  )
}

const hasBytes = ({ sha256, removedAt }: Delivery) => sha256 !== '' && removedAt === null

function describeBytes({ size, removedAt }: Delivery): string {
  if (removedAt !== null) return `Deleted ${formatDateTime(removedAt)}`
  return size > 0 ? formatSize(size) : 'Not kept'
}

function RemoveFile({ id, filename }: { id: number; filename: string }) {
  const remove = useDialogMutation(trpc.intake.deleteOneFile.useMutation({ meta: { touches: ['intake'], done: 'The file was deleted.' } }))
  return (
    <>
      <Button size="xs" aria-label={`Delete ${filename}…`} leftSection={<Glyph of={IconTrash} size={16} />} onClick={remove.open}>
        Delete…
      </Button>
      <ConfirmDialog
        opened={remove.opened}
        onClose={remove.close}
        title="Delete this file"
        confirmLabel="Delete the file"
        onConfirm={() => void remove.submit({ deliveryId: id })}
        pending={remove.isPending}
        destructive
      >
        {`${filename} is deleted from storage and cannot be restored. The list still shows that it arrived.`}
      </ConfirmDialog>
    </>
  )
}
