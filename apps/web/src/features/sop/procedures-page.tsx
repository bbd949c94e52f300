import { Button, NativeSelect } from '@mantine/core'
import type { Sop, SopKey, SopList } from '@seriatim/schema'
import { IconPencil, IconPrinter, IconSignature } from '@tabler/icons-react'
import { useState } from 'react'
import { FRESH, useFileSave } from '../../api/file/use-file-save.ts'
import { findServerSentence } from '../../api/query-client.ts'
import { trpc } from '../../api/trpc.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { Card, CardBody } from '../../ui/layout/card.tsx'
import { Column, Columns } from '../../ui/layout/columns.tsx'
import { Note } from '../../ui/layout/note.tsx'
import { SkeletonCard } from '../../ui/layout/skeleton-card.tsx'
import { Loaded } from '../../ui/page/loaded.tsx'
import { Page } from '../../ui/page/page.tsx'
import { formatLongDateTime } from '../../ui/text/format.ts'
import { Glyph } from '../../ui/text/glyph.tsx'
import { ProcedureText } from './procedure-text.tsx'
import { ReviseDialog } from './revise-dialog.tsx'
import { Revisions, Signatures } from './revisions.tsx'

export default function ProceduresPage() {
  const list = trpc.sop.readMany.useQuery()
  const [key, setKey] = useState<SopKey>('incoming')
  const sop = list.data?.sops.find((one) => one.key === key)
  const actions = sop && list.data && <Actions sop={sop} mayWrite={list.data.mayWrite} />
  return (
    <Page
      title="Procedures"
      crumbs={[{ label: 'Procedures' }]}
      lede={list.data && writeLede(list.data)}
      actions={actions}
      thumb={actions}
      full
    >
      <Loaded
        query={list}
        subject="The procedures"
        sentence={findServerSentence(list.error)}
        safe="Your procedures and signatures are safe"
        waiting={<SkeletonCard />}
      >
        {({ sops }) => (
          <>
            <NativeSelect
              label="Procedure"
              maw={360}
              mb="md"
              value={key}
              data={sops.map((one) => ({ value: one.key, label: `${one.title}${writeState(one)}` }))}
              onChange={(event) => setKey(event.currentTarget.value as SopKey)} // the field offers only these values
            />
            {sop && <Procedure key={sop.key} sop={sop} />}
          </>
        )}
      </Loaded>
    </Page>
  )
}

const writeState = ({ revisions, mustSign }: Sop) => (revisions.length === 0 ? ' (not adopted)' : mustSign ? ' (please sign)' : '')

/** Summary above the list, such as "3 of 5 are adopted. You have 2 to sign." */
function writeLede({ sops }: SopList): string {
  const adopted = sops.filter(({ revisions }) => revisions.length > 0).length
  const mine = sops.filter(({ mustSign }) => mustSign).length
  return `${adopted} of ${sops.length} are adopted. ${mine ? `You have ${mine} to sign.` : 'You have none to sign.'}`
}

function Procedure({ sop }: { sop: Sop }) {
  const [newest] = sop.revisions
  return (
    <Columns>
      <Column>
        {!newest && (
          <Note meaning="attention" title="A proposal, not your procedure yet">
            This text ships with Seriatim. Read it, change what your pharmacy does differently, and adopt it. It is not legal advice.
          </Note>
        )}
        <Card title={sop.title} aside={newest ? `Revision ${newest.revision}, ${formatLongDateTime(newest.madeAt)}` : 'Proposal'}>
          <CardBody>
            <ProcedureText text={newest?.text ?? sop.proposal} />
          </CardBody>
        </Card>
      </Column>
      <Column>
        <Signatures sop={sop} />
        <Revisions sop={sop} />
      </Column>
    </Columns>
  )
}

function Actions({ sop, mayWrite }: { sop: Sop; mayWrite: boolean }) {
  const [dialog, setDialog] = useState<'revise' | 'sign'>()
  const utils = trpc.useUtils()
  const { isSaving, save } = useFileSave(() => utils.sop.readOnePdf.fetch({ key: sop.key }, FRESH), 'application/pdf')
  const sign = trpc.sop.createOneSignature.useMutation({ meta: { touches: ['sop'], done: 'Signed.' } })
  const [newest] = sop.revisions
  const close = () => setDialog(undefined)
  return (
    <>
      <Button leftSection={<Glyph of={IconPrinter} size={16} />} loading={isSaving} onClick={save}>
        Print
      </Button>
      {mayWrite && (
        <Button
          variant={newest ? 'default' : 'filled'}
          leftSection={<Glyph of={IconPencil} size={16} />}
          onClick={() => setDialog('revise')}
        >
          {newest ? 'Revise' : 'Adopt'}
        </Button>
      )}
      {newest && sop.mustSign && (
        <Button variant="filled" leftSection={<Glyph of={IconSignature} size={16} />} onClick={() => setDialog('sign')}>
          Sign
        </Button>
      )}
      {dialog === 'revise' && <ReviseDialog sop={sop} onClose={close} />}
      {newest && (
        <ConfirmDialog
          opened={dialog === 'sign'}
          onClose={close}
          title={`Sign "${sop.title}"`}
          confirmLabel={`Sign revision ${newest.revision}`}
          pending={sign.isPending}
          onConfirm={() => sign.mutate({ key: sop.key, revision: newest.revision }, { onSuccess: close })}
        >
          You confirm that you have read revision {newest.revision} and will follow it. Your name and the time are recorded.
        </ConfirmDialog>
      )}
    </>
  )
}
