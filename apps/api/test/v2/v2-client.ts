import type { FastifyInstance } from 'fastify'

export interface V2Answer {
  status: number
  type: string
  // biome-ignore lint/suspicious/noExplicitAny: the answers are what the tests look into.
  json: any
  headers: Headers
}

/** Starts to listen, so that calls cross a real socket. @returns the base address. */
export async function listen(app: FastifyInstance): Promise<string> {
  const address = app.server.address()
  if (address !== null && typeof address === 'object') return `http://localhost:${address.port}`
  return (await app.listen({ port: 0, host: '127.0.0.1' })).replace('127.0.0.1', 'localhost')
}

/** Makes a client that calls `/api/v2` as a program does. */
export function makeV2Client(base: string, token?: string) {
  const send = async (
    method: string,
    path: string,
    init: { body?: RequestInit['body']; headers?: Record<string, string> } = {},
  ): Promise<V2Answer> => {
    const { body = null, headers = {} } = init
    const answer = await fetch(`${base}${path.startsWith('/api/') ? path : `/api/v2${path}`}`, {
      method,
      body,
      headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
      ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
    } as RequestInit) // `duplex` is missing in the type
    const text = await answer.text()
    const type = answer.headers.get('content-type') ?? ''
    return { status: answer.status, type, json: type.includes('json') ? JSON.parse(text) : text, headers: answer.headers }
  }
  return {
    send,
    get: (path: string) => send('GET', path),
    post: (path: string, body: unknown, headers: Record<string, string> = {}) =>
      send('POST', path, { body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } }),
  }
}
export type V2Client = ReturnType<typeof makeV2Client>
