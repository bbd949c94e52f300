import { Box, Group, Text } from '@mantine/core'
import { IconDownload, IconFile, IconRefresh, IconTrash, IconX } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { download } from '../../../api/file/download.ts'
import { trpc } from '../../../api/trpc.ts'
import { ReasonDialog } from '../../../ui/dialog/reason-dialog.tsx'
import { useDialogMutation } from '../../../ui/dialog/use-dialog-mutation.ts'
import { Bar } from '../../../ui/feedback/progress-bar.tsx'
import { DropZone } from '../../../ui/field/drop-zone.tsx'
import { choosePreview, fileKind } from '../../../ui/field/file-kind.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { type Line, Lines } from '../../../ui/list/lines.tsx'
import { formatAmount, formatDate, formatSize } from '../../../ui/text/format.ts'
import { Glyph } from '../../../ui/text/glyph.tsx'
import { IconButton } from '../../../ui/text/icon-button.tsx'
import { LinkButton, Muted, SubText } from '../../../ui/text/text.tsx'
import { AttachmentPreview, makePath } from './attachment-preview.tsx'
import type { Attachment, Pedigree } from './med-facts.tsx'
import { type Attaching, useAttaching } from './use-attaching.ts'

interface MedAttachmentsProps {
  pedigree: Pedigree
  /**
   * Whether the med came from an EPCIS document, according to the page's URL; sent with every call about attachments (DETAIL-012). If undefined, the
   * med's own flag is sent.
   */
  isEpcisGenerated: boolean | undefined
}

/** Files of a med: existing ones, uploads in progress, and a drop zone. */
export function MedAttachments({ pedigree, isEpcisGenerated }: MedAttachmentsProps) {
  const { attachments, med } = pedigree
  const flag = isEpcisGenerated ?? pedigree.isEpcisGenerated
  const attaching = useAttaching(med.id, flag)
  const [shown, setShown] = useState<Attachment>()
  const [deleting, setDeleting] = useState<Attachment>()
  return (
    <Section title="Attachments" aside={attachments.length > 0 && formatAmount(attachments.length, 'file')}>
      <Card>
        {attachments.length === 0 && attaching.list.length === 0 ? (
          <Box px="md" pt="sm">
            <Muted>This med has no attachments</Muted>
          </Box>
        ) : (
          <Lines
            lines={[
              ...attachments.map((attachment) => makeLine(attachment, flag, setShown, setDeleting)),
              ...attaching.list.map((work) => makeProgressLine(work, attaching.stop, attaching.retry)),
            ]}
          />
        )}
        {!pedigree.isReadOnly && (
          <Box px="md" pt="sm" pb="md">
            <DropZone
              small
              multiple
              title="Attach files"
              hint="Drop files here, 50 MB each at most."
              chooseLabel="Choose files"
              onFiles={attaching.add}
            />
          </Box>
        )}
      </Card>
      <AttachmentPreview attachment={shown} isEpcisGenerated={flag} onClose={() => setShown(undefined)} />
      <DeleteDialog attachment={deleting} onClose={() => setDeleting(undefined)} />
    </Section>
  )
}

function Named({ children }: { children: ReactNode }) {
  return (
    <Group gap="sm" wrap="nowrap">
      <Glyph of={IconFile} color="var(--ink-3)" />
      <Box miw={0} fw={500}>
        {children}
      </Box>
    </Group>
  )
}

function makeLine(
  attachment: Attachment,
  flag: boolean,
  onShow: (attachment: Attachment) => void,
  onDelete: (attachment: Attachment) => void,
): Line {
  const { id, filename, contentType, timeStamp, mayDelete } = attachment
  return {
    key: id,
    name: filename,
    content: (
      <Named>
        {choosePreview(contentType) ? <LinkButton onClick={() => onShow(attachment)}>{filename}</LinkButton> : filename}
        <SubText>{`${fileKind(contentType)}, ${formatDate(timeStamp)}`}</SubText>
      </Named>
    ),
    end: (
      <Group gap={4} wrap="nowrap">
        {mayDelete && <IconButton of={IconTrash} size="xs" label={`Delete ${filename}`} onClick={() => onDelete(attachment)} />}
        <DownloadButton path={makePath(id, flag)} filename={filename} />
      </Group>
    ),
  }
}

function DownloadButton({ path, filename }: { path: string; filename: string }) {
  const [loading, setLoading] = useState(false)
  const fetch = async () => {
    setLoading(true)
    await download(path, filename)
    setLoading(false)
  }
  return <IconButton of={IconDownload} size="xs" label={`Download ${filename}`} loading={loading} onClick={() => void fetch()} />
}

const stateWords = {
  sending: '',
  network: 'Will send when you are back online',
  server: 'Will send when the server responds',
  failed: 'Not sent',
} as const

function makeProgressLine(
  { key, name, size, sent, state }: Attaching,
  onStop: (key: number) => void,
  onRetry: (key: number) => void,
): Line {
  const percent = size > 0 ? Math.floor((sent / size) * 100) : 0
  return {
    key: `way ${key}`,
    name,
    content: (
      <Named>
        {name}
        <Group gap="sm" wrap="nowrap">
          <Box w={120} flex="0 1 auto">
            <Bar done={sent} total={size} label={`Uploading ${name}`} />
          </Box>
          <Text fz="xs" c={state === 'failed' ? 'var(--stop-text)' : 'var(--ink-2)'} role="status">
            {stateWords[state] || `${percent}% of ${formatSize(size)}`}
          </Text>
        </Group>
      </Named>
    ),
    end: (
      <Group gap={4} wrap="nowrap">
        {state === 'failed' && <IconButton of={IconRefresh} size="xs" label={`Try ${name} again`} onClick={() => onRetry(key)} />}
        <IconButton
          of={IconX}
          size="xs"
          label={state === 'failed' ? `Forget ${name}` : `Stop uploading ${name}`}
          onClick={() => onStop(key)}
        />
      </Group>
    ),
  }
}

function DeleteDialog({ attachment, onClose }: { attachment: Attachment | undefined; onClose: () => void }) {
  const deletion = useDialogMutation(
    trpc.file.deleteOneMedattachment.useMutation({ meta: { done: 'Attachment deleted.', touches: ['med'] } }),
    onClose,
  )
  return (
    <ReasonDialog
      opened={attachment !== undefined}
      onClose={onClose}
      title="Delete this attachment"
      confirmLabel={`Delete ${attachment?.filename ?? ''}`}
      destructive
      needed={attachment?.needsReason === true}
      pending={deletion.isPending}
      onConfirm={(reason) => attachment && void deletion.submit({ attachmentId: attachment.id, ...(reason ? { reason } : {}) })}
    >
      <p>It is removed from this list and can no longer be sent. It stays on record with the name and reason.</p>
    </ReasonDialog>
  )
}
