import { connect } from 'node:net'
import { beforeEach, describe, expect, test } from 'vitest'
import { type IncomingMail, replyText } from '../../src/domains/exception/reply/reply.rules.ts'
import { receiveReply } from '../../src/domains/exception/reply/reply.service.ts'
import { replyAddress } from '../../src/domains/exception/reply/reply-token.ts'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder, documentFor, importText, mark, newCustomer, newParty } from '../make.ts'

const t = useTestDb({ config: { replyAddress: 'exceptions@replies.tst', replySecret: 'a-secret-of-sixteen' } })
const customer = useCustomer(t)

const calls = (user = customer.staff) => t.as(user).documentException

async function newTicket(name = `North ${mark()}`) {
  const sender = newParty(name)
  const order = await addOrder(customer, { faults: ['missingReadPoint'], sender, purchaseOrder: 'PO-5', meds: 4 })
  const [row] = (await calls().readManyByFilters({})).items
  return { order, sender, id: row?.id ?? 0, number: row?.ticketNumber ?? 0 }
}

async function ask(id: number, more: { to?: string; remind?: boolean } = {}) {
  const { subject, text } = await calls().readOneLetter({ documentExceptionId: id, wish: 'Send new data' })
  await calls().createOneAsk({
    documentExceptionId: id,
    wish: 'Send new data',
    to: more.to ?? 'marta@north.tst',
    subject,
    text,
    remind: more.remind ?? true,
  })
  await t.runJobs()
}

const makeAddress = (id: number) =>
  replyAddress(t.deps.secrets, 'exceptions@replies.tst', { customerId: customer.customerId, documentExceptionId: id })
const mailTo = (id: number, more: Partial<IncomingMail> = {}): IncomingMail => ({
  to: [makeAddress(id)],
  from: 'Marta Lind <marta@north.tst>',
  subject: 'Re: your ticket',
  writing: replyText('We look into it.'),
  messageId: `<${mark()}@north.tst>`,
  headers: new Map(),
  attachments: [],
  ...more,
})

describe('the email to a partner', () => {
  test('is drafted from the ticket in plain words, with the report and the serial numbers, and can be edited', async () => {
    const { order, id, number } = await newTicket()
    const letter = await calls().readOneLetter({ documentExceptionId: id, wish: 'Send new data' })
    expect(letter.subject).toContain('PO PO-5')
    expect(letter.text).toContain('Please correct this and send the file again.')
    expect(letter.text).toMatch(/line \d+ of the file|lines \d+/)
    expect(letter).toMatchObject({ to: '', answersLand: true, remindDays: 2, lastAskedAt: null })
    expect(letter.files.map(({ filename }) => filename)).toEqual([`ticket-${number}.json`, `serials-${number}.csv`])
    await ask(id)
    const [listed] = await t.mailbox.list('marta@north.tst')
    const mail = await t.mailbox.get(listed?.id ?? '')
    expect(mail?.text).toContain('send the file again')
    const [report, serials] = mail?.attachments ?? []
    expect(JSON.parse(report?.content.toString() ?? '')).toMatchObject({ po_number: 'PO-5', case_resolved: false })
    const table = serials?.content.toString() ?? ''
    expect(order.serials.filter((serial) => table.includes(serial)).length).toBeGreaterThan(0)
    expect(table).toMatch(/^\uFEFF?GTIN,Serial number,/)
    expect(await calls().readOneById({ documentExceptionId: id })).toMatchObject({ askedAt: t.clock.now().toISOString(), answeredAt: null })
  })

  test('goes to the contact of the sender’s partner; if none is on file, the user is asked for an address', async () => {
    const { sender, id } = await newTicket('North & Sons')
    const write = (to: string) =>
      calls().createOneAsk({ documentExceptionId: id, wish: 'Send new data', to, subject: 'Lots', text: 'Please' })
    for (const to of ['', 'no address']) await expect(write(to)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await t.as(customer.admin).tradingPartner.createOne({
      name: 'North & Sons',
      type: 'upstream',
      globalLocationNumbers: [sender.owner.gln],
      contacts: [{ firstName: 'Marta', lastName: 'Lind', contactDetails: [{ contactType: 'email', contactDetail: 'trace@north.tst' }] }],
    })
    const letter = await calls().readOneLetter({ documentExceptionId: id, wish: 'Send new data' })
    expect(letter).toMatchObject({ to: 'trace@north.tst', contactName: 'Marta Lind', partnerName: 'North & Sons' })
    expect(letter.text).toContain('Dear Marta Lind,')
  })

  test('includes a machine-readable report with all required fields', async () => {
    const { order, id } = await newTicket()
    const { documentExceptionId } = await calls().createOneTicket({
      documentId: order.id,
      kind: 'unknownScan',
      items: [{ gtin: '00312345678906', serialNumber: 'A1' }],
    })
    const makeReport = async (ticket: number) => {
      await ask(ticket, { to: `report${ticket}@north.tst` })
      const [listed] = await t.mailbox.list(`report${ticket}@north.tst`)
      const mail = await t.mailbox.get(listed?.id ?? '')
      return JSON.parse(mail?.attachments[0]?.content.toString() ?? '')
    }
    const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
    const [file, counter] = [await makeReport(id), await makeReport(documentExceptionId)]
    for (const report of [file, counter])
      expect(report).toMatchObject({
        message_uuid: expect.stringMatching(uuid),
        exception_case_uuid: expect.stringMatching(uuid),
        timestamp: expect.any(Number),
        po_number: 'PO-5',
        sender_information: { email: customer.staff.emailAddress, gln: customer.main.gln },
        case_resolved: false,
      })
    expect(file.exception_case_uuid).not.toBe(counter.exception_case_uuid)
    expect(counter.exceptions).toEqual({
      missing_product_data: [
        {
          exception_item_uuid: expect.stringMatching(uuid),
          product_gtin: '00312345678906',
          product_serial: 'A1',
          observation_source: 'Scan',
          resolution_request: 'Send new data',
        },
      ],
    })
  })

  test('is followed by one reminder if nobody has answered, and by none if somebody has', async () => {
    t.clock.set('2026-09-16T15:00:00Z')
    const silent = await newTicket()
    await ask(silent.id, { to: 'silent@north.tst' })
    const answering = await newTicket()
    await ask(answering.id, { to: 'answering@north.tst' })
    await receiveReply(t.deps, mailTo(answering.id))
    const unasked = await newTicket()
    await ask(unasked.id, { to: 'unasked@north.tst', remind: false })
    const remind = async () => {
      await runReminders()
      await t.runJobs()
      return Promise.all(['silent', 'answering', 'unasked'].map(async (who) => (await t.mailbox.list(`${who}@north.tst`)).length))
    }
    expect(await remind()).toEqual([1, 1, 1])
    t.clock.set('2026-09-18T15:00:00Z')
    expect(await remind()).toEqual([2, 1, 1])
    expect(await remind()).toEqual([2, 1, 1])
    t.clock.set(new Date())
  })
})

describe('several tickets of one partner', () => {
  const wish = 'Send new data' as const
  let to: string
  beforeEach(() => {
    to = `${mark()}@north.tst`
  })
  const two = async () => {
    const first = await newTicket()
    const text = documentFor(customer, { sender: first.sender, faults: ['missingReadPoint'] })
    await importText(t, customer.staff, text)
    const [row] = (await calls().readManyByFilters({})).items
    return { first: first.id, second: row?.id ?? 0, ids: [first.id, row?.id ?? 0] }
  }
  const send = (documentExceptionIds: number[], more = {}) =>
    calls().createManyAsk({ documentExceptionIds, wish, to, subject: 'Two files', text: 'Please correct them.', ...more })

  test('are asked about in one email that lists them, with the report and serial numbers of each', async () => {
    const { ids } = await two()
    const letter = await calls().readManyLetter({ documentExceptionIds: ids, wish })
    const numbers = (await Promise.all(ids.map((documentExceptionId) => calls().readOneById({ documentExceptionId })))).map(
      (one) => one.ticketNumber,
    )
    for (const number of numbers) expect(letter.text).toContain(`Ticket ${number}.`)
    expect(letter.subject).toMatch(/^2 problems with what you sent: /)
    await send(ids)
    await t.runJobs()
    const mails = await t.mailbox.list(to)
    expect(mails).toHaveLength(1)
    const whole = await t.mailbox.get(mails[0]?.id ?? '')
    const names = (whole?.attachments ?? []).map(({ filename }) => filename)
    expect(names).toEqual(expect.arrayContaining(numbers.flatMap((number) => [`ticket-${number}.json`, `serials-${number}.csv`])))
    for (const documentExceptionId of ids)
      expect(await calls().readOneById({ documentExceptionId })).toMatchObject({ askedAt: t.clock.now().toISOString(), answeredAt: null })
  })

  test('are answered together: the reply is added to the first ticket, and the others link to it', async () => {
    const { ids, first, second } = await two()
    await send(ids)
    await receiveReply(t.deps, mailTo(first))
    const other = await calls().readOneById({ documentExceptionId: second })
    expect(other.answeredAt).not.toBeNull()
    expect(other.activity[0]).toMatchObject({
      kind: 'linked',
      what: expect.stringMatching(/replied on ticket 1001$/),
      href: `/exceptions/${first}`,
    })
    expect((await calls().readOneById({ documentExceptionId: first })).activity[0]).toMatchObject({ kind: 'reply' })
  })

  test('get one joint reminder, but a ticket with a later, separate request gets its own reminder about that request', async () => {
    t.clock.set('2026-09-16T15:00:00Z')
    const { ids, first } = await two()
    await send(ids)
    await ask(first, { to })
    await ask(first, { to })
    await t.runJobs()
    expect(await t.mailbox.list(to)).toHaveLength(3)
    t.clock.set('2026-09-18T15:00:00Z')
    await runReminders()
    await t.runJobs()
    // Two more reminders: the first ticket's is about its last request, and the second ticket's is about the request that both tickets shared.
    expect(await t.mailbox.list(to)).toHaveLength(5)
    await runReminders()
    await t.runJobs()
    expect(await t.mailbox.list(to)).toHaveLength(5)
    t.clock.set(new Date())
  })

  test('are not emailed at all if a ticket of another partner or a ticket that is not open is among them', async () => {
    const { ids, second } = await two()
    const other = await newTicket()
    await expect(send([...ids, other.id])).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringMatching(/different partners/),
    })
    await calls().createOneStatus({ documentExceptionId: second, status: 'CLOSED', reason: 'accepted' })
    await expect(send(ids)).rejects.toMatchObject({ code: 'CONFLICT' })
    await t.runJobs()
    expect(await t.mailbox.list(to)).toEqual([])
  })
})

async function runReminders() {
  const { remindJob } = await import('../../src/domains/exception/exception.jobs.ts')
  const context = { ...t.deps, customerId: null, userId: null, attempt: 1, isLastAttempt: false, signal: new AbortController().signal }
  await remindJob.run({}, { ...context, inTx: () => Promise.reject(new Error('It has no customer.')) })
}

describe('a partner’s answer', () => {
  test('is added to the ticket with its attachments, and followers are notified', async () => {
    const { id } = await newTicket()
    await ask(id)
    const picture = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    const mail = mailTo(id, {
      writing: replyText('The lots are on the picture.\n\nOn Monday you wrote:\n> Please send'),
      attachments: [{ filename: 'lots.png', content: picture }],
    })
    expect(await receiveReply(t.deps, mail)).toBe('taken')
    expect(await receiveReply(t.deps, mail)).toBe('twice')
    await t.runJobs()
    const ticket = await calls().readOneById({ documentExceptionId: id })
    expect(ticket.answeredAt).not.toBeNull()
    expect(ticket.activity.filter(({ kind }) => kind === 'reply')).toMatchObject([
      { by: null, what: 'Marta Lind <marta@north.tst> answered', text: 'The lots are on the picture.', files: [{ filename: 'lots.png' }] },
    ])
    const received = await t.mailbox.list(customer.staff.emailAddress)
    expect(received.filter(({ subject }) => subject.includes('answered'))).toHaveLength(1)
  })

  test('with a forged token is dropped, without revealing valid addresses', async () => {
    const { id } = await newTicket()
    const good = makeAddress(id)
    const other = await newCustomer(t)
    const forged = [
      good.replace(/-[0-9a-f]{30}@/, `-${'0'.repeat(30)}@`),
      good.replace(/\+[0-9a-z]+-/, `+${other.customerId.toString(36)}-`),
      'exceptions@replies.tst',
      'exceptions+@replies.tst',
    ]
    for (const to of forged) expect(await receiveReply(t.deps, mailTo(id, { to: [to] }))).toBe('unknown')
    expect((await calls().readOneById({ documentExceptionId: id })).answeredAt).toBeNull()
    const app = await t.app()
    const post = (to: string, secret = 'a-secret-of-sixteen') =>
      app.inject({
        method: 'POST',
        url: '/webhooks/mail',
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'message/rfc822' },
        payload: `From: marta@north.tst\r\nTo: ${to}\r\nSubject: Hi\r\nMessage-ID: <${mark()}@x>\r\n\r\nHello`,
      })
    const answers = await Promise.all([post(good), post(forged[0] ?? '')])
    expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual([
      [200, '{"ok":true}'],
      [200, '{"ok":true}'],
    ])
    expect((await post(good, 'wrong')).statusCode).toBe(401)
    expect((await calls().readOneById({ documentExceptionId: id })).activity.filter(({ kind }) => kind === 'reply')).toHaveLength(1)
  })

  test('that was sent automatically does not count as an answer to the request, notifies nobody, and cannot cause a loop', async () => {
    const { id } = await newTicket()
    await ask(id)
    await t.runJobs()
    const before = (await t.mailbox.list()).length
    const automatic = () =>
      mailTo(id, { subject: 'Automatic reply: out of office', headers: new Map([['auto-submitted', 'auto-replied']]) })
    const taken: string[] = []
    for (let round = 0; round < 25; round += 1) taken.push(await receiveReply(t.deps, automatic()))
    await t.runJobs()
    expect((await t.mailbox.list()).length).toBe(before)
    expect(taken.filter((one) => one === 'automatic')).toHaveLength(20)
    expect(taken.slice(20)).toEqual(Array.from({ length: 5 }, () => 'tooMany'))
    expect((await calls().readOneById({ documentExceptionId: id })).answeredAt).toBeNull()
  })

  test('from a person is accepted even after concurrent automatic answers have reached their limit of twenty', async () => {
    const { id } = await newTicket()
    const automatic = () => mailTo(id, { subject: 'Automatic reply', headers: new Map([['auto-submitted', 'auto-replied']]) })
    const many = await Promise.all(Array.from({ length: 25 }, () => receiveReply(t.deps, automatic())))
    expect(many.filter((one) => one === 'automatic')).toHaveLength(20)
    expect(await receiveReply(t.deps, mailTo(id))).toBe('taken')
    expect((await calls().readOneById({ documentExceptionId: id })).answeredAt).not.toBeNull()
  })

  test('with a wrong secret is refused before its body is read', async () => {
    const app = await t.app()
    await app.listen({ port: 0, host: '127.0.0.1' })
    const address = app.server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => {
        // Nothing of the announced 50 MB is ever sent.
        socket.write(
          'POST /webhooks/mail HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer wrong\r\nContent-Type: message/rfc822\r\nContent-Length: 52428800\r\n\r\n',
        )
      })
      socket.once('data', (data) => {
        resolve(data.toString())
        socket.destroy()
      })
      socket.once('error', reject)
    })
    expect(answer).toMatch(/^HTTP\/1.1 401 /)
  })

  test('with 30 MB of attachments keeps its text and lists the attachments that were not kept', async () => {
    const { id } = await newTicket()
    const large = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(30 * 1024 * 1024, 'a')])
    expect(
      await receiveReply(
        t.deps,
        mailTo(id, {
          attachments: [
            { filename: 'all.pdf', content: large },
            { filename: 'note.txt', content: Buffer.from('Lot A') },
          ],
        }),
      ),
    ).toBe('taken')
    const { activity, files } = await calls().readOneById({ documentExceptionId: id })
    expect(files.map(({ filename }) => filename)).toEqual(['note.txt'])
    expect(activity[0]?.text).toContain('all.pdf was not kept: the attachments total more than 25 MB.')
  })

  test('that has an EPCIS file attached hands the file to the intake, which creates a separate order', async () => {
    const { id, sender } = await newTicket()
    await ask(id)
    const text = documentFor(customer, { sender, purchaseOrder: 'PO-NEW' })
    await receiveReply(t.deps, mailTo(id, { attachments: [{ filename: 'corrected.xml', content: Buffer.from(text) }] }))
    await t.runJobs()
    const uploads = await t.as(customer.staff).file.readManyUploads()
    expect(uploads[0]).toMatchObject({ filename: 'corrected.xml', status: 'imported' })
  })
})

describe('product pending data', () => {
  test('is held with a cause distinct from quarantine, and can be released in an emergency, which records the pharmacist’s name', async () => {
    const { id, order } = await newTicket()
    await calls().createOneHold({ documentExceptionId: id })
    const [hold] = (await t.as(customer.staff).med.readManyHolds({ documentId: order.id })).items
    expect(hold).toMatchObject({ cause: 'dataPending', documentExceptionId: id, reason: expect.stringMatching(/^Data pending: /) })
    expect((await calls().readOneById({ documentExceptionId: id })).held).toBe(2)
    expect(await t.as(customer.staff).order.updateReceiveAllByDocumentid({ documentId: order.id })).toMatchObject({ received: 2 })
    const release = (user = customer.staff) =>
      calls(user).updateReleaseHeld({ documentExceptionId: id, pharmacist: 'Dana Ruiz, RPh', reason: 'A patient waits at the counter' })
    await expect(release()).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await release(customer.lead)
    await expect(release(customer.lead)).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await t.as(customer.staff).order.updateReceiveAllByDocumentid({ documentId: order.id })).toMatchObject({ received: 2 })
    const [line] = await t.query<{ detail: object }>(`select detail from audit where customer_id = $1 and action = 'exception.emergency'`, [
      customer.customerId,
    ])
    expect(line?.detail).toMatchObject({ pharmacist: 'Dana Ruiz, RPh', reason: 'A patient waits at the counter', meds: 2 })
  })
})
