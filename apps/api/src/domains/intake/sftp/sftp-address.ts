import type { IntakeOverview } from '@seriatim/schema'
import type { Config } from '../../../core/config.ts'
import type { Secrets } from '../../../core/secrets.ts'
import { hostFingerprint } from './host-key.ts'

/** Connection data with which a partner reaches the SFTP server; null if it is off. */
export function describeSftpServer({
  config: { sftpDoorPort, sftpAddress, publicUrl },
  secrets,
}: {
  config: Pick<Config, 'sftpDoorPort' | 'sftpAddress' | 'publicUrl'>
  secrets: Secrets
}): IntakeOverview['sftpServer'] {
  if (sftpDoorPort === undefined) return null
  const [host, port] = sftpAddress?.split(':') ?? []
  return {
    host: host ?? (publicUrl === undefined ? null : new URL(publicUrl).hostname),
    port: port === undefined ? sftpDoorPort : Number(port),
    fingerprint: hostFingerprint(secrets),
  }
}
