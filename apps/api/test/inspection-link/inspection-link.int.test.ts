import { beforeEach, describe, expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder, newCustomer } from '../make.ts'

const t = useTestDb()
beforeEach(() => t.clock.set('2026-11-26T16:40:00Z'))
const c = useCustomer(t)

let medId: number
let serialNumber: string
beforeEach(async () => {
  const order = await addOrder(c, { meds: 2 })
  serialNumber = order.serials[0] ?? ''
  medId = await readId(serialNumber)
})

async function readId(of: string) {
  const found = await t.as(c.staff).inspectionUnit.readOne({ serialNumber: of })
  return found.outcome === 'found' ? found.unit.medId : 0
}
const create = async () => {
  const { path, ...link } = await t.as(c.staff).inspectionUnit.createOneLink({ medId })
  return { ...link, token: path.slice('/inspect/'.length) }
}
const open = (token: string) => t.anonymous().inspectionLink.openOne({ token })
const over = { code: 'NOT_FOUND', message: 'This link no longer works. Ask the pharmacy for a new one.' }
const links = () => t.as(c.staff).inspectionUnit.readManyLinks({ medId })

describe('a link to one package', () => {
  test('shows the answers about that package without a sign-in, and gives access to nothing else', async () => {
    const { token, expiresAt } = await create()
    expect(expiresAt).toBe('2026-11-27T16:40:00.000Z')
    const page = await open(token)
    if (page.kind !== 'unit') throw new Error('It was no package.')
    expect(page.customerName).toBe(c.name)
    expect(page.unit.serialNumber).toBe(serialNumber)
    expect(page.unit.answers).toHaveLength(11)
    expect(page.unit.answers.flatMap(({ links: of }) => of)).toEqual([])
  })

  test('counts every use, even two at the same moment, and the trail names the link but never its token', async () => {
    const { token, id } = await create()
    await Promise.all([open(token), open(token), open(token)])
    expect(await links()).toMatchObject([{ id, uses: 3, lastUsedAt: '2026-11-26T16:40:00.000Z' }])
    const rows = await t.query<{ line: string; subject: number }>(
      `select detail::text as line, subject_id::int as subject from audit where customer_id = $1 and action = 'inspectionLink.use'`,
      [c.customerId],
    )
    expect(rows.map(({ subject }) => subject)).toEqual([id, id, id])
    const all = await t.query<{ line: string }>(`select to_jsonb(a)::text as line from audit a where customer_id = $1`, [c.customerId])
    expect(all.filter(({ line }) => line.includes(token.split('-').slice(1).join('-')))).toEqual([])
  })

  test('is stored as a hash', async () => {
    const { token } = await create()
    const [row] = await t.query<{ line: string }>('select to_jsonb(l)::text as line from inspection_link l where customer_id = $1', [
      c.customerId,
    ])
    expect(row?.line).not.toContain(token.slice(-20))
  })

  test('ends when it expires, when somebody revokes it, or when its author can no longer sign in', async () => {
    const first = await create()
    t.clock.set('2026-11-27T16:40:00Z')
    await expect(open(first.token)).rejects.toMatchObject(over)
    t.clock.set('2026-11-26T16:40:00Z')
    await open(first.token)
    const ended = await t.as(c.colleague).inspectionUnit.updateRevokeLink({ linkId: first.id })
    expect(ended).toMatchObject({ revokedBy: 'Colleague Tester', uses: 1 })
    // A guest who opens the page again gets no data.
    await expect(open(first.token)).rejects.toMatchObject(over)
    const second = await create()
    await t.query('update "user" set is_active = false where customer_id = $1 and id = $2', [c.customerId, c.staff.userId])
    await expect(open(second.token)).rejects.toMatchObject(over)
    await t.query('update "user" set is_active = true where customer_id = $1 and id = $2', [c.customerId, c.staff.userId])
  })

  test('stops working, without counting uses, while its creator has no access to the package’s location', async () => {
    const { token } = await create()
    const place = await t.query<{ admin: boolean }>(
      'delete from user_location where user_id = $1 and location_id = $2 returning is_admin as admin',
      [c.staff.userId, c.main.id],
    )
    await expect(open(token)).rejects.toMatchObject(over)
    await t.query('insert into user_location (customer_id, user_id, location_id, is_admin) values ($1, $2, $3, $4)', [
      ...[c.customerId, c.staff.userId, c.main.id, place[0]?.admin],
    ])
    await open(token)
    expect(await links()).toMatchObject([{ uses: 1 }])
  })

  test('refuses every hostile token in the same way, even one that joins the right secret to another customer’s id', async () => {
    const { token } = await create()
    const other = await newCustomer(t)
    const secret = token.slice(token.indexOf('-') + 1)
    const hostile = [
      '',
      'x',
      '-',
      secret,
      `${c.customerId}-`,
      `${c.customerId}-${secret.slice(0, -1)}`,
      `${c.customerId}-${secret} `,
      `${c.customerId}-${secret}\u0000`,
      `${other.customerId}-${secret}`,
      `999999999999999-${secret}`,
      `${c.customerId}-' or true --aaaaaaaaaaaaaaaaaaaa`,
      '../../etc/passwd',
    ]
    for (const one of hostile) await expect(open(one), one).rejects.toMatchObject(over)
    expect(await links()).toMatchObject([{ uses: 0 }])
  })

  test('can be created and revoked only by people of the package’s location', async () => {
    const { id } = await create()
    const elsewhere = t.as(c.elsewhere).inspectionUnit
    await expect(elsewhere.createOneLink({ medId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(elsewhere.updateRevokeLink({ linkId: id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(elsewhere.readManyLinks({ medId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('offers no files', async () => {
    const { token } = await create()
    const app = await t.app()
    const answer = await app.inject({ url: `/inspect/${token}/file` })
    expect([answer.statusCode, answer.headers['cache-control'], answer.headers['x-robots-tag'], answer.body]).toEqual([
      404,
      'no-store',
      'noindex, nofollow, noarchive',
      over.message,
    ])
  })
})
