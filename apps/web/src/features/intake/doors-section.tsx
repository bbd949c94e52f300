import { Button, Group } from '@mantine/core'
import { DOORS, type IntakeDoor, type IntakeOverview } from '@seriatim/schema'
import { useState } from 'react'
import { trpc } from '../../api/trpc.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { useDialogMutation } from '../../ui/dialog/use-dialog-mutation.ts'
import { Badge } from '../../ui/feedback/badge.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { formatDate, formatWhen } from '../../ui/text/format.ts'
import { SubText } from '../../ui/text/text.tsx'
import { DoorTestDialog } from './door-test-dialog.tsx'

/** Every door through which files arrive, with the last file of each. */
export function DoorsSection({ overview: { doors, others } }: { overview: IntakeOverview }) {
  const [tested, setTested] = useState<IntakeDoor>()
  const [wanted, setWanted] = useState<IntakeDoor>()
  const revoke = useDialogMutation(trpc.intake.deleteOneDoor.useMutation({ meta: { done: 'The token was revoked.', touches: ['intake'] } }))
  return (
    <Section title="Doors" aside="The same file counts as one document, whichever door it arrives by.">
      <Card>
        <PlainTable label="Doors" head={['Door', 'For', 'State', 'Last file', '']} stacks>
          {doors.map((door) => (
            <TokenRow
              key={door.id}
              door={door}
              onTest={() => setTested(door)}
              onRevoke={() => {
                setWanted(door)
                revoke.open()
              }}
            />
          ))}
          {others.map(({ door, isOpen, lastAt, lastFilename }) => (
            <tr key={door}>
              <td>{DOORS[door]}</td>
              <td data-label="For">All locations</td>
              <td data-label="State">
                {isOpen ? <Badge meaning="done">Open</Badge> : <Badge>Off: this server does not receive email</Badge>}
              </td>
              <td data-label="Last file">
                <LastFile at={lastAt} filename={lastFilename} />
              </td>
              <td />
            </tr>
          ))}
        </PlainTable>
      </Card>
      {tested && <DoorTestDialog door={tested} onClose={() => setTested(undefined)} />}
      <ConfirmDialog
        opened={revoke.opened}
        onClose={revoke.close}
        title={`Revoke the token of ${wanted?.name ?? ''}?`}
        confirmLabel="Revoke the token"
        onConfirm={() => wanted && void revoke.submit({ doorId: wanted.id })}
        pending={revoke.isPending}
        destructive
      >
        The sender is refused from now on, and a file that is arriving right now is not accepted. This cannot be undone.
      </ConfirmDialog>
    </Section>
  )
}

function TokenRow({ door, onTest, onRevoke }: { door: IntakeDoor; onTest: () => void; onRevoke: () => void }) {
  const { name, locationName, partnerName, createdAt, createdBy, lastUsedAt, lastAddress, revokedAt, revokedBy, lastFilename } = door
  return (
    <tr>
      <td>
        <span>
          {name}
          <SubText>{`${DOORS.https}, created ${formatDate(createdAt)} by ${createdBy}`}</SubText>
        </span>
      </td>
      <td data-label="For">
        <span>
          {locationName ?? 'All locations'}
          {partnerName && <SubText>{`From ${partnerName}`}</SubText>}
        </span>
      </td>
      <td data-label="State">
        <span>
          {revokedAt === null ? <Badge meaning="done">Open</Badge> : <Badge>Revoked</Badge>}
          {revokedAt !== null && <SubText>{`${formatDate(revokedAt)} by ${revokedBy}`}</SubText>}
        </span>
      </td>
      <td data-label="Last file">
        <LastFile at={lastUsedAt} filename={lastFilename} address={lastAddress} />
      </td>
      <td>
        {revokedAt === null && door.mayManage && (
          <Group gap="xs" justify="flex-end" wrap="nowrap">
            <Button size="xs" aria-label={`Test ${name}`} aria-haspopup="dialog" onClick={onTest}>
              Test
            </Button>
            <Button size="xs" aria-label={`Revoke ${name}`} onClick={onRevoke}>
              Revoke
            </Button>
          </Group>
        )}
      </td>
    </tr>
  )
}

function LastFile({ at, filename, address = null }: { at: string | null; filename: string | null; address?: string | null }) {
  if (at === null) return <span>None yet</span>
  return (
    <span>
      {filename ?? 'Refused'}
      <SubText>{`${formatWhen(at)}${address ? ` from ${address}` : ''}`}</SubText>
    </span>
  )
}
