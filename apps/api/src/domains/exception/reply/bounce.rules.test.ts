import { describe, expect, test } from 'vitest'
import { findReturned, isFailureReport } from './bounce.rules.ts'
import { type IncomingMail, replyText } from './reply.rules.ts'

const REPORT = 'multipart/report; report-type=delivery-status; boundary=x'
const mail = (text: string, { type = REPORT, more = {}, files = [] as string[] } = {}): IncomingMail => ({
  to: [],
  from: 'MAILER-DAEMON@board.tst',
  subject: 'Undelivered Mail Returned to Sender',
  messageId: '<1@board.tst>',
  headers: new Map(Object.entries({ 'content-type': type, ...more })),
  writing: replyText(text),
  attachments: files.map((content) => ({ filename: 'attachment', content: Buffer.from(content) })),
})

describe('a report of a mail server', () => {
  test('is a bounce if it says that a delivery failed, or if it is not in the standard format', () => {
    expect(isFailureReport(mail('Final-Recipient: rfc822; grace@board.tst\nAction: failed\nStatus: 5.1.1'))).toBe(true)
    expect(isFailureReport(mail('', { files: ['Reporting-MTA: dns; mx\n\nAction: Failed\n'] }))).toBe(true)
    expect(isFailureReport(mail('No such user', { type: 'text/plain' }))).toBe(true)
  })

  test('is not a bounce if the mail is only delayed, was delivered or was read', () => {
    expect(isFailureReport(mail('Action: delayed'))).toBe(false)
    expect(isFailureReport(mail('Action: delivered'))).toBe(false)
    expect(isFailureReport(mail('Displayed', { type: 'multipart/report; report-type=disposition-notification' }))).toBe(false)
  })

  test('belongs to the mail whose Message-ID it quotes, either in its own header or in the returned mail', () => {
    const sent = [{ messageId: '1b4e28ba-2fa1-11d2-883f-0016d3cca427' }, { messageId: '6fa459ea-ee8a-3ca4-894e-db77e160355e' }]
    const [newer, older] = sent
    expect(findReturned(mail('', { more: { 'in-reply-to': `<${older?.messageId}@seriatim.tst>` } }), sent)).toBe(older)
    expect(findReturned(mail('', { files: [`Message-ID: <${older?.messageId.toUpperCase()}@seriatim.tst>\n`] }), sent)).toBe(older)
    expect(findReturned(mail(`Message-ID: <${newer?.messageId}@seriatim.tst>`), sent)).toBe(newer)
    expect(findReturned(mail('No such user'), sent)).toBeUndefined()
  })
})
