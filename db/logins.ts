import { createHash, createHmac, hkdfSync, pbkdf2Sync, randomBytes } from 'node:crypto'
import { Client, type DatabaseError } from 'pg'

export type Role = 'seriatim_app' | 'seriatim_system'

/** Connection settings of one role's pool. */
interface Login {
  connectionString: string
  /** Whether the pool logs in as the database's owner and then switches to the role, because we don't know the role's own password. */
  isOwner: boolean
}

export type Logins = Readonly<Record<Role, Login>>

interface Wishes {
  /**
   * Whether the role's password may be set. A command that runs with another key than the server must not set it, because that would lock the server
   * out.
   */
  mayGive: boolean
  /** Called with a sentence if a role can't log in with its own password. */
  warn?: (line: string) => void
}

/**
 * Opens the logins of the two roles. Each logs in with its own password, derived from the installation's key, so that no statement can switch to the
 * owner. If a role cannot log in this way, the owner logs in for it; `warn` is then called, but only if `mayGive` is set. The database must be
 * migrated already.
 */
export async function openLogins(ownerUrl: string, secretKey: string, wishes: Wishes): Promise<Logins> {
  return {
    seriatim_app: await openLogin(ownerUrl, 'seriatim_app', secretKey, wishes),
    seriatim_system: await openLogin(ownerUrl, 'seriatim_system', secretKey, wishes),
  }
}

async function openLogin(ownerUrl: string, role: Role, secretKey: string, { mayGive, warn }: Wishes): Promise<Login> {
  const password = Buffer.from(hkdfSync('sha256', secretKey, '', `seriatim password of ${role}`, 32)).toString('base64url')
  const connectionString = toRoleUrl(ownerUrl, role, password)
  if (await canLogIn(connectionString, role)) return { connectionString, isOwner: false }
  const refusal = mayGive ? await givePassword(ownerUrl, role, password) : undefined
  if (mayGive && (await canLogIn(connectionString, role))) return { connectionString, isOwner: false }
  if (mayGive)
    warn?.(
      `${role} cannot log in with its own password${refusal ? ` (${refusal})` : ''}, so its connections log in as the owner of the database. ` +
        `An administrator of the PostgreSQL server can run: alter role ${role} login password '${makeVerifier(password)}';`,
    )
  return { connectionString: ownerUrl, isOwner: true }
}

function toRoleUrl(ownerUrl: string, role: Role, password: string): string {
  const url = new URL(ownerUrl)
  for (const name of ['user', 'password']) url.searchParams.delete(name)
  if (url.host === '') {
    // A URL for a socket has no host, and a URL without a host cannot have a `user:password@` prefix, so the credentials go into the query string.
    url.searchParams.set('user', role)
    url.searchParams.set('password', password)
  } else {
    url.username = role
    url.password = password
  }
  return url.href
}

/**
 * Whether the URL's login succeeds and the connection then has exactly this role.
 * @throws if the server is unreachable.
 */
async function canLogIn(connectionString: string, role: Role): Promise<boolean> {
  const client = new Client({ connectionString, application_name: 'seriatim login', connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ user: string }>('select current_user::text as user')
    return rows[0]?.user === role
  } catch (error) {
    // Errors of class 28: the server rejects the role's password, or its rules forbid the connection. 42501: the role has no permission to connect to
    // this database.
    if (/^(28|42501)/.test((error as DatabaseError).code ?? '')) return false // pg's error type
    throw error
  } finally {
    await client.end()
  }
}

/** @returns the reason why the password was not set, as a sentence; undefined if it was set. */
async function givePassword(ownerUrl: string, role: Role, password: string): Promise<string | undefined> {
  const client = new Client({ connectionString: ownerUrl, application_name: 'seriatim login' })
  await client.connect()
  try {
    const mine = `Password of Seriatim installation ${createHash('sha256').update(password).digest('hex').slice(0, 12)}`
    const { rows } = await client.query<{ mark: string | null }>(
      `select shobj_description(oid, 'pg_authid') as mark from pg_roles where rolname = $1`,
      [role],
    )
    const mark = rows[0]?.mark ?? mine
    // All databases of a PostgreSQL server share its roles. Here, the role's comment shows that another installation on this server has set the
    // password from its own key.
    if (mark !== mine)
      return `it has the password of another installation; to set the password of this installation, run: comment on role ${role} is null`
    await client.query(`begin; alter role ${role} password '${makeVerifier(password)}'; comment on role ${role} is '${mine}'; commit`)
    return undefined
  } catch (error) {
    // Setting the password failed, for example because the owner may not set passwords, or because another copy of the program is setting this
    // password right now.
    return (error as Error).message // pg throws subclasses of Error
  } finally {
    await client.end()
  }
}

/**
 * Makes the form in which PostgreSQL stores a password (SCRAM-SHA-256, RFC 5803), so that neither PostgreSQL's log nor ours shows the password
 * itself.
 */
function makeVerifier(password: string): string {
  const [salt, rounds] = [randomBytes(16), 4096]
  const salted = pbkdf2Sync(password, salt, rounds, 32, 'sha256')
  const hmac = (text: string) => createHmac('sha256', salted).update(text).digest()
  const stored = createHash('sha256').update(hmac('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${rounds}:${salt.toString('base64')}$${stored}:${hmac('Server Key').toString('base64')}`
}
