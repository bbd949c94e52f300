import { Button } from '@mantine/core'
import { writeFullName } from '@seriatim/schema'
import { IconArrowsExchange } from '@tabler/icons-react'
import { Link } from 'wouter'
import { explainMissing } from '../../../api/explain-missing.ts'
import { trpc } from '../../../api/trpc.ts'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { useDialogMutation } from '../../../ui/dialog/use-dialog-mutation.ts'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Column, Columns } from '../../../ui/layout/columns.tsx'
import { Note } from '../../../ui/layout/note.tsx'
import { FoundOrNone, useRouteId } from '../../../ui/page/found-or-none.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { PlainTable } from '../../../ui/table/plain-table.tsx'
import { Code } from '../../../ui/text/code.tsx'
import { formatAmount, formatCount, formatDateTime } from '../../../ui/text/format.ts'
import { Glyph } from '../../../ui/text/glyph.tsx'
import { Fetching } from '../document/fetching.tsx'
import css from '../exception.module.css'
import { orDash } from '../exception-words.tsx'
import type { Correction } from '../use-exceptions.ts'
import { CorrectionUnits } from './correction-units.tsx'
import { ReplaceEffects } from './replace-effects.tsx'

const TOUCHES = ['documentException', 'order', 'med', 'file', 'finder']
/** Polling interval while the order of the corrected file is being created. */
const POLL_MS = 1500

export default function CorrectionPage() {
  const correctionId = useRouteId('/exceptions/corrections/:correctionId')
  const query = trpc.documentException.readOneCorrection.useQuery(
    { correctionId },
    { enabled: correctionId > 0, refetchInterval: ({ state }) => (state.data?.state === 'replacing' ? POLL_MS : false) },
  )
  const { data } = query
  const none = explainMissing(correctionId, query, 'No corrected file was found for this link.')
  const po = data?.purchaseOrderNumbers[0]
  return (
    <Page
      title={po ? `Corrected file for PO ${po}` : 'Corrected file'}
      crumbs={[
        { label: 'Document Exceptions', href: '/exceptions' },
        ...(data?.documentExceptionId ? [{ label: 'The ticket', href: `/exceptions/${data.documentExceptionId}` }] : []),
      ]}
      full
      lede={data && <span>{recognizedWords(data)}</span>}
      actions={data && <Decide correction={data} />}
      thumb={data && <Decide correction={data} />}
    >
      <FoundOrNone
        none={none}
        list={{ href: '/exceptions', label: 'Document Exceptions' }}
        query={query}
        subject="This corrected file"
        safe="Both files are safe"
        waiting={<Fetching />}
      >
        {(correction) => (
          <Columns>
            <Column>
              <Standing correction={correction} />
              <Files correction={correction} />
              <CorrectionUnits correction={correction} />
            </Column>
            <Column className={css.firstWhenNarrow}>
              <ReplaceEffects correction={correction} />
            </Column>
          </Columns>
        )}
      </FoundOrNone>
    </Page>
  )
}

/** How the corrected file was recognized, in words: "From Northway Wholesale. Recognized by 95 of 96 serial numbers." */
function recognizedWords({ senderName, foundBy, shared, old }: Correction): string {
  const from = senderName ? `From ${senderName}. ` : ''
  if (foundBy === 'identifier') return `${from}Recognized by its identifier.`
  return `${from}Recognized by ${formatCount(shared)} of ${formatAmount(old.meds, 'serial number')}.`
}

function Standing({ correction }: { correction: Correction }) {
  const { state, decided, isWorse, mayDecide } = correction
  const who = decided?.by ? ` by ${writeFullName(decided.by)}` : ''
  const when = decided ? ` on ${formatDateTime(decided.at)}${who}` : ''
  if (state === 'replacing') return <Note title="The file is being replaced. This takes a moment." />
  if (state === 'replaced') return <Note meaning="done" title={`Replaced${when}.`} />
  if (state === 'undone') return <Note title={`Replaced${when}, then undone. The first file is in use again.`} />
  if (state === 'kept') return <Note title={`The first file was kept${when}. The other file is a separate order.`} />
  if (state === 'ignored') return <Note title={`Ignored${when}. The first file stays in use.`} />
  if (state === 'outdated') return <Note title="Another file has replaced the first one. This comparison is out of date." />
  return (
    <>
      {isWorse && <Note meaning="attention" title="The corrected file has more to fix than the first one. Keep the first, or ask again." />}
      {!mayDecide && <Note title="A location admin decides which file to use." />}
    </>
  )
}

function Decide({ correction }: { correction: Correction }) {
  const { id: correctionId, state, mayDecide, undoUntil, isWorse, corrected, does } = correction
  const replace = trpc.documentException.updateReplace.useMutation({ meta: { touches: TOUCHES } })
  const keep = useDialogMutation(
    trpc.documentException.updateKeepFirst.useMutation({ meta: { done: 'The first file stays in use.', touches: TOUCHES } }),
  )
  const ignore = useDialogMutation(trpc.documentException.updateKeepFirst.useMutation({ meta: { done: 'Ignored.', touches: TOUCHES } }))
  const undo = useDialogMutation(trpc.documentException.updateUndoReplace.useMutation({ meta: { done: 'Undone.', touches: TOUCHES } }))
  if (!mayDecide) return null
  if (state === 'replaced' && undoUntil) {
    return (
      <>
        <Button onClick={undo.open}>Undo…</Button>
        <ConfirmDialog
          opened={undo.opened}
          onClose={undo.close}
          title="Undo the replacement"
          confirmLabel="Put the first file back"
          pending={undo.isPending}
          onConfirm={() => void undo.submit({ correctionId })}
        >
          <p>The first file is in use again and its ticket is reopened. Packages received in the meantime stay received.</p>
        </ConfirmDialog>
      </>
    )
  }
  if (state !== 'found') return null
  return (
    <>
      <Button variant="subtle" onClick={ignore.open}>
        Ignore
      </Button>
      <Button variant={isWorse ? 'filled' : 'default'} onClick={keep.open}>
        Keep the first file
      </Button>
      <Button
        variant={isWorse ? 'default' : 'filled'}
        leftSection={<Glyph of={IconArrowsExchange} size={16} />}
        loading={replace.isPending}
        onClick={() => replace.mutate({ correctionId })}
      >
        Replace
      </Button>
      <ConfirmDialog
        opened={ignore.opened}
        onClose={ignore.close}
        title="Ignore this file"
        confirmLabel="Ignore this file"
        pending={ignore.isPending}
        onConfirm={() => void ignore.submit({ correctionId, isIgnored: true })}
      >
        <p>No order will be created from {corrected.filename}. The first file stays in use. Both files are kept.</p>
      </ConfirmDialog>
      <ConfirmDialog
        opened={keep.opened}
        onClose={keep.close}
        title="Keep the first file"
        confirmLabel="Keep both orders"
        pending={keep.isPending}
        onConfirm={() => void keep.submit({ correctionId, isIgnored: false })}
      >
        <p>
          The first order stays in use, with its {formatAmount(does.receiptsStay + does.goneReceived, 'received package')}.{' '}
          {corrected.filename} becomes a second order beside it.
        </p>
      </ConfirmDialog>
    </>
  )
}

const FILE_HEAD = ['File', 'Identifier', 'Received', 'Findings', 'Packages']

function Files({ correction: { old, corrected } }: { correction: Correction }) {
  return (
    <Card>
      <PlainTable label="The two files" stacks head={['', ...FILE_HEAD]}>
        {(
          [
            ['First file', old],
            ['Corrected file', corrected],
          ] as const
        ).map(([name, file]) => (
          <tr key={name}>
            <th scope="row">
              <b>{name}</b>
            </th>
            <td data-label="File">
              {file.documentId === null ? (
                <Code groups={[file.filename]} wraps />
              ) : (
                <Link href={`/orders/receive/${file.documentId}`}>
                  <Code groups={[file.filename]} wraps />
                </Link>
              )}
            </td>
            <td data-label="Identifier">
              <Code groups={[orDash(file.identifier)]} wraps />
            </td>
            <td data-label="Received">{formatDateTime(file.cameAt)}</td>
            <td data-label="Findings">
              {file.rejects > 0 ? (
                <Badge meaning="stop">{formatCount(file.rejects)} to fix</Badge>
              ) : file.warnings > 0 ? (
                <Badge meaning="attention">{formatCount(file.warnings)} to look at</Badge>
              ) : (
                <Badge meaning="done">None</Badge>
              )}
            </td>
            <td data-label="Packages">
              <b>{formatCount(file.meds)}</b>
            </td>
          </tr>
        ))}
      </PlainTable>
    </Card>
  )
}
