import { Box, Button } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { StandingNote } from '../../shell/standing-note.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { DropZone } from '../../ui/field/drop-zone.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Columns } from '../../ui/layout/columns.tsx'
import { RevealTogether } from '../../ui/layout/reveal-together.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { SkeletonCard } from '../../ui/layout/skeleton-card.tsx'
import { Failed } from '../../ui/page/loaded.tsx'
import { Page } from '../../ui/page/page.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { formatSize } from '../../ui/text/format.ts'
import { toast } from '../../ui/toast/toast.ts'
import { SampleOrder } from './demo/sample-order.tsx'
import { PrecheckCard } from './precheck/precheck-card.tsx'
import { usePrecheck } from './precheck/use-precheck.ts'
import { uploadColumns, uploadHref } from './upload-columns.tsx'
import { UploadSteps } from './upload-steps.tsx'
import { UploadReading, UploadVerdict } from './upload-verdict.tsx'
import { leftWords } from './upload-words.ts'
import { type Sending, secondsToSend } from './use-sending.ts'
import { useShownUpload } from './use-shown-upload.ts'
import type { UploadDetail, useUploads } from './use-uploads.ts'
import { WorkCard } from './verdict-card.tsx'

export default function UploadPage() {
  const page = useShownUpload()
  const { file, sending, shown } = page
  const precheck = usePrecheck(file)
  const result = useRef<HTMLDivElement>(null)
  const isFirst = useRef(true)
  useEffect(() => {
    // When the user chooses another upload in the list, scrolls that upload's verdict into view. Does nothing on the first render.
    if (!isFirst.current && page.chosen !== undefined) result.current?.scrollIntoView({ block: 'nearest' })
    isFirst.current = false
  }, [page.chosen])
  const start = () => {
    if (file) page.send(file)
    else toast.stop('No file selected', { detail: 'Choose a file, then press Upload.' })
  }
  const orderId = shown?.status === 'imported' || shown?.status === 'duplicate' ? shown.documentId : null
  const hasResult = sending !== undefined || page.isNew || shown !== undefined || page.hasFailed || page.isComing
  const uploadButton = { variant: file ? 'filled' : 'default', disabled: sending !== undefined, onClick: start }
  return (
    <Page
      title="Upload An Order"
      crumbs={[{ label: 'Upload An Order' }]}
      thumb={
        <>
          <Button {...uploadButton}>Upload</Button>
          {orderId !== null && !file && (
            <Button component={Link} href={`/orders/receive/${orderId}`} variant="filled">
              Receive this order
            </Button>
          )}
        </>
      }
    >
      <RevealTogether waiting={<SkeletonCard />}>
        <StandingNote />
        <DropZone
          title={file ? `${file.name}, ${formatSize(file.size)}` : 'Drop a file here'}
          hint="Only EPCIS XML files and EPCIS 2.0 JSON files are accepted: a single file, or a zip of up to 100."
          accept=".xml,.json,.jsonld,.zip,application/xml,text/xml,application/json,application/ld+json,application/zip"
          chooseLabel={file ? 'Choose another' : 'Choose file'}
          disabled={sending !== undefined}
          onFiles={([first]) => first && page.take(first)}
          actions={
            <Button {...uploadButton} visibleFrom="xs">
              Upload
            </Button>
          }
        />
        <SampleOrder onMade={page.show} />
        <Steps hasResult={hasResult} upload={shown}>
          <div ref={result}>
            {sending && <BeingSent sending={sending} onCancel={page.cancel} />}
            {file && page.isNew && <PrecheckCard file={file} precheck={precheck} onSend={start} />}
            <WhatBecame page={page} />
          </div>
        </Steps>
        <LastUploads uploads={page.uploads} shownId={shown?.id} />
      </RevealTogether>
    </Page>
  )
}

function BeingSent({ sending, onCancel }: { sending: Sending; onCancel: () => void }) {
  return (
    <WorkCard
      label="Being sent"
      what={`Sending ${sending.name}`}
      done={sending.sent}
      total={sending.size}
      action={<Button onClick={onCancel}>Cancel</Button>}
    >
      {[
        `${Math.round((sending.sent / Math.max(1, sending.size)) * 100)}% of ${formatSize(sending.size)}`,
        leftWords(secondsToSend(sending)),
      ]
        .filter(Boolean)
        .join(', ')}
      . You can leave this page, but keep this window open.
    </WorkCard>
  )
}

function WhatBecame({ page: { shown, hasFailed, isComing, upload } }: { page: ReturnType<typeof useShownUpload> }) {
  return (
    <>
      {shown?.status === 'processing' && <UploadReading upload={shown} />}
      {shown && shown.status !== 'processing' && <UploadVerdict key={shown.id} upload={shown} />}
      {hasFailed && (
        <Failed
          query={upload}
          subject="This upload"
          verb="shown"
          meaning="The upload is safe, but this page could not read it, or you do not have access to it."
        />
      )}
      {isComing && (
        <Card busy>
          <Box mih={104} />
        </Card>
      )}
    </>
  )
}

function LastUploads({ uploads, shownId }: { uploads: ReturnType<typeof useUploads>; shownId: number | undefined }) {
  return (
    <Section title="Recent uploads">
      <DataTable
        label="Recent uploads"
        columns={uploadColumns}
        rows={uploads.data}
        rowKey={(row) => row.id}
        rowHref={uploadHref}
        isCurrent={(row) => row.id === shownId}
        empty={<EmptyState>Uploads by you and others at your locations are listed here with their outcome.</EmptyState>}
        failed={{
          query: uploads,
          subject: 'The recent uploads',
          safe: 'Your uploads are safe',
        }}
      />
    </Section>
  )
}

/** The result of the file with the next steps beside it; without a result, the steps take the full width. */
function Steps({ hasResult, upload, children }: { hasResult: boolean; upload: UploadDetail | undefined; children: ReactNode }) {
  const steps = <UploadSteps upload={upload} isAlone={!hasResult} />
  return (
    <Box my="xl">
      {hasResult ? (
        <Columns>
          {children}
          {steps}
        </Columns>
      ) : (
        <>
          {children}
          {steps}
        </>
      )}
    </Box>
  )
}
