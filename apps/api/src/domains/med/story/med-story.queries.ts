import type { ReceivedHow, StopAnswer, StopKind } from '@seriatim/schema'
import { sql } from 'kysely'
import type { Places } from '../../../call/access/access.ts'

/**
 * Maximum number of entries of one kind in a med's story. Without this limit, the story of a pallet received in a thousand scans would list all of
 * them.
 */
export const MOST = 100

interface StoryRow {
  at: Date
  firstName: string | null
  lastName: string | null
}

export interface ReceiptRow extends StoryRow {
  how: ReceivedHow
  isUndo: boolean
  reason: string | null
  /** Number of meds in this story that the receipt received or undid: 1 for a med; for a case or pallet, only the meds inside it. */
  meds: number
  purchaseOrderNumbers: string[]
  /** The med's label, if it differed from the document and the med was received anyway. */
  label: { lotNumber: string | null; expirationDate: string | null; fileLotNumber: string | null; fileExpirationDate: string | null } | null
}

/**
 * Selects the receipts that included the med or, for a container, some of its contents, and the undos of such receipts. Also includes receipts of
 * orders that were voided later.
 */
const selectReceipts = (medId: number) => sql<ReceiptRow>`
    select r.at, u.first_name as "firstName", u.last_name as "lastName", r.how, r.undoes_id is not null as "isUndo", r.reason,
      (select sum(upper(part) - lower(part))::int from unnest(r.lines * int4multirange(int4range(d.line, d.last_line, '[]'))) as part) as meds,
      o.purchase_order_numbers as "purchaseOrderNumbers",
      (select jsonb_build_object('lotNumber', l.lot_number, 'expirationDate', l.expiration_date, 'fileLotNumber', l.file_lot_number,
          'fileExpirationDate', l.file_expiration_date)
        from receipt_label l where l.customer_id = current_customer_id() and l.receipt_id = r.id and l.line = d.line) as label
    from document_med d
    join "order" o on o.customer_id = d.customer_id and o.id = d.document_id
    join receipt r on r.customer_id = d.customer_id and r.document_id = d.document_id and r.lines && int4range(d.line, d.last_line, '[]')
    left join "user" u on u.customer_id = r.customer_id and u.id = r.user_id
    where d.customer_id = current_customer_id() and d.med_id = ${medId} order by r.id desc limit ${MOST}`

export interface StopRow extends StoryRow {
  kind: StopKind
  about: string | null
  lotNumber: string | null
  expirationDate: string | null
  fileLotNumber: string | null
  fileExpirationDate: string | null
  purchaseOrderNumbers: string[]
  answer: StopAnswer | null
  answeredAt: Date | null
  answeredBy: string | null
  answerReason: string | null
}

/** The scans of the med at the counter that did not lead to a receipt. */
const selectStops = (medId: number) => sql<StopRow>`
    select s.at, u.first_name as "firstName", u.last_name as "lastName", s.kind, s.about, s.lot_number as "lotNumber", s.expiration_date as "expirationDate",
      s.file_lot_number as "fileLotNumber", to_char(s.file_expiration_date, 'YYYY-MM-DD') as "fileExpirationDate", o.purchase_order_numbers as "purchaseOrderNumbers",
      s.answer, s.answered_at as "answeredAt", a.first_name || ' ' || a.last_name as "answeredBy", s.answer_reason as "answerReason"
    from scan_stop s
    join "order" o on o.customer_id = s.customer_id and o.id = s.document_id
    left join "user" u on u.customer_id = s.customer_id and u.id = s.user_id
    left join "user" a on a.customer_id = s.customer_id and a.id = s.answered_by_id
    where s.customer_id = current_customer_id() and s.med_id = ${medId} order by s.id desc limit ${MOST}`

export interface MailRow extends StoryRow {
  to: string[]
  status: string
}

const selectMails = (medId: number) => sql<MailRow>`
    select coalesce(l.sent_at, l.created_at) as at, u.first_name as "firstName", u.last_name as "lastName", l.to_addresses || l.cc_addresses as to, l.status
    from med_email e
    join mail l on l.customer_id = e.customer_id and l.id = e.mail_id
    left join "user" u on u.customer_id = l.customer_id and u.id = l.created_by_id
    where e.customer_id = current_customer_id() and e.med_id = ${medId} order by e.id desc limit ${MOST}`

export interface IncidentRow extends StoryRow {
  id: number
  reportType: 'INITIAL' | 'FOLLOWUP' | 'TERMINATE'
  /** The NDC as typed in the report's form: any spelling, or empty. */
  ndc: string
  incidentNumber: string | null
  terminatedAt: Date | null
}

/** Query for the incident reports of the med's own location that contain this serial number as a whole word. */
const selectIncidents = (serialNumber: string, locationId: number) => sql<IncidentRow>`
    select i.id, i.created_at as at, u.first_name as "firstName", u.last_name as "lastName", i.report_type as "reportType", i.ndc,
      t.incident_number as "incidentNumber", t.terminated_at as "terminatedAt"
    from incident_report i
    join incident_thread t on t.customer_id = i.customer_id and t.id = i.thread_id
    left join "user" u on u.customer_id = i.customer_id and u.id = i.created_by_id
    where i.customer_id = current_customer_id() and i.location_id = ${locationId}
      and ${serialNumber} = any (regexp_split_to_array(i.serial_number, '[\\s,;]+')) order by i.id desc limit ${MOST}`

export interface ActionRow extends StoryRow {
  action: string
  detail: Record<string, unknown>
  purchaseOrderNumbers: string[] | null
}

/** Query for the audit entries about the med itself, and those about voiding, closing and reopening the orders that list it. */
const selectActions = (medId: number) => sql<ActionRow>`
    select told.at, u.first_name as "firstName", u.last_name as "lastName", told.action, told.detail, told.numbers as "purchaseOrderNumbers"
    from (
      select a.id, a.at, a.user_id, a.action, a.detail, null::text[] as numbers from audit a
      where a.customer_id = current_customer_id() and a.subject = 'med' and a.subject_id = ${medId}
        and a.action in ('med.create', 'med.fill', 'med.void', 'med.bringBack', 'med.attach', 'med.deleteAttachment')
      union all
      select a.id, a.at, a.user_id, a.action, a.detail, o.purchase_order_numbers from document_med d
      join "order" o on o.customer_id = d.customer_id and o.id = d.document_id
      join audit a on a.customer_id = d.customer_id and a.subject = 'order' and a.subject_id = d.document_id
      where d.customer_id = current_customer_id() and d.med_id = ${medId} and a.action in ('order.void', 'order.close', 'order.reopen')
    ) told
    left join "user" u on u.customer_id = current_customer_id() and u.id = told.user_id
    order by told.at desc, told.id desc limit ${MOST}`

export interface TracingRow extends StoryRow {
  id: number
  number: number
  isOurs: boolean
  organization: string
  answeredAt: Date | null
  /** Names of the files that were attached to replies to this tracing request. */
  files: string[]
}

/** Selects the tracing requests about this serial number at the locations whose requests the caller may read. Drills are left out. */
const selectTracing = ({ serialNumber, gtin, tracing }: StoryMed) => sql<TracingRow>`
    select r.id, r.number, r.direction = 'out' as "isOurs", r.organization, r.received_at as at, u.first_name as "firstName", u.last_name as "lastName",
      r.answered_at as "answeredAt",
      (select coalesce(array_agg(f.filename order by f.id), '{}') from tracing_file f where f.customer_id = r.customer_id and f.request_id = r.id) as files
    from tracing_item i
    join tracing_request r on r.customer_id = i.customer_id and r.id = i.request_id and not r.is_drill
    left join "user" u on u.customer_id = r.customer_id and u.id = r.created_by_id
    where i.customer_id = current_customer_id() and i.serial_number = ${serialNumber} and (i.gtin is null or ${gtin}::text is null or i.gtin = ${gtin}::text)
      and (${tracing === 'all'} or (r.location_id is null and ${tracing.length > 0}) or r.location_id = any (${tracing === 'all' ? [] : [...tracing]}::bigint[]))
    order by r.id desc limit ${MOST}`

export interface VerificationRow extends StoryRow {
  id: number
  answer: 'verified' | 'notVerified' | 'unavailable'
  reason: string | null
  additionalInfo: string | null
  askedWhom: string | null
  /** Whether a simulator answered, not a manufacturer. */
  isSimulated: boolean
}

/**
 * SQL for the verifications of this serial number that have ended: with the manufacturer's answer, or as `unavailable` without one. Verifications
 * that still wait for an answer are left out.
 */
const selectVerifications = ({ serialNumber, gtin }: StoryMed) => sql<VerificationRow>`
    select v.id, v.answered_at as at, u.first_name as "firstName", u.last_name as "lastName", v.answer, v.reason, v.additional_info as "additionalInfo",
      v.asked_whom as "askedWhom", v.driver = 'simulator' as "isSimulated"
    from verification v
    left join "user" u on u.customer_id = v.customer_id and u.id = v.asked_by_id
    where v.customer_id = current_customer_id() and v.serial_number = ${serialNumber} and v.gtin = ${gtin}::text and v.answer is not null
    order by v.id desc limit ${MOST}`

export interface StoryMed {
  id: number
  gtin: string | null
  serialNumber: string
  locationId: number
  /** Locations at which the caller may read tracing requests. */
  tracing: Places
}

/** Queries for what happened to a med at this pharmacy, such as receipts, stops, emails and verifications. */
export const selectOwnStory = (med: StoryMed) => ({
  receipts: selectReceipts(med.id),
  stops: selectStops(med.id),
  mails: selectMails(med.id),
  incidents: selectIncidents(med.serialNumber, med.locationId),
  tracing: selectTracing(med),
  verifications: selectVerifications(med),
  actions: selectActions(med.id),
})
