import { beforeEach, describe, expect, test } from 'vitest'
import { withCustomer } from '../../src/db/customer-tx.ts'
import { digestRecallsJob } from '../../src/domains/recall/recall.jobs.ts'
import { alertAffected } from '../../src/domains/recall/report/alert.service.ts'
import type { JobContext } from '../../src/jobs/job.ts'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder, mark } from '../make.ts'
import { load, makeRecord, ownProducts, readRecallId } from './recalls.ts'

const t = useTestDb()
const customer = useCustomer(t)
let products: ReturnType<typeof ownProducts>
beforeEach(() => {
  products = ownProducts()
})

const recordFor = (changes: Record<string, unknown>, at = 0) =>
  makeRecord({ product_description: `Bottle, NDC ${products[at]?.ndc}`, code_info: `Lot ${products[at]?.lot}`, ...changes })

const mails = () =>
  t.query<{ kind: string; to: string[]; subject: string; body: string }>(
    `select kind, to_addresses as "to", subject, body from mail where customer_id = $1 and kind like 'recall.%' order by id`,
    [customer.customerId],
  )
const digest = async () => {
  // this job belongs to no customer and uses only the fields in `t.deps` and `config` of its context
  await digestRecallsJob.run(null, { ...t.deps, config: t.config } as unknown as JobContext)
  await t.runJobs()
}

describe('an alert', () => {
  test('of class I is sent at once to the affected location’s admins and the customer admin, and never twice', async () => {
    await addOrder(customer, { meds: 8, products })
    const record = recordFor({ classification: 'Class I' })
    await load(t, [record])
    const sent = await mails()
    expect(sent.map(({ to }) => to[0]).sort()).toEqual([customer.admin.emailAddress, customer.lead.emailAddress].sort())
    expect(sent[0]).toMatchObject({ kind: 'recall.alert', subject: 'Class I: 2 packages expected of Bottle' })
    expect(sent[0]?.body).toContain(`- Main: 2 packages expected of lot ${products[0]?.lot} (exact: Same NDC and lot).`)
    await load(t, [{ ...record, status: 'Completed' }], { asOf: '2026-09-27' })
    await load(t, [{ ...record, status: 'Terminated' }], { asOf: '2026-09-28' })
    await digest()
    expect(await mails()).toHaveLength(2)
  })

  test('has the same counts as the report: a package in two lots counts once, and expected and received packages count separately', async () => {
    const order = await addOrder(customer, { meds: 8, products })
    const [first] = await t.query<{ serialNumber: string }>(
      `select m.serial_number as "serialNumber" from document_med d join med m on m.id = d.med_id
       where d.document_id = $1 and not d.is_package and d.lot_number = $2 order by d.line limit 1`,
      [order.id, products[0]?.lot],
    )
    await t.as(customer.staff).order.updateReceiveManyBySerialnumber({ documentId: order.id, serialNumber: first?.serialNumber ?? '' })
    // Adds a second stock lot with the same packages, as if the order listed its packages twice.
    await t.query(
      `insert into stock_lot (customer_id, location_id, document_id, epcis_med_vocabulary_id, ndc, ndc10, lot_number, lot_key, firm_key, expiration_date, sent_at, amount)
       select customer_id, location_id, document_id, epcis_med_vocabulary_id, ndc, ndc10, lot_number, lot_key, firm_key, expiration_date, sent_at, amount
       from stock_lot where document_id = $1 and lot_number = $2`,
      [order.id, products[0]?.lot],
    )
    await load(t, [recordFor({ classification: 'Class I' })])
    const [mail] = await mails()
    expect(mail?.subject).toBe('Class I: 1 package, 1 more expected of Bottle')
    expect(mail?.body.match(/- Main: 1 package, 1 more expected of lot/g)).toHaveLength(2)
    const today = t.clock.now()
    const range = { from: '2026-01-01', to: new Date(today.getTime() + 86_400_000).toISOString().slice(0, 10) }
    expect(await t.as(customer.staff).report.readRecalls(range)).toMatchObject({ lots: 2, packages: 2, received: 1 })
  })

  test('for a recall of Class II or III waits for the daily email', async () => {
    await addOrder(customer, { meds: 8, products })
    await load(t, [recordFor({}), recordFor({ classification: 'Class III' }, 1), recordFor({ code_info: 'see list' }, 2)])
    expect(await mails()).toEqual([])
    await digest()
    const sent = await mails()
    expect(sent).toHaveLength(2)
    expect(sent[0]).toMatchObject({ kind: 'recall.digest', subject: '3 recalls may name packages shipped to you' })
    expect(sent[0]?.body).toContain('(possible: Same NDC, lots not readable)')
    await digest()
    expect(await mails()).toHaveLength(2)
  })

  test('combines all recalls in one email on the first load of recalls, and on the first load after a lapsed subscription resumes', async () => {
    await addOrder(customer, { meds: 8, products })
    await load(t, [recordFor({ classification: 'Class I' }), recordFor({ classification: 'Class I' }, 1), recordFor({}, 2)])
    const sent = await mails()
    expect(sent.map(({ kind, subject }) => [kind, subject])).toEqual(
      Array.from({ length: 2 }, () => ['recall.digest', '3 recalls name packages shipped to you, 2 of them Class I']),
    )
    expect(sent[0]?.body.split('Class II,')[0]?.match(/Class I,/g)).toHaveLength(2)
    const subscribe = (isActive: boolean) =>
      t.query(`update subscription set is_active = $2 where customer_id = $1 and product like 'nrac%'`, [customer.customerId, isActive])
    await subscribe(false)
    await load(t, [recordFor({ classification: 'Class I' }), recordFor({ classification: 'Class I' }, 1)])
    expect(await mails()).toHaveLength(2)
    await subscribe(true)
    await load(t, [recordFor({ classification: 'Class II' })])
    expect((await mails()).slice(2).map(({ kind }) => kind)).toEqual(['recall.digest', 'recall.digest'])
    await load(t, [recordFor({ classification: 'Class I' }), recordFor({ classification: 'Class I' }, 1)])
    expect((await mails()).slice(4).map(({ kind }) => kind)).toEqual(Array.from({ length: 4 }, () => 'recall.alert'))
  })

  test('for a recall that the FDA has terminated waits for the daily email and mentions the termination', async () => {
    await addOrder(customer, { meds: 8, products })
    await load(t, [recordFor({ classification: 'Class I', status: 'Terminated', termination_date: '20260920' })])
    expect(await mails()).toEqual([])
    await digest()
    const sent = await mails()
    expect(sent[0]).toMatchObject({ subject: 'A recall names packages shipped to you, Class I' })
    expect(sent[0]?.body).toContain('The FDA has ended this recall. Its packages still should not be sold.')
  })

  test('is repeated when a recalled lot arrives later, and when a later version of the recall adds a lot', async () => {
    await addOrder(customer, { meds: 8, products })
    const record = recordFor({ classification: 'Class I' })
    await load(t, [record])
    expect(await mails()).toHaveLength(2)
    await addOrder(customer, { meds: 4, products })
    expect(await mails()).toHaveLength(4)
    const wider = {
      ...record,
      product_description: `${record.product_description}, NDC ${products[1]?.ndc}`,
      code_info: `${record.code_info}, ${products[1]?.lot}`,
    }
    await load(t, [wider], { asOf: '2026-09-27' })
    const sent = await mails()
    expect(sent).toHaveLength(6)
    expect(sent[5]?.body).not.toContain(`of lot ${products[0]?.lot}`)
  })

  test('is sent at once, and only once, when a later version raises a recall to class I, and lists what was already handled', async () => {
    await addOrder(customer, { meds: 8, products })
    const record = recordFor({ classification: 'Class II' })
    await load(t, [record], { asOf: '2026-09-20' })
    await digest()
    expect(await mails()).toHaveLength(2)
    const { recall } = t.as(customer.staff)
    const recallId = await readRecallId(t, record)
    const [entry] = await recall.readAllActiverecallsByRecallid({ recallId })
    await recall.createOneDismissedrecall({ recallId, epcisEventId: entry?.id ?? 0, dispensed: 2 })
    await load(t, [{ ...record, classification: 'Class I' }], { asOf: '2026-09-27' })
    const sent = (await mails()).slice(2)
    expect(sent.map(({ kind, subject }) => [kind, subject])).toEqual([
      ['recall.alert', 'Raised to Class I: 2 packages expected of Bottle'],
      ['recall.alert', 'Raised to Class I: 2 packages expected of Bottle'],
    ])
    expect(sent[0]?.body).toContain('You have already handled this lot.')
    await load(t, [{ ...record, classification: 'Class I', status: 'Completed' }], { asOf: '2026-10-04' })
    await digest()
    expect(await mails()).toHaveLength(4)
    expect((await recall.readAllActiverecallsByRecallid({ recallId }))[0]?.dismissedRecall).toMatchObject({ isDismissed: true })
  })

  test('in the daily email mentions that more packages of a lot were typed in', async () => {
    const enter = async () => {
      await t.as(customer.staff).med.createOne({
        locationId: customer.main.id,
        serialNumber: `S${mark()}`,
        ndc: products[0]?.ndc ?? '',
        lotNumber: products[0]?.lot ?? '',
        medName: 'Metformin',
        manufacturerName: 'Alderbrook Pharma',
      })
      await t.runJobs()
    }
    await load(t, [recordFor({ classification: 'Class I' })])
    await enter()
    expect(await mails()).toHaveLength(2)
    await enter()
    await enter()
    expect(await mails()).toHaveLength(2)
    await digest()
    const sent = (await mails()).slice(2)
    expect(sent).toHaveLength(2)
    expect(sent[0]?.body).toContain(`3 packages of lot ${products[0]?.lot}`)
    expect(sent[0]?.body).toContain('More of this lot has arrived since we last notified you.')
    await digest()
    expect(await mails()).toHaveLength(4)
  })

  test('mentions a package of a dismissed lot that was typed in later; the lot stays dismissed', async () => {
    const { med, recall } = t.as(customer.staff)
    const enter = async () => {
      const { id } = await med.createOne({
        locationId: customer.main.id,
        serialNumber: `S${mark()}`,
        ndc: products[0]?.ndc ?? '',
        lotNumber: products[0]?.lot ?? '',
        medName: 'Metformin',
        manufacturerName: 'Alderbrook Pharma',
      })
      await t.runJobs()
      return id
    }
    const record = recordFor({})
    await load(t, [record])
    const boxes = [await enter(), await enter()]
    await digest()
    expect(await mails()).toHaveLength(2)
    const recallId = await readRecallId(t, record)
    const entry = async () => (await recall.readAllActiverecallsByRecallid({ recallId }))[0]
    await recall.createOneDismissedrecall({ recallId, epcisEventId: (await entry())?.id ?? 0, returned: 2 })
    for (const medId of boxes) await med.updateVoidOne({ medId })
    await digest()
    expect(await mails()).toHaveLength(2)
    await enter()
    await digest()
    const sent = (await mails()).slice(2)
    expect(sent).toHaveLength(2)
    expect(sent[0]?.body).toContain('More of this lot has arrived since we last notified you.')
    expect((await entry())?.dismissedRecall).toMatchObject({ isDismissed: false, amount: 2, returned: 2 })
    await recall.createOneDismissedrecall({ recallId, epcisEventId: (await entry())?.id ?? 0 })
    await digest()
    expect(await mails()).toHaveLength(4)
    expect((await entry())?.dismissedRecall).toMatchObject({ isDismissed: true, amount: 1 })
  })

  test('is sent once when two jobs run concurrently', async () => {
    await addOrder(customer, { meds: 8, products })
    await load(t, [recordFor({})])
    const scope = { customerId: customer.customerId, userId: null, scope: 'all', locationIds: [] } as const
    const alerting = () =>
      withCustomer(t.deps.db, scope, 'read write', (tx) => alertAffected(tx, { now: t.clock.now(), link: '', which: 'rest' }))
    let second: Promise<number> | undefined
    const first = await withCustomer(t.deps.db, scope, 'read write', async (tx) => {
      const alerted = await alertAffected(tx, { now: t.clock.now(), link: '', which: 'rest' })
      second = alerting()
      await expect.poll(() => t.countWaiting(/update \S*recall_match/), { timeout: 30_000 }).toBe(1)
      return alerted
    })
    expect([first, await second]).toEqual([2, 0])
    expect(await mails()).toHaveLength(2)
  })

  test('is not sent without the subscription', async () => {
    await t.query(`update subscription set is_active = false where customer_id = $1 and product like 'nrac%'`, [customer.customerId])
    await addOrder(customer, { meds: 8, products })
    await load(t, [recordFor({ classification: 'Class I' })])
    await digest()
    expect(await mails()).toEqual([])
  })
})
