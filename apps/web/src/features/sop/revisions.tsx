import { Box, Button, Group, Stack } from '@mantine/core'
import type { Sop, SopRevision } from '@seriatim/schema'
import { useState } from 'react'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { EmptyLine } from '../../ui/list/empty-line.tsx'
import { Lines } from '../../ui/list/lines.tsx'
import { formatAmount, formatLongDateTime } from '../../ui/text/format.ts'
import { LinkButton, Muted, SubText } from '../../ui/text/text.tsx'
import { type ChangedLine, compareLines } from './changed-lines.ts'
import { ProcedureText } from './procedure-text.tsx'

/** Everybody who signed the newest revision, and everybody who has not. */
export function Signatures({ sop: { revisions, unsigned } }: { sop: Sop }) {
  const [newest] = revisions
  return (
    <Section title="Signed" aside={newest && `${newest.signatures.length} of ${newest.signatures.length + unsigned.length}`}>
      <Card foot={newest && unsigned.length > 0 && <span>Not signed yet: {unsigned.map(({ name }) => name).join(', ')}</span>}>
        {!newest || newest.signatures.length === 0 ? (
          <EmptyLine>{newest ? 'Nobody has signed this revision.' : 'A proposal can be signed once it has been adopted.'}</EmptyLine>
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
          <EmptyLine>No revision has been adopted yet.</EmptyLine>
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

const CHANGES = {
  same: ['', undefined],
  added: ['Added', 'var(--done-tint)'],
  removed: ['Removed', 'var(--stop-tint)'],
} as const

function Comparison({ lines }: { lines: readonly ChangedLine[] }) {
  return (
    <Stack gap={0}>
      {lines.map(({ kind, text }, at) => (
        <Group
          // biome-ignore lint/suspicious/noArrayIndexKey: lines repeat and never move
          key={at}
          wrap="nowrap"
          align="flex-start"
          gap="sm"
          px="xs"
          py={2}
          bdrs="sm"
          {...(CHANGES[kind][1] ? { bg: CHANGES[kind][1] } : {})}
        >
          <Box flex="0 0 64px">
            <SubText>{CHANGES[kind][0]}</SubText>
          </Box>
          <Box miw={0} style={{ overflowWrap: 'anywhere' }}>
            {text}
          </Box>
        </Group>
      ))}
    </Stack>
  )
}
