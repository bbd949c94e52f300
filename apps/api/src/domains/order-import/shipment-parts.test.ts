import { createHierarchy, type EpcisEvent, readSerial } from '@seriatim/epcis'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { groupShipments, planParts, type ShipmentFacts } from './shipment-parts.ts'
import { divideRanges, splitTree } from './split-tree.ts'

const OWNERS = new Map([
  ['main', 1],
  ['branch', 2],
])
const end = (gln: string | null) => ({ gln, owningGln: null })
const sgtin = (serial: number) => `urn:epc:id:sgtin:030001.0012345.${serial}`
const base: Omit<EpcisEvent, 'number'> = {
  ...{ kind: 'object', name: 'ObjectEvent', eventId: null, action: 'OBSERVE', bizStep: 'shipping', disposition: null, eventTime: null },
  ...{ eventTimeZoneOffset: null, readPoint: null, bizLocation: null, parentId: null, epcs: [], epcCount: 0, bizTransactions: [] },
  ...{ sources: [], destinations: [], lotNumber: null, expirationDate: null, quantities: 0, line: 0 },
}

/** An event, with its units by number: `packed` puts units into a container, `shipped` ships units from a seller to a place. */
type Step = { packed: [container: number, ...units: number[]] } | { shipped: number[]; from: string | null; to: string }

function build(steps: readonly Step[]) {
  const hierarchy = createHierarchy()
  steps.forEach((step, index) => {
    const event = { ...base, number: index + 1 }
    if ('shipped' in step) hierarchy.add({ ...event, epcs: step.shipped.map(sgtin) })
    else {
      const [container, ...units] = step.packed
      const packing = { kind: 'aggregation', action: 'ADD', bizStep: 'packing' } as const
      hierarchy.add({ ...event, ...packing, parentId: sgtin(container), epcs: units.map(sgtin) })
    }
  })
  const whole = hierarchy.finish()
  const shipments = steps.flatMap((step, index): ShipmentFacts[] =>
    'shipped' in step ? [{ event: index + 1, from: end(step.from), to: end(step.to), lines: whole.eventRanges[index] ?? [] }] : [],
  )
  return { whole, shipments }
}

/** Returns for each order its serial numbers, location and seller. */
function ordersOf(steps: readonly Step[], placedAt: number | null = 1) {
  const { whole, shipments } = build(steps)
  const plan = planParts(groupShipments(whole, shipments, OWNERS), placedAt, whole)
  if (!plan) return undefined
  return splitTree(whole, plan.partOf, plan.plans.length).trees.map((tree, part) => ({
    at: plan.plans[part]?.group?.locationId ?? null,
    from: plan.plans[part]?.group?.senderGln ?? null,
    units: Array.from({ length: tree.count }, (_, line) => readSerial(tree, line))
      .toSorted()
      .join(' '),
  }))
}

describe('a document with several shipping events', () => {
  test('is one order if all events ship to one location from one seller', () => {
    expect(
      ordersOf([
        { shipped: [1, 2], from: 'a', to: 'main' },
        { shipped: [3], from: 'a', to: 'main' },
      ]),
    ).toBeUndefined()
  })

  test('becomes one order for each location of the customer', () => {
    const steps: Step[] = [{ packed: [5, 1, 2] }, { shipped: [5], from: 'a', to: 'main' }, { shipped: [3], from: 'a', to: 'branch' }]
    expect(ordersOf(steps)).toEqual([
      { at: 1, from: 'a', units: '1 2 5' },
      { at: 2, from: 'a', units: '3' },
    ])
    expect(ordersOf(steps, 2)?.map(({ at }) => at)).toEqual([2, 1])
  })

  test('is one order for each seller', () => {
    expect(
      ordersOf([
        { shipped: [1], from: 'a', to: 'main' },
        { shipped: [2], from: 'b', to: 'main' },
        { shipped: [3], from: null, to: 'main' },
      ]),
    ).toEqual([
      { at: 1, from: 'a', units: '1 3' },
      { at: 1, from: 'b', units: '2' },
    ])
  })

  test('is one order if an earlier event shipped the same units from one previous owner to another', () => {
    expect(
      ordersOf([
        { shipped: [1, 2], from: 'maker', to: 'wholesaler' },
        { shipped: [1, 2], from: 'wholesaler', to: 'main' },
      ]),
    ).toBeUndefined()
    expect(
      ordersOf([
        { shipped: [1, 2], from: 'maker', to: 'main' },
        { shipped: [1, 2], from: 'wholesaler', to: 'main' },
      ]),
    ).toBeUndefined()
  })

  test('adds units that were not shipped to the customer to the order of the document’s location, or to a separate order if that location has no order', () => {
    const steps: Step[] = [
      { shipped: [1], from: 'a', to: 'main' },
      { shipped: [2], from: 'a', to: 'elsewhere' },
    ]
    expect(ordersOf(steps)).toBeUndefined()
    expect(ordersOf(steps, 2)).toEqual([
      { at: null, from: null, units: '2' },
      { at: 1, from: 'a', units: '1' },
    ])
  })

  test('puts a unit that is shipped without its container into a separate order', () => {
    const steps: Step[] = [{ packed: [5, 1, 2] }, { shipped: [5], from: 'a', to: 'main' }, { shipped: [2], from: 'a', to: 'branch' }]
    expect(ordersOf(steps)?.map(({ units }) => units)).toEqual(['1 5', '2'])
  })

  const units = fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 5 })
  const step = fc.oneof(
    fc.record({ shipped: units, from: fc.constantFrom('a', 'b', null), to: fc.constantFrom('main', 'branch', 'elsewhere') }),
    units.map((list): Step => ({ packed: list as [number, ...number[]] })), // `units` generates lists of at least one element
  )

  test('puts each unit into exactly one order, and each container before its contents, whatever events the document has', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), fc.constantFrom(1, 2, null), (steps, placedAt) => {
        const { whole, shipments } = build(steps)
        const plan = planParts(groupShipments(whole, shipments, OWNERS), placedAt, whole)
        if (!plan) return
        const split = splitTree(whole, plan.partOf, plan.plans.length)
        const { trees } = split
        expect(trees.reduce((sum, tree) => sum + tree.count, 0)).toBe(whole.count)
        expect(trees.reduce((sum, tree) => sum + tree.shippedMeds, 0)).toBe(whole.shippedMeds)
        for (let line = 0; line < whole.count; line += 1) {
          const tree = trees[split.partOf[line] ?? -1] ?? expect.unreachable()
          const at = split.lineOf[line] ?? -1
          expect(readSerial(tree, at)).toBe(readSerial(whole, line))
          const container = tree.parent[at] ?? -1
          expect(container).toBeLessThan(at)
          if (container >= 0) expect(tree.last[container]).toBeGreaterThanOrEqual(tree.last[at] ?? 0)
          if (container >= 0) expect(readSerial(tree, container)).toBe(readSerial(whole, whole.parent[line] ?? -1))
        }
        // Every order but the first has shipped units.
        for (const tree of trees.slice(1)) expect(tree.shipped).toContain(1)
        for (const ranges of whole.eventRanges) {
          const lines = [...divideRanges(ranges, split).values()].flat()
          const size = (list: readonly (readonly [number, number])[]) => list.reduce((sum, [from, to]) => sum + to - from + 1, 0)
          expect(size(lines)).toBe(size(ranges))
        }
      }),
      { numRuns: 300 },
    )
  })
})
