import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createHierarchy, createValidator, type EpcisEvent, type Hierarchy, readSerial, validateEpcis } from '../src/index.ts'
import { collectedFolder } from './collected.ts'
import { smallDocument } from './helpers.ts'

function readHierarchy(bytes: Uint8Array): Hierarchy {
  const builder = createHierarchy()
  validateEpcis(bytes, { event: (event) => builder.add(event) })
  return builder.finish()
}

/** Returns the hierarchy that the validator itself builds from its units (`withHierarchy`), without creating a string for each unit. */
function validatedHierarchy(bytes: Uint8Array): Hierarchy | null {
  const validator = createValidator({}, { withHierarchy: true })
  validator.write(bytes)
  validator.end()
  return validator.hierarchy()
}

/**
 * Builds the hierarchy with `listsArePassing`, as a caller does that never reads an event's EPCs later. The validator then reuses one list of EPCs
 * for all events.
 */
function passingHierarchy(bytes: Uint8Array): Hierarchy {
  const builder = createHierarchy()
  validateEpcis(bytes, { event: (event) => builder.add(event) }, { listsArePassing: true })
  return builder.finish()
}

function collectSerials(tree: Hierarchy): string[] {
  return Array.from({ length: tree.count }, (_, line) => readSerial(tree, line))
}

const blank = {
  eventId: null,
  kind: 'object' as const,
  name: 'ObjectEvent',
  action: 'ADD',
  bizStep: null,
  disposition: null,
  eventTime: null,
  eventTimeZoneOffset: null,
  readPoint: null,
  bizLocation: null,
  parentId: null,
  epcs: [],
  epcCount: 0,
  bizTransactions: [],
  sources: [],
  destinations: [],
  lotNumber: null,
  expirationDate: null,
  quantities: 0,
  line: 1,
}
const unit = (serial: string) => `urn:epc:id:sgtin:038801.0050060.${serial}`
const sscc = (serial: string) => `urn:epc:id:sscc:038888.${serial.padStart(11, '0')}`
const pack = (parentId: string, epcs: string[], action = 'ADD') => ({
  kind: 'aggregation' as const,
  parentId,
  epcs,
  action,
  bizStep: action === 'ADD' ? 'packing' : 'unpacking',
})
const ship = (...epcs: string[]) => ({ epcs, action: 'OBSERVE', bizStep: 'shipping' })

function build(...events: Partial<EpcisEvent>[]): Hierarchy {
  const builder = createHierarchy()
  for (const [index, event] of events.entries()) builder.add({ ...blank, ...event, number: index + 1 })
  return builder.finish()
}

/** Draws the lines as text: a dot for each level of depth, + for containers, ! if not shipped. */
function drawn(tree: Hierarchy): string[] {
  const depth: number[] = []
  return collectSerials(tree).map((serial, line) => {
    const parent = tree.parent[line] ?? -1
    depth[line] = parent < 0 ? 0 : (depth[parent] ?? 0) + 1
    return `${'.'.repeat(depth[line] ?? 0)}${serial}${tree.isMed[line] === 1 ? '' : '+'}${tree.shipped[line] === 1 ? '' : '!'}`
  })
}

describe('the packaging hierarchy', () => {
  test.skipIf(collectedFolder() === null)('of the official example is 12 meds in 3 cases on one pallet', () => {
    const tree = readHierarchy(readFileSync(`${collectedFolder()}epcis-xml/gs1us-r13-direct-purchase-2.2.1.1.xml`))
    expect(tree).toMatchObject({ count: 16, meds: 12, shippedMeds: 12, packages: 4, gtins: ['10300010123452', '00300010123455'] })
    expect(collectSerials(tree)[0]).toBe('403000112345678901')
    expect([...tree.parent].filter((parent) => parent === 0)).toHaveLength(3)
    const line = collectSerials(tree).indexOf('14')
    expect(collectSerials(tree)[tree.parent[line] ?? -1]).toBe('110')
    expect(tree.facts[tree.ilmd[line] ?? -1]).toEqual({ lotNumber: 'A123', expirationDate: '2025-03-27' })
    expect(tree.last[0]).toBe(15)
    expect(tree.eventRanges[7]).toEqual([[0, 0]])
    expect(tree.eventRanges[0]?.flatMap(([from, to]) => to - from + 1)).toEqual([4, 4, 4])
  })

  test('follows packing and unpacking in the order of the events', () => {
    const tree = build(pack(sscc('1'), [unit('A'), unit('B')]), pack(sscc('1'), [unit('A')], 'DELETE'), pack(sscc('2'), [unit('A')]))
    expect(drawn(tree).map((line) => line.replace(/[0-9]{15}/, ''))).toEqual(['014+', '.B', '021+', '.A'])
  })

  test('records a commissioned unit’s lot, and its expiry if that is a valid date', () => {
    const made = (serial: string, expirationDate: string | null) => ({
      epcs: [unit(serial)],
      bizStep: 'commissioning',
      lotNumber: 'L1',
      expirationDate,
    })
    const tree = build(made('A', '2031-02-28'), made('B', '2031-02-30'), made('C', '2031-02-28T00:00:00Z'), { epcs: [unit('D')] })
    expect([...tree.ilmd].map((index) => tree.facts[index]?.expirationDate)).toEqual(['2031-02-28', null, '2031-02-28', undefined])
    expect(tree.facts).toHaveLength(2)
  })

  test('empties a container when its unpacking event lists no children', () => {
    const tree = build(pack(sscc('1'), [unit('A'), unit('B')]), pack(sscc('1'), [], 'DELETE'), pack(sscc('1'), [unit('C')]))
    expect([...tree.parent].filter((parent) => parent >= 0)).toHaveLength(1)
    expect(tree).toMatchObject({ count: 4, meds: 3, packages: 1 })
  })

  test('does not hang on cycles', () => {
    const ring = build(pack(unit('A'), [unit('B')]), pack(unit('B'), [unit('C'), unit('A')]), pack(unit('C'), [unit('D')]))
    expect(drawn(ring)).toEqual(['A+', '.B+', '..C+', '...D'])
    const self = build(pack(unit('A'), [unit('A')]))
    expect(drawn(self)).toEqual(['A'])
  })

  test('marks packages that were not shipped, and lists shipped ones first', () => {
    const tree = build({ epcs: [unit('X')] }, pack(unit('P'), [unit('A'), unit('B')]), ship(unit('P'), unit('S')))
    expect(drawn(tree)).toEqual(['P+', '.A', '.B', 'S', 'X!'])
    expect(tree).toMatchObject({ meds: 4, shippedMeds: 3 })
    expect(drawn(build(ship(unit('A')), { ...ship(unit('A')), bizStep: 'void_shipping' }))).toEqual(['A!'])
    expect(drawn(build({ epcs: [unit('X')] }))).toEqual(['X'])
  })

  test('counts one SGTIN as one unit even if its URIs have company prefixes of different length, and leaves out unreadable URIs', () => {
    const tree = build({ epcs: ['urn:epc:id:sgtin:038801.0050060.A', 'urn:epc:id:sgtin:0388010.050060.A', 'nonsense', ''] })
    expect(tree.count).toBe(1)
    expect(tree.eventRanges).toEqual([[[0, 0]]])
  })

  test('lists every parent before its contents, and the contents of a container without gaps, whatever the sequence of events', () => {
    const names = fc.constantFrom(...'ABCDEFGH').map(unit)
    const event = fc.oneof(
      fc
        .tuple(names, fc.array(names, { maxLength: 4 }), fc.constantFrom('ADD', 'ADD', 'DELETE'))
        .map(([parent, epcs, action]) => pack(parent, epcs, action)),
      fc.array(names, { maxLength: 3 }).map((epcs) => ship(...epcs)),
    )
    fc.assert(
      fc.property(fc.array(event, { maxLength: 20 }), (events) => {
        const tree = build(...events)
        expect(new Set(collectSerials(tree)).size).toBe(tree.count)
        for (let line = 0; line < tree.count; line += 1) {
          const parent = tree.parent[line] ?? -1
          expect(parent).toBeLessThan(line)
          expect(tree.last[line]).toBeGreaterThanOrEqual(line)
          if (parent >= 0) expect(tree.last[parent]).toBeGreaterThanOrEqual(tree.last[line] ?? 0)
          if (parent >= 0 && tree.shipped[parent] === 1) expect(tree.shipped[line]).toBe(1)
        }
      }),
    )
  })

  const folder = collectedFolder()
  test.skipIf(folder === null)('is the same whether it is built during validation or separately', () => {
    const files = readdirSync(`${folder}epcis-xml`).map((name) => readFileSync(`${folder}epcis-xml/${name}`))
    for (const bytes of [...files, new TextEncoder().encode(smallDocument({ meds: 300, perCase: 7, casesPerPallet: 3 }))]) {
      // Only one of the two ways to build a hierarchy reads events of these kinds, so the results would differ.
      if (new TextDecoder().decode(bytes).match(/<(Quantity|Transformation|Association)Event/) !== null) continue
      const tree = validatedHierarchy(bytes)
      if (tree !== null) expect(tree).toEqual(readHierarchy(bytes))
      expect(passingHierarchy(bytes)).toEqual(readHierarchy(bytes))
    }
  })

  test('of deeply nested containers is cut at the maximum depth, but loses no unit', () => {
    const depth = 50_000
    const builder = createHierarchy()
    for (let level = 0; level < depth; level += 1)
      builder.add({ ...blank, ...pack(unit(`${level}`), [unit(`${level + 1}`)]), epcCount: 1, number: level + 1 })
    builder.add({ ...blank, ...ship(unit('0')), epcCount: 1, number: depth + 1 })
    const tree = builder.finish()
    expect(tree).toMatchObject({ count: depth + 1, meds: 1, shippedMeds: 1, packages: depth })
    expect([tree.parent[depth], tree.last[0], readSerial(tree, depth)]).toEqual([31, depth, `${depth}`])
  })

  test('has as many meds and packages as the order was generated with', () => {
    const bytes = new TextEncoder().encode(smallDocument({ meds: 100, perCase: 6, casesPerPallet: 4 }))
    expect(readHierarchy(bytes)).toMatchObject({ meds: 100, shippedMeds: 100, packages: 18 + 5 })
  })
})
