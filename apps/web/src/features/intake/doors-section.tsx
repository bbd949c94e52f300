import { Box, Button, Group } from '@mantine/core'
import { DOORS, type IntakeDoor, type IntakeOverview } from '@seriatim/schema'
import { useState } from 'react'
import { trpc } from '../../api/trpc.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { useDialogMutation } from '../../ui/dialog/use-dialog-mutation.ts'
import { Badge } from '../../ui/feedback/badge.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { Code } from '../../ui/text/code.tsx'
import { formatDate, formatWhen } from '../../ui/text/format.ts'
import { SubText } from '../../ui/text/text.tsx'
import { DoorTestDialog } from './door-test-dialog.tsx'
import { SendersDialog } from './senders-dialog.tsx'

/** Every door through which files arrive, with the last file of each. */
export function DoorsSection({ overview: { doors, others } }: { overview: IntakeOverview }) {
  const [tested, setTested] = useState<IntakeDoor>()
  const [wanted, setWanted] = useState<IntakeDoor>()
  const [edited, setEdited] = useState<IntakeDoor>()
  const revoke = useDialogMutation(
    trpc.intake.deleteOneDoor.useMutation({ meta: { done: 'The sender can no longer deliver files.', touches: ['intake'] } }),
  )
  return (
    <Section title="Doors" aside="The same file counts as one document, whichever door it arrives by.">
      <Card>
        <PlainTable label="Doors" head={['Door', 'For', 'State', 'Last file', '']} stacks>
          {doors.map((door) => (
            <DoorRow
              key={door.id}
              door={door}
              onTest={() => setTested(door)}
              onSenders={() => setEdited(door)}
              onRevoke={() => {
                setWanted(door)
                revoke.open()
              }}
            />
          ))}
          {others.map(({ door, isOpen, lastAt, lastFilename }) => (
            <tr key={door}>
              <td>{door === 'mail' ? 'Email about a ticket' : DOORS[door]}</td>
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
      {edited && <SendersDialog door={edited} onClose={() => setEdited(undefined)} />}
      {tested && <DoorTestDialog door={tested} onClose={() => setTested(undefined)} />}
      <ConfirmDialog
        opened={revoke.opened}
        onClose={revoke.close}
        title={wanted?.kind === 'mail' ? `Close the address of ${wanted.name}?` : `Revoke the token of ${wanted?.name ?? ''}?`}
        confirmLabel={wanted?.kind === 'mail' ? 'Close the address' : 'Revoke the token'}
        onConfirm={() => wanted && void revoke.submit({ doorId: wanted.id })}
        pending={revoke.isPending}
        destructive
      >
        {wanted?.kind === 'mail'
          ? 'Emails to this address are dropped from now on, and their senders are not notified. This cannot be undone.'
          : 'The sender can no longer deliver files, and a file that is arriving right now is refused. This cannot be undone.'}
      </ConfirmDialog>
    </Section>
  )
}

interface DoorRowProps {
  door: IntakeDoor
  onTest: () => void
  onSenders: () => void
  onRevoke: () => void
}

function DoorRow({ door, onTest, onSenders, onRevoke }: DoorRowProps) {
  const {
    kind,
    address,
    senders,
    lastRefused,
    name,
    locationName,
    partnerName,
    createdAt,
    createdBy,
    lastUsedAt,
    lastAddress,
    revokedAt,
    revokedBy,
    lastFilename,
  } = door
  return (
    <tr>
      <td>
        <span>
          {name}
          {address && (
            <Box maw={320}>
              <Code groups={[address]} copy="address" wraps />
            </Box>
          )}
          <SubText>{`${kind === 'mail' ? DOORS.mail : DOORS.https}, created ${formatDate(createdAt)} by ${createdBy}`}</SubText>
        </span>
      </td>
      <td data-label="For">
        <span>
          {locationName ?? 'All locations'}
          {partnerName && <SubText>{`From ${partnerName}`}</SubText>}
          {kind === 'mail' && (
            <SubText>{senders.length ? `Senders: ${senders.join(', ')}` : 'Anyone who knows the address may send'}</SubText>
          )}
        </span>
      </td>
      <td data-label="State">
        <span>
          {revokedAt === null ? <Badge meaning="done">Open</Badge> : <Badge>{kind === 'mail' ? 'Closed' : 'Revoked'}</Badge>}
          {revokedAt !== null && <SubText>{`${formatDate(revokedAt)} by ${revokedBy}`}</SubText>}
        </span>
      </td>
      <td data-label="Last file">
        <LastFile at={lastUsedAt} filename={lastFilename} address={lastAddress} />
        {lastRefused && <SubText>{`Refused ${formatWhen(lastRefused.at)}: ${refusalWords(lastRefused)}`}</SubText>}
      </td>
      <td>
        {revokedAt === null && door.mayManage && (
          <Group gap="xs" justify="flex-end" wrap="nowrap">
            {kind === 'mail' && (
              <Button size="xs" aria-label={`Senders of ${name}`} aria-haspopup="dialog" onClick={onSenders}>
                Senders
              </Button>
            )}
            <Button size="xs" aria-label={`Test ${name}`} aria-haspopup="dialog" onClick={onTest}>
              Test
            </Button>
            <Button size="xs" aria-label={`${kind === 'mail' ? 'Close' : 'Revoke'} ${name}`} onClick={onRevoke}>
              {kind === 'mail' ? 'Close' : 'Revoke'}
            </Button>
          </Group>
        )}
      </td>
    </tr>
  )
}

const refusalWords = ({ from, why }: NonNullable<IntakeDoor['lastRefused']>): string =>
  `${from || 'a sender without an address'}, ${why === 'sender' ? 'not on the list of senders' : 'no subscription'}`

function LastFile({ at, filename, address = null }: { at: string | null; filename: string | null; address?: string | null }) {
  if (at === null)
    return (
      <Box component="span" style={{ whiteSpace: 'nowrap' }}>
        None yet
      </Box>
    )
  return (
    <span>
      {filename ?? 'Refused'}
      <SubText>{`${formatWhen(at)}${address ? ` from ${address}` : ''}`}</SubText>
    </span>
  )
}
