import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type DemoMailbox, MAX_MAILS, startDemoMailbox } from '../../src/outside/demo-mailbox.ts'
import { createMailer, type Mail, type Mailer, MailRefusedError } from '../../src/outside/mail.ts'

let dir: string
let box: DemoMailbox
let mailer: Mailer

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'seriatim-mail-'))
  box = await startDemoMailbox(dir)
  mailer = createMailer(box.smtpUrl)
})
afterEach(async () => {
  await mailer.close()
  await box.close()
  await rm(dir, { recursive: true, force: true })
})

const plain: Mail = {
  from: 'Seriatim <no-reply@seriatim.demo>',
  to: ['lee@park.demo'],
  subject: 'Your code',
  text: 'Your code is 123456\n',
}

describe('sending email', () => {
  test('stores an email with its text, HTML, attachments and non-ASCII characters', async () => {
    const content = Buffer.alloc(100_000, 'pdf ')
    const { messageId } = await mailer.send({
      ...plain,
      to: ['lee@park.demo', 'Zoë <zoe@park.demo>'],
      cc: ['cc@park.demo'],
      replyTo: 'ask@park.demo',
      subject: 'Pedigree für Zoë ✓',
      html: '<p>Your <b>code</b></p>',
      attachments: [
        { filename: 'pedigree.pdf', contentType: 'application/pdf', content },
        { filename: 'stream.txt', contentType: 'text/plain', content: Readable.from([Buffer.from('from a stream')]) },
      ],
    })
    expect(messageId).toMatch(/^<.+@.+>$/)
    const [mail] = await box.list('ZOE@park.demo')
    expect(mail).toMatchObject({
      to: 'lee@park.demo, zoe@park.demo, cc@park.demo',
      from: '"Seriatim" <no-reply@seriatim.demo>',
      subject: 'Pedigree für Zoë ✓',
      text: 'Your code is 123456\n',
    })
    expect(new Date(mail?.date ?? '').getTime()).toBeGreaterThan(Date.now() - 60_000)
    const detail = await box.get(mail?.id ?? '')
    expect(detail?.html).toContain('<b>code</b>')
    expect(detail?.attachments.map(({ filename }) => filename)).toEqual(['pedigree.pdf', 'stream.txt'])
    expect(detail?.attachments[0]?.content.equals(content)).toBe(true)
    expect(detail?.attachments[1]?.content.toString()).toBe('from a stream')
  })

  test('refuses a line break in any header', async () => {
    const bad: Partial<Mail>[] = [
      { subject: 'Hi\r\nBcc: evil@example.com' },
      { subject: 'Hi\nthere' },
      { from: 'A\r\nB <a@b.demo>' },
      { to: ['a@b.demo\r\nRCPT TO:<evil@example.com>'] },
      { cc: ['a@b.demo\n'] },
      { replyTo: 'x\r@b.demo' },
      { attachments: [{ filename: 'a\r\nb.txt', contentType: 'text/plain', content: Buffer.from('x') }] },
    ]
    for (const part of bad) await expect(mailer.send({ ...plain, ...part })).rejects.toThrow(MailRefusedError)
    expect(await box.list()).toEqual([])
  })

  test('refuses an invalid address, two addresses given as one, and an email without recipients', async () => {
    for (const to of [['lee'], ['a@b.demo, evil@example.com'], [''], []])
      await expect(mailer.send({ ...plain, to })).rejects.toThrow(MailRefusedError)
    await mailer.send({ ...plain, from: '"Park, Avenue" <no-reply@seriatim.demo>' })
    expect(await box.list()).toHaveLength(1)
  })

  test('has a check that reports whether the mail server responds', async () => {
    await mailer.check()
    await mailer.close()
    const { smtpUrl } = box
    await box.close()
    const late = createMailer(smtpUrl)
    await expect(late.check()).rejects.toThrow('ECONNREFUSED')
    await expect(late.send(plain)).rejects.toThrow('ECONNREFUSED')
    await late.close()
    box = await startDemoMailbox(dir)
  })
})

describe('the demo mailbox', () => {
  test('lists emails newest first, filters by address, and survives a restart', async () => {
    for (const [to, subject] of [
      ['one@park.demo', 'first'],
      ['two@park.demo', 'second'],
      ['one@park.demo', 'third'],
    ] as const)
      await mailer.send({ ...plain, to: [to], subject })
    const subjects = async (to?: string) => (await box.list(to)).map(({ subject }) => subject)
    expect(await subjects()).toEqual(['third', 'second', 'first'])
    expect(await subjects('one@park.demo')).toEqual(['third', 'first'])
    expect(await subjects('park.demo')).toEqual([])
    await mailer.close()
    await box.close()
    await writeFile(join(dir, 'broken.json'), '{')
    box = await startDemoMailbox(dir)
    mailer = createMailer(box.smtpUrl)
    expect(await subjects()).toEqual(['third', 'second', 'first'])
    expect(await box.get('../../etc/passwd')).toBeUndefined()
  })

  test(`keeps only the last ${MAX_MAILS} emails, and deletes older ones from the disk`, async () => {
    const old = { to: 'lee@park.demo', from: 'x', subject: 'old', text: '', date: '2026-01-01T00:00:00.000Z' }
    for (let number = 0; number < MAX_MAILS; number++) {
      const id = `00000000000001-${String(number).padStart(6, '0')}`
      await writeFile(join(dir, `${id}.json`), JSON.stringify({ ...old, id }))
      await writeFile(join(dir, `${id}.eml`), '')
    }
    await mailer.close()
    await box.close()
    box = await startDemoMailbox(dir)
    mailer = createMailer(box.smtpUrl)
    await mailer.send(plain)
    const mails = await box.list()
    expect(mails).toHaveLength(MAX_MAILS)
    expect(mails[0]?.subject).toBe('Your code')
    expect(mails.at(-1)?.id).toBe('00000000000001-000001')
    expect(await readdir(dir)).toHaveLength(2 * MAX_MAILS)
  })
})
