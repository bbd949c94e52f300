import { describe, expect, test } from 'vitest'
import { type IncomingMail, replyText } from '../../src/domains/exception/reply/reply.rules.ts'
import { receiveReply } from '../../src/domains/exception/reply/reply.service.ts'
import { replyAddress } from '../../src/domains/exception/reply/reply-token.ts'
import { mailDoorIntake } from '../../src/domains/intake/mail/mail-door.service.ts'
import { tracingIntake } from '../../src/domains/tracing/inbox/inbox.service.ts'
import { tracingAddress } from '../../src/domains/tracing/inbox/tracing-address.ts'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder } from '../make.ts'

const BASE = 'files@in.seriatim.tst'
const t = useTestDb({ config: { replyAddress: BASE } })
const c = useCustomer(t)

/** An office scanner emails the pages as an attachment, with an empty body and without a Message-ID. */
const scan = (to: string, page: string, date = 'Thu, 26 Nov 2026 10:00:00 -0500'): IncomingMail => ({
  to: [to],
  from: 'scanner@agency.tst',
  subject: 'Scan',
  messageId: undefined,
  headers: new Map([['date', date]]),
  writing: replyText(''),
  attachments: [{ filename: 'scan.txt', content: Buffer.from(page) }],
})

describe('emails without a Message-ID', () => {
  const cases = {
    'the tracing address': async () => ({
      to: tracingAddress(t.deps.secrets, BASE, { customerId: c.customerId, requestId: null }),
      receive: tracingIntake.receive,
    }),
    'a ticket': async () => {
      await addOrder(c, { faults: ['missingReadPoint'] })
      const documentExceptionId = (await t.as(c.lead).documentException.readManyByFilters({})).items[0]?.id ?? 0
      return { to: replyAddress(t.deps.secrets, BASE, { customerId: c.customerId, documentExceptionId }), receive: receiveReply }
    },
    'an address for files': async () => {
      const door = { name: 'Northway', locationId: c.main.id, tradingPartnerId: null, senders: [] }
      return { to: (await t.as(c.lead).intake.createOneMailDoor(door)).address, receive: mailDoorIntake.receive }
    },
  }
  for (const [name, make] of Object.entries(cases))
    test(`to ${name} are distinguished by their attachments and dates, and a repeated one is recognized`, async () => {
      const { to, receive } = await make()
      const taken: string[] = []
      for (const mail of [
        scan(to, 'page 1'),
        scan(to, 'page 2'),
        scan(to, 'page 1', 'Fri, 27 Nov 2026 10:00:00 -0500'),
        scan(to, 'page 2'),
      ])
        taken.push(await receive(t.deps, mail))
      expect(taken).toEqual(['taken', 'taken', 'taken', 'twice'])
    })
})
