import { Box, Button, Group, Stack } from '@mantine/core'
import { useMemo } from 'react'
import { Link } from 'wouter'
import { readBlob } from '../../../api/file/download.ts'
import { useSession } from '../../../api/session/session.ts'
import type { Outputs } from '../../../api/trpc.ts'
import { isCustomerAdmin } from '../../../shell/route/rights.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Note } from '../../../ui/layout/note.tsx'
import { loadable } from '../../../ui/page/loadable.tsx'
import { Quiet } from '../../../ui/text/icon-text.tsx'
import { IncidentPart } from '../form/incident-part.tsx'
import { Waiting } from '../tracker/waiting.tsx'

const PdfView = loadable(() => import('../../../ui/page/pdf-view.tsx'))

type Recipient = Outputs['incidentReport']['createOne']['recipients'][number]

/** Lists the recipients of the report before Submit, and warns most prominently if nobody at the FDA will receive it. */
function Recipients({ recipients }: { recipients: readonly Recipient[] }) {
  const isAdmin = isCustomerAdmin(useSession())
  const isSentToFda = recipients.some(({ recipient }) => recipient === 'fda')
  return (
    <IncidentPart id="incident-recipients" title="Who gets this report">
      <Stack component="ul" gap={4}>
        {recipients.map(({ address, recipient }) => (
          <Group component="li" key={address} gap="xs">
            {address} <Quiet>{recipient === 'fda' ? 'FDA' : 'Copy'}</Quiet>
          </Group>
        ))}
      </Stack>
      {!isSentToFda && (
        <Box mt="sm">
          <Note
            meaning="attention"
            title="This report will not reach the FDA: no FDA email address is set."
            action={
              isAdmin && (
                <p>
                  <Link href="/settings/othersettings">Set the FDA email address</Link>
                </p>
              )
            }
          >
            {isAdmin
              ? 'Your draft is kept while you set the address. Or submit now to save the report, and send it on the FDA’s 3911 platform yourself.'
              : 'Your administrator can set the address in Settings. Or submit now to save the report, and send it on the FDA’s 3911 platform yourself.'}
          </Note>
        </Box>
      )}
    </IncidentPart>
  )
}

interface IncidentPreviewProps {
  opened: boolean
  preview: Outputs['incidentReport']['createOne'] | undefined
  pending: boolean
  onCancel: () => void
  onSubmit: () => void
}

/** The document as it will be sent; nothing is sent before Submit. */
export function IncidentPreview({ opened, preview, pending, onCancel, onSubmit }: IncidentPreviewProps) {
  const base64 = preview?.bufferData
  const bytes = useMemo(() => (base64 ? readBlob(base64, 'application/pdf') : undefined), [base64])
  return (
    <Dialog
      opened={opened}
      onClose={pending ? () => undefined : onCancel}
      title="Does this document look correct?"
      size={900}
      foot={
        <>
          <Button onClick={onCancel} disabled={pending}>
            Cancel
          </Button>
          <Button variant="filled" onClick={onSubmit} loading={pending} data-autofocus>
            Submit
          </Button>
        </>
      }
    >
      {/* A fixed height, so that Submit does not move while the PDF loads. */}
      <Stack gap="md" h="min(66vh, 900px)" style={{ overflow: 'auto' }}>
        {preview && preview.missing.length > 0 && (
          <Note meaning="attention" title="Not filled in">
            {`${preview.missing.join('; ')}. The FDA may ask for these; the report can be sent without them.`}
          </Note>
        )}
        {preview && <Recipients recipients={preview.recipients} />}
        {bytes && <PdfView bytes={bytes} label="Form FDA 3911" standIn={<Waiting />} />}
      </Stack>
    </Dialog>
  )
}
