import { connect } from 'node:net'
import Fastify from 'fastify'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MailReceiver } from '../../src/domains/exception/reply/mail-receiver.ts'
import { startSmtpDoor } from '../../src/domains/exception/reply/smtp-door.ts'
import { mailDoorIntake } from '../../src/domains/intake/mail/mail-door.service.ts'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { documentFor } from '../make.ts'

const t = useTestDb({ config: { replyAddress: 'files@in.seriatim.tst', smtpDoorPort: 0, host: '127.0.0.1' } })
const c = useCustomer(t)
const server = Fastify()
let port = 0
let address = ''
let receiver: MailReceiver
beforeAll(async () => {
  receiver = new MailReceiver(t.deps, [mailDoorIntake])
  port = (await startSmtpDoor(server, t.deps, receiver)) ?? 0
})
afterAll(async () => {
  await server.close()
  await receiver.close()
})
beforeEach(async () => {
  const door = { name: 'Northway', locationId: c.main.id, tradingPartnerId: null, senders: [] }
  ;({ address } = await t.as(c.lead).intake.createOneMailDoor(door))
})

const send = (letter: object) => {
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true })
  return transport.sendMail({ from: 'orders@northway.tst', to: address, subject: 'Orders', text: 'See the file.', ...letter })
}
const attach = (content: string) => ({ attachments: [{ filename: 'order.xml', content }] })
const deliveries = async () => (await t.as(c.staff).intake.readMany({})).items

describe('the SMTP server', () => {
  test('receives an email with an order, even as a blind copy', async () => {
    await send(attach(documentFor(c)))
    await send({ ...attach(documentFor(c)), to: 'someone@else.tst', envelope: { from: 'orders@northway.tst', to: [address] } })
    await t.runJobs()
    expect((await deliveries()).map(({ status }) => status)).toEqual(['imported', 'imported'])
  })

  test('rejects recipients other than its own addresses, so it cannot be used as a relay', async () => {
    const forged = address.replace(/-[0-9a-f]{30}@/, `-${'0'.repeat(30)}@`)
    for (const to of ['someone@else.tst', 'files@in.seriatim.tst', forged])
      await expect(send({ ...attach(documentFor(c)), to })).rejects.toMatchObject({ responseCode: 550 })
  })

  test('ignores authentication results that the sender wrote into the email', async () => {
    await send({ ...attach(documentFor(c)), headers: { 'Authentication-Results': 'mx.tst; dkim=pass' } })
    await t.runJobs()
    expect(await t.query('select authentication from intake_mail where customer_id = $1', [c.customerId])).toEqual([{ authentication: '' }])
  })

  test('loses no email that cannot be stored: the sender’s mail server is asked to try again', async () => {
    const { storage } = t.deps
    t.deps.storage = { ...storage, put: () => Promise.reject(new Error('no space')) }
    await expect(send(attach(documentFor(c)))).rejects.toMatchObject({ responseCode: 451 })
    t.deps.storage = storage
    expect(await deliveries()).toEqual([])
    await send(attach(documentFor(c)))
    expect(await deliveries()).toHaveLength(1)
  })

  test('survives a client that disconnects in the middle of an email', async () => {
    await new Promise<void>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(`EHLO x\r\nMAIL FROM:<a@b.tst>\r\nRCPT TO:<${address}>\r\nDATA\r\n`))
      socket.on('data', (data) => {
        if (String(data).startsWith('354') || String(data).includes('\n354')) socket.write('Subject: half', () => socket.destroy())
      })
      socket.on('close', () => resolve())
    })
    await send(attach(documentFor(c)))
    expect(await deliveries()).toHaveLength(1)
  })
})
