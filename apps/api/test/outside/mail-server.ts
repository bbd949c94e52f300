import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A mail server that records how many emails it accepted for whom. */
export interface MailServer {
  port: number
  /** Number of accepted emails, by recipient. */
  taken: Map<string, number>
  close(): Promise<void>
}

export async function startMailServer(): Promise<MailServer> {
  const taken = new Map<string, number>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    onData(stream, { envelope }, callback) {
      stream.resume().once('end', () => {
        for (const { address } of envelope.rcptTo) taken.set(address, (taken.get(address) ?? 0) + 1)
        callback()
      })
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.server.address() as AddressInfo).port, // a server that listens on TCP has this kind of address
    taken,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
