import { beforeEach, describe, expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder, type TestOrder } from '../make.ts'
import { makeSteps } from './steps.ts'

const t = useTestDb()
const customer = useCustomer(t, { name: 'Corner Pharmacy' })
let order: TestOrder
beforeEach(async () => {
  order = await addOrder(customer)
})

const { calls, form, input, keep, send } = makeSteps(() => ({ t, customer, order }))

test('[INC-005] a further report about a terminated incident is refused at the preview, whether it names the incident by id or by number', async () => {
  const { id } = await send()
  await send({ reportType: 'TERMINATE', incidentNumber: '7', terminationNotes: 'settled' }, id)
  await calls().updateTerminatedById({ incidentId: id })
  const further = { reportType: 'FOLLOWUP', incidentNumber: '7' } as const
  await expect(calls().createOne(input(further, id))).rejects.toMatchObject({ message: /was terminated/ })
  await expect(calls().createOne(input(further))).rejects.toMatchObject({ message: /was terminated/ })
})

test('[INC-002] a serial number that several products share requires a choice, unless all but one of their records are voided', async () => {
  const serialNumber = order.serials[0] ?? ''
  const { med } = t.as(customer.staff)
  const typedIn = await med.createOne({ serialNumber, locationId: customer.main.id, gtin: '00399998840225', lotNumber: 'OTHER' })
  const find = (more: object = {}) => med.readOneBySerialnumberIncident({ serialNumber, locationId: customer.main.id, ...more })
  await expect(find()).rejects.toMatchObject({
    code: 'CONFLICT',
    cause: {
      key: 'serial_ambiguous',
      facts: { candidates: [{ medId: typedIn.id, lotNumber: 'OTHER', gtin: '00399998840225' }, { medId: expect.any(Number) }] },
    },
  })
  expect(await find({ medId: typedIn.id })).toMatchObject({ lotNumber: 'OTHER' })
  await med.updateVoidOne({ medId: typedIn.id })
  const { medId } = await find()
  expect(medId).not.toBe(typedIn.id)
})

describe('submitting', () => {
  test('[REST-036 REST-040 INC-006 TRACK-015] stores the previewed bytes and emails them to the contact, the user’s own address and the regulator', async () => {
    await t.query('update "user" set suspect_med_email_address = $1 where id = $2', ['own@mail.tst', customer.staff.userId])
    await t.query('update customer set regulator_email_address = $1 where id = $2', ['regulator@mail.tst', customer.customerId])
    const given = input()
    const { bufferData, seal } = await calls().createOne(given)
    const { id, recipients } = await calls().createSend({ ...given, bufferData, seal })
    expect(recipients.sort()).toEqual(['contact@mail.tst', 'own@mail.tst', 'regulator@mail.tst'])
    await t.runJobs()
    for (const to of recipients) {
      const [mail] = await t.mailbox.list(to)
      expect(mail?.subject).toBe('Drug notification: Amoxicillin 500 mg capsules')
      const { attachments = [] } = (await t.mailbox.get(mail?.id ?? '')) ?? {}
      expect(attachments[0]?.content.toString('base64')).toBe(bufferData)
    }
    const { items } = await calls().readManyBySearch({})
    expect(items).toMatchObject([
      { id: { value: id }, reportType: { value: 'INITIAL' }, incidentNumber: { value: null }, state: { value: 'SUBMITTED' } },
    ])
    const stored = await calls().downloadOneByPath({ filepath: items[0]?.filepath.value ?? '' })
    expect(stored.base64).toBe(bufferData)
    expect(await calls().readOneById({ incidentId: id })).toMatchObject({
      mails: [
        { to: ['contact@mail.tst'], recipient: 'copy', status: 'sent' },
        { to: ['regulator@mail.tst'], recipient: 'fda' },
        { to: ['own@mail.tst'] },
      ],
    })
  })

  test.each([
    [
      'other bytes',
      (one: { bufferData: string; seal: string }) => ({ ...one, bufferData: Buffer.from('%PDF-1.7 forged').toString('base64') }),
    ],
    ['no seal', (one: { bufferData: string }) => ({ ...one, seal: '' })],
    [
      'a seal with a later expiry',
      (one: { bufferData: string; seal: string }) => ({ ...one, seal: `9999999999999.${one.seal.split('.')[1]}` }),
    ],
  ])('is refused if the document comes with %s', async (_, change) => {
    const given = input()
    const { bufferData, seal } = await calls().createOne(given)
    await expect(calls().createSend({ ...given, ...change({ bufferData, seal }) })).rejects.toMatchObject({ message: /not the document/ })
  })

  test('creates one report and one email per recipient, even if it is repeated or concurrent', async () => {
    await t.query('update customer set regulator_email_address = $1 where id = $2', ['regulator@mail.tst', customer.customerId])
    const draft = await keep()
    const given = { ...input(), draft }
    const { bufferData, seal } = await calls().createOne(given)
    const answers = await Promise.all([1, 2, 3].map(() => calls().createSend({ ...given, bufferData, seal })))
    answers.push(await calls().createSend({ ...given, bufferData, seal }))
    expect(new Set(answers.map((answer) => answer.id)).size).toBe(1)
    expect(answers[3]?.recipients).toEqual(['regulator@mail.tst', 'contact@mail.tst'])
    expect(await t.query('select from incident_mail where customer_id = $1', [customer.customerId])).toHaveLength(2)
    expect(await calls().readCountByUser()).toEqual({ count: 1 })
  })

  test('refuses a draft that somebody else has already sent', async () => {
    const draft = await keep()
    const given = { ...input(), draft }
    const { bufferData, seal } = await calls().createOne(given)
    await calls().deleteOneDraft({ draftId: draft.id })
    await expect(calls().createSend({ ...given, bufferData, seal })).rejects.toMatchObject({ message: /sent or deleted/ })
    expect(await calls().readCountByUser()).toEqual({ count: 0 })
  })

  test('[INC-017] adds a follow-up to the incident whose number the follow-up states, or stores the number if there is no such incident', async () => {
    const { id, threadId } = await send()
    await calls().updateOneById({ id, field: 'incidentNumber', value: '2026-0042' })
    expect(await send({ reportType: 'FOLLOWUP', incidentNumber: '2026-0042' })).toMatchObject({ threadId })
    const other = await send({ reportType: 'FOLLOWUP', incidentNumber: '2025-0007' })
    expect(other.threadId).not.toBe(threadId)
    expect(await calls().readOneById({ incidentId: other.id })).toMatchObject({ incidentNumber: '2025-0007' })
    expect(await calls().readCountByUser()).toEqual({ count: 0 })
  })

  test('is refused if the preview is of another form, of another user, or more than an hour old', async () => {
    const given = input()
    const { bufferData, seal } = await calls().createOne(given)
    const changed = { ...given, jsonData: form({ lotNumber: 'OTHER' }), bufferData, seal }
    await expect(calls().createSend(changed)).rejects.toMatchObject({ message: /not the document/ })
    await expect(t.as(customer.lead).incidentReport.createSend({ ...given, bufferData, seal })).rejects.toMatchObject({
      message: /not the document/,
    })
    t.clock.advance(61 * 60_000)
    await expect(calls().createSend({ ...given, bufferData, seal })).rejects.toMatchObject({ message: /more than an hour old/ })
    expect(await t.query('select from incident_report where customer_id = $1', [customer.customerId])).toEqual([])
  })
})

describe('the thread of an incident', () => {
  test('[REST-034 REST-038 TRACK-013 INC-015] leads from submission to an FDA number, a follow-up and termination, and updates the count of open incidents', async () => {
    const count = async () => (await calls().readCountByUser()).count
    const { id } = await send()
    expect(await count()).toBe(1)
    await send({ serialNumber: 'OTHER' })
    expect(await count()).toBe(2)
    await calls().updateOneById({ id, field: 'incidentNumber', value: ' 2026-0042 ' })
    expect(await count()).toBe(1)
    expect(await calls().readOneById({ incidentId: id })).toMatchObject({ state: 'ACKNOWLEDGED', incidentNumber: '2026-0042' })
    await expect(calls().updateTerminatedById({ incidentId: id })).rejects.toMatchObject({ code: 'CONFLICT' })
    await send({ reportType: 'FOLLOWUP', incidentNumber: '2026-0042', eventNotes: 'More was found.' }, id)
    expect(await calls().readOneById({ incidentId: id })).toMatchObject({
      state: 'FOLLOWUP',
      reports: [{ reportType: 'FOLLOWUP' }, { reportType: 'INITIAL' }],
    })
    await send({ reportType: 'TERMINATE', incidentNumber: '2026-0042', terminationNotes: 'It was a misprint.' }, id)
    expect(await calls().readOneById({ incidentId: id })).toMatchObject({ state: 'TERMINATION' })
    await calls().updateTerminatedById({ incidentId: id })
    expect(await calls().readOneById({ incidentId: id })).toMatchObject({ state: 'TERMINATED', terminatedAt: expect.any(String) })
    await expect(send({ reportType: 'FOLLOWUP', incidentNumber: '2026-0042' }, id)).rejects.toMatchObject({ message: /was terminated/ })
    const trail = await t.query<{ action: string }>(
      `select action from audit where subject = 'incident' and customer_id = $1 order by id`,
      [customer.customerId],
    )
    expect(trail.map((row) => row.action)).toEqual([
      'incident.submit',
      'incident.submit',
      'incident.update',
      'incident.submit',
      'incident.submit',
      'incident.terminate',
    ])
  })

  test('[REST-039] allows changing one field of the allow-list at a time, and records both values in the trail', async () => {
    const { id } = await send()
    await calls().updateOneById({ id, field: 'quantity', value: '2 bottles' })
    expect((await calls().readOneById({ incidentId: id })).form).toMatchObject({ quantity: '2 bottles', strength: '' })
    await expect(calls().updateOneById({ id, field: 'reportType' as 'quantity', value: 'INITIAL' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
    const [entry] = await t.query(`select detail from audit where action = 'incident.update' and customer_id = $1`, [customer.customerId])
    expect(entry).toEqual({ detail: { field: 'quantity', before: '', after: '2 bottles' } })
  })

  test('[TRACK-013] keeps all fields that are saved concurrently', async () => {
    const { id } = await send()
    const fields = ['quantity', 'strength', 'lotNumber', 'expiration', 'contactPhone'] as const
    await Promise.all(fields.map((field) => calls().updateOneById({ id, field, value: `new ${field}` })))
    expect((await calls().readOneById({ incidentId: id })).form).toMatchObject(
      Object.fromEntries(fields.map((field) => [field, `new ${field}`])),
    )
  })

  test('[TRACK-013] has an incident number that cannot be reused at its location; the error identifies the incident that has the number', async () => {
    const { id } = await send()
    await calls().updateOneById({ id, field: 'incidentNumber', value: '7' })
    const { id: other } = await send({ nameOfProduct: 'Metformin', serialNumber: 'M1' })
    const taken = {
      code: 'CONFLICT',
      message: `Another incident of this location has the number 7: Amoxicillin 500 mg capsules, serial number ${order.serials[0]}.`,
      cause: { facts: { field: 'incidentNumber' } },
    }
    await expect(calls().updateOneById({ id: other, field: 'incidentNumber', value: '7' })).rejects.toMatchObject(taken)
    await expect(send({ reportType: 'FOLLOWUP', incidentNumber: '7' }, other)).rejects.toMatchObject(taken)
    const both = await Promise.allSettled(
      [other, (await send({ serialNumber: 'M2' })).id].map((one) =>
        calls().updateOneById({ id: one, field: 'incidentNumber', value: '8' }),
      ),
    )
    expect(both.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('[TRACK-013] does not let the product name be emptied, and is read-only after termination', async () => {
    const { id } = await send()
    await expect(calls().updateOneById({ id, field: 'nameOfProduct', value: ' ' })).rejects.toMatchObject({
      message: 'Enter the product name as on the label (item 6).',
      cause: { facts: { field: 'nameOfProduct' } },
    })
    await send({ reportType: 'TERMINATE', incidentNumber: '7', terminationNotes: 'settled' }, id)
    await calls().updateTerminatedById({ incidentId: id })
    for (const change of [
      { field: 'incidentNumber', value: '' },
      { field: 'incidentNumber', value: '8' },
      { field: 'eventNotes', value: 'rewritten' },
    ] as const)
      await expect(calls().updateOneById({ id, ...change })).rejects.toMatchObject({ code: 'CONFLICT', message: /was terminated/ })
    expect(await calls().readOneById({ incidentId: id })).toMatchObject({ incidentNumber: '7' })
  })

  test('[TRACK-012] appears as a row in the list of incidents, with each documented field as an object that contains a value', async () => {
    const { id } = await send()
    await calls().updateOneById({ id, field: 'incidentNumber', value: '2026-0042' })
    const { items } = await calls().readManyBySearch({})
    expect(items).toHaveLength(1)
    expect(items[0]).toMatchObject({
      id: { value: id },
      serialNumber: { value: order.serials[0] },
      reportType: { value: 'INITIAL' },
      incidentNumber: { value: '2026-0042' },
      productName: { value: 'Amoxicillin 500 mg capsules' },
      ndc: { value: '0399-9884-02' },
      lotNumber: { value: 'X8842D' },
      dateCreated: { value: t.clock.now().toISOString() },
      createdBy: { value: 'Staff Tester' },
      customerLocationName: { value: 'Main' },
      filepath: { value: expect.any(String) },
    })
    const { filepath } = items[0] ?? {}
    expect(await calls().downloadOneByPath({ filepath: filepath?.value ?? '' })).toMatchObject({
      filename: expect.stringMatching(/\.pdf$/),
    })
  })

  test('[REST-037 TRACK-015] is found by serial number, NDC in any layout, product name and incident number', async () => {
    const { id } = await send()
    await send({ serialNumber: 'OTHER', ndc: '1111-2222-33', nameOfProduct: 'Metformin', lotNumber: 'L2' })
    await calls().updateOneById({ id, field: 'incidentNumber', value: '2026-0042' })
    for (const search of [
      { serialNumber: order.serials[0] },
      { ndc: '0399988402' },
      { ndc: '0399-9884' },
      { medName: 'amoxi' },
      { incidentNumber: '0042' },
    ])
      expect((await calls().readManyBySearch(search)).items.map((row) => row.id.value)).toEqual([id])
    const first = await calls().readManyBySearch({ limit: 1 })
    const second = await calls().readManyBySearch({ limit: 1, cursor: first.nextCursor ?? '' })
    expect([first.items.length, second.items[0]?.id.value, second.nextCursor]).toEqual([1, id, null])
  })

  test('[ROLE-008] is visible to its own location only, and so are drafts', async () => {
    const { id } = await send()
    await calls().saveOneDraft(input())
    const elsewhere = t.as(customer.elsewhere).incidentReport
    expect(await elsewhere.readManyBySearch({})).toMatchObject({ items: [] })
    expect(await elsewhere.readManyDrafts()).toEqual([])
    expect(await elsewhere.readCountByUser()).toEqual({ count: 0 })
    await expect(elsewhere.readOneById({ incidentId: id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('notices to trading partners', () => {
  test('are separate emails, each with the partner’s name, and no partner learns of the others', async () => {
    const { id } = await send()
    const partners = [
      { name: 'North & Sons', emailAddress: 'north@partner.tst' },
      { name: 'South', emailAddress: 'south@partner.tst; second@partner.tst' },
    ]
    const notice = { incidentId: id, subject: 'Illegitimate product', body: 'Dear {partner},\ncheck lot X8842D.', partners }
    expect(await calls().createManyNotices(notice)).toEqual({ mails: 2 })
    await t.runJobs()
    const [north] = await t.mailbox.list('north@partner.tst')
    expect(north).toMatchObject({ to: 'north@partner.tst', text: expect.stringMatching(/^Dear North & Sons,\s+check lot X8842D\./) })
    expect((await t.mailbox.list('second@partner.tst'))[0]?.text).toContain('Dear South')
    expect((await t.mailbox.get(north?.id ?? ''))?.attachments).toEqual([])
    const { mails } = await calls().readOneById({ incidentId: id })
    expect(mails.filter((mail) => mail.kind === 'notice').map((mail) => [mail.partnerName, mail.status])).toEqual([
      ['South', 'sent'],
      ['North & Sons', 'sent'],
    ])
    await expect(calls().createManyNotices({ ...notice, partners: [{ name: 'X', emailAddress: 'nobody' }] })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
  })
})
