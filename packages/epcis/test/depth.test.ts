import { describe, expect, test } from 'vitest'
import { createValidator, type Hierarchy, readSerial } from '../src/index.ts'
import { edited, smallDocument } from './helpers.ts'

const sscc = (at: number) => `urn:epc:id:sscc:038888.${String(at).padStart(11, '0')}`
const packing = (parent: string, child: string) => `<AggregationEvent><eventTime>2026-09-01T10:00:00Z</eventTime>
  <eventTimeZoneOffset>+00:00</eventTimeZoneOffset><parentID>${parent}</parentID><childEPCs><epc>${child}</epc></childEPCs>
  <action>ADD</action><bizStep>urn:epcglobal:cbv:bizstep:packing</bizStep><readPoint><id>urn:epc:id:sgln:038888.100017.0</id></readPoint></AggregationEvent>`

/** Returns the small document with its pallet inside this many nested containers. */
function nested(depth: number): string {
  const text = smallDocument()
  const pallet = /<parentID>(urn:epc:id:sscc:[^<]+)<\/parentID>/.exec(text)?.[1] ?? ''
  const tower = Array.from({ length: depth }, (_, at) => packing(sscc(at), at === 0 ? pallet : sscc(at - 1)))
  return edited(text, '</EventList>', `${tower.join('\n')}</EventList>`)
}

function read(text: string) {
  const validator = createValidator({}, { withHierarchy: true })
  validator.write(new TextEncoder().encode(text))
  const { findings } = validator.end()
  const tree = validator.hierarchy()
  if (!tree) throw new Error('The document is malformed.')
  return { tree, deep: findings.filter((finding) => finding.message.includes('nested containers')) }
}

function measureDepth({ parent }: Hierarchy, line: number): number {
  let depth = 0
  for (let at = parent[line] ?? -1; at >= 0; at = parent[at] ?? -1) depth += 1
  return depth
}

describe('nested containers', () => {
  test('keep their stated structure at a realistic depth', () => {
    const { tree, deep } = read(nested(30))
    expect(deep).toEqual([])
    expect(Math.max(...Array.from({ length: tree.count }, (_, line) => measureDepth(tree, line)))).toBe(32)
  })

  test('beyond 32 levels cause one finding; the deeper ones are placed at level 32, and none is lost', () => {
    const plain = read(smallDocument()).tree
    const { tree, deep } = read(nested(4000))
    expect(deep).toMatchObject([{ type: 'EventListParentIdError', severity: 'reject', message: expect.stringContaining('3974 units are') }])
    expect(tree.count).toBe(plain.count + 4000)
    expect(Math.max(...Array.from({ length: tree.count }, (_, line) => measureDepth(tree, line)))).toBe(32)
    expect([tree.meds, tree.packages]).toEqual([plain.meds, plain.packages + 4000])
    expect(tree.shippedMeds).toBe(plain.shippedMeds)
    expect(readSerial(tree, 0)).toMatch(/3999.$/)
    expect(tree.last[0]).toBe(tree.count - 1)
    for (let line = 0; line < tree.count; line += 1)
      expect((tree.last[line] ?? 0) <= (tree.last[tree.parent[line] ?? -1] ?? tree.count)).toBe(true)
  })

  test('that form a cycle are processed in finite time', () => {
    const ring = edited(nested(50), '</EventList>', `${packing(sscc(0), sscc(49))}</EventList>`)
    const { tree, deep } = read(ring)
    expect(deep).toHaveLength(1)
    expect(tree.count).toBe(read(smallDocument()).tree.count + 50)
  })
})
