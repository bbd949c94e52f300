import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MailReceiver } from '../../src/domains/exception/reply/mail-receiver.ts'
import { replyAddress } from '../../src/domains/exception/reply/reply-token.ts'
import { mailDoorIntake } from '../../src/domains/intake/mail/mail-door.service.ts'
import { tracingIntake } from '../../src/domains/tracing/inbox/inbox.service.ts'
import { tracingAddress } from '../../src/domains/tracing/inbox/tracing-address.ts'
import { QueueFullError } from '../../src/outside/fair-queue.ts'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder, documentFor } from '../make.ts'

const BASE = 'files@in.seriatim.tst'
const t = useTestDb({ config: { replyAddress: BASE } })
const c = useCustomer(t)
const other = useCustomer(t)
let receiver: MailReceiver
beforeAll(() => {
  receiver = new MailReceiver(t.deps, [tracingIntake, mailDoorIntake])
})
afterAll(() => receiver.close())

const tracing = (customerId: number, requestId: number | null = null) => tracingAddress(t.deps.secrets, BASE, { customerId, requestId })
const letter = (to: string, more = '') =>
  Buffer.from(`From: fda@agency.tst\r\nTo: ${to}\r\nSubject: Recall\r\nMessage-ID: <recall@agency.tst>\r\n${more}\r\n`)
const requests = async (customer: typeof c) => (await t.as(customer.admin).tracing.readMany({})).items

describe('one email to several of our addresses', () => {
  test('as a blind copy becomes one tracing request for each customer, and no customer sees the addresses of the others', async () => {
    const envelope = [tracing(c.customerId), tracing(other.customerId), tracing(c.customerId).toUpperCase()]
    for (let round = 0; round < 2; round += 1) await receiver.receive(letter('undisclosed-recipients:;', '\r\nLot 4711.'), envelope)
    expect([await requests(c), await requests(other)].map(({ length }) => length)).toEqual([1, 1])
    const { mailHeaders } = await t.as(c.admin).tracing.readOne({ requestId: (await requests(c))[0]?.id ?? 0 })
    expect(mailHeaders).not.toContain('in.seriatim.tst')
  })

  test('with all addresses in one header reaches a ticket, a new and an existing tracing request, and an intake door', async () => {
    await addOrder(c, { faults: ['missingReadPoint'] })
    const ticketId = (await t.as(c.lead).documentException.readManyByFilters({})).items[0]?.id ?? 0
    await receiver.receive(letter('', '\r\nFirst.'), [tracing(c.customerId)])
    const known = (await requests(c))[0]?.id ?? 0
    const { address: door } = await t
      .as(c.lead)
      .intake.createOneMailDoor({ name: 'Northway', locationId: c.main.id, tradingPartnerId: null, senders: [] })
    const ticket = replyAddress(t.deps.secrets, BASE, { customerId: c.customerId, documentExceptionId: ticketId })
    const raw = letter([ticket, tracing(c.customerId), tracing(c.customerId, known), door].join(', '), `\r\n${documentFor(c)}`)
    const second = Buffer.from(raw.toString().replace('<recall@', '<second@'))
    for (let round = 0; round < 2; round += 1) await receiver.receive(second)
    const entries = async (sql: string, id: number) => (await t.query(sql, [c.customerId, id])).length
    expect(await entries('select from document_exception_reply where customer_id = $1 and document_exception_id = $2', ticketId)).toBe(1)
    expect(await requests(c)).toHaveLength(2)
    expect(await entries('select from tracing_entry where customer_id = $1 and request_id = $2 and message_id is not null', known)).toBe(2)
    expect(await t.query('select from intake_mail where customer_id = $1', [c.customerId])).toHaveLength(1)
  })

  test('is sent again by the mail service if one address could not accept it at first, but is recorded only once per address', async () => {
    const full = { accept: mailDoorIntake.accept, receive: () => Promise.reject(new QueueFullError('Full.')) }
    const { address: door } = await t
      .as(c.lead)
      .intake.createOneMailDoor({ name: 'Northway', locationId: c.main.id, tradingPartnerId: null, senders: [] })
    const raw = letter(`${door}, ${tracing(c.customerId)}`, '\r\nLot 4711.')
    const busy = new MailReceiver(t.deps, [full, tracingIntake])
    await expect(busy.receive(raw)).rejects.toThrow(QueueFullError)
    await busy.close()
    await receiver.receive(raw)
    expect(await requests(c)).toHaveLength(1)
    expect(await t.query('select from intake_mail where customer_id = $1', [c.customerId])).toHaveLength(1)
  })
})
