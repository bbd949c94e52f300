import { Box, Button, Group } from '@mantine/core'
import { groupCode } from '@seriatim/gs1'
import { IconCircleCheck } from '@tabler/icons-react'
import type { Outputs } from '../../api/trpc.ts'
import { Badge } from '../../ui/feedback/badge.tsx'
import type { TableColumn } from '../../ui/table/data-table.tsx'
import { RowMenu } from '../../ui/table/row-menu.tsx'
import { Code } from '../../ui/text/code.tsx'
import { FileLink } from '../../ui/text/file-link.tsx'
import { formatDate } from '../../ui/text/format.ts'
import { Glyph } from '../../ui/text/glyph.tsx'
import { SubText } from '../../ui/text/text.tsx'
import { useGlnEvidence } from './use-gln-evidence.ts'

export type GlnRow = Outputs['gln']['readManyByUserid'][number]

/** The dialog to open, and the GLN that it is about. */
export type GlnAsk =
  | { kind: 'add'; globalLocationNumber: string; locationId: number }
  | { kind: 'edit' | 'delete' | 'verify' | 'withdraw'; row: GlnRow }

const DISPOSITIONS = { 'SHIP TO': 'Ship to', 'BILL TO': 'Bill to', BOTH: 'Both' } as const

export function glnColumns(ask: (ask: GlnAsk) => void, withLocation: boolean): readonly TableColumn<GlnRow>[] {
  const place: TableColumn<GlnRow>[] = withLocation
    ? [{ key: 'location', label: 'Location', card: 'line', cell: (row) => row.customerLocationName }]
    : []
  return [
    {
      key: 'gln',
      label: 'GLN',
      card: 'title',
      cell: (row) => <Code groups={groupCode('gln', row.globalLocationNumber.globalLocationNumber)} copy="GLN" />,
    },
    ...place,
    { key: 'disposition', label: 'Disposition', card: 'line', cell: (row) => DISPOSITIONS[row.disposition] },
    { key: 'verified', label: 'Verified', card: 'mark', cell: (row) => <Verified row={row} /> },
    {
      key: 'actions',
      label: 'Actions',
      hiddenLabel: true,
      card: 'foot',
      align: 'end',
      cell: (row) => <Actions row={row} ask={ask} />,
    },
  ]
}

const SOURCES = { registry: 'in a GLN registry', wholesaler: 'with a wholesaler', license: 'on our license' } as const

function Verified({ row: { isVerified, verification, withdrawnByOperator } }: { row: GlnRow }) {
  if (!isVerified)
    return (
      <Group component="span" gap="2px 8px">
        <Badge meaning="attention">Pending</Badge>
        {withdrawnByOperator && <SubText>We withdrew the verification: {withdrawnByOperator}. Contact us if this GLN is yours.</SubText>}
      </Group>
    )
  return (
    <Group component="span" gap="2px 8px">
      <Box component="span" c="var(--done-text)">
        <Glyph of={IconCircleCheck} label="Verified" />
      </Box>
      {verification && (
        <SubText>
          {formatDate(verification.at)} {SOURCES[verification.source]}
          {verification.evidence && <ProofFile file={verification.evidence} />}
        </SubText>
      )}
    </Group>
  )
}

function ProofFile({ file }: { file: NonNullable<NonNullable<GlnRow['verification']>['evidence']> }) {
  const { save } = useGlnEvidence()
  return (
    <>
      <br />
      <FileLink name={file.filename} save={() => save(file.id)} />
    </>
  )
}

/** A verified GLN can be neither changed nor deleted; the customer admin can withdraw the verification. */
function Actions({ row, ask }: { row: GlnRow; ask: (ask: GlnAsk) => void }) {
  const gln = row.globalLocationNumber.globalLocationNumber
  if (row.isVerified)
    return row.mayVerify ? (
      <RowMenu label={`GLN ${gln}`} actions={[{ label: 'Withdraw verification…', onClick: () => ask({ kind: 'withdraw', row }) }]} />
    ) : null
  return (
    <Group component="span" display="inline-flex" gap="xs">
      {row.mayVerify && (
        <Button size="xs" onClick={() => ask({ kind: 'verify', row })} aria-label={`Verify GLN ${gln}`}>
          Verify…
        </Button>
      )}
      {row.mayWrite && (
        <>
          <Button size="xs" onClick={() => ask({ kind: 'edit', row })} aria-label={`Edit GLN ${gln}`}>
            Edit
          </Button>
          <Button size="xs" onClick={() => ask({ kind: 'delete', row })} aria-label={`Delete GLN ${gln}`}>
            Delete
          </Button>
        </>
      )}
    </Group>
  )
}
