import type { Deps } from '../call/deps.ts'
import { withCustomer } from '../db/customer-tx.ts'
import { withSystem } from '../db/system-tx.ts'
import { readPersonSession } from '../domains/auth/person/person.service.ts'
import { openDemoDoors } from '../domains/intake/demo-doors.service.ts'
import { DEMO_SIGN_INS } from './demo.ts'

const SAMPLE = 'samples/small-clean-order.xml'

/** Opens the doors of the demo, and returns for each of them a name and a command that delivers the sample order. */
export async function seedDemoDoors(deps: Deps, url: string): Promise<[name: string, command: string][]> {
  const { system, db, clock, config } = deps
  const login = await withSystem(system, (tx) =>
    tx.selectFrom('login').select(['customerId', 'userId']).where('emailAddress', '=', DEMO_SIGN_INS[0]).executeTakeFirst(),
  )
  if (!login) return []
  const { customerId, userId } = login
  const doors = await withCustomer(db, { customerId, userId, scope: 'all', locationIds: [] }, 'read write', async (tx) => {
    const session = await readPersonSession(tx, { customerId, userId, timeZone: 'America/New_York', now: clock.now() })
    return session && openDemoDoors(tx, session, deps)
  })
  const host = new URL(url).hostname
  const lines: [string, string][] = []
  if (doors?.token) lines.push(['HTTPS', `curl ${url}/api/v2/intake -H "authorization: Bearer ${doors.token}" --data-binary @${SAMPLE}`])
  if (doors?.sftp)
    lines.push(['SFTP', `sftp -P ${config.sftpDoorPort} ${doors.sftp.user}@${host}, password ${doors.sftp.password}, put ${SAMPLE}`])
  if (doors?.mailAddress && config.smtpDoorPort !== undefined)
    lines.push([
      'Email',
      `curl smtp://${host}:${config.smtpDoorPort} --mail-from me@northway.example --mail-rcpt ${doors.mailAddress} -F "file=@${SAMPLE};encoder=base64"`,
    ])
  return lines
}
