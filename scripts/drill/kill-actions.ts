import { createSecrets } from '../../apps/api/src/core/secrets.ts'
import { replyAddress } from '../../apps/api/src/domains/exception/reply/reply-token.ts'
import { describeWrong, type Findings } from './findings.ts'
import { SECRET_KEY, type Stage } from './stage.ts'

const REPLIES = 'exceptions@replies.tst'
const REPLY_SECRET = 'a-secret-of-the-drill'
/** Environment variables that enable email replies from partners. */
export const REPLY_ENV = { REPLY_ADDRESS: REPLIES, REPLY_SECRET }

const makeFile = (name: string) => Buffer.from(`%PDF-1.7 ${name} ${'x'.repeat(100_000)}`)

/**
 * Does what people do with a received order: open a ticket that a partner answers, attach a file to a package, place a hold, undo a receipt. Records
 * what was acknowledged.
 */
export class Actions {
  private readonly stage: Stage
  private readonly secrets = createSecrets(SECRET_KEY)
  private readonly tickets: number[] = []
  private readonly holds: number[] = []
  private readonly undone: number[] = []
  private readonly replies: string[] = []
  /** Group ids of the acknowledged attachments. */
  private readonly attached: string[] = []
  private attempts = 0

  constructor(stage: Stage) {
    this.stage = stage
  }

  /**
   * Performs actions on an order: opens a ticket, lets a partner answer it, attaches a file, and places a hold. Every second call also undoes a
   * receipt.
   * @throws if the server does not answer or refuses a call.
   */
  async doOn(documentId: number): Promise<void> {
    this.attempts += 1
    const { documentExceptionId } = await this.call<{ documentExceptionId: number }>('documentException.createOneTicket', {
      documentId,
      kind: 'damage',
      notes: `Case ${this.attempts} is crushed.`,
    })
    this.tickets.push(documentExceptionId)
    await this.reply(documentExceptionId)
    await this.attach(documentId)
    if (this.attempts % 2 === 0) await this.undo(documentId)
    const { holdId } = await this.call<{ holdId: number }>('med.createOneHold', { target: { documentId }, reason: 'Crushed in transit' })
    this.holds.push(holdId)
  }

  private async undo(documentId: number): Promise<void> {
    const [receipt] = await this.stage.query<{ id: number }>(
      'select id::int as id from receipt where document_id = $1 and undoes_id is null',
      [documentId],
    )
    if (!receipt) return
    await this.call('order.updateUndoReceipt', { documentId, receiptId: receipt.id, reason: 'Counted wrong' })
    this.undone.push(receipt.id)
  }

  /** Uploads a file of two packets. Every second time sends the last packet twice, as a page does if it got no answer. */
  private async attach(documentId: number): Promise<void> {
    const [med] = await this.stage.query<{ id: number }>(
      'select med_id::int as id from document_med where document_id = $1 and not is_package limit 1',
      [documentId],
    )
    const groupId = `drill-${this.attempts}`
    const bytes = makeFile(groupId).toString('base64')
    const packets = [bytes.slice(0, 60_000), bytes.slice(60_000)]
    const fields = { id: '1', groupId, fileCount: 1, totalPackets: 2, filename: 'label.pdf', contentType: 'application/pdf' }
    for (const at of this.attempts % 2 ? [0, 1] : [0, 1, 1]) {
      const body = JSON.stringify({ ...fields, medId: med?.id, isEpcisGenerated: true, currentPacket: at + 1, packet: packets[at] })
      await this.stage.product.call('POST', '/api/v1/file/upload/medattachment', { token: this.stage.token, body })
    }
    this.attached.push(groupId)
  }

  /** Sends a partner's reply with a file to a ticket. */
  private async reply(documentExceptionId: number): Promise<void> {
    const [ticket] = await this.stage.query<{ customerId: number }>(
      'select customer_id::int as "customerId" from document_exception where id = $1',
      [documentExceptionId],
    )
    const to = replyAddress(this.secrets, REPLIES, { customerId: ticket?.customerId ?? 0, documentExceptionId })
    const messageId = `<drill.${documentExceptionId}@north.tst>`
    const parts = [
      'Content-Type: text/plain\r\n\r\nWe look into it.',
      'Content-Type: text/plain\r\nContent-Disposition: attachment; filename=case.txt\r\n\r\nCase 4711',
    ]
    const head = [
      'From: marta@north.tst',
      `To: ${to}`,
      'Subject: Re',
      `Message-ID: ${messageId}`,
      'Content-Type: multipart/mixed; boundary=b',
    ]
    const mail = `${head.join('\r\n')}\r\n\r\n${parts.map((part) => `--b\r\n${part}\r\n`).join('')}--b--\r\n`
    await this.stage.product.call('POST', '/webhooks/mail', { token: REPLY_SECRET, body: mail })
    this.replies.push(messageId)
  }

  private async call<T>(procedure: string, json: object): Promise<T> {
    const { product, token } = this.stage
    const { text } = await product.call('POST', `/trpc/${procedure}`, { token, body: JSON.stringify({ json }) })
    return (JSON.parse(text) as { result: { data: { json: T } } }).result.data.json // tRPC's answer format
  }

  private async countOpening(): Promise<number> {
    const { query, product, token } = this.stage
    const rows = await query<{ id: number; group: string }>(
      'select id::int as id, upload_group as "group" from med_attachment where upload_group = any($1)',
      [this.attached],
    )
    let opening = 0
    for (const { id, group } of rows) {
      const { text } = await product.call('GET', `/api/v1/file/download/medattachment?attachmentId=${id}&isEpcisGenerated=true`, { token })
      const { buffer } = JSON.parse(text) as { buffer: { data: number[] } } // REST's answer format
      if (Buffer.from(buffer.data).equals(makeFile(group))) opening += 1
    }
    return opening
  }

  /** Finds acknowledged actions that are missing or duplicated. */
  async compare(): Promise<Findings> {
    const [found] = await this.stage.query<
      Record<'tickets' | 'holds' | 'undone' | 'replies' | 'files' | 'attached' | 'undoneTwice' | 'repliesTwice' | 'attachedTwice', number>
    >(
      `select (select count(*)::int from document_exception where id = any($1)) as tickets,
         (select count(*)::int from hold where id = any($2)) as holds,
         (select count(distinct undoes_id)::int from receipt where undoes_id = any($3)) as undone,
         (select count(distinct message_id)::int from document_exception_reply where message_id = any($4)) as replies,
         (select count(*)::int from document_exception_reply r join document_exception_file f
            on f.customer_id = r.customer_id and f.entry_id = r.entry_id where r.message_id = any($4)) as files,
         (select count(distinct upload_group)::int from med_attachment where upload_group = any($5)) as attached,
         (select count(*)::int from (select from med_attachment group by upload_group having count(*) > 1) x) as "attachedTwice",
         (select count(*)::int from (select from receipt where undoes_id is not null group by undoes_id having count(*) > 1) x) as "undoneTwice",
         (select count(*)::int from (select from document_exception_reply group by message_id having count(*) > 1) x) as "repliesTwice"`,
      [this.tickets, this.holds, this.undone, this.replies, this.attached],
    )
    if (!found) throw new Error('The database said nothing.')
    const opening = await this.countOpening()
    return {
      figures: {
        'tickets acknowledged': this.tickets.length,
        'holds acknowledged': this.holds.length,
        'undone receipts acknowledged': this.undone.length,
        'replies with a file acknowledged': this.replies.length,
        'attachments acknowledged': this.attached.length,
        'attachments that open as they were sent': opening,
      },
      wrong: describeWrong([
        [this.tickets.length - found.tickets, 'tickets were acknowledged and are not there'],
        [this.holds.length - found.holds, 'holds were acknowledged and are not there'],
        [this.undone.length - found.undone, 'receipts were undone and are not'],
        [this.replies.length - found.replies, 'replies were acknowledged and are not there'],
        [this.replies.length - found.files, 'files of replies differ from those that came'],
        [this.attached.length - found.attached, 'attachments were acknowledged and are not there'],
        [this.attached.length - opening, 'attachments do not open as they were sent'],
        [found.attachedTwice, 'attachments are there twice'],
        [found.undoneTwice, 'receipts were undone twice'],
        [found.repliesTwice, 'replies are there twice'],
      ]),
    }
  }
}
