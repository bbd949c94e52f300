import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ENDINGS, type Reply, replyToConnectivity, replyToVerify } from './replies.ts'

/** Switches for faults that affect the simulated service as a whole. */
export interface VerificationSwitches {
  delayMs: number
  /** Whether every call gets 503. */
  isDown: boolean
  /** After this many further calls the credential expires, and all later calls get 403. Null: it never expires. */
  callsUntilExpired: number | null
}

export interface VerificationSimulator {
  url: string
  switches: VerificationSwitches
  /** Headers and URL of each call of `verify`, oldest first. */
  calls: readonly { url: string; headers: IncomingMessage['headers'] }[]
  close(): Promise<void>
}

const VERSION = '1.3.0'
/** Maximum number of calls that are kept for tests. */
const MOST_CALLS = 2000

/**
 * Simulates a verification router service of the GS1 US profile, release 1.3. The serial number chooses the answer (`replies.ts`). Serves only this
 * machine.
 */
export async function startVerificationSimulator({ port = 0 }: { port?: number } = {}): Promise<VerificationSimulator> {
  const switches: VerificationSwitches = { delayMs: 0, isDown: false, callsUntilExpired: null }
  const calls: { url: string; headers: IncomingMessage['headers'] }[] = []

  function reply(request: IncomingMessage, url: URL): Reply {
    const [, first = '', ...rest] = url.pathname.split('/').map(decodeURIComponent)
    if (request.method !== 'GET') return { status: 405, body: 'Only GET\n' }
    if (switches.isDown) return { status: 503, body: 'Down\n' }
    if (request.headers['gs1us-version'] !== VERSION) return { status: 400, body: `GS1US-Version is not ${VERSION}\n` }
    if (first === 'checkConnectivity') return replyToConnectivity(url.searchParams)
    const [, gtin, , lot, , serialNumber] = rest
    const isVerify = first === 'verify' && rest[0] === 'gtin' && rest[2] === 'lot' && rest[4] === 'ser' && rest.length === 6
    if (!isVerify || !gtin || !lot || !serialNumber) return { status: 404, body: 'No such call\n' }
    if (isExpired()) return { status: 403, body: 'The credential has expired\n' }
    return replyToVerify(serialNumber, url.searchParams)
  }

  function noteCall(call: (typeof calls)[number]): void {
    calls.push(call)
    if (calls.length > MOST_CALLS) calls.shift()
  }

  function isExpired(): boolean {
    if (switches.callsUntilExpired === null) return false
    if (switches.callsUntilExpired <= 0) return true
    switches.callsUntilExpired -= 1
    return false
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://simulator')
    if (url.pathname === '/') return send(response, { status: 200, body: makePage() }, 'text/html; charset=utf-8')
    if (url.pathname === '/simulator/switches') return control(request, response)
    if (url.pathname.startsWith('/verify/')) noteCall({ url: url.href, headers: request.headers })
    const made = reply(request, url)
    const delayMs = (made.delayMs ?? 0) + switches.delayMs
    if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs).unref())
    if (made.fault === 'hang') return
    if (made.fault === 'break') return void response.destroy()
    send(response, made)
  }

  /** Answers `GET` and `PUT /simulator/switches`. */
  async function control(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'PUT') {
      let text = ''
      for await (const chunk of request) text += String(chunk)
      Object.assign(switches, JSON.parse(text))
    }
    send(response, { status: 200, body: switches })
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // a server that listens on a port has this kind of address
    switches,
    calls,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function send(
  response: ServerResponse,
  { status, body }: Reply,
  type = typeof body === 'string' ? 'text/plain' : 'application/json',
): void {
  response
    .writeHead(status, { 'content-type': type, 'cache-control': 'private, no-cache' })
    .end(typeof body === 'string' ? body : JSON.stringify(body))
}

const makePage = () => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Verification simulator</title></head><body><main>
<h1>Verification simulator</h1><p>Simulates a verification service of the GS1 US profile, release ${VERSION}. The text after the last hyphen of a serial number
chooses the answer, for example <code>A1-RECALLED</code>. Any other serial number is verified.</p><p>${ENDINGS.map((one) => `<code>${one}</code>`).join(' ')}</p>
</main></body></html>`
