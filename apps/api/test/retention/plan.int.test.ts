import { EMPTY_INCIDENT_FORM } from '@seriatim/schema'
import { describe, expect, test } from 'vitest'
import { keepRecords } from '../../src/operate/retention/keep.service.ts'
import { planSummary } from '../../src/operate/retention/words.ts'
import { readContents } from '../backup/backup-target.ts'
import { earlier } from '../earlier.ts'
import { correctionKit } from '../exception/correction-kit.ts'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder, documentFor, importText, mark } from '../make.ts'
import { load, makeRecord, ownProducts, readRecallId } from '../recall/recalls.ts'
import { useRetentionKit } from './retention-kit.ts'

const t = useTestDb()
const kit = useRetentionKit(t)
const customer = useCustomer(t, { made: (make) => kit.ago(8, make) })

const staff = () => t.as(customer.staff)
const lead = () => t.as(customer.lead)
const { faulty, send, replace } = correctionKit(t, customer)
const old = () => kit.addOld(customer)
const findMed = async (serial = '') =>
  (await t.query<{ id: number }>('select id::int from med where customer_id = $1 and serial_number = $2', [customer.customerId, serial]))[0]
    ?.id ?? 0

/** Reasons to keep an order; empty if it may be removed. */
async function reasons(id: number): Promise<string[]> {
  const { kept, facts } = await kit.plan(customer)
  expect(kept.has(id)).not.toBe(facts.has(id))
  return (kept.get(id) ?? []).map(({ kind }) => kind)
}

test('a dry run changes no table, and reports what may be removed and what becomes due next', async () => {
  await old()
  await kit.ago(7, () => addOrder(customer))
  await addOrder(customer)
  const contents = await readContents(t.superuserUrl)
  const plan = await kit.plan(customer)
  expect(await readContents(t.superuserUrl)).toEqual(contents)
  expect({ ...plan, files: plan.files.amount, facts: plan.facts.size, kept: plan.kept.size }).toMatchObject({
    orders: 2,
    meds: 3,
    files: 1,
    facts: 1,
    kept: 1,
  })
  const words = planSummary(plan, { cutoff: t.clock.now(), years: 6 })
  expect(words).toContain(`Customer ${customer.customerId}, Corner Pharmacy: 2 orders arrived before`)
  expect(words).toContain('May go: 1 order, 3 packages, 1 file (21 kB).')
  expect(words).toContain('1: still open: receive, close or void')
  expect(words).toContain(`npm run retention -- --customer ${customer.customerId} --export FOLDER`)
})

describe('the start of the retention period', () => {
  test('is the day the order arrived', async () => {
    const { id } = await old()
    expect(await reasons(id)).toEqual([])
    const { id: younger } = await kit.ago(5.9, () => kit.addReceived(customer))
    const { kept, facts } = await kit.plan(customer)
    expect([kept.has(younger), facts.has(younger)]).toEqual([false, false])
  })

  test('is the day the last package of the order was received', async () => {
    const order = await kit.ago(7, () => addOrder(customer))
    await kit.ago(2, () => staff().order.updateReceiveAllByDocumentid({ documentId: order.id }))
    expect(await reasons(order.id)).toEqual(['recent'])
  })

  test('moves to the day on which the same file arrives again', async () => {
    const order = await old()
    await kit.ago(3, () => importText(t, customer.staff, order.text))
    expect(await reasons(order.id)).toEqual(['recent'])
  })

  test('is the day the order was closed short', async () => {
    const order = await kit.ago(7, () => addOrder(customer))
    expect(await reasons(order.id)).toEqual(['open'])
    await lead().order.updateCloseOne({ documentId: order.id, reason: 'never came' })
    expect(await reasons(order.id)).toEqual(['recent', 'ticket'])
  })

  test('is the day the order’s last pedigree was sent', async () => {
    const order = await old()
    const medId = await findMed(order.serials[0])
    const [mail] = await t.query<{ id: number }>(
      `insert into mail (customer_id, kind, created_at, to_addresses, cc_addresses, subject, status) values ($1, 'med.pedigree', $2, '{a@b.tst}', '{}', 'Pedigree', 'sent') returning id::int`,
      [customer.customerId, t.clock.now()],
    )
    await t.query(
      `insert into med_email (customer_id, med_id, pdf_filename, pdf_sha256, pdf_size, attachment_ids, mail_id) values ($1, $2, 'p.pdf', repeat('a', 64), 1, '{}', $3)`,
      [customer.customerId, medId, mail?.id],
    )
    expect(await reasons(order.id)).toEqual(['recent'])
    await t.query(`update mail set created_at = ${earlier('created_at', '7 years')}, status = 'waiting' where id = $1`, [mail?.id])
    expect(await reasons(order.id)).toEqual(['mail'])
    await t.query(`update mail set status = 'sent', sent_at = created_at where id = $1`, [mail?.id])
    expect(await reasons(order.id)).toEqual([])
  })
})

describe('an order is kept because of', () => {
  test('a ticket that is open, or was settled less than six years ago', async () => {
    const { order, ticketId } = await kit.ago(7.5, async () => {
      const made = await faulty()
      await staff().order.updateReceiveAllByDocumentid({ documentId: made.order.id })
      return made
    })
    expect(await reasons(order.id)).toContain('ticket')
    await kit.ago(2, () =>
      lead().documentException.createOneStatus({ documentExceptionId: ticketId, status: 'CLOSED', reason: 'accepted' }),
    )
    expect(await reasons(order.id)).toEqual(['ticket'])
    await t.query(`update document_exception set settled_at = ${earlier('settled_at', '5 years')} where id = $1`, [ticketId])
    await t.query(`update document_exception_entry set at = ${earlier('at', '5 years')} where document_exception_id = $1`, [ticketId])
    expect(await reasons(order.id)).toEqual([])
  })

  test('a hold on the order or on one package, until six years after its release', async () => {
    const [one, other] = [await old(), await old()]
    await kit.ago(6.9, () => staff().med.createOneHold({ target: { documentId: one.id }, reason: 'warm' }))
    const { holdId } = await kit.ago(6.9, async () =>
      staff().med.createOneHold({ target: { medId: await findMed(other.serials[1]) }, reason: 'torn seal' }),
    )
    expect(new Set([...(await reasons(one.id)), ...(await reasons(other.id))])).toEqual(new Set(['hold']))
    await kit.ago(1, () => lead().med.updateReleaseHold({ holdId, reason: 'fine' }))
    expect(await reasons(other.id)).toEqual(['hold'])
    await t.query(`update hold set released_at = ${earlier('released_at', '5.5 years')} where id = $1`, [holdId])
    expect(await reasons(other.id)).toEqual([])
  })

  test('a tracing request about its packages until six years after the request ended, but not because of a drill', async () => {
    const products = ownProducts()
    const [bySerial, byLot, none] = [await old(), await kit.ago(7, () => kit.addReceived(customer, { products })), await old()]
    const request = await kit.ago(6.9, () =>
      lead().tracing.createOne({
        ...{ asker: 'state', organization: 'Board', basis: 'recall', channel: 'phone', locationId: null },
        receivedAt: t.clock.now().toISOString(),
        items: [{ serialNumber: bySerial.serials[1] ?? '' }, { lotNumber: products[0]?.lot.toLowerCase(), ndc: products[0]?.ndc }],
      }),
    )
    expect(await reasons(bySerial.id)).toEqual(['tracing'])
    expect(await reasons(byLot.id)).toEqual(['tracing'])
    expect(await reasons(none.id)).toEqual([])
    await t.query('update tracing_item set lot_number = null where request_id = $1', [request.id])
    expect(await reasons(byLot.id)).toEqual(['tracing'])
    expect(await reasons(none.id)).toEqual([])
    await kit.ago(5, () => lead().tracing.updateOneEnd({ requestId: request.id ?? 0 }))
    expect(await reasons(bySerial.id)).toEqual(['tracing'])
    await t.query(`update tracing_request set ended_at = ${earlier('ended_at', '2 years')} where id = $1`, [request.id])
    expect(await reasons(bySerial.id)).toEqual([])
    await t.query('update tracing_request set ended_at = null, is_drill = true, number = 900 where id = $1', [request.id])
    expect(await reasons(bySerial.id)).toEqual([])
  })

  test('a report of suspect product, even a draft, that names a serial number or lot of the order', async () => {
    const [serial, lot] = [await old(), await kit.ago(7, () => kit.addReceived(customer, { products: ownProducts() }))]
    const input = (changes: object) => ({
      locationId: customer.main.id,
      jsonData: {
        ...EMPTY_INCIDENT_FORM,
        classification: 'COUNTERFEIT' as const,
        productFoundDate: '2026-11-01',
        nameOfProduct: 'Amoxicillin',
        ndc: '0399-9884-02',
        companyName: 'C',
        contactName: 'D',
        contactEmail: 'd@mail.tst',
        eventNotes: 'open',
        ...changes,
      },
    })
    await staff().incidentReport.saveOneDraft(input({ serialNumber: `${serial.serials[0]}, ${serial.serials[1]}` }))
    expect(await reasons(serial.id)).toEqual(['incident'])
    const [named] = await t.query<{ lot: string }>(
      'select m.lot_number as lot from med m join document_med d on d.med_id = m.id where d.document_id = $1 and m.lot_number is not null limit 1',
      [lot.id],
    )
    const [thread] = await t.query<{ id: number }>(
      `insert into incident_thread (customer_id, location_id, determined_at, created_at) values ($1, $2, $3, $3) returning id::int`,
      [customer.customerId, customer.main.id, t.clock.now()],
    )
    await t.query(
      `insert into incident_report (customer_id, thread_id, location_id, report_type, form_version, form, serial_number, product_name, ndc, lot_number, filepath, pdf_sha256, pdf_size, created_at, created_by_id)
       values ($1, $2, $3, 'INITIAL', '1', '{}', '', 'Amoxicillin', '', $4, $5, $5, 1, $6, $7)`,
      [customer.customerId, thread?.id, customer.main.id, named?.lot.toLowerCase(), mark(), t.clock.now(), customer.staff.userId],
    )
    expect(await reasons(lot.id)).toEqual(['incident'])
    await t.query(`update incident_thread set terminated_at = $2 where id = $1`, [thread?.id, t.clock.now()])
    expect(await reasons(lot.id)).toEqual(['incident'])
    await t.query(`update incident_thread set terminated_at = ${earlier('terminated_at', '7 years')} where id = $1`, [thread?.id])
    await t.query(`update incident_report set created_at = ${earlier('created_at', '7 years')} where thread_id = $1`, [thread?.id])
    expect(await reasons(lot.id)).toEqual([])
  })

  describe('a report of suspect product', () => {
    const draft = (changes: object) =>
      staff().incidentReport.saveOneDraft({ locationId: customer.main.id, jsonData: { ...EMPTY_INCIDENT_FORM, ...changes } })

    test.each<[string, (serial: string) => object]>([
      ['says that there is no serial number', () => ({ serialNumber: 'N/A' })],
      ['refers to an attached list', () => ({ lotNumber: 'see attached' })],
      ['names a range', () => ({ serialNumber: '100 - 200' })],
      ['names a package on file and one that is not', (serial) => ({ serialNumber: `${serial}, X1` })],
      ['names a package on file and a lot that is not', (serial) => ({ serialNumber: serial, lotNumber: 'unknown' })],
    ])('that %s and may therefore concern any order at its location', async (_, form) => {
      const [named, other] = [await old(), await old()]
      await draft(form(named.serials[0] ?? ''))
      expect([await reasons(named.id), await reasons(other.id)]).toEqual([['incident'], ['incident']])
    })

    test.each<[string, (order: { serial: string; medId: number }) => object]>([
      ['by its record', ({ medId }) => ({ epcisSgtinId: medId })],
      ['in lowercase', ({ serial }) => ({ serialNumber: serial.toLowerCase() })],
      ['with a comma and a semicolon', ({ serial }) => ({ serialNumber: serial })],
    ])('that identifies one of its packages (%s), while orders without that package are not kept', async (_, form) => {
      const [named, other] = [await old(), await old()]
      const medId = await findMed(named.serials[0])
      const serial = `A,b;${mark()}Z`
      await t.query('update med set serial_number = $2 where id = $1', [medId, serial])
      await draft(form({ serial, medId }))
      expect([await reasons(named.id), await reasons(other.id)]).toEqual([['incident'], []])
    })
  })

  test('a recall that matches its lots', async () => {
    const products = ownProducts()
    const order = await kit.ago(7, () => kit.addReceived(customer, { products, meds: 12 }))
    const record = makeRecord({
      product_description: `Metformin HCl Tablets, bottle, NDC ${products[0]?.ndc}`,
      code_info: `Lot ${products[0]?.lot}`,
    })
    await load(t, [record])
    expect(await readRecallId(t, record)).toBeGreaterThan(0)
    await t.runJobs()
    expect(await reasons(order.id)).toEqual(['recall'])
    await t.query(`update recall_match set ended_at = matched_at where customer_id = $1`, [customer.customerId])
    expect(await reasons(order.id)).toEqual(['recall'])
    await t.query(
      `update recall_match set matched_at = ${earlier('matched_at', '7 years')}, told_at = null, ended_at = ${earlier('matched_at', '7 years')} where customer_id = $1`,
      [customer.customerId],
    )
    expect(await reasons(order.id)).toEqual([])
  })

  test('a later order that names one of its packages', async () => {
    const seed = mark()
    const order = await kit.ago(7, () => kit.addReceived(customer, { serialSeed: seed }))
    const later = await kit.ago(1, () => addOrder(customer, { serialSeed: seed }))
    const { kept } = await kit.plan(customer)
    expect(kept.get(order.id)).toEqual([{ kind: 'tied', to: later.id }])
  })

  test('a recent corrected file for it; the order and its replacement are removed together once both are old enough', async () => {
    const { order, correctionId } = await kit.ago(7.5, async () => {
      const { order: made, same } = await faulty()
      return { order: made, ...(await send(documentFor(customer, same))) }
    })
    expect(await reasons(order.id)).toContain('correction')
    const next = await kit.ago(7.4, async () => (await replace(correctionId)).corrected.documentId ?? 0)
    await kit.ago(7.4, () => staff().order.updateReceiveAllByDocumentid({ documentId: next }))
    const { groups } = await kit.plan(customer)
    expect(groups).toEqual([{ ids: [order.id, next] }])
    await kit.ago(1, () => t.query('update receipt set at = $2 where document_id = $1', [next, t.clock.now()]))
    expect([await reasons(order.id), await reasons(next)]).toEqual([['tied'], ['recent']])
  })

  test('its file, which is still being read', async () => {
    const order = await old()
    await t.query(`update upload set status = 'processing', finished_at = null where id = $1`, [order.uploadId])
    expect(await reasons(order.id)).toEqual(['upload'])
  })

  test('an operator’s keep request, until it is released', async () => {
    const order = await old()
    const set = (kind: 'keep' | 'letGo') => (which: 'all' | number[], reason: string) =>
      keepRecords(t.deps.pool, customer.customerId, { kind, which, reason, now: t.clock.now() })
    const [keep, letGo] = [set('keep'), set('letGo')]
    const changed = { changed: 1, still: 0 }
    expect(await keep([order.id], 'Smith v. Corner Pharmacy')).toEqual(changed)
    expect(await keep([order.id], 'Smith v. Corner Pharmacy')).toEqual({ changed: 0, still: 0 })
    expect((await kit.plan(customer)).kept.get(order.id)).toEqual([{ kind: 'legalHold', label: 'Smith v. Corner Pharmacy', until: null }])
    expect(await letGo([order.id], 'Smith v. Corner Pharmacy')).toEqual(changed)
    expect(await letGo([order.id], 'Smith v. Corner Pharmacy')).toEqual({ changed: 0, still: 0 })
    expect(await keep('all', 'audit')).toEqual(changed)
    expect(await reasons(order.id)).toEqual(['legalHold'])
    expect(await letGo('all', 'audit')).toEqual(changed)
    expect(await reasons(order.id)).toEqual([])
    await expect(keep([order.id, 999_999], 'x')).rejects.toThrow(`Customer ${customer.customerId} has no order 999999.`)
    const { items } = await t.as(customer.admin).audit.readManyBySearch({})
    expect(items.slice(0, 4).map(({ what }) => what)).toEqual([
      'Extended retention ended for all records',
      'All records kept until further notice',
      'Extended retention ended for an order',
      'Order kept until further notice',
    ])
  })

  test.each(['all', 'order'] as const)(
    'each reason recorded by the operator, until the reason is removed with exactly the same text (kept: %s)',
    async (scope) => {
      const order = await old()
      const which = scope === 'all' ? scope : [order.id]
      const name = scope === 'all' ? 'Everything' : `Order ${order.id}`
      const set = (kind: 'keep' | 'letGo', reason: string) =>
        keepRecords(t.deps.pool, customer.customerId, { kind, which, reason, now: t.clock.now() })
      const label = async () => (await kit.plan(customer)).kept.get(order.id)?.map((one) => 'label' in one && one.label)
      await Promise.all([set('keep', 'Smith'), set('keep', 'FDA')])
      expect((await label())?.join().split('; ').sort()).toEqual(['FDA', 'Smith'])
      await expect(set('letGo', 'Smyth')).rejects.toThrow(`${name} is not kept for "Smyth", but for: `)
      expect(await set('letGo', 'Smith')).toEqual({ changed: 1, still: 1 })
      expect(await label()).toEqual(['FDA'])
      await expect(set('letGo', 'Smith')).rejects.toThrow('but for: FDA.')
      expect(await set('letGo', 'FDA')).toEqual({ changed: 1, still: 0 })
      expect(await label()).toBeUndefined()
      const { items } = await t.as(customer.admin).audit.readManyBySearch({})
      const explained = items.slice(0, 4).map(({ what, facts }) => [what, facts.find((fact) => fact.label === 'Reason')?.value])
      const one = scope === 'all' ? 'all records' : 'an order'
      expect(explained.slice(0, 2)).toEqual([
        [`Extended retention ended for ${one}`, 'FDA'],
        [`One reason for keeping ${one} was removed; others remain`, 'Smith'],
      ])
      expect(
        explained
          .slice(2)
          .map(([, reason]) => reason)
          .sort(),
      ).toEqual(['FDA', 'Smith'])
    },
  )
})
