import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Incoming } from '../../src/domains/exception/reply.rules.ts'
import { takeReply } from '../../src/domains/exception/reply.service.ts'
import { replyAddress } from '../../src/domains/exception/reply-token.ts'
import { openTestDb, type TestDb } from '../harness.ts'
import { documentFor, mark, newCustomer, type TestCustomer } from '../make.ts'
import { correctionKit } from './correction-kit.ts'

let t: TestDb
let customer: TestCustomer
beforeAll(async () => {
  t = await openTestDb()
})
afterAll(() => t.close())
beforeEach(async () => {
  customer = await newCustomer(t)
})

const calls = (user = customer.staff) => t.as(user).documentException
const { faulty } = correctionKit(
  () => t,
  () => customer,
)
const shown = (documentExceptionId: number) => calls().readOneById({ documentExceptionId })

async function ask(documentExceptionId: number) {
  const wish = 'Send new data' as const
  const { subject, text } = await calls().readOneLetter({ documentExceptionId, wish })
  await calls().createOneAsk({ documentExceptionId, wish, to: 'marta@north.tst', subject, text, remind: true })
  await t.runJobs()
}

async function reply(documentExceptionId: number, more: Partial<Incoming> = {}) {
  const place = { customerId: customer.customerId, documentExceptionId }
  const taken = await takeReply(t.deps, {
    to: [replyAddress(t.deps.secrets, t.config.replyAddress ?? '', place)],
    from: 'Marta Lind <marta@north.tst>',
    subject: 'Re: your ticket',
    text: 'We look into it.',
    messageId: `<${mark()}@north.tst>`,
    headers: new Map(),
    attachments: [],
    ...more,
  })
  await t.runJobs()
  return taken
}

const told = async () => (await t.mailbox.list(customer.staff.emailAddress)).filter(({ subject }) => subject.includes('answered')).length

describe('a mail that a program wrote', () => {
  const headers = new Map([['auto-submitted', 'auto-generated']])

  test('keeps its words and attachments, and its EPCIS file goes through the door of uploads; nobody is told and nothing is answered', async () => {
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
    expect(await told()).toBe(0)
  })

  test('that is one too many in an hour leaves one line on the ticket, and so does one of a person', async () => {
    const { ticketId } = await faulty()
    const lines = async () =>
      (await shown(ticketId)).activity.filter(({ what }) => what.startsWith('Too many mails')).map(({ what }) => what)
    for (let round = 0; round < 20; round += 1) await reply(ticketId, { headers })
    expect(await lines()).toEqual([])
    expect([await reply(ticketId, { headers }), await reply(ticketId, { headers })]).toEqual(['tooMany', 'tooMany'])
    const program =
      'Too many mails from programs in one hour: a mail from Marta Lind <marta@north.tst> was not kept. If you need what it says, ask the sender to send it again later'
    expect(await lines()).toEqual([program])
    for (let round = 0; round < 20; round += 1) await reply(ticketId)
    expect([await reply(ticketId), await reply(ticketId)]).toEqual(['tooMany', 'tooMany'])
    expect(await lines()).toEqual([program.replace('from programs ', ''), program])
  })
})

describe('the words of an answer', () => {
  const answerOf = async (text: string) => {
    const { ticketId } = await faulty()
    await reply(ticketId, { text })
    const [entry] = (await shown(ticketId)).activity.filter(({ kind }) => kind === 'reply')
    return { text: entry?.text, files: entry?.files ?? [] }
  }

  test('between quotes, below one or in a forwarded mail stand on the ticket', async () => {
    for (const text of [
      '> Which lot is it?\nLot A.\n> Until when?\nMay 2027.',
      'On Monday you wrote:\n> Which lot is it?\n\nLot A.',
      'FYI\n\nFrom: Ed <ed@north.tst>\nSent: Monday\n\nThe warehouse says lot A.',
    ])
      expect(await answerOf(text)).toEqual({ text, files: [] })
  })

  test('are in the whole mail beside it where something else than a quote was left out', async () => {
    const above = 'The lots are A and B, and both expire in May 2027.'
    const mail = `${above}\n\nFrom: Pharmacy <a@b.tst>\nSent: Monday\n\nWhich lots? A and B, see line 4.`
    const { text, files } = await answerOf(mail)
    expect(text).toBe(`${above}\n\nThe whole mail is in whole-mail.txt.`)
    const { base64 } = await calls().readOneFile({ fileId: files[0]?.id ?? 0 })
    expect(Buffer.from(base64, 'base64').toString()).toBe(mail)
  })

  test('that are very long are all in the file', async () => {
    const mail = `${'Lot A. '.repeat(4000)}The end.`
    const { text, files } = await answerOf(mail)
    expect(text).toContain('The whole mail is in whole-mail.txt.')
    expect(files).toMatchObject([{ filename: 'whole-mail.txt', size: mail.length }])
  })
})
