import ssh2, { type AuthContext, type ParsedKey, type PublicKeyAuthContext } from 'ssh2'
import type { Deps } from '../../../call/deps.ts'
import { networkOf } from '../../../core/network.ts'
import { sameBytes, tokenHash } from '../../../core/secrets.ts'
import { withCustomer } from '../../../db/customer-tx.ts'
import { type DoorRecord, findDoorSecrets } from '../door.queries.ts'
import type { SignedInDoor } from './drop.service.ts'
import { readSftpUserName } from './sftp-user.ts'

/** Number of failed attempts that one network may make per minute. After that, all its attempts fail until the minute is over. */
const FAILURES_PER_MINUTE = 20
const MOST_NETWORKS = 10_000
/** The hash that is compared if no door has the user name, so that the answer takes as long as for a known name. */
const NO_HASH = tokenHash('')

/** Counts failed attempts to sign in, across all copies of the app. */
export class SignInLimit {
  private readonly blockedUntil = new Map<string, number>()
  private readonly deps: Pick<Deps, 'calls' | 'clock'>

  constructor(deps: Pick<Deps, 'calls' | 'clock'>) {
    this.deps = deps
  }

  isBlocked(address: string): boolean {
    return (this.blockedUntil.get(networkOf(address)) ?? 0) > this.deps.clock.now().getTime()
  }

  count(address: string): void {
    const now = this.deps.clock.now()
    const network = networkOf(address)
    const seconds = this.deps.calls.take(`sftp ${network}`, FAILURES_PER_MINUTE, now)
    if (seconds === undefined) return
    const [oldest] = this.blockedUntil.keys()
    if (this.blockedUntil.size >= MOST_NETWORKS && oldest !== undefined) this.blockedUntil.delete(oldest)
    this.blockedUntil.set(network, now.getTime() + seconds * 1000)
  }
}

/**
 * The door with this user name if the client presents the door's password or one of its keys; otherwise undefined. A client may send a key without a
 * signature just to ask whether the key would be accepted.
 */
export async function checkSignIn(deps: Deps, context: AuthContext, address: string): Promise<SignedInDoor | undefined> {
  const place = readSftpUserName(context.username)
  const found = await findDoorOf(deps, place)
  const isProven =
    context.method === 'password'
      ? isPassword(found?.tokenHash ?? null, context.password)
      : context.method === 'publickey' && (found?.publicKeys ?? []).some((line) => isKey(line, context))
  return isProven && place && found ? { customerId: place.customerId, door: found, address } : undefined
}

type DoorSecrets = DoorRecord & { tokenHash: Buffer | null; publicKeys: string[] }

async function findDoorOf({ db }: Deps, place: ReturnType<typeof readSftpUserName>): Promise<DoorSecrets | undefined> {
  // The lookup is made even if the user name cannot be read, so that the answer takes the same time. It then finds nothing, because no door has id 0
  // and an unknown customer has no doors.
  const customerId = place?.customerId ?? 1
  const scope = { customerId, userId: null, scope: 'all', locationIds: [], isHurried: true } as const
  const door = await withCustomer(db, scope, 'read only', (tx) => findDoorSecrets(tx, place?.doorId ?? 0))
  return door?.kind === 'sftp' && door.revokedAt === null ? door : undefined
}

function isPassword(hash: Buffer | null, password: string): boolean {
  const isSame = sameBytes(hash ?? NO_HASH, tokenHash(password))
  return isSame && hash !== null
}

function isKey(line: string, { key: given, signature, blob, hashAlgo }: PublicKeyAuthContext): boolean {
  const key: ParsedKey | Error = ssh2.utils.parseKey(line)
  if (key instanceof Error || !sameBytes(key.getPublicSSH(), given.data)) return false
  return signature === undefined || (blob !== undefined && key.verify(blob, signature, hashAlgo) === true)
}
