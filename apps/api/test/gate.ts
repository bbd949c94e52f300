import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Server, type Socket } from 'node:net'
import pg from 'pg'

/**
 * What a client encounters. `open`: the server behind the gate. `refusing`: a refused connection. `silent`: an accepted connection on which nothing
 * is answered. `says`: an accepted connection on which everything is answered with this text.
 */
export type GateMode = 'open' | 'refusing' | 'silent' | { says: string; isFirst?: boolean }

/** A proxy with its own address in front of a server. It can make the server unreachable while the server keeps running. */
export class Gate {
  private readonly target: NetConnectOpts
  private readonly sockets = new Set<Socket>()
  private server: Server | undefined
  private mode: GateMode = 'open'
  port = 0

  constructor(target: NetConnectOpts) {
    this.target = target
  }

  async listen(): Promise<this> {
    this.server = createServer((socket) => this.take(socket)).listen(this.port, '127.0.0.1')
    await once(this.server, 'listening')
    this.port = (this.server.address() as AddressInfo).port // a server that listens on TCP has an AddressInfo as its address
    return this
  }

  /** Switches the mode and cuts open connections. */
  async become(mode: GateMode): Promise<void> {
    this.mode = mode
    for (const socket of this.sockets) socket.destroy()
    if (mode === 'refusing') await this.close()
    else if (!this.server) await this.listen()
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy()
    const { server } = this
    this.server = undefined
    if (server) await new Promise((resolve) => server.close(resolve))
  }

  private take(socket: Socket): void {
    this.keep(socket)
    const { mode } = this
    if (mode === 'open') {
      const behind = this.keep(connect(this.target))
      socket.pipe(behind).pipe(socket)
      socket.once('close', () => behind.destroy())
      behind.once('close', () => socket.destroy())
    } else if (typeof mode === 'object') {
      if (mode.isFirst) socket.end(mode.says)
      socket.on('data', () => socket.end(mode.says))
    } else socket.resume()
  }

  private keep(socket: Socket): Socket {
    this.sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => this.sockets.delete(socket))
    return socket
  }
}

/** A gate in front of a database, and the connection string that leads through it. */
export async function openDatabaseGate(url: string): Promise<{ gate: Gate; url: string }> {
  const { host, port } = new pg.Client({ connectionString: url })
  const gate = await new Gate(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }).listen()
  return { gate, url: url.replace(/@[^/]+\//, `@127.0.0.1:${gate.port}/`) }
}
