/**
 * The tables that make up an order; they are exported and removed with it. A test reads the catalog and fails if a table that references an order,
 * its document, its packages or their rows is missing from both lists.
 */
export interface KeptTable {
  name: string
  /** Primary key without the customer column. */
  key: readonly string[]
  /** Selects rows of the orders `g (id, grp)`: SQL with `grp` and the key, or the column that holds the order's id. */
  rows: { by: string } | { from: string }
  /** Column with a stored file's hash, and the columns that describe the file. */
  file?: { sha256: string; size: string; filename: string }
  /** Rows may also belong to other orders: exported each time, but removed with the last of them. */
  isShared?: true
}

const OWN = (alias: string) => `${alias}.customer_id = current_customer_id()`

/** A med is any package with a serial number, including a case. */
const MEDS = `(select distinct g.grp, d.med_id as id from g join document_med d on ${OWN('d')} and d.document_id = g.id where d.med_id is not null)`
const TICKETS = `(select g.grp, e.id from g join document_exception e on ${OWN('e')} and e.document_id = g.id
  union select g.grp, e.id from g join document_exception e on ${OWN('e')} and e.order_id = g.id)`
const CORRECTIONS = `(select g.grp, c.id from g join document_correction c on ${OWN('c')} and c.old_document_id = g.id
  union select g.grp, c.id from g join document_correction c on ${OWN('c')} and c.new_document_id = g.id)`
const LOTS = `(select g.grp, s.id from g join stock_lot s on ${OWN('s')} and s.document_id = g.id)`
const MATCHES = `(select l.grp, m.id from ${LOTS} l join recall_match m on ${OWN('m')} and m.stock_lot_id = l.id)`
const RECEIPTS = `(select g.grp, r.id from g join receipt r on ${OWN('r')} and r.document_id = g.id)`

const underTicket = (name: string, key: readonly string[]): KeptTable => ({
  name,
  key,
  rows: {
    from: `(select t.grp, ${key.map((column) => `c.${column}`).join(', ')} from ${TICKETS} t join ${name} c on ${OWN('c')} and c.document_exception_id = t.id)`,
  },
})

/** In export order; `REMOVAL` has the order of deletion. */
export const KEPT_TABLES: readonly KeptTable[] = [
  { name: 'order', key: ['id'], rows: { by: 'id' } },
  { name: 'epcis_document', key: ['id'], rows: { by: 'id' }, file: { sha256: 'sha256', size: 'size', filename: 'filename' } },
  {
    name: 'upload',
    key: ['id'],
    rows: {
      from: `(select g.grp, u.id from g join upload u on ${OWN('u')} and u.document_id = g.id
        union select t.grp, u.id from ${TICKETS} t join upload u on ${OWN('u')} and u.document_exception_id = t.id)`,
    },
    file: { sha256: 'sha256', size: 'size', filename: 'filename' },
  },
  {
    name: 'inbound_message',
    key: ['id'],
    rows: {
      from: `(select g.grp, c.id from g join upload u on ${OWN('u')} and u.document_id = g.id join inbound_message c on ${OWN('c')} and c.upload_id = u.id
        union select t.grp, c.id from ${TICKETS} t join upload u on ${OWN('u')} and u.document_exception_id = t.id
          join inbound_message c on ${OWN('c')} and c.upload_id = u.id)`,
    },
    file: { sha256: 'sha256', size: 'size', filename: 'filename' },
  },
  { name: 'epcis_event', key: ['document_id', 'event_number'], rows: { by: 'document_id' } },
  { name: 'document_med', key: ['document_id', 'line'], rows: { by: 'document_id' } },
  { name: 'med', key: ['id'], rows: { from: MEDS } },
  { name: 'receipt', key: ['id'], rows: { by: 'document_id' } },
  {
    name: 'receipt_label',
    key: ['receipt_id', 'line'],
    rows: { from: `(select r.grp, c.receipt_id, c.line from ${RECEIPTS} r join receipt_label c on ${OWN('c')} and c.receipt_id = r.id)` },
  },
  {
    name: 'med_attachment',
    key: ['id'],
    rows: { from: `(select m.grp, c.id from ${MEDS} m join med_attachment c on ${OWN('c')} and c.med_id = m.id)` },
    file: { sha256: 'sha256', size: 'size', filename: 'filename' },
  },
  {
    name: 'med_email',
    key: ['id'],
    rows: { from: `(select m.grp, c.id from ${MEDS} m join med_email c on ${OWN('c')} and c.med_id = m.id)` },
    file: { sha256: 'pdf_sha256', size: 'pdf_size', filename: 'pdf_filename' },
  },
  {
    name: 'hold_med',
    key: ['hold_id', 'med_id'],
    rows: { from: `(select m.grp, c.hold_id, c.med_id from ${MEDS} m join hold_med c on ${OWN('c')} and c.med_id = m.id)` },
  },
  {
    name: 'hold',
    key: ['id'],
    rows: {
      from: `(select g.grp, h.id from g join hold h on ${OWN('h')} and h.document_id = g.id
        union select m.grp, c.hold_id from ${MEDS} m join hold_med c on ${OWN('c')} and c.med_id = m.id
        union select t.grp, h.id from ${TICKETS} t join hold h on ${OWN('h')} and h.document_exception_id = t.id)`,
    },
    isShared: true,
  },
  { name: 'stock_lot', key: ['id'], rows: { by: 'document_id' } },
  { name: 'recall_match', key: ['id'], rows: { from: MATCHES } },
  {
    name: 'dismissed_recall',
    key: ['id'],
    rows: { from: `(select m.grp, c.id from ${MATCHES} m join dismissed_recall c on ${OWN('c')} and c.recall_match_id = m.id)` },
  },
  { name: 'recall_answer', key: ['document_id', 'recall_id'], rows: { by: 'document_id' } },
  { name: 'partner_stop', key: ['document_id'], rows: { by: 'document_id' } },
  { name: 'scan_stop', key: ['id'], rows: { by: 'document_id' } },
  { name: 'document_correction', key: ['id'], rows: { from: CORRECTIONS } },
  {
    name: 'document_correction_unit',
    key: ['correction_id', 'n'],
    rows: {
      from: `(select k.grp, c.correction_id, c.n from ${CORRECTIONS} k join document_correction_unit c on ${OWN('c')} and c.correction_id = k.id)`,
    },
  },
  { name: 'document_exception', key: ['id'], rows: { from: TICKETS } },
  underTicket('document_exception_entry', ['id']),
  {
    ...underTicket('document_exception_file', ['id']),
    file: { sha256: 'sha256', size: 'size', filename: 'filename' },
  },
  underTicket('document_exception_follower', ['document_exception_id', 'user_id']),
  underTicket('document_exception_item', ['document_exception_id', 'n']),
  underTicket('document_exception_mail', ['id']),
  underTicket('document_exception_part', ['document_exception_id', 'section', 'page']),
  underTicket('document_exception_reply', ['id']),
  underTicket('document_exception_status', ['id']),
]

/** Children first. The ids of meds and holds are read beforehand, because the rows that lead to them are deleted earlier. */
export const REMOVAL: readonly string[] = [
  'dismissed_recall',
  'recall_match',
  'stock_lot',
  'recall_answer',
  'partner_stop',
  'scan_stop',
  'med_attachment',
  'med_email',
  'hold_med',
  'hold',
  'document_correction_unit',
  'document_correction',
  'document_exception_reply',
  'document_exception_file',
  'document_exception_mail',
  'document_exception_follower',
  'document_exception_item',
  'document_exception_part',
  'document_exception_status',
  'document_exception_entry',
  'inbound_message',
  'upload',
  'document_exception',
  'document_med',
  'med',
  'receipt_label',
  'receipt',
  'epcis_event',
  'order',
  'epcis_document',
]

/** Tenant tables that reference such rows or stored files but are never removed, with the reason. */
export const STAYING: Readonly<Record<string, string>> = {
  evidence: 'shows licenses, agreements and GLNs, which belong to partners and locations',
  incident_report: 'names packages in words; an order that it names stays for as long as its record',
  investigation_hold: 'keeps the text of its holds, so that the record of an investigation stays complete without them',
  job_progress: 'exists only while a file is read, and such an order is kept',
  leftover: 'lists files to delete, including those of removed orders',
  order_presence: 'only while somebody has the order open; such a row means nothing a minute later',
  pack: 'its file is removed after 30 days; the row says what was handed over, and may outlive the orders in it',
  tracing_answer: 'its file is removed after 30 days; the row says what was answered, and may outlive the orders in it',
  tracing_file: 'came with an email about a tracing request, which has a retention period of its own',
  tracing_sending: 'proves that an answer was handed over, and names no order',
  upload_packet: 'holds files that are still arriving',
}
