import type { FastifyInstance } from 'fastify'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createMailer } from '../../src/outside/mail.ts'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder, newParty, type TestOrder } from '../make.ts'
import { readPages } from '../pdf-text.ts'
import { makeRestClient, type Rest } from '../rest/client.ts'

const t = useTestDb()
let app: FastifyInstance
const customer = useCustomer(t, { name: 'Corner Pharmacy' })
let order: TestOrder
let rest: Rest
let medId: number
beforeAll(async () => {
  app = await t.app()
})
beforeEach(async () => {
  order = await addOrder(customer, { purchaseOrder: 'PO-88213', sender: newParty('Northway Wholesale') })
  rest = makeRestClient(app, await t.signIn(customer.staff))
  const [med] = await t.query<{ id: number }>('select id::int from med where customer_id = $1 and serial_number = $2', [
    customer.customerId,
    order.serials[0],
  ])
  medId = med?.id ?? 0
})

async function attachment(filename: string, text: string): Promise<number> {
  const packet = { id: filename, groupId: 'g', filename, fileCount: 1, currentPacket: 1, totalPackets: 1, medId }
  const answer = await rest.post('/file/upload/medattachment', { ...packet, packet: Buffer.from(text).toString('base64') })
  return answer.json.attachmentId
}

const mails = () => t.as(customer.staff).med.readManyEmails({ medId })

describe('sending a pedigree', () => {
  test('[SEND-007 SEND-009 SEND-010 SEND-011 SEND-012 REST-016] emails every To and Cc address, with the PDF and exactly the selected attachments', async () => {
    const ticked = await attachment('slip.txt', 'packing slip')
    await attachment('private.txt', 'not for others')
    const answer = await rest.post('/med/email/one', {
      medId,
      to: 'one@partner.tst; two@partner.tst;',
      cc: 'three@partner.tst',
      subject: 'Your\r\nBcc: spy@partner.tst package',
      body: 'Please find the pedigree.\nDana',
      attachments: [ticked],
    })
    expect(answer).toMatchObject({
      status: 200,
      json: { type: 'GLOBAL_TOAST', payload: { msg: 'The pedigree is on its way.', class: 'success' } },
    })
    expect(await mails()).toMatchObject([{ status: 'waiting', sentAt: null }])
    await t.runJobs()
    expect(await t.mailbox.list('spy@partner.tst')).toEqual([])
    for (const to of ['one@partner.tst', 'two@partner.tst', 'three@partner.tst']) {
      const [mail] = await t.mailbox.list(to)
      expect(mail).toMatchObject({ subject: 'Your Bcc: spy@partner.tst package', text: 'Please find the pedigree.\nDana' })
      const { attachments = [] } = (await t.mailbox.get(mail?.id ?? '')) ?? {}
      expect(attachments.map((one) => one.filename)).toEqual([`pedigree-${order.serials[0]}.pdf`, 'slip.txt'])
      expect(attachments[1]?.content.toString()).toBe('packing slip')
    }
    expect(await mails()).toMatchObject([
      {
        to: ['one@partner.tst', 'two@partner.tst'],
        cc: ['three@partner.tst'],
        attachments: [`pedigree-${order.serials[0]}.pdf`, 'slip.txt'],
        status: 'sent',
        sentAt: expect.any(String),
        attempts: 1,
      },
    ])
  })

  test('[SEND-012] attaches a PDF with product, seller, buyer, statement and history, identical to the preview', async () => {
    const { filename, base64 } = await t.as(customer.staff).med.readOnePaper({ medId })
    const text = (await readPages(Buffer.from(base64, 'base64'))).join(' ')
    expect(filename).toBe(`pedigree-${order.serials[0]}.pdf`)
    for (const words of [
      order.serials[0],
      'PO PO-88213',
      'Northway Wholesale',
      'Corner Pharmacy',
      'Transaction information',
      'Transaction statement',
      'Serial number assigned',
      'Page 1 of 1',
    ])
      expect(text).toContain(words)
  })

  test('[SEND-008] requires only the medId and one address', async () => {
    expect(await rest.post('/med/email/one', { medId, to: 'only@partner.tst' })).toMatchObject({ status: 200 })
    await t.runJobs()
    expect(await t.mailbox.list('only@partner.tst')).toMatchObject([{ subject: `Pedigree of serial number ${order.serials[0]}` }])
  })

  test.each([
    [{ to: '' }, 400, 'Enter at least one address in To.', 'to'],
    [{ to: ' ; ;' }, 400, 'Enter at least one address in To.', 'to'],
    [{ to: 'a@partner.tst; nobody' }, 400, '"nobody" is not an email address.', 'to'],
    [{ to: 'a@partner.tst', cc: 'x@y.tst\r\nBcc: z@y.tst' }, 400, 'is not an email address.', 'cc'],
    [{ to: Array.from({ length: 21 }, (_, at) => `n${at}@partner.tst`).join(';') }, 400, 'at most 20 addresses', 'to'],
    [{ to: 'a@partner.tst', attachments: [999_999] }, 404, 'This attachment no longer exists', undefined],
    [{ to: 'a@partner.tst', medId: 999_999_999 }, 404, 'This pedigree no longer exists', undefined],
  ])('gives the reason and the field if it is refused: %j', async (change, status, msg, field) => {
    const answer = await rest.post('/med/email/one', { medId, ...change })
    expect(answer).toMatchObject({ status, json: { type: 'ERROR', payload: { msg: expect.stringContaining(msg) } } })
    expect(answer.json.payload.field).toBe(field)
    expect(await mails()).toEqual([])
  })

  test('cannot include the attachment of another med', async () => {
    const foreign = await attachment('slip.txt', 'x')
    const [other] = await t.query<{ id: number }>('select id::int from med where customer_id = $1 and id <> $2 limit 1', [
      customer.customerId,
      medId,
    ])
    expect(await rest.post('/med/email/one', { medId: other?.id, to: 'a@partner.tst', attachments: [foreign] })).toMatchObject({
      status: 404,
    })
  })

  test('is limited to fifty a day per user, while others can still send', async () => {
    await t.query(
      `insert into mail (customer_id, kind, created_at, created_by_id, to_addresses, cc_addresses, subject, body, status)
       select $1, 'med.pedigree', now(), $2, '{}', '{}', '', '', 'sent' from generate_series(1, 50)`,
      [customer.customerId, customer.staff.userId],
    )
    expect(await rest.post('/med/email/one', { medId, to: 'a@partner.tst' })).toMatchObject({ status: 429 })
    const lead = makeRestClient(app, await t.signIn(customer.lead))
    expect(await lead.post('/med/email/one', { medId, to: 'a@partner.tst' })).toMatchObject({ status: 200 })
  })

  test('reports a refusal by the mail server, and the email can be resent', async () => {
    const { mailer } = t.deps
    const { id } = await t.as(customer.staff).med.emailOne({ medId, to: 'late@partner.tst' })
    t.deps.mailer = {
      ...mailer,
      send: () => Promise.reject(Object.assign(new Error('550 No such user'), { code: 'EENVELOPE', responseCode: 550 })),
    }
    await t.runJobs()
    expect(await mails()).toMatchObject([{ status: 'failed', lastError: '550 No such user', attempts: 1 }])
    t.deps.mailer = createMailer(t.mailbox.smtpUrl)
    await t.as(customer.staff).med.emailOneAgain({ medEmailId: id })
    await t.runJobs()
    expect(await mails()).toMatchObject([{ status: 'sent', lastError: null }])
    await t.deps.mailer.close()
    t.deps.mailer = mailer
    await expect(t.as(customer.staff).med.emailOneAgain({ medEmailId: id })).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  test('queues one email even if two people resend it at the same moment', async () => {
    const { id: medEmailId } = await t.as(customer.staff).med.emailOne({ medId, to: 'twice@partner.tst' })
    await t.runJobs()
    await t.query(`update mail set status = 'failed' where id = (select mail_id from med_email where id = $1)`, [medEmailId])
    const answers = await Promise.allSettled([1, 2, 3].map(() => t.as(customer.staff).med.emailOneAgain({ medEmailId })))
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
    await t.runJobs()
    expect(await t.mailbox.list('twice@partner.tst')).toHaveLength(2)
  })

  test('again after a failed email is refused if the med was put on hold in the meantime', async () => {
    const { id } = await t.as(customer.staff).med.emailOne({ medId, to: 'late@partner.tst' })
    await t.query(`update mail set status = 'failed' where id = (select mail_id from med_email where id = $1)`, [id])
    await t.as(customer.staff).med.createOneHold({ target: { medId }, reason: 'torn seal' })
    await expect(t.as(customer.staff).med.emailOneAgain({ medEmailId: id })).rejects.toMatchObject({ message: /on hold/ })
  })

  test('does not happen while the med is on hold or voided, unless the user confirms it, and is possible again after the release', async () => {
    const staff = t.as(customer.staff).med
    const { id } = await staff.emailOne({ medId, to: 'held@partner.tst' })
    const { holdId } = await staff.createOneHold({ target: { medId }, reason: 'torn seal' })
    await t.runJobs()
    expect(await t.mailbox.list('held@partner.tst')).toEqual([])
    expect(await mails()).toMatchObject([{ status: 'stopped', sentAt: null, attempts: 0, lastError: expect.stringContaining('on hold') }])
    await expect(staff.emailOneAgain({ medEmailId: id })).rejects.toMatchObject({ message: /on hold/ })
    await staff.emailOneAgain({ medEmailId: id, evenHeld: true })
    await t.runJobs()
    expect(await t.mailbox.list('held@partner.tst')).toHaveLength(1)
    await staff.emailOne({ medId, to: 'meant@partner.tst', evenHeld: true })
    await t.runJobs()
    expect(await t.mailbox.list('meant@partner.tst')).toHaveLength(1)

    await t.as(customer.lead).med.updateReleaseHold({ holdId, reason: 'looked at' })
    const later = await staff.emailOne({ medId, to: 'later@partner.tst' })
    const again = await staff.createOneHold({ target: { medId }, reason: 'torn again' })
    await t.runJobs()
    await t.as(customer.lead).med.updateReleaseHold({ holdId: again.holdId, reason: 'looked at again' })
    await staff.emailOneAgain({ medEmailId: later.id })
    await t.runJobs()
    expect(await t.mailbox.list('later@partner.tst')).toHaveLength(1)

    await staff.emailOne({ medId, to: 'void@partner.tst' })
    await t.query('update med set voided_at = now() where id = $1', [medId])
    await t.runJobs()
    expect(await t.mailbox.list('void@partner.tst')).toEqual([])
    expect((await mails())[0]).toMatchObject({ status: 'stopped', lastError: expect.stringContaining('voided') })
  })

  test('[REST-015] begins with a search for the med by its serial number, whose result also lists the attachments to choose from', async () => {
    const id = await attachment('slip.txt', 'x')
    const { json } = await rest.get(`/med/read/one/by/serialnumber/pedigree?serialNumber=${order.serials[0]}`)
    expect(json).toMatchObject({ med: { id: medId }, attachments: [{ id, filename: 'slip.txt' }] })
  })
})
