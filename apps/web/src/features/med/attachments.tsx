import { IconDownload, IconFile, IconRefresh, IconTrash, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { download } from '../../api/download.ts'
import { trpc } from '../../api/trpc.ts'
import { Card } from '../../ui/card.tsx'
import { DropZone } from '../../ui/drop-zone.tsx'
import { fileKind, previewOf } from '../../ui/file-kind.ts'
import { countOf, formatDate, formatSize } from '../../ui/format.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Bar } from '../../ui/progress-bar.tsx'
import { ReasonDialog } from '../../ui/reason-dialog.tsx'
import { Section } from '../../ui/section.tsx'
import { useDialogMutation } from '../../ui/use-dialog-mutation.ts'
import { AttachmentPreview, pathOf } from './attachment-preview.tsx'
import css from './attachments.module.css'
import type { Attachment, Pedigree } from './med-facts.tsx'
import { type Attaching, useAttaching } from './use-attaching.ts'

interface MedAttachmentsProps {
  pedigree: Pedigree
  /** As the route says it (DETAIL-012). */
  isEpcisGenerated: boolean | undefined
}

/** Files of a med: what is there, what is on its way, and a place to drop more. */
export function MedAttachments({ pedigree, isEpcisGenerated }: MedAttachmentsProps) {
  const { attachments, med } = pedigree
  const flag = isEpcisGenerated ?? pedigree.isEpcisGenerated
  const attaching = useAttaching(med.id, flag)
  const [shown, setShown] = useState<Attachment>()
  const [deleting, setDeleting] = useState<Attachment>()
  return (
    <Section title="Attachments" aside={attachments.length > 0 && countOf(attachments.length, 'file')}>
      <Card className={css.attach}>
        {attachments.length === 0 && attaching.list.length === 0 ? (
          <p className={css.none}>This med has no attachments</p>
        ) : (
          <ul>
            {attachments.map((attachment) => (
              <Row key={attachment.id} attachment={attachment} flag={flag} onShow={setShown} onDelete={setDeleting} />
            ))}
            {attaching.list.map((work) => (
              <OnItsWay key={work.key} work={work} onStop={attaching.stop} onRetry={attaching.retry} />
            ))}
          </ul>
        )}
        {!pedigree.isReadOnly && (
          <div className={css.zone}>
            <DropZone
              small
              multiple
              title="Attach files"
              hint="Drop files here, 50 MB each at most."
              chooseLabel="Choose files"
              onFiles={attaching.add}
            />
          </div>
        )}
      </Card>
      <AttachmentPreview attachment={shown} isEpcisGenerated={flag} onClose={() => setShown(undefined)} />
      <DeleteDialog attachment={deleting} onClose={() => setDeleting(undefined)} />
    </Section>
  )
}

interface RowProps {
  attachment: Attachment
  flag: boolean
  onShow: (attachment: Attachment) => void
  onDelete: (attachment: Attachment) => void
}

function Row({ attachment, flag, onShow, onDelete }: RowProps) {
  const { id, filename, contentType, timeStamp, mayDelete } = attachment
  const [loading, setLoading] = useState(false)
  const fetch = async () => {
    setLoading(true)
    await download(pathOf(id, flag), filename)
    setLoading(false)
  }
  return (
    <li>
      <Glyph of={IconFile} />
      {previewOf(contentType) ? (
        <button type="button" className={css.name} title={filename} onClick={() => onShow(attachment)}>
          {filename}
        </button>
      ) : (
        <span className={css.name} title={filename}>
          {filename}
        </span>
      )}
      <span className={css.fact}>{fileKind(contentType)}</span>
      <span className={css.fact}>{formatDate(timeStamp)}</span>
      <span className={css.buttons}>
        {mayDelete && <IconButton of={IconTrash} size="xs" label={`Delete ${filename}`} onClick={() => onDelete(attachment)} />}
        <IconButton of={IconDownload} size="xs" label={`Download ${filename}`} loading={loading} onClick={() => void fetch()} />
      </span>
    </li>
  )
}

const stateWords = { sending: '', network: 'Waits for the network', server: 'Waits for the server', failed: 'Not sent' } as const

interface OnItsWayProps {
  work: Attaching
  onStop: (key: number) => void
  onRetry: (key: number) => void
}

function OnItsWay({ work: { key, name, size, sent, state }, onStop, onRetry }: OnItsWayProps) {
  const percent = size > 0 ? Math.floor((sent / size) * 100) : 0
  return (
    <li>
      <Glyph of={IconFile} />
      <span className={css.name} title={name}>
        {name}
      </span>
      <span className={css.up}>
        <Bar done={sent} total={size} label={`Uploading ${name}`} />
        <span className={css.sent} data-failed={state === 'failed' || undefined} role="status">
          {stateWords[state] || `${percent}% of ${formatSize(size)}`}
        </span>
      </span>
      <span className={css.buttons}>
        {state === 'failed' && <IconButton of={IconRefresh} size="xs" label={`Try ${name} again`} onClick={() => onRetry(key)} />}
        <IconButton
          of={IconX}
          size="xs"
          label={state === 'failed' ? `Forget ${name}` : `Stop uploading ${name}`}
          onClick={() => onStop(key)}
        />
      </span>
    </li>
  )
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
      <p>It leaves this list and can no longer be sent. The records keep it, with who deleted it and why.</p>
    </ReasonDialog>
  )
}
