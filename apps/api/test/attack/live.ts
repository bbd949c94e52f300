import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** A server that listens on a port, with raw access to its connections. */
export interface Live {
  app: FastifyInstance
  port: number
  /** Base URL of the server, such as `http://127.0.0.1:…`. */
  url: string
  get(path: string, headers?: Record<string, string>): Promise<Response>
  /** Sends a POST request with the header `Origin` that our own pages send. */
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>
  /** Sends these bytes and collects the answer until the server closes the connection on its own. */
  raw(...pieces: (string | Buffer)[]): Promise<RawAnswer>
}

export interface RawAnswer {
  /** HTTP status; 0 if the connection was closed without an answer. */
  status: number
  text: string
}

export async function listen(app: FastifyInstance): Promise<Live> {
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo // a server that listens on TCP has this kind of address
  const url = `http://127.0.0.1:${port}`
  return {
    app,
    port,
    url,
    get: (path, headers = {}) => fetch(url + path, { headers }),
    post: (path, body, headers = {}) =>
      fetch(url + path, {
        method: 'POST',
        headers: { origin: url, 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    raw: (...pieces) => sendRaw(port, pieces),
  }
}

async function sendRaw(port: number, pieces: (string | Buffer)[]): Promise<RawAnswer> {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  // The server may refuse further data by resetting the connection, which is not a failure.
  socket.on('error', () => undefined).on('data', (bytes) => (text += bytes.toString('latin1')))
  const closed = once(socket, 'close')
  await once(socket, 'connect')
  for (const piece of pieces) socket.write(piece)
  await closed
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), text }
}

/**
 * Writes the head of a request by hand: request line and headers. By default, `connection: close` makes the server close the connection after its
 * answer.
 */
export function head(line: string, headers: Record<string, string> = {}): string {
  const all = { host: 'localhost', connection: 'close', ...headers }
  return `${line} HTTP/1.1\r\n${Object.entries(all)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`
}
