import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MailReceiver } from '../../src/domains/exception/reply/mail-receiver.ts'
import { tracingIntake } from '../../src/domains/tracing/inbox/inbox.service.ts'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { makeTracingKit } from './kit.ts'

const t = useTestDb()
const c = useCustomer(t)
const { addressOf, calls } = makeTracingKit(t, c)
let receiver: MailReceiver
beforeAll(() => {
  receiver = new MailReceiver(t.deps, [tracingIntake])
})
afterAll(() => receiver.close())

const part = (filename: string, content: Buffer) =>
  [
    '--b',
    `Content-Type: application/octet-stream; name="${filename}"`,
    `Content-Disposition: attachment; filename="${filename}"`,
    'Content-Transfer-Encoding: base64',
    '',
    content.toString('base64'),
  ].join('\r\n')
/** Contents of a letter in the old Word format, which tickets reject. */
const LETTER = Buffer.from('d0cf11e0a1b11ae1000000000000000000000000', 'hex')
const DOCX = Buffer.concat([Buffer.from('504b0304', 'hex'), Buffer.from('word/document.xml, which no ticket shows')])
const write = () =>
  Buffer.from(
    [
      'Received: from mx.pharmacy.tst',
      'Authentication-Results: mx.pharmacy.tst; dkim=fail',
      'Received: from forged.tst',
      'Authentication-Results: forged.tst; dkim=pass',
      'From: fda@agency.tst',
      `To: ${addressOf(null)}`,
      'Subject: Request',
      'Content-Type: multipart/mixed; boundary="b"',
      '',
      '--b',
      'Content-Type: text/plain',
      '',
      'See the letter.',
      part('letter.doc', LETTER),
      part('letter.docx', DOCX),
      '--b--',
      '',
    ].join('\r\n'),
  )

describe('a new tracing request that arrives by email', () => {
  test('keeps the original email and attachments of any type for download', async () => {
    const raw = write()
    expect(await receiver.receive(raw)).toBe('taken')
    const requestId = (await calls(c.admin).readMany({})).items[0]?.id ?? 0
    const { entries } = await calls(c.admin).readOne({ requestId })
    expect(entries.at(-1)).toMatchObject({ text: 'See the letter.' })
    const files = await t.query<{ filename: string; content_type: string; sha256: string }>(
      'select filename, content_type, sha256 from tracing_file where customer_id = $1 and request_id = $2 order by id',
      [c.customerId, requestId],
    )
    const types = new Map(files.map(({ filename, content_type }) => [filename, content_type]))
    expect([...types.keys()].toSorted()).toEqual(['email.eml', 'letter.doc', 'letter.docx'])
    expect([types.get('letter.doc'), types.get('email.eml')]).toEqual(['application/octet-stream', 'message/rfc822'])
    const stored = await buffer(await t.deps.storage.get(c.customerId, files.at(-1)?.sha256 ?? ''))
    expect(stored.equals(raw)).toBe(true)
  })

  test('shows every header field in order, so that a forged field cannot hide the field added by the receiving server', async () => {
    await receiver.receive(write())
    const requestId = (await calls(c.admin).readMany({})).items[0]?.id ?? 0
    const { mailHeaders } = await calls(c.admin).readOne({ requestId })
    expect(mailHeaders?.split('\n').slice(0, 4)).toEqual([
      'Received: from mx.pharmacy.tst',
      'Authentication-Results: mx.pharmacy.tst; dkim=fail',
      'Received: from forged.tst',
      'Authentication-Results: forged.tst; dkim=pass',
    ])
  })
})
