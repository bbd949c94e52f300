import type { FastifyInstance, InjectOptions } from 'fastify'

export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: the answers are what the tests look into.
  json: any
  text: string
  headers: Record<string, string | string[] | number | undefined>
}

/** REST calls of one user, as a program makes them. */
export function makeRestClient(app: FastifyInstance, token?: string) {
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
  async function call(options: InjectOptions): Promise<Answer> {
    const answer = await app.inject(options)
    const isJson = String(answer.headers['content-type']).includes('json')
    return { status: answer.statusCode, json: isJson ? answer.json() : null, text: answer.body, headers: answer.headers }
  }
  return {
    get: (path: string, more: Record<string, string> = {}) =>
      call({ method: 'GET', url: `/api/v1${path}`, headers: { ...headers, ...more } }),
    post: (path: string, payload: object) => call({ method: 'POST', url: `/api/v1${path}`, payload, headers }),
    put: (path: string, payload: object) => call({ method: 'PUT', url: `/api/v1${path}`, payload, headers }),
    delete: (path: string, payload?: object) => call({ method: 'DELETE', url: `/api/v1${path}`, headers, ...(payload ? { payload } : {}) }),
    upload(
      bytes: string | Buffer,
      { filename = 'order.xml', contentType = 'application/xml', field = 'file', path = '/file/upload/order' } = {},
    ) {
      const boundary = 'x-test-boundary'
      const head = `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${filename}"\r\nContent-Type: ${contentType}\r\n\r\n`
      const payload = Buffer.concat([Buffer.from(head), Buffer.from(bytes), Buffer.from(`\r\n--${boundary}--\r\n`)])
      return call({
        method: 'POST',
        url: `/api/v1${path}`,
        payload,
        headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
      })
    },
  }
}
export type Rest = ReturnType<typeof makeRestClient>
