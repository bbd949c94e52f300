import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import type { Deps } from '../../../call/deps.ts'
import { QueueFullError } from '../../../outside/fair-queue.ts'
import { type MailReceiver, MOST_MAIL_BYTES } from './mail-receiver.ts'
import { readAtMost } from './read-at-most.ts'

/** Maximum number of clients at once. An email can be 60 MB and is in memory while it arrives. */
const MOST_CLIENTS = 20
const IDLE_MS = 60_000

/** The refusal of an SMTP request. The sender retries after a code from 400 to 499, and gives up after a code from 500. */
const refuse = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode })

/**
 * Receives emails without a mail service, if SMTP_DOOR_PORT is set. It accepts email for our own addresses only, never forwards it, and offers no
 * sign-in, so nobody can use it as a relay.
 *
 * @returns its port.
 */
export async function startSmtpDoor(
  app: FastifyInstance,
  { config, log }: Pick<Deps, 'config' | 'log'>,
  receiver: MailReceiver,
): Promise<number | undefined> {
  const { smtpDoorPort: port, host, tls } = config
  if (port === undefined) return undefined
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: tls ? ['AUTH'] : ['AUTH', 'STARTTLS'],
    ...(tls ? { cert: readFileSync(tls.certFile), key: readFileSync(tls.keyFile) } : {}),
    disableReverseLookup: true,
    size: MOST_MAIL_BYTES,
    maxClients: MOST_CLIENTS,
    socketTimeout: IDLE_MS,
    logger: false,
    onRcptTo({ address }, _session, done) {
      receiver.knows([address]).then((isOurs) => done(isOurs ? null : refuse(550, 'This address does not exist.')), done)
    },
    onData(stream, session, done) {
      receive(stream, session, receiver).then(
        () => done(),
        (error: Error) => {
          if (!('responseCode' in error)) log.error({ err: error }, 'an email could not be received')
          done('responseCode' in error ? error : refuse(451, 'The email could not be received. Try again later.'))
        },
      )
    },
  })
  // A client that drops its connection must not end the process.
  server.on('error', (error) => log.warn({ err: error }, 'a client of the SMTP server failed'))
  app.addHook('onClose', () => new Promise<void>((resolve) => server.close(() => resolve())))
  return new Promise<number>((resolve, reject) => {
    const listener = server.listen(port, host, () => {
      const address = listener.address()
      config.smtpDoorPort = typeof address === 'object' && address ? address.port : port
      resolve(config.smtpDoorPort)
    })
    listener.once('error', reject)
  })
}

async function receive(stream: AsyncIterable<Uint8Array>, { envelope }: SMTPServerSession, receiver: MailReceiver): Promise<void> {
  // The protocol lets a client send more bytes than it announced, so the size is limited here as well.
  const raw = await readAtMost(stream, MOST_MAIL_BYTES)
  if (!raw) throw refuse(552, 'The email is larger than 60 MB.')
  // This server checks neither SPF nor DKIM. Its own header is first and states no results, so that results in a header that the sender wrote are not
  // trusted.
  const added = Buffer.from('Authentication-Results: smtp-door; none\r\n')
  try {
    // Passes on the recipients from the envelope, because the headers do not list those of a blind copy, who must not learn of each other.
    await receiver.receive(
      Buffer.concat([added, raw]),
      envelope.rcptTo.map(({ address }) => address),
    )
  } catch (error) {
    if (error instanceof QueueFullError) throw refuse(451, 'Too many emails are being read. Try again later.')
    throw error
  }
}
