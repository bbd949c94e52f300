import { writeFullName } from '@seriatim/schema'
import type { Session } from '../../call/access/access.ts'
import type { Deps } from '../../call/deps.ts'
import { type Secrets, tokenHash } from '../../core/secrets.ts'
import type { CustomerTx } from '../../db/types.ts'
import { findDoorNamed, insertDoor } from './door.queries.ts'
import { DOOR_TOKEN_PREFIX } from './door.service.ts'
import { doorAddress } from './mail/mail-door-address.ts'
import { sftpUserName } from './sftp/sftp-user.ts'

/** Credentials that let a visitor of the demo deliver a file. Null: this kind of door is off, or somebody closed it. */
export interface DemoDoors {
  token: string | null
  mailAddress: string | null
  sftp: { user: string; password: string } | null
}

const KINDS = ['token', 'mail', 'sftp'] as const
const NAMES = { token: 'Northway (demo)', mail: 'Northway by email (demo)', sftp: 'Northway by SFTP (demo)' } as const

/** The secret is derived from the customer and the kind of door, so that each start can show it again. */
const demoSecret = (secrets: Secrets, customerId: number, kind: string) =>
  secrets.mac('demo door', customerId, kind).toString('base64url').slice(0, 24)

/** Opens one door of each kind for the demo, unless they exist. */
export async function openDemoDoors(
  tx: CustomerTx,
  session: Session,
  { config, secrets }: Pick<Deps, 'config' | 'secrets'>,
): Promise<DemoDoors> {
  const { customerId } = session
  const open = async (kind: (typeof KINDS)[number]): Promise<number | null> => {
    const known = await findDoorNamed(tx, kind, NAMES[kind])
    if (known) return known.revokedAt === null ? known.id : null
    return insertDoor(tx, {
      kind,
      name: NAMES[kind],
      locationId: null,
      tradingPartnerId: null,
      tokenHash: kind === 'mail' ? null : tokenHash(demoSecret(secrets, customerId, kind)),
      senders: [],
      createdAt: session.now,
      createdById: session.userId,
      createdBy: writeFullName(session),
    })
  }
  const tokenDoor = await open('token')
  const mailDoor = config.replyAddress === undefined ? null : await open('mail')
  const sftpDoor = config.sftpDoorPort === undefined ? null : await open('sftp')
  const place = (doorId: number) => ({ customerId, id: doorId })
  return {
    token: tokenDoor === null ? null : `${DOOR_TOKEN_PREFIX}${customerId}-${demoSecret(secrets, customerId, 'token')}`,
    mailAddress: mailDoor === null || !config.replyAddress ? null : doorAddress(secrets, config.replyAddress, place(mailDoor)),
    sftp:
      sftpDoor === null
        ? null
        : { user: sftpUserName({ customerId, doorId: sftpDoor }), password: demoSecret(secrets, customerId, 'sftp') },
  }
}
