import { createServer, type Server as NetServer, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import ssh2, { type AuthContext, type Connection, type Server, type ServerConfig } from 'ssh2'
import type { Deps } from '../../../call/deps.ts'
import { networkOf } from '../../../core/network.ts'
import { Drop, type SignedInDoor } from './drop.service.ts'
import { writeHostKey } from './host-key.ts'
import { SftpSession } from './sftp-session.ts'
import { checkSignIn, SignInLimit } from './sftp-sign-in.ts'

const MOST_CONNECTIONS = 100
const MOST_OF_NETWORK = 20
/** Maximum number of failed attempts of one connection. OpenSSH offers all of its keys, one attempt each. */
const MOST_ATTEMPTS = 10
/** Maximum size of the answers that wait in the socket because the client has not received them. */
const MOST_UNSENT_BYTES = 16 * 1024 * 1024
/**
 * The longest interval of a timer, in milliseconds. As the keepalive interval it turns keepalives off. We need none, because we time out silent
 * clients ourselves.
 */
const NEVER_MS = 2 ** 31 - 1

/** All algorithms that clients of the last ten years need, and none that has been broken. */
const ALGORITHMS: NonNullable<ServerConfig['algorithms']> = {
  kex: [
    'curve25519-sha256',
    'curve25519-sha256@libssh.org',
    'ecdh-sha2-nistp256',
    'ecdh-sha2-nistp384',
    'ecdh-sha2-nistp521',
    'diffie-hellman-group-exchange-sha256',
    'diffie-hellman-group14-sha256',
    'diffie-hellman-group16-sha512',
  ],
  serverHostKey: ['ssh-ed25519'],
  cipher: ['aes128-gcm@openssh.com', 'aes256-gcm@openssh.com', 'aes128-ctr', 'aes192-ctr', 'aes256-ctr'],
  hmac: ['hmac-sha2-256-etm@openssh.com', 'hmac-sha2-512-etm@openssh.com', 'hmac-sha2-256', 'hmac-sha2-512'],
  compress: ['none'],
}

/**
 * Receives files by SFTP, if SFTP_DOOR_PORT is set. It offers no shell, no forwarding and nothing to read.
 *
 * @returns its port.
 */
export async function startSftpDoor(app: FastifyInstance, deps: Deps): Promise<number | undefined> {
  const { sftpDoorPort: port, host } = deps.config
  if (port === undefined) return undefined
  const door = new SftpDoor(deps)
  app.addHook('onClose', () => door.close())
  const bound = await door.listen(port, host)
  deps.config.sftpDoorPort = bound
  return bound
}

class SftpDoor {
  private readonly deps: Deps
  private readonly ssh: Server
  private readonly net: NetServer
  private readonly limit: SignInLimit
  /** Sockets, each with the timer that closes it unless its client signs in. */
  private readonly sockets = new Map<Socket, NodeJS.Timeout>()

  constructor(deps: Deps) {
    this.deps = deps
    this.limit = new SignInLimit(deps)
    const options = { hostKeys: [writeHostKey(deps.secrets)], ident: 'Seriatim', algorithms: ALGORITHMS, keepaliveInterval: NEVER_MS }
    this.ssh = new ssh2.Server(options, (client, { ip, port }) => {
      const [socket, timer] = [...this.sockets].find(([one]) => one.remotePort === port && one.remoteAddress === ip) ?? []
      if (socket) new SftpClient(deps, { limit: this.limit, client, socket, onSignedIn: () => clearTimeout(timer) }).serve()
      else client.end()
    })
    this.net = createServer((socket) => this.admit(socket))
  }

  listen(port: number, host: string): Promise<number> {
    return new Promise((resolve, reject) => {
      this.net.once('error', (error: NodeJS.ErrnoException) =>
        reject(
          error.code === 'EADDRINUSE'
            ? new Error(`Port ${port} is in use by another program. Set SFTP_DOOR_PORT to a different port.`)
            : error,
        ),
      )
      this.net.listen(port, host, () => {
        const address = this.net.address()
        resolve(typeof address === 'object' && address ? address.port : port)
      })
    })
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.net.close(() => resolve())
      for (const socket of this.sockets.keys()) socket.destroy()
    })
  }

  /** Accepts a connection within the limits; cuts it off after a while if the client has not signed in, even if it never sends anything. */
  private admit(socket: Socket): void {
    const network = networkOf(socket.remoteAddress ?? '')
    const ofNetwork = [...this.sockets.keys()].filter((one) => networkOf(one.remoteAddress ?? '') === network).length
    if (this.sockets.size >= MOST_CONNECTIONS || ofNetwork >= MOST_OF_NETWORK || this.limit.isBlocked(socket.remoteAddress ?? '')) {
      socket.destroy()
      return
    }
    const timer = setTimeout(() => socket.destroy(), this.deps.config.sftpSignInSeconds * 1000)
    this.sockets.set(socket, timer)
    socket.on('close', () => {
      clearTimeout(timer)
      this.sockets.delete(socket)
    })
    socket.on('error', (error) => this.deps.log.debug({ err: error }, 'an SFTP connection broke'))
    this.ssh.injectSocket(socket)
  }
}

interface Admitted {
  limit: SignInLimit
  client: Connection
  socket: Socket
  onSignedIn: () => void
}

/** One connection of a client. */
class SftpClient {
  private readonly deps: Deps
  private readonly limit: SignInLimit
  private readonly client: Connection
  private readonly socket: Socket
  private readonly onSignedIn: () => void
  private readonly address: string
  private readonly sessions = new Set<SftpSession>()
  private attempts = 0
  private timer: NodeJS.Timeout | undefined

  constructor(deps: Deps, { limit, client, socket, onSignedIn }: Admitted) {
    this.deps = deps
    this.onSignedIn = onSignedIn
    this.limit = limit
    this.client = client
    this.socket = socket
    this.address = socket.remoteAddress ?? ''
  }

  serve(): void {
    const { client, deps } = this
    let door: SignedInDoor | undefined
    client.on('error', (error) => deps.log.debug({ err: error }, 'an SFTP client failed'))
    client.on('close', () => this.end())
    client.on('authentication', (context) => {
      void this.signIn(context, (proven) => {
        door = proven
      })
    })
    client.on('ready', () => {
      this.onSignedIn()
      this.watch({ isBusy: false, isWriting: false })
    })
    client.on('session', (accept) => {
      const session = accept()
      session.on('sftp', (acceptSftp, reject) => {
        if (!door || this.sessions.size >= 4) return reject()
        const hooks = { onChange: this.watch, onFlood: () => this.cut('it did not wait for answers') }
        const served = new SftpSession(acceptSftp(), new Drop(deps, door), { log: deps.log, ...hooks })
        this.sessions.add(served)
        session.on('close', () => {
          served.abort()
          this.sessions.delete(served)
        })
      })
    })
  }

  /**
   * Checks a sign-in attempt.
   * @param onProven receives the door after a correct password or a signed key, before the client is admitted. A client may first offer a key without
   * a signature; that is accepted but does not prove that the client has the private key.
   */
  private async signIn(context: AuthContext, onProven: (door: SignedInDoor) => void): Promise<void> {
    const { deps, limit, address } = this
    const refuse = () => context.reject(['publickey', 'password'])
    if (context.method === 'none') return refuse()
    try {
      const found = limit.isBlocked(address) ? undefined : await checkSignIn(deps, context, address)
      if (found) {
        if (context.method === 'password' || (context.method === 'publickey' && context.signature)) onProven(found)
        return context.accept()
      }
    } catch (error) {
      deps.log.error({ err: error }, 'an SFTP client could not be signed in')
    }
    this.attempts += 1
    if (context.method === 'password') limit.count(address)
    if (this.attempts >= MOST_ATTEMPTS) {
      deps.log.warn({ address, user: context.username.slice(0, 100) }, 'an SFTP client failed to sign in')
      this.cut('it failed to sign in')
    }
    refuse()
  }

  /** Restarts the timer that ends the connection of an idle client. */
  private readonly watch = ({ isBusy, isWriting }: { isBusy: boolean; isWriting: boolean }): void => {
    const { sftpIdleSeconds, sftpStallSeconds } = this.deps.config
    clearTimeout(this.timer)
    if (this.socket.destroyed) return
    if (this.socket.writableLength > MOST_UNSENT_BYTES) {
      this.cut('it did not read the responses')
      return
    }
    if (isBusy) return
    this.timer = setTimeout(() => this.cut('it did nothing'), (isWriting ? sftpStallSeconds : sftpIdleSeconds) * 1000)
  }

  private cut(why: string): void {
    this.deps.log.info({ address: this.address, why }, 'an SFTP connection was ended')
    this.client.end()
    this.socket.destroy()
    this.end()
  }

  private end(): void {
    clearTimeout(this.timer)
    for (const session of this.sessions) session.abort()
    this.sessions.clear()
  }
}
