import { AUTHORIZATION_WORDS, formatAmount, gapOf, LICENSE_KINDS, PARTNER_BUSINESSES, type PackGap } from '@seriatim/schema'
import { toDay } from '../../../core/day.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { printDay } from '../../../print/dates.ts'
import { readDue } from '../../trading-partner/agreement/paper-reminder.service.ts'
import { type JudgedSeller, readSellerJudge } from '../../trading-partner/license/seller-judge.service.ts'
import type { Selection } from '../selection.ts'
import { csvPages, type PartRun, type PartScope, type PartSource } from './part.ts'
import { storedFile } from './part-files.ts'
import { type LicenseRow, listEvidence, listLicenses, listPartnerRows, type PartnerRow } from './partners.queries.ts'
import { nameOrder } from './transactions.part.ts'
import { listPackOrders, type PackOrder } from './transactions.queries.ts'

const PAGE = 1000
const MOST = 100_000

/** The day of an order's transaction: the day on which the order was shipped or, if that is unknown, on which it arrived. */
const dayOfOrder = ({ sentAt, timeStamp }: PackOrder, { timeZone }: Selection) => toDay(sentAt ?? timeStamp, timeZone)

const BAD: readonly string[] = ['deactivated', 'notAuthorized', 'unknown']

interface Judged {
  order: PackOrder
  day: string
  seller: JudgedSeller | undefined
}

async function* judgedOrders(tx: CustomerTx, { selection }: PartScope): AsyncGenerator<Judged> {
  const judge = await readSellerJudge(tx, selection.timeZone)
  for (let after: PackOrder | undefined; ; ) {
    const page = await listPackOrders(tx, selection, after, PAGE)
    for (const order of page) {
      const day = dayOfOrder(order, selection)
      yield { order, day, seller: judge({ senderGln: order.senderGln, locationId: order.locationId, day }) }
    }
    after = page.at(-1)
    if (page.length < PAGE) return
  }
}

const orderItem = ({ order, seller }: Judged): PackGap['items'][number] => ({
  text: nameOrder(order),
  path: seller ? `/tradingpartner/${seller.partnerId}` : `/orders/receive/${order.documentId}`,
})

export const partnersPart: PartSource = {
  part: 'partners',
  async count(tx, { selection: { partnerIds } }) {
    const partners = (await listPartnerRows(tx, partnerIds, 0, MOST)).filter(({ mergedInto }) => mergedInto === null)
    const licenses = await listLicenses(tx, partnerIds, 0, MOST)
    return `${formatAmount(partners.length, 'supplier')}, ${formatAmount(licenses.length, 'license')}`
  },
  async gaps(tx, scope) {
    const unlicensed: Judged[] = []
    const unknown: Judged[] = []
    for await (const one of judgedOrders(tx, scope)) {
      if (one.order.voidedAt) continue
      if (!one.seller) unknown.push(one)
      else if (BAD.includes(one.seller.authorization.status)) unlicensed.push(one)
    }
    const { partnerIds } = scope.selection
    const overdue = (await readDue(tx, scope.session)).filter(
      ({ what, partnerId, daysLeft }) => what !== 'agreement' && daysLeft < 0 && (!partnerIds.length || partnerIds.includes(partnerId)),
    )
    return [
      ...gapOf(
        'partners',
        unlicensed,
        (amount) => `${formatAmount(amount, 'order')} from a seller without a valid license on the day of the order`,
        orderItem,
      ),
      ...gapOf('partners', unknown, (amount) => `${formatAmount(amount, 'order')} from a sender that is not a trading partner`, orderItem),
      ...gapOf(
        'partners',
        overdue,
        (amount) => `${formatAmount(amount, 'license or check', 'licenses or checks')} overdue`,
        (row) => ({
          text: `${row.partnerName}: ${row.words}, ${row.what === 'check' ? 'check due' : 'ended'} ${printDay(row.on)}`,
          path: `/tradingpartner/${row.partnerId}`,
        }),
      ),
    ]
  },
  async *files(run) {
    const { partnerIds } = run.selection
    yield {
      name: '02-partners/partners.csv',
      content: csvPages<PartnerRow>(
        run,
        ['Partner', 'Name', 'Type', 'Business', 'Location', 'GLNs', 'Deactivated', 'Reason', 'Merged into partner'],
        (tx, after) => listPartnerRows(tx, partnerIds, after?.id ?? 0, PAGE),
        (row) => [
          row.id,
          row.name,
          row.type,
          row.business && PARTNER_BUSINESSES[row.business as keyof typeof PARTNER_BUSINESSES], // a CHECK constraint allows only these values
          row.locationName ?? 'All locations',
          row.glns.join(', '),
          row.deactivatedAt && toDay(row.deactivatedAt, run.selection.timeZone),
          row.deactivateReason,
          row.mergedInto,
        ],
      ),
    }
    yield {
      name: '02-partners/licenses.csv',
      content: csvPages<LicenseRow>(
        run,
        ['Partner', 'Name', 'License', 'Number', 'State', 'Issued by', 'Valid from', 'Valid to'].concat([
          'Checked on',
          'Checked by',
          'Checked where',
          'Next check',
          'Evidence file',
          'Evidence address',
        ]),
        (tx, after) => listLicenses(tx, partnerIds, after?.id ?? 0, PAGE),
        (row) => [
          row.partnerId,
          row.partnerName,
          LICENSE_KINDS[row.kind as keyof typeof LICENSE_KINDS], // a CHECK constraint allows only these values
          row.number,
          row.state ?? 'Federal',
          row.issuingBody,
          row.validFrom,
          row.validTo,
          row.checkedOn,
          row.checkedBy,
          row.checkedWhere,
          row.nextCheck,
          row.evidenceId === null ? null : `evidence/${row.evidenceId}`,
          row.evidenceAddress,
        ],
      ),
    }
    yield { name: '02-partners/sellers-by-transaction.csv', content: sellersCsv(run) }
    yield* evidenceFiles(run, 'licenses', '02-partners')
  },
}

/** Yields the CSV of a pack's orders, each with its seller's licenses on the day of the transaction. */
async function* sellersCsv(run: PartRun): AsyncGenerator<string> {
  const judge = await run.read((tx) => readSellerJudge(tx, run.selection.timeZone))
  yield* csvPages<PackOrder>(
    run,
    [
      'Order',
      'PO number',
      'Transaction day',
      'Location',
      'Sender',
      'Sender GLN',
      'Partner',
      'Authorized on that day',
      'Licenses on that day',
      'Order voided',
    ],
    (tx, after) => listPackOrders(tx, run.selection, after, PAGE),
    (order) => {
      const day = dayOfOrder(order, run.selection)
      const seller = judge({ senderGln: order.senderGln, locationId: order.locationId, day })
      return [
        order.documentId,
        order.purchaseOrderNumbers.join(', '),
        day,
        order.locationName,
        order.senderName,
        order.senderGln,
        seller?.name ?? null,
        seller ? AUTHORIZATION_WORDS[seller.authorization.status] : 'No trading partner',
        seller?.licenses ?? null,
        order.voidedAt ? 'yes' : 'no',
      ]
    },
  )
}

/** The files that show licenses or agreements, as they were uploaded. */
export async function* evidenceFiles(run: PartRun, of: 'licenses' | 'agreements', folder: string) {
  for (let after = 0; ; ) {
    const from = after
    const files = await run.read((tx) => listEvidence(tx, of, run.selection.partnerIds, from))
    for (const file of files) {
      const part = of === 'licenses' ? 'partners' : 'agreements'
      yield await storedFile(run, `${folder}/evidence/${file.id}`, file, { part, path: '/tradingpartner' })
    }
    const last = files.at(-1)
    if (!last) return
    after = last.id
  }
}
