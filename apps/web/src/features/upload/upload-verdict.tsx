import { Box, Button, Group } from '@mantine/core'
import { outcomeWords } from '@seriatim/schema'
import { Link } from 'wouter'
import { useSession } from '../../api/session/session.ts'
import { mayUse } from '../../shell/route/rights.ts'
import { formatCount, formatSize } from '../../ui/text/format.ts'
import { AddOrderPartner, AddSender } from '../trading-partner/order/order-partner.tsx'
import { SettleUpload } from './settle-upload.tsx'
import { UploadFindings } from './upload-findings.tsx'
import { canRetryUpload, canStopUpload, decideVerdict, leftWords, PHASES } from './upload-words.ts'
import type { UploadDetail } from './use-uploads.ts'
import { useUploadActions } from './use-uploads.ts'
import { VerdictCard, VerdictPart, WorkCard } from './verdict-card.tsx'

/** Result of an upload: the verdict first, then the figures, then the findings. */
export function UploadVerdict({ upload }: { upload: UploadDetail }) {
  const { retry } = useUploadActions()
  const { id, status, documentId, findingList, unknownGlns } = upload
  const hasOrder = documentId !== null && (status === 'imported' || status === 'duplicate')
  const actions = (
    <>
      {hasOrder && <AddOrderPartner documentId={documentId} />}
      <AddGln glns={unknownGlns} />
      {status === 'exception' && <AddSender uploadId={id} />}
      {hasOrder && (
        // Hidden on phones, where the thumb bar has the same button.
        <Button component={Link} href={`/orders/receive/${documentId}`} variant="filled" visibleFrom="xs">
          Receive this order
        </Button>
      )}
      {canRetryUpload(upload) && (
        <Button loading={retry.isPending} onClick={() => retry.mutate({ uploadId: id })}>
          Try again
        </Button>
      )}
    </>
  )
  return (
    <VerdictCard {...decideVerdict(upload)} origin={origin(upload)} actions={actions}>
      {hasOrder && <Figures upload={upload} />}
      {status === 'differs' && <SettleUpload upload={upload} />}
      {(hasOrder || status === 'exception') && (
        <UploadFindings
          name={[upload.filename, upload.senderName && `from ${upload.senderName}`].filter(Boolean).join(', ')}
          upload={upload}
          isWhole={findingList.every(({ section }) => section !== 'File')}
        />
      )}
    </VerdictCard>
  )
}

/**
 * For people who may add a GLN: a button to the form for the GLN to which the document is addressed or, if there are several, to the list of GLNs.
 */
function AddGln({ glns }: { glns: readonly string[] }) {
  const session = useSession()
  const [gln] = glns
  if (gln === undefined || !mayUse('gln:write', session)) return null
  return (
    <Button component={Link} href={glns.length === 1 ? `/gln?add=${gln}` : '/gln'} variant="filled">
      {glns.length === 1 ? `Add GLN ${gln}` : 'Add a GLN'}
    </Button>
  )
}

/** Where an upload came from, in words: "northway-88221-01.xml, from Northway Wholesale, read in 0.4 s". */
function origin({ filename, senderName, seconds, status }: UploadDetail): string {
  const hasOwnDocument = status === 'imported' || status === 'exception'
  const took =
    seconds !== null && hasOwnDocument && `read in ${seconds < 10 ? Math.max(0.1, seconds).toFixed(1) : formatCount(Math.round(seconds))} s`
  return [filename, senderName && status !== 'differs' && `from ${senderName}`, took].filter(Boolean).join(', ')
}

function Figures({ upload }: { upload: UploadDetail }) {
  const figures = [
    ['Packages', upload.amountOfMeds],
    ['Containers', upload.packages],
    ['Events', upload.events],
    ['In the file, not shipped', upload.notShipped],
  ] as const
  return (
    <VerdictPart>
      <Group component="dl" gap="xl">
        {figures.map(([label, value]) => (
          <div key={label}>
            <Box component="dt" fz="xs" c="var(--ink-2)">
              {label}
            </Box>
            <Box component="dd" fz="xl" lh="28px" fw={600}>
              {formatCount(value)}
            </Box>
          </div>
        ))}
      </Group>
    </VerdictPart>
  )
}

/** Progress and remaining time while the upload is being read. */
export function UploadReading({ upload }: { upload: UploadDetail }) {
  const { stop } = useUploadActions()
  const { id, filename, progress, outcome } = upload
  const isRefused = outcome.kind === 'waiting' && outcome.facts.refusedSince !== undefined
  const { done = 0, total = 0 } = progress ?? {}
  const words = [total > 0 && `${Math.round((done / total) * 100)}% of ${formatSize(total)}`, leftWords(progress?.secondsLeft)].filter(
    Boolean,
  )
  return (
    <WorkCard
      label={outcomeWords(outcome).title}
      what={progress ? `${PHASES[progress.phase]} ${filename}` : `${filename} is waiting to be read`}
      done={done}
      total={total}
      action={
        canStopUpload(upload) && (
          <Button loading={stop.isPending} onClick={() => stop.mutate({ uploadId: id })}>
            Stop
          </Button>
        )
      }
    >
      {isRefused
        ? `${outcomeWords(outcome).reason} You can leave this page.`
        : `${words.join(', ')}${words.length > 0 ? '. ' : ''}You can leave this page; reading continues.`}
    </WorkCard>
  )
}
