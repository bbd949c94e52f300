import { Button, Modal } from '@mantine/core'
import { lazy, Suspense, useMemo } from 'react'
import { blobOf } from '../../api/download.ts'
import type { Outputs } from '../../api/trpc.ts'
import { Note } from '../../ui/note.tsx'

const PdfView = lazy(() => import('../../ui/pdf-view.tsx'))

interface IncidentPreviewProps {
  opened: boolean
  preview: Outputs['incidentReport']['createOne'] | undefined
  pending: boolean
  onCancel: () => void
  onSubmit: () => void
}

/** The document as it will be sent; nothing leaves before Submit. */
export function IncidentPreview({ opened, preview, pending, onCancel, onSubmit }: IncidentPreviewProps) {
  const base64 = preview?.bufferData
  const bytes = useMemo(() => (base64 ? blobOf(base64, 'application/pdf') : undefined), [base64])
  return (
    <Modal
      opened={opened}
      onClose={pending ? () => undefined : onCancel}
      title="Does this document look correct?"
      size={900}
      withCloseButton={false}
      classNames={{ content: 'dialog', header: 'dialog-head', title: 'dialog-title', body: 'dialog-inner' }}
    >
      <div className="dialog-body incident-preview">
        {preview && preview.missing.length > 0 && (
          <Note meaning="attention" title="Left open">
            {`${preview.missing.join('; ')}. The FDA may ask for these; the report can be sent without them.`}
          </Note>
        )}
        {bytes && (
          <Suspense fallback={<span className="skeleton incident-preview-wait" />}>
            <PdfView bytes={bytes} label="Form FDA 3911" />
          </Suspense>
        )}
      </div>
      <div className="dialog-foot">
        <Button onClick={onCancel} disabled={pending}>
          Cancel
        </Button>
        <Button variant="filled" onClick={onSubmit} loading={pending} data-autofocus>
          Submit
        </Button>
      </div>
    </Modal>
  )
}
