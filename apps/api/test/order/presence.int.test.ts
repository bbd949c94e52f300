import { describe, expect, test } from 'vitest'
import { useTestDb } from '../fixtures.ts'
import { addOrder, newCustomer } from '../make.ts'

const t = useTestDb()

describe('other people working on an order', () => {
  test('are shown while their pages report them, and disappear when they leave or their pages stop reporting', async () => {
    t.clock.set('2026-05-13T15:00:00Z')
    const customer = await newCustomer(t)
    const { id: documentId } = await addOrder(customer)
    const { id: other } = await addOrder(customer)
    const [staff, lead] = [t.as(customer.staff).order, t.as(customer.lead).order]
    const names = ({ others }: { others: { firstName: string }[] }) => others.map(({ firstName }) => firstName)
    expect(names(await staff.updatePresence({ documentId }))).toEqual([])
    expect(names(await lead.updatePresence({ documentId }))).toEqual(['Staff'])
    expect(names(await staff.updatePresence({ documentId }))).toEqual(['Lead'])
    expect(names(await staff.updatePresence({ documentId: other }))).toEqual([])
    await lead.updatePresence({ documentId, isLeaving: true })
    expect(names(await staff.updatePresence({ documentId }))).toEqual([])
    await lead.updatePresence({ documentId })
    t.clock.set('2026-05-13T15:01:00Z')
    expect(names(await staff.updatePresence({ documentId }))).toEqual([])
  })
})
