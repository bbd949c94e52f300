import { describe, expect, test } from 'vitest'
import { MailReader } from '../../src/domains/exception/reply/mail-reader.ts'
import { replyAddress } from '../../src/domains/exception/reply/reply-token.ts'
import { correctionKit } from '../exception/correction-kit.ts'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { mark } from '../make.ts'

const t = useTestDb({ config: { replySecret: 'a-secret-of-sixteen' } })
const customer = useCustomer(t)

const { faulty } = correctionKit(t, customer)
const NOBODY = 'exceptions+1-1-000000000000000000000000000000@replies.tst'
const addressOf = (documentExceptionId: number) =>
  replyAddress(t.deps.secrets, 'exceptions@replies.tst', { customerId: customer.customerId, documentExceptionId })
const writeMail = (to: string, body: string, { type = 'text/plain', subject = 'Hi', from = 'marta@north.tst' } = {}) =>
  `From: ${from}\r\nTo: ${to}\r\nSubject: ${subject}\r\nMessage-ID: <${mark()}@x>\r\nContent-Type: ${type}; charset=utf-8\r\n\r\n${body}`
async function post(payload: string | Buffer) {
  const app = await t.app()
  const headers = { authorization: 'Bearer a-secret-of-sixteen', 'content-type': 'message/rfc822' }
  return (await app.inject({ method: 'POST', url: '/webhooks/mail', headers, payload })).statusCode
}
async function shown(documentExceptionId: number) {
  const { activity } = await t.as(customer.staff).documentException.readOneById({ documentExceptionId })
  return activity.filter(({ kind }) => kind === 'reply')
}
const cells = (bytes: number) => `<table>${'<tr><td>a</td><td>b</td></tr>'.repeat(bytes / 29)}</table>`

describe('a hostile email', () => {
  test('with 4.7 MB of HTML for an unknown ticket is not parsed, so it takes little more CPU time than plain text of that size', async () => {
    const cost = async (mail: string) => {
      const begun = process.cpuUsage()
      expect(await post(mail)).toBe(200)
      const { user, system } = process.cpuUsage(begun)
      return user + system
    }
    const html = writeMail(NOBODY, cells(4_700_000), { type: 'text/html' })
    const plain = writeMail(NOBODY, 'x'.repeat(html.length))
    await cost(plain)
    const [of, than] = [[], []] as [number[], number[]]
    for (let round = 0; round < 3; round += 1) {
      than.push(await cost(plain))
      of.push(await cost(html))
    }
    // The server must not parse the HTML email: parsing would make it hundreds of times as expensive as the plain text.
    expect(Math.min(...of) / Math.min(...than)).toBeLessThan(20)
  })

  test('with NULs and incomplete characters in every part is added to the ticket once', async () => {
    const { ticketId } = await faulty()
    const subject = `=?utf-8?B?${Buffer.from(`A\0${'x'.repeat(197)}😀`).toString('base64')}?=`
    expect(await post(writeMail(addressOf(ticketId), 'Lot\0 A', { subject, from: '"Marta\0 Lind" <marta@north.tst>' }))).toBe(200)
    expect(await shown(ticketId)).toMatchObject([{ text: 'Lot\uFFFD A' }])
  })

  test('that is slow to convert is read without its HTML but with its attachments', async () => {
    const { ticketId } = await faulty()
    const parts = [
      `Content-Type: text/html\r\n\r\n${cells(2_000_000)}`,
      'Content-Type: text/plain\r\nContent-Disposition: attachment; filename=note.txt\r\n\r\nCase 4711',
    ]
    const body = `${parts.map((part) => `--b\r\n${part}\r\n`).join('')}--b--\r\n`
    expect(await post(writeMail(addressOf(ticketId), body, { type: 'multipart/mixed; boundary=b' }))).toBe(200)
    const [entry] = await shown(ticketId)
    expect(entry?.text).toBe('This email is too complex to show here. The complete email is in whole-mail.txt.')
    expect(entry?.files.map(({ filename }) => filename).toSorted()).toEqual(['note.txt', 'whole-mail.txt'])
  })

  test('with only HTML and an attachment keeps its text', async () => {
    const { ticketId } = await faulty()
    const parts = [
      'Content-Type: text/html; charset=utf-8\r\n\r\n<p>Lot <b>Ä</b></p>',
      'Content-Type: text/plain\r\nContent-Disposition: attachment; filename=note.txt\r\n\r\nCase 4711',
    ]
    const body = `${parts.map((part) => `--b\r\n${part}\r\n`).join('')}--b--\r\n`
    expect(await post(writeMail(addressOf(ticketId), body, { type: 'multipart/mixed; boundary=b' }))).toBe(200)
    expect(await shown(ticketId)).toMatchObject([{ text: 'Lot Ä', files: [{ filename: 'note.txt' }] }])
  })

  test('that exceeds the limits is kept in raw form', async () => {
    const reader = new MailReader({ wholeMs: 1, shortMs: 1, heapMegabytes: 64 })
    const raw = Buffer.from(writeMail(NOBODY, 'Lot A', { subject: 'Slow' }))
    expect(await reader.read(raw, 1)).toMatchObject({
      to: [NOBODY],
      subject: 'Slow',
      writing: { own: '', isWhole: false, all: raw },
      attachments: [],
    })
    await reader.close()
  })

  test('that exhausts the memory of its worker thread stops only that worker, and the next email is read', async () => {
    const reader = new MailReader({ wholeMs: 60_000, shortMs: 60_000, heapMegabytes: 24 })
    const many = `${'--b\r\nContent-Type: text/plain\r\nContent-Disposition: attachment\r\n\r\nx\r\n'.repeat(200_000)}--b--\r\n`
    const large = await reader.read(Buffer.from(writeMail(NOBODY, many, { type: 'multipart/mixed; boundary=b' })), 1)
    expect(large.writing.isWhole).toBe(false)
    expect((await reader.read(Buffer.from(writeMail(NOBODY, 'Lot A')), 1)).writing.own).toBe('Lot A')
    await reader.close()
  })

  test('with thousands of attachments keeps the first fifty and mentions the rest', async () => {
    const { ticketId } = await faulty()
    const attachment = 'Content-Type: text/plain\r\nContent-Disposition: attachment; filename=a.txt\r\n\r\nx\r\n'
    const body = `--b\r\nContent-Type: text/plain\r\n\r\nSee these.\r\n${`--b\r\n${attachment}`.repeat(120)}--b--\r\n`
    expect(await post(writeMail(addressOf(ticketId), body, { type: 'multipart/mixed; boundary=b' }))).toBe(200)
    const [entry] = await shown(ticketId)
    expect(entry?.files).toHaveLength(50)
    expect(entry?.text).toContain('Attachments kept: the first 50 of 120.')
  })

  test('with lines that look like quote introductions is read in linear time', async () => {
    const { ticketId } = await faulty()
    const text = `Lot A.\n${'From: \u2028'.repeat(200_000)}@\nOn ${'On '.repeat(200_000)}wrote\n`
    expect(await post(writeMail(addressOf(ticketId), text))).toBe(200)
    expect((await shown(ticketId))[0]?.text).toMatch(/^Lot A\./)
  })
})
