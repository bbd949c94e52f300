import { KEEP_YEARS, NOTIFY_HOURS, SOPS, type SopKey } from '@seriatim/schema'
import { beforeEach, describe, expect, test } from 'vitest'
import { withCustomer } from '../../src/db/customer-tx.ts'
import { readSopsAsOf } from '../../src/domains/sop/sop.service.ts'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { readPages } from '../pdf-text.ts'

const t = useTestDb()
beforeEach(() => t.clock.set('2026-11-24T17:00:00Z'))
const c = useCustomer(t)

const TEXT = '# Purpose\nWe look at every carton.'
const lead = () => t.as(c.lead).sop
const staff = () => t.as(c.staff).sop
const find = async (key: SopKey = 'incoming') => (await staff().readMany()).sops.find((one) => one.key === key)
const revise = (after: number, text = TEXT) => lead().createOneRevision({ key: 'incoming', text, note: 'Adopted', after })
const later = (minutes = 1) => t.clock.set(new Date(t.clock.now().getTime() + minutes * 60_000))

describe('the standard operating procedures', () => {
  test('start as five proposals, which nobody has adopted and nobody must sign', async () => {
    const { sops, mayWrite } = await staff().readMany()
    expect(sops.map(({ title }) => title)).toEqual(Object.values(SOPS))
    for (const sop of sops)
      expect(sop).toMatchObject({ revisions: [], unsigned: [], mustSign: false, proposal: expect.stringContaining('# Purpose') })
    expect(mayWrite).toBe(false)
    expect((await find('suspect'))?.proposal).toContain(`within ${NOTIFY_HOURS} hours`)
    expect((await find('retention'))?.proposal).toContain(`${KEEP_YEARS} years`)
    await expect(staff().createOneSignature({ key: 'incoming', revision: 1 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('have revisions, and an earlier revision keeps its text and its signatures', async () => {
    await revise(0)
    await staff().createOneSignature({ key: 'incoming', revision: 1 })
    later()
    await revise(1, `${TEXT}\nAnd inside.`)
    const sop = await find()
    expect(sop?.revisions).toMatchObject([
      { revision: 2, text: `${TEXT}\nAnd inside.`, signatures: [] },
      { revision: 1, text: TEXT, madeBy: 'Lead Tester', signatures: [{ name: 'Staff Tester' }] },
    ])
    expect(sop?.mustSign).toBe(true)
    expect(sop?.unsigned.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Admin Tester', 'Colleague Tester', 'Elsewhere Tester', 'Lead Tester', 'Staff Tester']),
    )
  })

  test('are signed once per person and revision, and only the newest revision can be signed', async () => {
    await revise(0)
    await staff().createOneSignature({ key: 'incoming', revision: 1 })
    later()
    await staff().createOneSignature({ key: 'incoming', revision: 1 })
    expect((await find())?.revisions[0]?.signatures).toMatchObject([{ name: 'Staff Tester', signedAt: '2026-11-24T17:00:00.000Z' }])
    expect((await find())?.unsigned.map(({ name }) => name)).not.toContain('Staff Tester')
    await revise(1, `${TEXT}\nAgain.`)
    await expect(staff().createOneSignature({ key: 'incoming', revision: 1 })).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(staff().createOneSignature({ key: 'incoming', revision: 3 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('reject the text of an author who has not read the newest revision, even if two authors save at the same moment', async () => {
    await revise(0)
    await expect(revise(0, 'Another text, written without a look.')).rejects.toMatchObject({ code: 'CONFLICT' })
    const both = await Promise.allSettled([revise(1, 'The text of the first author.'), revise(1, 'The text of the second author.')])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(both.find((one) => one.status === 'rejected')).toMatchObject({ reason: { code: 'CONFLICT' } })
    expect((await find())?.revisions.map(({ revision }) => revision)).toEqual([2, 1])
    await expect(revise(2, (await find())?.revisions[0]?.text)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  test('can be written by anybody who administers at least one location, and by nobody else', async () => {
    await expect(staff().createOneRevision({ key: 'incoming', text: TEXT, note: 'Adopted', after: 0 })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
    await t.as(c.elsewhere).sop.createOneRevision({ key: 'incoming', text: TEXT, note: 'Adopted', after: 0 })
    expect((await t.as(c.elsewhere).sop.readMany()).mayWrite).toBe(true)
  })

  test('cannot be changed in the database', async () => {
    await revise(0)
    const scope = { customerId: c.customerId, userId: c.lead.userId, scope: 'all', locationIds: [] } as const
    const change = withCustomer(t.deps.db, scope, 'read write', (tx) => tx.updateTable('sopRevision').set({ text: 'other' }).execute())
    await expect(change).rejects.toThrow(/permission denied/)
  })

  test('can be read as of a past moment, with the revisions, signatures and missing signatures of that time', async () => {
    // The database used its own clock when it created these people. The test's clock must be later than that, or these people would not exist yet at
    // the moment that the test reads.
    t.clock.set(new Date(Date.now() + 60_000))
    await revise(0)
    later()
    await staff().createOneSignature({ key: 'incoming', revision: 1 })
    const then = t.clock.now()
    later()
    await lead().createOneSignature({ key: 'incoming', revision: 1 })
    await revise(1, `${TEXT}\nLater.`)
    const scope = { customerId: c.customerId, userId: null, scope: 'all', locationIds: [] } as const
    const list = await withCustomer(t.deps.db, scope, 'read only', (tx) => readSopsAsOf(tx, then))
    const [incoming, suspect] = list
    expect(incoming?.revisions).toMatchObject([{ revision: 1, signatures: [{ name: 'Staff Tester' }] }])
    expect(incoming?.unsigned.map(({ name }) => name)).toContain('Lead Tester')
    expect(suspect).toMatchObject({ key: 'suspect', revisions: [], unsigned: [] })
  })
})

test('a procedure is printed as plain text, with the people who signed it', async () => {
  await revise(0, '# Purpose\n<script>alert(1)</script> & more\n- an item')
  await staff().createOneSignature({ key: 'incoming', revision: 1 })
  const { filename, base64 } = await staff().readOnePdf({ key: 'incoming' })
  expect(filename).toBe('procedure-incoming-revision-1.pdf')
  const text = (await readPages(Buffer.from(base64, 'base64'))).join(' ')
  expect(text).toContain('<script>alert(1)</script> & more')
  expect(text).toContain('Staff Tester')
  expect(text).toContain('Not signed yet')
})
