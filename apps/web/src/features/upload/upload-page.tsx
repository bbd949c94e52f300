import { Box, Button } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { StandingNote } from '../../shell/standing-note.tsx'
import { Card } from '../../ui/card.tsx'
import { Columns } from '../../ui/columns.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { DropZone } from '../../ui/drop-zone.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatSize } from '../../ui/format.ts'
import { Failed } from '../../ui/loaded.tsx'
import { Page } from '../../ui/page.tsx'
import { Section } from '../../ui/section.tsx'
import { toast } from '../../ui/toast.ts'
import { useQueryState } from '../../ui/use-query-state.ts'
import { PrecheckCard } from './precheck-card.tsx'
import { SampleOrder } from './sample-order.tsx'
import { uploadColumns, uploadHref } from './upload-columns.tsx'
import { UploadSteps } from './upload-steps.tsx'
import { UploadReading, UploadVerdict } from './upload-verdict.tsx'
import { leftWords } from './upload-words.ts'
import { usePrecheck } from './use-precheck.ts'
import { secondsToSend, useSending } from './use-sending.ts'
import { type UploadDetail, useUpload, useUploads } from './use-uploads.ts'
import { WorkCard } from './verdict-card.tsx'

export default function UploadPage() {
  const [query, setQuery] = useQueryState()
  const { file, sending, arrived, choose, send, cancel, takeUp } = useSending()
  const precheck = usePrecheck(file)
  const uploads = useUploads()
  const chosen = Number(query.upload) || undefined
  // Without a choice the page shows what is going on.
  const shownId = chosen ?? uploads.data?.find((upload) => upload.status === 'processing')?.id
  const upload = useUpload(shownId)
  const show = (id: number) => {
    setQuery({ upload: String(id) })
    void uploads.refetch()
  }
  useEffect(() => {
    if (arrived === undefined) return
    takeUp()
    show(arrived)
  })
  const refetchList = uploads.refetch
  const wasSending = useRef(false)
  const before = useRef<number>(undefined)
  useEffect(() => {
    // A refused file is listed too, and shown instead of the one before.
    const lookForRefused = async () => {
      const { data } = await refetchList()
      const newest = data?.[0]
      if (newest?.status === 'refused' && newest.id !== before.current) setQuery({ upload: String(newest.id) })
    }
    if (wasSending.current && !sending && arrived === undefined) void lookForRefused()
    wasSending.current = sending !== undefined
  }, [sending, arrived, refetchList, setQuery])
  const result = useRef<HTMLDivElement>(null)
  const isFirst = useRef(true)
  useEffect(() => {
    // A row far below was chosen: bring its verdict into view.
    if (!isFirst.current && chosen !== undefined) result.current?.scrollIntoView({ block: 'nearest' })
    isFirst.current = false
  }, [chosen])
  const take = (next: File) => {
    choose(next)
    setQuery({ upload: undefined })
  }
  const start = () => {
    before.current = uploads.data?.[0]?.id
    if (file) void send(file)
    else toast.stop('No file selected', { detail: 'Choose a file, then press Upload.' })
  }
  // The chosen file takes the place of an earlier one: nothing here may be read as what became of it. An upload that is asked for by its address is shown.
  const isNew = file !== undefined && chosen === undefined
  const shown = sending || isNew ? undefined : upload.data
  const orderId = shown?.status === 'imported' || shown?.status === 'duplicate' ? shown.documentId : null
  const isFree = !sending && !isNew
  const hasFailed = isFree && upload.isError && !shown
  const isComing = isFree && shownId !== undefined && upload.isPending
  const hasResult = !isFree || shown !== undefined || hasFailed || isComing
  return (
    <Page
      title="Upload An Order"
      crumbs={[{ label: 'Home', href: '/' }, { label: 'Upload An Order' }]}
      thumb={
        <>
          <Button variant={file ? 'filled' : 'default'} disabled={sending !== undefined} onClick={start}>
            Upload
          </Button>
          {orderId !== null && !file && (
            <Button component={Link} href={`/orders/receive/${orderId}`} variant="filled">
              Receive this order
            </Button>
          )}
        </>
      }
    >
      <StandingNote />
      <DropZone
        title={file ? `${file.name}, ${formatSize(file.size)}` : 'Drop a file here'}
        hint="Only EPCIS XML files are accepted, alone or one in a zip."
        accept=".xml,.zip,application/xml,text/xml,application/zip"
        chooseLabel={file ? 'Choose another' : 'Choose file'}
        disabled={sending !== undefined}
        onFiles={([first]) => first && take(first)}
        actions={
          <Button variant={file ? 'filled' : 'default'} visibleFrom="xs" disabled={sending !== undefined} onClick={start}>
            Upload
          </Button>
        }
      />
      <SampleOrder onMade={show} />
      <Steps hasResult={hasResult} upload={shown}>
        <div ref={result}>
          {sending && (
            <WorkCard
              label="Being sent"
              what={`Sending ${sending.name}`}
              done={sending.sent}
              total={sending.size}
              action={<Button onClick={cancel}>Cancel</Button>}
            >
              {[
                `${Math.round((sending.sent / Math.max(1, sending.size)) * 100)} % of ${formatSize(sending.size)}`,
                leftWords(secondsToSend(sending)),
              ]
                .filter(Boolean)
                .join(', ')}
              . You can leave this page, but keep this window open.
            </WorkCard>
          )}
          {file && isNew && <PrecheckCard file={file} precheck={precheck} onSend={start} />}
          {shown?.status === 'processing' && <UploadReading upload={shown} />}
          {shown && shown.status !== 'processing' && <UploadVerdict key={shown.id} upload={shown} />}
          {hasFailed && (
            <Failed
              query={upload}
              what="This upload could not be shown."
              meaning="What was stored is safe; this page just cannot read it, or it is not yours."
            />
          )}
          {isComing && (
            <Card busy>
              <Box mih={104} />
            </Card>
          )}
        </div>
      </Steps>
      <Section title="Last uploads">
        <DataTable
          label="Last uploads"
          columns={uploadColumns}
          rows={uploads.data}
          rowKey={(row) => row.id}
          rowHref={uploadHref}
          isCurrent={(row) => row.id === shown?.id}
          empty={<EmptyState>What you and the others at your locations upload is listed here, with what became of it.</EmptyState>}
          failed={{
            query: uploads,
            what: 'The last uploads could not be loaded.',
            meaning: 'What was uploaded is safe; this page just cannot reach the server.',
          }}
        />
      </Section>
    </Page>
  )
}

/** What became of the file, with what happens next beside it; alone, that takes the whole width. */
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
