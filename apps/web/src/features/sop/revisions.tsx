import { Button, Stack } from '@mantine/core'
import type { Sop, SopRevision } from '@seriatim/schema'
import { useState } from 'react'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { EmptyLine } from '../../ui/list/empty-line.tsx'
import { Lines } from '../../ui/list/lines.tsx'
import { formatAmount, formatLongDateTime } from '../../ui/text/format.ts'
import { LinkButton, Muted } from '../../ui/text/text.tsx'
import { type ChangedLine, compareLines } from './changed-lines.ts'
import { ProcedureText } from './procedure-text.tsx'
import css from './procedures.module.css'

/** Everybody who signed the newest revision, and everybody who has not. */
export function Signatures({ sop: { revisions, unsigned } }: { sop: Sop }) {
  const [newest] = revisions
  return (
    <Section title="Signed" aside={newest && `${newest.signatures.length} of ${newest.signatures.length + unsigned.length}`}>
      <Card foot={newest && unsigned.length > 0 && <span>Not signed yet: {unsigned.map(({ name }) => name).join(', ')}</span>}>
        {!newest || newest.signatures.length === 0 ? (
          <EmptyLine>{newest ? 'Nobody has signed this revision.' : 'Nobody signs a proposal. It is signed once it is adopted.'}</EmptyLine>
        ) : (
          <Lines
            label="Signed"
            lines={newest.signatures.map(({ userId, name, signedAt }) => ({
              key: userId,
              name,
              content: name,
              end: formatLongDateTime(signedAt),
            }))}
          />
        )}
      </Card>
    </Section>
  )
}

/** All revisions, newest first; each can be read and compared with the one before. */
export function Revisions({ sop: { revisions } }: { sop: Sop }) {
  const [shown, setShown] = useState<SopRevision>()
  const before = shown && revisions.find(({ revision }) => revision === shown.revision - 1)
  return (
    <Section title="Revisions">
      <Card>
        {revisions.length === 0 ? (
          <EmptyLine>None is adopted yet.</EmptyLine>
        ) : (
          <Lines
            label="Revisions"
            lines={revisions.map((one) => ({
              key: one.revision,
              name: `revision ${one.revision}`,
              content: <LinkButton onClick={() => setShown(one)}>Revision {one.revision}</LinkButton>,
              sub: `${one.note}. ${one.madeBy}, ${formatLongDateTime(one.madeAt)}`,
              end: formatAmount(one.signatures.length, 'signature'),
            }))}
          />
        )}
      </Card>
      {shown && (
        <Dialog
          opened
          size={760}
          title={`Revision ${shown.revision}`}
          onClose={() => setShown(undefined)}
          foot={<Button onClick={() => setShown(undefined)}>Close</Button>}
        >
          {before ? (
            <>
              <Muted>Compared with revision {before.revision}.</Muted>
              <Comparison lines={compareLines(before.text, shown.text)} />
            </>
          ) : (
            <ProcedureText text={shown.text} />
          )}
        </Dialog>
      )}
    </Section>
  )
}

const WORDS = { same: '', added: 'Added', removed: 'Removed' } as const

function Comparison({ lines }: { lines: readonly ChangedLine[] }) {
  return (
    <Stack gap={0}>
      {lines.map(({ kind, text }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines repeat and never move
        <p key={at} className={css.change} data-kind={kind}>
          <small>{WORDS[kind]}</small>
          <span>{text}</span>
        </p>
      ))}
    </Stack>
  )
}
