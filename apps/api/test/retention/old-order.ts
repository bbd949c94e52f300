import type { TestDb } from '../harness.ts'
import type { TestCustomer } from '../make.ts'
import type { RetentionKit } from './retention-kit.ts'

/**
 * Adds one row of each kind that can belong to an order but that no real call in these tests creates. All of these rows ended more than six years
 * ago.
 */
export async function fillOldOrder(
  t: TestDb,
  kit: RetentionKit,
  customer: TestCustomer,
  { documentId, ticketId }: { documentId: number; ticketId: number },
): Promise<void> {
  const { customerId, main, staff } = customer
  const at = await kit.ago(7.2, async () => t.clock.now())
  const [{ medId } = { medId: 0 }] = await t.query<{ medId: number }>(
    'select min(med_id)::int as "medId" from document_med where document_id = $1',
    [documentId],
  )
  await kit.ago(7.2, async () => {
    const { holdId } = await t.as(customer.staff).med.createOneHold({ target: { medId }, reason: 'torn seal' })
    await t.as(customer.lead).med.updateReleaseHold({ holdId, reason: 'fine' })
    await t.as(customer.staff).documentException.createOneTicket({ documentId, kind: 'unknownScan', items: [{ serialNumber: 'X1' }] })
  })
  const insert = (table: string, values: Record<string, unknown>) => {
    const columns = Object.keys(values)
    return t.query<{ id: string }>(
      `insert into "${table}" (customer_id, ${columns.join(', ')}) values (${customerId}, ${columns.map((_, n) => `$${n + 1}`).join(', ')}) returning *`,
      Object.values(values),
    )
  }
  const hash = (digit: string) => digit.repeat(64)
  const [mail] = await insert('mail', {
    kind: 'med.pedigree',
    created_at: at,
    to_addresses: [],
    cc_addresses: [],
    subject: 'Pedigree',
    status: 'sent',
    sent_at: at,
  })
  const stored = await t.deps.storage.put(customerId, toBytes('pedigree'))
  await insert('med_email', {
    med_id: medId,
    pdf_filename: 'pedigree.pdf',
    pdf_sha256: stored.sha256,
    pdf_size: stored.size,
    attachment_ids: [],
    mail_id: mail?.id,
  })
  const slip = await t.deps.storage.put(customerId, toBytes('slip'))
  const file = { filename: 'slip.txt', content_type: 'text/plain', size: slip.size, sha256: slip.sha256 }
  await insert('med_attachment', { med_id: medId, ...file, created_at: at, created_by_id: staff.userId })
  await insert('partner_stop', {
    document_id: documentId,
    location_id: main.id,
    status: 'unknown',
    choice: 'receive',
    reason: 'known',
    at,
    user_id: staff.userId,
  })
  await insert('scan_stop', {
    ...{ document_id: documentId, location_id: main.id, kind: 'unknown', how: 'scan', serial_number: 'S', at, recorded_at: at },
    user_id: staff.userId,
    is_blocking: false,
  })
  const party = JSON.stringify({ owner: {}, location: {} })
  const [shipment] = await insert('shipment', {
    ...{
      location_id: main.id,
      purpose: 'sale',
      state: 'sent',
      to_name: 'Harbor Pharmacy',
      sender: party,
      receiver: party,
      guideline: 'r13',
    },
    ...{ with_ti: true, created_at: at, created_by_id: staff.userId, created_by: 'Staff', time_zone: 'UTC' },
    ...{ sent_at: at, sent_by_id: staff.userId, sent_by: 'Staff' },
  })
  const left = { shipment_id: shipment?.id, location_id: main.id, med_id: medId }
  await insert('shipment_unit', { ...left, n: 1, serial_number: 'S', is_package: false, meds: 1, scanned_at: at, scanned_by: 'Staff' })
  await insert('shipment_med', { ...left, n: 1, is_open: false })
  await insert('departure', { ...left, to_name: 'Harbor Pharmacy', purpose: 'sale', left_at: at, left_by: 'Staff' })
  const [receipt] = await t.query<{ id: string }>('select min(id) as id from receipt where document_id = $1', [documentId])
  await insert('receipt_label', { receipt_id: receipt?.id, line: 3, location_id: main.id, serial_number: 'S' })
  const [match] = await t.query<{ id: string; recall_id: string }>('select id, recall_id from recall_match where customer_id = $1', [
    customerId,
  ])
  await insert('recall_answer', {
    recall_id: match?.recall_id,
    document_id: documentId,
    location_id: main.id,
    answered_at: at,
    answered_by_id: staff.userId,
    version: 1,
  })
  await insert('dismissed_recall', {
    ...{
      location_id: main.id,
      recall_match_id: match?.id,
      is_dismissed: true,
      notes: 'gone',
      version: 1,
      amount: 0,
      dismissed_at: at,
      decided_at: at,
    },
    dismissed_by_id: staff.userId,
  })
  const [entry] = await insert('document_exception_entry', { document_exception_id: ticketId, at, kind: 'note', text: 'asked' })
  await insert('document_exception_file', { document_exception_id: ticketId, entry_id: entry?.id, ...file, at })
  await insert('document_exception_reply', {
    document_exception_id: ticketId,
    entry_id: entry?.id,
    message_id: hash('m'),
    from_address: 'a@b.tst',
    is_automatic: false,
    at,
  })
  await insert('document_exception_mail', { document_exception_id: ticketId, mail_id: mail?.id, at, wish: 'Send new data', report: '{}' })
  await insert('document_exception_follower', { document_exception_id: ticketId, user_id: staff.userId, since: at }).catch(() => undefined)
  // Closes the ticket and the recall match, and dates them and the ticket's entries at `at`.
  await t.query(`update document_exception set current_error_status = 'CLOSED', settled_at = $2 where customer_id = $1`, [customerId, at])
  await t.query('update document_exception_entry set at = $2 where customer_id = $1', [customerId, at])
  await t.query('update recall_match set matched_at = $2, told_at = $2, ended_at = $2 where customer_id = $1', [customerId, at])
}

async function* toBytes(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}
