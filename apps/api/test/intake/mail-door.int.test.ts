import { createTransport } from 'nodemailer'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { documentFor, mark, newCustomer } from '../make.ts'

const SECRET = 'shared with the mail service'
const t = useTestDb({ config: { replyAddress: 'files@in.seriatim.tst', replySecret: SECRET } })
const c = useCustomer(t)
let app: Awaited<ReturnType<typeof t.app>>
let address = ''
let doorId = 0
let sender = ''
beforeAll(async () => {
  app = await t.app()
})
beforeEach(async () => {
  sender = `orders.${mark()}@northway.tst`
  ;({ address, doorId } = await open())
})

const open = (senders = ['northway.tst']) =>
  t.as(c.lead).intake.createOneMailDoor({ name: 'Northway', locationId: c.main.id, tradingPartnerId: null, senders })

interface Letter {
  from?: string
  to?: string
  subject?: string
  text?: string
  messageId?: string
  headers?: Record<string, string>
  attachments?: { filename: string; content: string | Buffer }[]
}
let sent = 0
/** Sends a real email, composed by nodemailer, through the webhook of the mail service. */
async function send({ to = address, from = `Northway <${sender}>`, ...letter }: Letter = {}) {
  sent += 1
  const transport = createTransport({ streamTransport: true, buffer: true })
  const { message } = await transport.sendMail({
    ...{ to, from, subject: 'Orders', text: 'See the files.', messageId: `<${sent}-${Math.random()}@northway.tst>` },
    ...letter,
  })
  return post(message as Buffer)
}
async function post(payload: string | Buffer): Promise<number> {
  const headers = { authorization: `Bearer ${SECRET}`, 'content-type': 'message/rfc822' }
  return (await app.inject({ method: 'POST', url: '/webhooks/mail', headers, payload })).statusCode
}
const files = (...texts: string[]) => texts.map((content, at) => ({ filename: `order-${at}.xml`, content }))
const deliveries = async () => (await t.as(c.staff).intake.readMany({})).items
const orders = () => t.query('select id from "order" where customer_id = $1', [c.customerId])

const reports = async (to = sender) => (await t.mailbox.list(to)).filter(({ subject }) => subject.startsWith('Re: '))

describe('an email to the address of an intake door', () => {
  test('delivers each attachment, and a PDF or a logo does not keep an order from being imported', async () => {
    const [first, second] = [documentFor(c), documentFor(c)]
    const pdf = { filename: 'invoice.pdf', content: Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\n') }
    const logo = { filename: 'logo.png', content: Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex') }
    expect(await send({ attachments: [logo, ...files(first, second), pdf] })).toBe(200)
    await t.runJobs()
    expect(
      (await deliveries()).map(({ filename, door, status, address: from, takenFor }) => [filename, door, status, from, takenFor]),
    ).toEqual([
      ['invoice.pdf', 'mail', 'kept', sender, 'pdf'],
      ['order-1.xml', 'mail', 'imported', sender, 'xml'],
      ['order-0.xml', 'mail', 'imported', sender, 'xml'],
    ])
    expect(await orders()).toHaveLength(2)
  })

  test('delivers a document that was pasted into its text', async () => {
    await send({ text: documentFor(c) })
    await t.runJobs()
    expect(await deliveries()).toMatchObject([{ filename: 'email-text.xml', status: 'imported' }])
  })

  test('delivers EPCIS 2.0 JSON that was pasted into its text, above a signature', async () => {
    await send({ text: `\n${documentFor(c, { format: 'json' })}\n--\nRegards, Northway` })
    await send({ text: '{"hello": "world"}' })
    await t.runJobs()
    expect(await deliveries()).toMatchObject([{ filename: 'email-text.jsonld', takenFor: 'epcisJson', status: 'imported' }])
  })

  test('is read once, however often the mail service posts it, and the same file in another email creates no second order', async () => {
    const text = documentFor(c)
    await send({ messageId: '<once@northway.tst>', attachments: files(text) })
    await send({ messageId: '<once@northway.tst>', attachments: files(text) })
    expect((await deliveries()).map(({ times }) => times)).toEqual([1])
    await send({ attachments: files(text) })
    await t.runJobs()
    expect((await deliveries()).map(({ times }) => times)).toEqual([2])
    expect(await orders()).toHaveLength(1)
  })

  test('from a sender who is not listed delivers nothing, and the door shows the refusal', async () => {
    expect(await send({ from: 'orders@northway.tst.evil.tst', attachments: files(documentFor(c)) })).toBe(200)
    await t.runJobs()
    expect([await deliveries(), await reports('orders@northway.tst.evil.tst')]).toEqual([[], []])
    const { doors } = await t.as(c.lead).intake.readOneOverview()
    expect(doors).toMatchObject([{ kind: 'mail', address, lastRefused: { from: 'orders@northway.tst.evil.tst', why: 'sender' } }])
    await t.as(c.lead).intake.updateOneSenders({ doorId, senders: ['Evil.TST'] })
    await send({ from: 'orders@northway.tst.evil.tst', attachments: files(documentFor(c)) })
    expect(await deliveries()).toHaveLength(1)
  })

  test('is accepted on a second attempt if its sender was added to the list of allowed senders after the first', async () => {
    const letter = { from: 'orders@new.tst', messageId: '<again@new.tst>', attachments: files(documentFor(c)) }
    await send(letter)
    await send(letter)
    const refusals = await t.query("select id from audit where action = 'intake.refuseMail' and customer_id = $1", [c.customerId])
    expect([await deliveries(), refusals.length]).toEqual([[], 1])
    await t.as(c.lead).intake.updateOneSenders({ doorId, senders: ['new.tst'] })
    await send(letter)
    await send(letter)
    await t.runJobs()
    expect(await deliveries()).toMatchObject([{ status: 'imported', times: 1 }])
    expect(await reports('orders@new.tst')).toHaveLength(1)
    expect((await t.as(c.lead).intake.readOneOverview()).doors).toMatchObject([{ lastRefused: null }])
  })

  test('delivers a large picture, which may be a scanned invoice, and skips a small one', async () => {
    const png = (bytes: number) => Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), Buffer.alloc(bytes - 16)])
    await send({
      attachments: [
        { filename: 'logo.png', content: png(100 * 1024 - 1) },
        { filename: 'invoice.png', content: png(100 * 1024) },
      ],
    })
    await t.runJobs()
    expect(await deliveries()).toMatchObject([{ filename: 'invoice.png', status: 'kept', takenFor: 'png' }])
  })

  test('is not accepted if the address is closed or altered, for example to name another customer', async () => {
    const stranger = await newCustomer(t)
    const forged = address.replace(/\+[0-9a-z]+-/, `+${stranger.customerId.toString(36)}-`)
    await send({ to: forged, attachments: files(documentFor(c)) })
    await send({ to: address.replace(/.@/, '0@').replace('0@', address.includes('0@') ? '1@' : '0@'), attachments: files(documentFor(c)) })
    await t.as(c.lead).intake.deleteOneDoor({ doorId })
    await send({ attachments: files(documentFor(c)) })
    expect(await t.query('select id from inbound_message where customer_id in ($1, $2)', [c.customerId, stranger.customerId])).toEqual([])
  })

  test('is not accepted while the organization has no subscription', async () => {
    await t.query(`update subscription set state = 'deactivated', is_active = false, ended_at = $2 where customer_id = $1`, [
      ...[c.customerId, t.clock.now()],
    ])
    const now = t.clock.now()
    t.clock.advance(31 * 86_400_000)
    await send({ attachments: files(documentFor(c)) })
    expect(await deliveries()).toEqual([])
    expect((await t.as(c.lead).intake.readOneOverview()).doors).toMatchObject([{ lastRefused: { why: 'subscription' } }])
    t.clock.set(now)
  })

  test.each(['../../etc/passwd', 'a\u202Elmx.exe', '..\\..\\x.xml'])(
    'has its attachment stored under a name without dangerous characters: %j',
    async (filename) => {
      await send({ attachments: [{ filename, content: documentFor(c) }] })
      const [row] = await deliveries()
      expect(row?.filename).not.toMatch(/[/\\\u202E]/)
    },
  )
})

describe('the sender of files', () => {
  test('gets one report with the result of each file, after all files have a result', async () => {
    await send({ attachments: [...files(documentFor(c)), { filename: 'notes.txt', content: 'Thank you' }] })
    await t.runJobs()
    expect(await reports()).toMatchObject([{ subject: 'Re: Orders' }])
    const [{ text } = { text: '' }] = await reports()
    expect(text).toMatch(/order-0\.xml: Order created/)
    expect(text).toMatch(/notes\.txt: Stored, not read/)
    await t.runJobs()
    expect(await reports()).toHaveLength(1)
  })

  test('is notified if an email has no file, or a file that was received before', async () => {
    const text = documentFor(c)
    await send()
    await send({ attachments: files(text) })
    await send({ attachments: files(text) })
    await t.runJobs()
    const texts = (await reports()).map((mail) => mail.text)
    expect(texts).toContainEqual(expect.stringContaining('Your email contained no file.'))
    expect(texts).toContainEqual(expect.stringContaining('order-0.xml was already received.'))
  })

  test('gets more than sixty reports an hour only if the door lists it as a sender', async () => {
    const anyone = await open([])
    const confirmed = {
      to: anyone.address,
      headers: { 'Authentication-Results': 'mx.tst; dkim=pass header.d=northway.tst' },
      attachments: files(documentFor(c)),
    }
    for (const id of [doorId, anyone.doorId])
      await t.query(
        `insert into intake_mail (customer_id, door_id, message_id, received_at, from_address, subject, authentication, is_automatic, left_out, told_at)
         select $1, $2, 'm' || n, $3, 'a@b.tst', '', '', false, '{}', $3 from generate_series(1, 60) n`,
        [c.customerId, id, t.clock.now()],
      )
    await send(confirmed)
    await t.runJobs()
    expect(await reports()).toEqual([])
    await send({ attachments: files(documentFor(c)) })
    await t.runJobs()
    expect(await reports()).toHaveLength(1)
  })

  test('gets no answer if a program sent the email, so that two programs never write to each other', async () => {
    await send({ headers: { 'Auto-Submitted': 'auto-replied' }, attachments: files(documentFor(c)) })
    await t.runJobs()
    expect([await orders(), await reports()]).toMatchObject([[{}], []])
  })

  test('gets no answer if the sender’s address is not listed, unless the receiving mail server confirmed the sender', async () => {
    const open2 = await open([])
    const forged = { from: sender, to: open2.address, attachments: files(documentFor(c)) }
    await send(forged)
    await send({ ...forged, attachments: files(documentFor(c)), headers: { 'Authentication-Results': 'mx.tst; spf=fail; dkim=none' } })
    const signedBy = (domain: string) => ({
      attachments: files(documentFor(c)),
      headers: { 'Authentication-Results': `mx.tst; spf=fail; dkim=pass header.d=${domain}` },
    })
    await send({ ...forged, ...signedBy('else.tst') })
    await t.runJobs()
    expect(await reports()).toEqual([])
    await send({ ...forged, ...signedBy('northway.tst') })
    await t.runJobs()
    expect(await reports()).toHaveLength(1)
    expect(await t.query('select authentication from intake_mail where door_id = $1 order by id', [open2.doorId])).toEqual([
      { authentication: '' },
      { authentication: 'spf=fail dkim=none' },
      { authentication: 'spf=fail dkim=pass' },
      { authentication: 'spf=fail dkim=pass' },
    ])
  })
})

test('An address in the sender’s display name is not treated as the sender’s address, even if DMARC confirms the domain of the email', async () => {
  const open2 = await open([])
  const victim = `victim.${mark()}@bank.tst`
  const raw = [
    'Authentication-Results: mx.seriatim.tst; dmarc=pass header.from=evil.tst',
    `From: "${victim}" <e..vil@evil.tst>`,
    `To: ${open2.address}`,
    'Subject: Orders',
    `Message-ID: <${mark()}@evil.tst>`,
    ...['', 'no file'],
  ]
  expect(await post(raw.join('\r\n'))).toBe(200)
  await t.runJobs()
  expect(await t.query('select from_address, is_confirmed from intake_mail where door_id = $1', [open2.doorId])).toEqual([
    { from_address: '', is_confirmed: false },
  ])
  expect(await reports(victim)).toEqual([])
})

describe('an email address for files', () => {
  test('can be created and changed only by admins of its location, and can be created only if the server receives email', async () => {
    const input = { name: 'x', locationId: c.main.id, tradingPartnerId: null, senders: [] }
    await expect(t.as(c.staff).intake.createOneMailDoor(input)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(t.as(c.elsewhere).intake.updateOneSenders({ doorId, senders: [] })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(t.as(c.lead).intake.createOneMailDoor({ ...input, senders: ['not an address'] })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
    const { replyAddress } = t.deps.config
    t.deps.config = { ...t.deps.config, replyAddress: undefined }
    await expect(t.as(c.lead).intake.createOneMailDoor(input)).rejects.toMatchObject({ cause: { key: 'door_mail_off' } })
    t.deps.config = { ...t.deps.config, replyAddress }
  })
})
