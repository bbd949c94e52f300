import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startVerificationSimulator, type VerificationSimulator } from '@seriatim/simulator/verification'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import type { TestDb, TestUser } from '../harness.ts'

export const GTIN = '00312345678906'

/** Runs the simulator for the calling test file, and switches its faults off before each test. */
export function useVerificationSimulator(t: TestDb): { current(): VerificationSimulator } {
  let simulator: VerificationSimulator | undefined
  beforeAll(async () => {
    simulator = await startVerificationSimulator()
    t.config.verificationSimulatorUrl = simulator.url
  })
  beforeEach(() => {
    Object.assign(simulator?.switches ?? {}, { delayMs: 0, isDown: false, callsUntilExpired: null })
  })
  afterAll(async () => {
    await simulator?.close()
  })
  return {
    current: () => {
      if (!simulator) throw new Error('The simulator has not started.')
      return simulator
    },
  }
}

/** Verification settings as a customer's admin would save them. */
export const SETTINGS = {
  driver: 'simulator',
  baseUrl: null,
  requesterGln: null,
  contexts: { return: 'dscsaSaleableReturn', suspect: 'aSuspectContext', exception: null, status: null },
  credentialHeader: 'ATP-Authorization',
  credential: null,
  walletUrl: null,
  walletHolder: null,
  emailAddress: null,
  phoneNumber: null,
} as const

export const useSimulatorOf = (t: TestDb, admin: TestUser, changes: object = {}) =>
  t.as(admin).verification.updateOneSettings({ ...SETTINGS, ...changes })

/** Answer of a service that a test starts: a status and a body, or only the body, with status 200. */
export type ServiceAnswer = string | Buffer | { status: number; body: string }

/** Returns the JSON text of a valid answer to the question with this UUID; `data` is JSON text too. */
export const answerBody = (corrUuid: string, data: string) =>
  `{"verificationTimestamp":"2026-11-27T03:00:00Z","responderGLN":"0338300000001","data":${data},"corrUUID":"${corrUuid}"}`

/** Starts services that answer as a test decides, and closes them after the test. `start` returns the address of a new service. */
export function useServices(): { start(answer: (question: AskedQuestion) => ServiceAnswer): Promise<string> } {
  const servers: Server[] = []
  afterEach(async () => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  })
  return {
    async start(answer) {
      const server = createServer((request, response) => {
        const { pathname, searchParams } = new URL(request.url ?? '/', 'http://service')
        const [, , , gtin = '', , , , serialNumber = ''] = pathname.split('/').map(decodeURIComponent)
        const made = answer({
          gtin,
          serialNumber,
          corrUuid: searchParams.get('corrUUID') ?? '',
          query: searchParams,
          headers: request.headers,
        })
        const { status, body } = typeof made === 'string' || Buffer.isBuffer(made) ? { status: 200, body: made } : made
        response.writeHead(status, { 'content-type': 'application/json' }).end(body)
      })
      servers.push(server)
      await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}` // a server that listens on a port has this kind of address
    },
  }
}

export interface AskedQuestion {
  gtin: string
  serialNumber: string
  corrUuid: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
}

/** Settings that make the server ask the GS1 verification service at an address. */
export const toService = (baseUrl: string) => ({ driver: 'gs1', baseUrl, requesterGln: '0614141000005' }) as const
