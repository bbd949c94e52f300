import { type DoorTest, formatAmount } from '@seriatim/schema'
import type { Session } from '../../call/access/access.ts'
import type { SignedInContext } from '../../call/context.ts'
import type { Deps } from '../../call/deps.ts'
import { MINUTE_MS } from '../../core/day.ts'
import { findOldestUnread } from './delivery.queries.ts'
import { type DoorRecord, findDoor } from './door.queries.ts'
import { expectOwnDoor, toViewer } from './door.service.ts'
import { testSource } from './pull/pull-manage.service.ts'

/** Checks everything that a delivery needs, without a delivery: the token, the storage, and that files are being read. */
export async function testDoor(ctx: SignedInContext, session: Session, { doorId }: { doorId: number }): Promise<DoorTest> {
  const { door, oldest } = await ctx.inTx('read only', async (tx) => ({
    door: await expectOwnDoor(tx, session, findDoor, doorId),
    oldest: await findOldestUnread(tx, toViewer(session)),
  }))
  const fault = await ctx.storage.check().then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error : new Error('unknown')),
  )
  if (fault) ctx.log.error({ err: fault }, 'the storage failed while a connection was tested')
  const { fingerprint = null, ...entrance } = door.kind === 'pull' ? await judgeSource(ctx, doorId) : judgeEntrance(door, ctx.config)
  return {
    fingerprint,
    checks: [
      entrance,
      {
        what: 'File storage',
        isOk: fault === undefined,
        text: fault ? 'The file storage does not accept files. Tell the operator of this installation.' : 'The file storage accepts files.',
      },
      judgeReading(oldest, session.now),
    ],
  }
}

interface Entrance {
  what: string
  isOk: boolean
  text: string
  fingerprint?: string | null
}

const judgeSource = async (ctx: SignedInContext, doorId: number): Promise<Entrance> => ({
  what: 'Partner’s server',
  ...(await testSource(ctx, doorId)),
})

/** Judges whether this server and the door accept files at all, and describes the result in a sentence. */
function judgeEntrance({ kind, revokedAt }: DoorRecord, config: Deps['config']): Entrance {
  const isOpen = revokedAt === null
  if (kind === 'mail') {
    const isOk = config.replyAddress !== undefined
    const off = 'This server no longer receives email. Contact the operator of this installation.'
    return { what: 'Email', isOk, text: isOk ? 'This server receives email.' : off }
  }
  if (kind === 'sftp') {
    if (config.sftpDoorPort === undefined)
      return { what: 'SFTP', isOk: false, text: 'The SFTP server is off. Tell the operator of this installation.' }
    return {
      what: 'SFTP',
      isOk: isOpen,
      text: isOpen ? 'The SFTP user can sign in.' : 'The user was revoked. Create a new one for the sender.',
    }
  }
  return {
    what: 'Token',
    isOk: isOpen,
    text: isOpen ? 'The token is valid.' : 'The token was revoked. Create a new one for the sender.',
  }
}

/** Files are read within a minute; if one has waited this long, the import is probably not running. */
const SLOW_MS = 10 * MINUTE_MS

function judgeReading(oldest: Date | null, now: Date): DoorTest['checks'][number] {
  const minutes = oldest ? Math.floor((now.getTime() - oldest.getTime()) / MINUTE_MS) : 0
  if (minutes * MINUTE_MS < SLOW_MS) return { what: 'Reading', isOk: true, text: 'Files are read as they arrive.' }
  return {
    what: 'Reading',
    isOk: false,
    text: `A file has been waiting for ${formatAmount(minutes, 'minute')}. Tell the operator of this installation.`,
  }
}
