import { Stack } from '@mantine/core'
import type { IntakeOverview } from '@seriatim/schema'
import { Facts } from '../../ui/list/facts.tsx'
import { Code } from '../../ui/text/code.tsx'
import { Muted } from '../../ui/text/text.tsx'

interface SftpAccessProps {
  server: NonNullable<IntakeOverview['sftpServer']>
  user: string
  /** The new user's password, available only right after the user was created. */
  password?: string | null
  /** Fingerprints of the public keys that may sign in. */
  keys?: readonly string[]
}

/** The access data that a sender needs to upload files by SFTP. */
export function SftpAccess({ server: { host, port, fingerprint }, user, password, keys = [] }: SftpAccessProps) {
  const name = host ?? location.hostname
  return (
    <Stack gap="md">
      <Facts
        facts={[
          { label: 'Server', value: `${name}, port ${port}` },
          { label: 'User', value: <Code groups={[user]} copy="user" wraps /> },
          ...(password ? [{ label: 'Password', value: <Code groups={[password]} copy="password" wraps /> }] : []),
          { label: 'Host key', value: <Code groups={[fingerprint]} copy="fingerprint" wraps small />, sub: 'Ed25519' },
          ...(keys.length
            ? [{ label: 'Keys of the sender', value: keys.map((key) => <Code key={key} groups={[key]} wraps small />) }]
            : []),
        ]}
      />
      <Muted>On the first connection, the sender should compare the host key. To connect with OpenSSH:</Muted>
      <Code groups={[`sftp -P ${port} ${user}@${name}`]} copy="command" wraps />
      <Muted>
        Once connected, the command put order.xml delivers a file. A file with a temporary name, such as order.xml.tmp or
        order.xml.filepart, is imported when the sender renames it, or after an hour. The sender sees the names and sizes of its files but
        cannot read them.
      </Muted>
    </Stack>
  )
}
