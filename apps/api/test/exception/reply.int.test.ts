import { describe, expect, test } from 'vitest'
import { type IncomingMail, replyText } from '../../src/domains/exception/reply/reply.rules.ts'
import { receiveReply } from '../../src/domains/exception/reply/reply.service.ts'
import { replyAddress } from '../../src/domains/exception/reply/reply-token.ts'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder, documentFor, importText, mark, newCustomer, newParty } from '../make.ts'
import { correctionKit } from './correction-kit.ts'

const t = useTestDb()
const customer = useCustomer(t)

const calls = (user = customer.staff) => t.as(user).documentException
const { faulty } = correctionKit(t, customer)
const shown = (documentExceptionId: number) => calls().readOneById({ documentExceptionId })

async function ask(documentExceptionId: number) {
  const wish = 'Send new data' as const
  const { subject, text } = await calls().readOneLetter({ documentExceptionId, wish })
  await calls().createOneAsk({ documentExceptionId, wish, to: 'marta@north.tst', subject, text, remind: true })
  await t.runJobs()
}

async function reply(documentExceptionId: number, { text = 'We look into it.', ...more }: Partial<IncomingMail> & { text?: string } = {}) {
  const place = { customerId: customer.customerId, documentExceptionId }
  const taken = await receiveReply(t.deps, {
    to: [replyAddress(t.deps.secrets, t.config.replyAddress ?? '', place)],
    from: 'Marta Lind <marta@north.tst>',
    subject: 'Re: your ticket',
    writing: replyText(text),
    messageId: `<${mark()}@north.tst>`,
    headers: new Map(),
    attachments: [],
    ...more,
  })
  await t.runJobs()
  return taken
}

const countAnswered = async () =>
  (await t.mailbox.list(customer.staff.emailAddress)).filter(({ subject }) => subject.includes('answered')).length

describe('an automatic email', () => {
  const headers = new Map([['auto-submitted', 'auto-generated']])

  test('keeps its text and attachments, and passes its EPCIS file to the intake; nobody is notified, and the ticket stays unanswered', async () => {
    const { ticketId, same } = await faulty()
    await ask(ticketId)
    const attachments = [
      { filename: 'corrected.xml', content: Buffer.from(documentFor(customer, same)) },
      { filename: 'note.txt', content: Buffer.from('Case 4711') },
    ]
    expect(await reply(ticketId, { headers, text: 'Case 4711 is solved. The file is attached.', attachments })).toBe('automatic')
    const ticket = await shown(ticketId)
    expect(ticket.answeredAt).toBeNull()
    expect(ticket.corrections).toMatchObject([{ filename: 'corrected.xml', state: 'found' }])
    const [entry] = ticket.activity.filter(({ kind }) => kind === 'reply')
    expect(entry).toMatchObject({
      what: 'Automatic reply from Marta Lind <marta@north.tst>',
      text: 'Case 4711 is solved. The file is attached.',
    })
    expect(entry?.files.map(({ filename }) => filename).toSorted()).toEqual(['corrected.xml', 'note.txt'])
    expect(await countAnswered()).toBe(0)
  })

  test('is discarded above the hourly limit for automatic emails, and the ticket says so once; emails from people have a separate limit', async () => {
    const { ticketId } = await faulty()
    const lines = async () =>
      (await shown(ticketId)).activity.filter(({ what }) => what.startsWith('Too many emails')).map(({ what }) => what)
    for (let round = 0; round < 20; round += 1) await reply(ticketId, { headers })
    expect(await lines()).toEqual([])
    expect([await reply(ticketId, { headers }), await reply(ticketId, { headers })]).toEqual(['tooMany', 'tooMany'])
    const program =
      'Too many emails from programs in one hour: an email from Marta Lind <marta@north.tst> was not kept. If you need it, ask the sender to send it again later'
    expect(await lines()).toEqual([program])
    for (let round = 0; round < 20; round += 1) await reply(ticketId)
    expect([await reply(ticketId), await reply(ticketId)]).toEqual(['tooMany', 'tooMany'])
    expect(await lines()).toEqual([program.replace('from programs ', ''), program])
  })
})

describe('the text of an answer', () => {
  const makeAnswer = async (text: string) => {
    const { ticketId } = await faulty()
    await reply(ticketId, { text })
    const [entry] = (await shown(ticketId)).activity.filter(({ kind }) => kind === 'reply')
    return { text: entry?.text, files: entry?.files ?? [] }
  }

  test('appears on the ticket even if it is written between quoted lines, below a quotation or in a forwarded email', async () => {
    for (const text of [
      '> Which lot is it?\nLot A.\n> Until when?\nMay 2027.',
      'On Monday you wrote:\n> Which lot is it?\n\nLot A.',
      'FYI\n\nFrom: Ed <ed@north.tst>\nSent: Monday\n\nThe warehouse says lot A.',
    ])
      expect(await makeAnswer(text)).toEqual({ text, files: [] })
  })

  test('is accompanied by the whole email as a file if anything except a quotation was left out', async () => {
    const above = 'The lots are A and B, and both expire in May 2027.'
    const mail = `${above}\n\nFrom: Pharmacy <a@b.tst>\nSent: Monday\n\nWhich lots? A and B, see line 4.`
    const { text, files } = await makeAnswer(mail)
    expect(text).toBe(`${above}\n\nThe complete email is in whole-mail.txt.`)
    const { base64 } = await calls().readOneFile({ fileId: files[0]?.id ?? 0 })
    expect(Buffer.from(base64, 'base64').toString()).toBe(mail)
  })

  test('is kept as a complete file even if the answer is very long', async () => {
    const mail = `${'Lot A. '.repeat(4000)}The end.`
    const { text, files } = await makeAnswer(mail)
    expect(text).toContain('The complete email is in whole-mail.txt.')
    expect(files).toMatchObject([{ filename: 'whole-mail.txt', size: mail.length }])
  })
})

describe('a file attached to an answer', () => {
  const attach = (text: string, filename = 'r1.xml') => [{ filename, content: Buffer.from(text) }]
  const collectLines = async (id: number) => (await shown(id)).activity.filter(({ kind }) => kind === 'linked')
  const waiting = async (id: number) =>
    (
      await t.query<{ amount: number }>(
        'select count(*)::int as amount from document_exception_mail where document_exception_id = $1 and answered_at is null',
        [id],
      )
    )[0]?.amount

  test('that is a duplicate is recorded on the ticket, which still waits for an answer', async () => {
    const { ticketId, order } = await faulty()
    await ask(ticketId)
    await reply(ticketId, { attachments: attach(order.text) })
    expect(await collectLines(ticketId)).toMatchObject([
      { what: 'r1.xml is the same file as before. Nothing in it was corrected', href: `/orders/receive/${order.id}` },
    ])
    expect((await shown(ticketId)).answeredAt).toBeNull()
    expect(await waiting(ticketId)).toBe(1)
  })

  test('is recorded with the reason and gets its own ticket if no order can be created from the file; the first ticket still waits for an answer', async () => {
    const { ticketId, same } = await faulty()
    await ask(ticketId)
    await reply(ticketId, { attachments: attach(documentFor(customer, { ...same, receiver: newParty('Nobody here') })) })
    const [newest] = (await calls().readManyByFilters({})).items
    expect(await collectLines(ticketId)).toMatchObject([
      {
        what: `No order could be created from r1.xml. Ticket ${newest?.ticketNumber} says why`,
        text: expect.stringMatching(/./),
        href: `/exceptions/${newest?.id}`,
      },
    ])
    expect((await shown(ticketId)).answeredAt).toBeNull()
    expect(await waiting(ticketId)).toBe(1)
  })

  test('that is unreadable is recorded on the ticket, which stays answered', async () => {
    const { ticketId, same } = await faulty()
    await ask(ticketId)
    await reply(ticketId, { attachments: attach(documentFor(customer, same)) })
    await reply(ticketId, { attachments: attach(documentFor(customer, same).slice(0, 3000), 'r2.xml') })
    const [line] = await collectLines(ticketId)
    expect(line?.what).toMatch(/^No order could be created from r2\.xml/)
    // The first reply answered the request; later emails don't change that.
    expect((await shown(ticketId)).answeredAt).not.toBeNull()
  })

  test('that repeats the earlier file does not make the ticket wait again if a corrected file came with the same answer', async () => {
    const { ticketId, order, same } = await faulty()
    await ask(ticketId)
    const attachments = [...attach(order.text), ...attach(documentFor(customer, same), 'r2.xml')]
    await reply(ticketId, { attachments })
    expect((await collectLines(ticketId)).map(({ what }) => what).toSorted()).toEqual([
      'Corrected file received: r2.xml',
      'r1.xml is the same file as before. Nothing in it was corrected',
    ])
    expect((await shown(ticketId)).answeredAt).not.toBeNull()
    expect(await waiting(ticketId)).toBe(0)
  })

  /**
   * Creates an order, and packages that the order does not list. Returns a function that opens a ticket about scans of these packages and asks the
   * partner for new data, and the text of a file that lists the packages.
   */
  async function unlisted() {
    const changes = { sender: newParty('North & Sons'), serialSeed: mark() }
    const order = await addOrder(customer, { sender: changes.sender })
    const twin = await addOrder(await newCustomer(t), changes)
    const items = await t.query<{ gtin: string; serialNumber: string }>(
      `select m.gtin, m.serial_number as "serialNumber" from document_med d join med m on m.customer_id = d.customer_id and m.id = d.med_id
       where d.document_id = $1 and not d.is_package order by d.line`,
      [twin.id],
    )
    const open = async (more: { gtin: string; serialNumber: string }[] = []) => {
      const ticket = await calls().createOneTicket({ documentId: order.id, kind: 'unknownScan', items: [...items, ...more] })
      await ask(ticket.documentExceptionId)
      return ticket.documentExceptionId
    }
    return { open, text: documentFor(customer, changes) }
  }

  test('resolves the ticket if the file lists every scanned package that the order lacks', async () => {
    const { open, text } = await unlisted()
    const id = await open()
    await reply(id, { attachments: attach(text) })
    expect((await shown(id)).currentErrorStatus).toBe('RESOLVED')
    expect((await collectLines(id)).map(({ what }) => what)).toEqual(['r1.xml became an order'])
  })

  test('resolves the ticket if the file lists every missing package, even if it was uploaded before the answer', async () => {
    const { open, text } = await unlisted()
    const id = await open()
    await importText(t, customer.staff, text)
    await reply(id, { attachments: attach(text) })
    expect((await shown(id)).currentErrorStatus).toBe('RESOLVED')
    expect((await collectLines(id)).map(({ what }) => what)).toEqual(['r1.xml is already on file as an order'])
  })

  test('leaves the ticket open if it does not list all of the ticket’s packages, and reports how many of them it lists', async () => {
    const { open, text } = await unlisted()
    const id = await open([{ gtin: '00312345678906', serialNumber: 'A1' }])
    await reply(id, { attachments: attach(text) })
    expect((await shown(id)).currentErrorStatus).toBe('OPEN')
    expect((await collectLines(id)).map(({ what }) => what)).toEqual([
      'r1.xml became an order, but it lists only 3 of this ticket’s 4 packages',
    ])
  })
})
