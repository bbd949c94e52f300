import { expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'

const t = useTestDb()
const customer = useCustomer(t)

const partners = (of = customer.admin) => t.as(of).tradingPartner
const make = async (customerLocationId: number | null = null) =>
  (await partners().createOne({ customerLocationId, name: 'Northway', type: 'upstream' })).id

test('our GLNs and their addresses are emailed to a partner, and the partner’s confirmation is recorded', async () => {
  const id = await make()
  const before = await partners().readManySentGlns({ id })
  expect(before).toMatchObject([
    { locationName: 'Branch', sent: null, confirmedAt: null },
    { locationName: 'Main', globalLocationNumber: customer.main.gln, disposition: 'BOTH', sent: null },
  ])
  const main = before[1]?.globalLocationNumberId ?? 0
  const sent = await partners().createOneGlnMail({
    tradingPartnerId: id,
    to: 'gln@partner.tst',
    globalLocationNumberIds: [main],
    note: 'Good day',
  })
  expect(sent[1]).toMatchObject({ sent: { to: 'gln@partner.tst', mail: 'waiting' }, confirmedAt: null })
  expect(sent[0]).toMatchObject({ sent: null })
  await t.runJobs()
  const [mail] = await t.query<{ body: string; reply: string; status: string }>(
    `select body, reply_to as reply, status from mail where customer_id = $1 and kind = 'partner.glns'`,
    [customer.customerId],
  )
  expect(mail).toMatchObject({ reply: customer.admin.emailAddress, status: 'sent' })
  expect(mail?.body).toContain(`- ${customer.main.gln}: ship-to and bill-to (sold-to), Main, 1 Main Street, Louisville, KY, 40218`)
  expect(mail?.body).not.toContain(customer.branch.gln)
  const noticeId = sent[1]?.sent?.id ?? 0
  const [, confirmed] = await partners().updateConfirmSentGln({ id: noticeId, isConfirmed: true })
  expect(confirmed?.confirmedAt).not.toBeNull()
  const again = await partners().createOneGlnMail({ tradingPartnerId: id, to: 'gln@partner.tst', globalLocationNumberIds: [main] })
  expect(again[1]).toMatchObject({ confirmedAt: null })
})

test('an email with our GLNs can be sent to exactly one address of a partner, and can contain only GLNs that the sender can see', async () => {
  const tradingPartnerId = await make(customer.main.id)
  const [main] = await partners(customer.staff).readManySentGlns({ id: tradingPartnerId })
  const ids = [main?.globalLocationNumberId ?? 0]
  for (const to of ['nobody', 'a@mail.tst, b@mail.tst'])
    await expect(partners(customer.staff).createOneGlnMail({ tradingPartnerId, to, globalLocationNumberIds: ids })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
  const other = (await t.as(customer.elsewhere).gln.readManyByUserid())[0]?.globalLocationNumber.id ?? 0
  await expect(
    partners(customer.staff).createOneGlnMail({ tradingPartnerId, to: 'a@mail.tst', globalLocationNumberIds: [other] }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a partner notified by phone is marked as informed, and if an email is sent later, the partner must confirm again', async () => {
  const tradingPartnerId = await make()
  const main = (await partners().readManySentGlns({ id: tradingPartnerId }))[1]?.globalLocationNumberId ?? 0
  const globalLocationNumberIds = [main]
  const [, noted] = await partners().createManySentGlns({ tradingPartnerId, globalLocationNumberIds, note: ' By phone to Marta Lind ' })
  expect(noted?.sent).toMatchObject({ to: null, note: 'By phone to Marta Lind', mail: null, by: { lastName: 'Tester' } })
  await partners().updateConfirmSentGln({ id: noted?.sent?.id ?? 0, isConfirmed: true })
  const [, mailed] = await partners().createOneGlnMail({ tradingPartnerId, to: 'gln@partner.tst', globalLocationNumberIds })
  expect(mailed).toMatchObject({ sent: { to: 'gln@partner.tst', note: null }, confirmedAt: null })
  await expect(partners().createManySentGlns({ tradingPartnerId, globalLocationNumberIds, note: ' ' })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
})
