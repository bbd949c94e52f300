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
import { DOOR_WORDS } from './door-words.ts'
import { SendersDialog } from './senders-dialog.tsx'
import { SftpAccessDialog } from './sftp-access-dialog.tsx'
import { SourceDialog } from './source-dialog.tsx'

/** Every door through which files arrive, with the last file of each. */
export function DoorsSection({ overview: { doors, others, sftpServer } }: { overview: IntakeOverview }) {
  const [wanted, setWanted] = useState<IntakeDoor>()
  const [opened, setOpened] = useState<OpenedDialog>()
  const revoke = useDialogMutation(
    trpc.intake.deleteOneDoor.useMutation({ meta: { done: 'The sender can no longer deliver files.', touches: ['intake'] } }),
  )
  const words = DOOR_WORDS[wanted?.kind ?? 'token']
  return (
    <Section title="Doors" aside="The same file counts as one document, whichever door it arrives through.">
      <Card>
        <PlainTable label="Doors" head={['Door', 'For', 'State', 'Last file', '']} stacks>
          {doors.map((door) => (
            <DoorRow
              key={door.id}
              door={door}
              onOpen={(what) => setOpened({ what, door })}
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
      {opened && <DoorDialog {...opened} server={sftpServer} onClose={() => setOpened(undefined)} />}
      <ConfirmDialog
        opened={revoke.opened}
        onClose={revoke.close}
        title={words.question(wanted?.name ?? '')}
        confirmLabel={words.confirm}
        onConfirm={() => wanted && void revoke.submit({ doorId: wanted.id })}
        pending={revoke.isPending}
        destructive
      >
        {words.consequence}
      </ConfirmDialog>
    </Section>
  )
}

interface OpenedDialog {
  what: 'senders' | 'access' | 'source' | 'test'
  door: IntakeDoor
}

interface DoorDialogProps extends OpenedDialog {
  server: IntakeOverview['sftpServer']
  onClose: () => void
}

function DoorDialog({ what, door, server, onClose }: DoorDialogProps) {
  if (what === 'senders') return <SendersDialog door={door} onClose={onClose} />
  if (what === 'access') return <SftpAccessDialog door={door} server={server} onClose={onClose} />
  if (what === 'source' && door.source) return <SourceDialog doorId={door.id} name={door.name} source={door.source} onClose={onClose} />
  return <DoorTestDialog door={door} onClose={onClose} />
}

interface DoorRowProps {
  door: IntakeDoor
  onOpen: (what: OpenedDialog['what']) => void
  onRevoke: () => void
}

function DoorRow({ door, onOpen, onRevoke }: DoorRowProps) {
  const {
    kind,
    address,
    sftp,
    source,
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
  const words = DOOR_WORDS[kind]
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
          <SubText>{`${words.way}${sftp ? `, user ${sftp.user}` : ''}, created ${formatDate(createdAt)} by ${createdBy}`}</SubText>
        </span>
      </td>
      <td data-label="For">
        <span>
          {locationName ?? 'All locations'}
          {partnerName && <SubText>{`From ${partnerName}`}</SubText>}
          {source && <SubText>{`From ${source.host}, folder ${source.folder}, ${source.pattern}`}</SubText>}
          {kind === 'mail' && (
            <SubText>{senders.length ? `Senders: ${senders.join(', ')}` : 'Anyone who knows the address may send'}</SubText>
          )}
        </span>
      </td>
      <td data-label="State">
        <span>
          <DoorState door={door} ended={words.ended} />
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
              <Button size="xs" aria-label={`Allowed senders for ${name}`} aria-haspopup="dialog" onClick={() => onOpen('senders')}>
                Senders
              </Button>
            )}
            {kind === 'sftp' && (
              <Button size="xs" aria-label={`How ${name} connects`} aria-haspopup="dialog" onClick={() => onOpen('access')}>
                Connect
              </Button>
            )}
            {kind === 'pull' && (
              <Button size="xs" aria-label={`Change ${name}`} aria-haspopup="dialog" onClick={() => onOpen('source')}>
                Change
              </Button>
            )}
            <Button size="xs" aria-label={`Test ${name}`} aria-haspopup="dialog" onClick={() => onOpen('test')}>
              Test
            </Button>
            <Button size="xs" aria-label={`${words.end} ${name}`} onClick={onRevoke}>
              {words.end}
            </Button>
          </Group>
        )}
      </td>
    </tr>
  )
}

/**
 * Shows whether files can come in through a door. For a door that fetches files, also shows whether its host key must be confirmed and since when
 * fetching has failed.
 */
function DoorState({ door: { revokedAt, source }, ended }: { door: IntakeDoor; ended: string }) {
  if (revokedAt !== null) return <Badge>{ended}</Badge>
  if (!source) return <Badge meaning="done">Open</Badge>
  const { hostKey, failingSince, lastError, lookedAt } = source
  return (
    <>
      {hostKey === null ? (
        <Badge meaning="attention">Confirm the host key</Badge>
      ) : failingSince === null ? (
        <Badge meaning={lastError ? 'attention' : 'done'}>Open</Badge>
      ) : (
        <Badge meaning="stop">{`Failing since ${formatWhen(failingSince)}`}</Badge>
      )}
      {lastError && <SubText>{lastError}</SubText>}
      {lookedAt !== null && <SubText>{`Last checked ${formatWhen(lookedAt)}`}</SubText>}
    </>
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
