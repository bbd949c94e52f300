import { audit } from '../../../call/audit.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { readEntitlement } from '../../entitlement/entitlement.service.ts'
import { sendMail } from '../../mail/mail.service.ts'
import { type Admin, listAdmins } from '../../user/access/admin.joins.ts'
import { selectReceivedForLots, sumReceived } from '../dismiss/affected.service.ts'
import { hasCaughtUp, markAlerted, markCaughtUp } from '../match/match.queries.ts'
import { selectPackagesOfMatches } from '../package-counts.queries.ts'
import { recallDigestMails, recallMails } from '../recall.mails.ts'
import { type AffectedRecord, listAffected, listRecalls, type RecallRecord } from '../recall.queries.ts'
import { type AlertLot, type AlertRecall, alertMail, digestMail } from './alert.rules.ts'

export interface AlertRound {
  now: Date
  /** Base URL of the app for the links in the email; empty if the app's address is not configured. */
  link: string
  /**
   * `urgent`: alerts about class I recalls, which are sent at once. `rest`: the daily email about all affected lots that no email has reported yet.
   */
  which: 'urgent' | 'rest'
}

/** If there are more class I recalls than this at once, one email contains all of them. */
const MAILS_AT_ONCE = 5

/**
 * Emails admins about affected lots: the admins of the location and the customer admin. Each lot is announced once, even if calls are concurrent or
 * the recall gets new versions; a lot that arrives after its recall was announced is announced too. A lot is announced again only if its recall is
 * raised to class I, if the match becomes more certain or had ended and is active again, or if more packages of the lot have arrived; the daily email
 * reports the last of these. A customer's first alerts go into one email.
 * @returns the number of emails.
 */
export async function alertAffected(tx: CustomerTx, { now, link, which }: AlertRound): Promise<number> {
  if (!(await readEntitlement(tx, now)).hasRecalls) return 0
  const isFirst = which === 'urgent' && !(await hasCaughtUp(tx))
  const rows = await listAffected(tx, { isUnreported: true })
  const recalls = new Map((await listRecalls(tx, [...new Set(rows.map(({ recallId }) => recallId))])).map((recall) => [recall.id, recall]))
  const urgent = rows.filter((row) => isUrgent(row, recalls.get(row.recallId)))
  const amount = new Set(urgent.map(({ recallId }) => recallId)).size
  const isOne = which === 'rest' || amount > (isFirst ? 1 : MAILS_AT_ONCE)
  const wanted = which === 'rest' || (isFirst && isOne) ? rows : urgent
  const marked = await markAlerted(
    tx,
    wanted.map(({ id }) => id),
    now,
  )
  const due = wanted.filter(({ id }) => marked.has(id))
  if (due.length === 0) return 0
  await markCaughtUp(tx, now)
  const received = await readReceived(tx, due)
  let mails = 0
  for (const admin of await listAdmins(tx)) {
    const theirs = [...recalls.values()].flatMap((recall) => {
      const rows = due.filter((row) => row.recallId === recall.id && isAdminOf(admin, row))
      return rows.length
        ? [{ ...recall, ids: rows.map(({ id }) => id), lots: rows.map((row) => asLot(row, received.get(row.id) ?? 0)) }]
        : []
    })
    const letters = isOne
      ? theirs.length
        ? [{ kind: recallDigestMails, ...digestMail(theirs, link) }]
        : []
      : await writeAlerts(tx, theirs, link)
    for (const letter of letters) await sendMail(tx, { userId: null, now }, { to: [admin.emailAddress], ...letter })
    mails += letters.length
  }
  const reported = new Set(due.map(({ recallId }) => recallId))
  const named = [...recalls.values()].filter(({ id }) => reported.has(id))
  const detail = { recalls: named.flatMap(({ recallNumbers }) => recallNumbers).slice(0, 50), lots: due.length, mails }
  await audit(tx, { userId: null, now }, { action: 'recall.tell', subject: 'recall', subjectId: null, detail })
  return mails
}

/**
 * Class I recalls that the FDA has not terminated are urgent; possible matches, and additional packages of a reported lot, wait for the daily email.
 */
function isUrgent({ confidence, news }: AffectedRecord, recall: RecallRecord | undefined): boolean {
  return confidence !== 'possible' && news !== 'more' && recall?.classification === 'Class I' && recall.status !== 'Terminated'
}

const asLot = ({ isDismissed, ...row }: AffectedRecord, received: number): AlertLot => ({
  ...row,
  received,
  isDismissed: isDismissed === true,
})

async function readReceived(tx: CustomerTx, rows: readonly AffectedRecord[]): Promise<Map<number, number>> {
  return sumReceived(rows, (await selectReceivedForLots(rows).execute(tx)).rows)
}

async function writeAlerts(tx: CustomerTx, recalls: readonly (AlertRecall & { ids: readonly number[] })[], link: string) {
  const { rows } = await selectPackagesOfMatches(recalls.map(({ ids }) => ids)).execute(tx)
  const counts = new Map(rows.map(({ group, ...count }) => [group, count]))
  return recalls.map((recall, at) => ({ kind: recallMails, ...alertMail(recall, counts.get(at) ?? { packages: 0, received: 0 }, link) }))
}

function isAdminOf({ isCustomerAdmin, locationIds }: Admin, { locationId }: AffectedRecord): boolean {
  return isCustomerAdmin || locationIds.includes(locationId)
}
