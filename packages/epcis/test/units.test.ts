import { parseEpc, sgtinKey, sgtinUri, ssccUri } from '@seriatim/gs1'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Units } from '../src/units.ts'

/** Reference implementation of a unit's key, as a string; null if the URI identifies no unit. */
function makeKey(uri: string): string | null {
  const epc = parseEpc(uri)
  if (!epc.ok) return null
  if (epc.value.kind === 'sgtin') return sgtinKey(epc.value.gtin, epc.value.serialNumber)
  return epc.value.kind === 'sscc' ? `#${epc.value.sscc}` : null
}

const gtin = fc.constantFrom('00388010500600', '50388010500605', '10300010123452')
const serial = fc.oneof(
  fc.string({ unit: fc.constantFrom('A', 'B', '/', '%', '-', '.'), maxLength: 4 }),
  fc.string({ unit: fc.constantFrom(...'AB1'), minLength: 1, maxLength: 21 }),
)
const uri = fc.oneof(
  fc.tuple(gtin, serial, fc.integer({ min: 6, max: 12 })).map(([of, number, length]) => sgtinUri(of, number, length)),
  fc.tuple(gtin, serial).map(([of, number]) => `urn:epc:id:sgtin:${of.slice(1, 7)}.${of.slice(0, 1)}${of.slice(7, 13)}.${number}`),
  fc.tuple(gtin, serial).map(([of, number]) => `https://id.gs1.org/01/${of}/21/${number}`),
  fc.integer({ min: 0, max: 3 }).map((number) => ssccUri(`00388880000000000${number}`, 6)),
  fc.constantFrom(
    '',
    'urn:epc:id:sgtin:',
    'urn:epc:id:sgtin:030001.0012345',
    'urn:epc:id:sgtin:030001.0012345.',
    `urn:epc:id:sgtin:${'1'.repeat(300)}`,
    'é',
  ),
)

describe('the units of a document', () => {
  test('are the same only when their keys are the same, however their URIs are written', () => {
    fc.assert(
      fc.property(fc.array(uri, { maxLength: 60 }), (uris) => {
        const units = new Units()
        const known = new Map<string, number>()
        for (const text of uris) {
          const key = makeKey(text)
          const id = units.intern(text)
          if (key === null) {
            expect(id).toBe(-1)
            continue
          }
          expect(id).toBe(known.get(key) ?? known.size)
          known.set(key, id)
          expect(key.startsWith('#') ? `#${units.serial(id)}` : `${units.gtin(id)}${units.serial(id)}`).toBe(key)
        }
        expect(units.count).toBe(known.size)
      }),
    )
  })

  test('do not match a text that is only the beginning of a known URI', () => {
    const units = new Units()
    units.intern('urn:epc:id:sgtin:038801.0050060.A')
    for (const text of ['', 'urn:epc:id', 'urn:epc:id:sgtin:', 'urn:epc:id:sgtin:038801.0050060']) expect(units.intern(text)).toBe(-1)
    expect(units.intern('urn:epc:id:sgtin:038801.0050060.')).toBe(-1)
  })

  test('keep their indexes and serial numbers when there are a hundred thousand of them', () => {
    const units = new Units()
    const at = (index: number) => `urn:epc:id:sgtin:0388010.${String(index % 300).padStart(6, '0')}.S${index * 7919}`
    for (let index = 0; index < 100_000; index += 1) expect(units.intern(at(index))).toBe(index)
    for (let index = 0; index < 100_000; index += 997) {
      expect(units.intern(at(index))).toBe(index)
      expect(units.serial(index)).toBe(`S${index * 7919}`)
    }
    expect(units.products.count).toBe(300)
  })

  test('may each have their own GTIN', () => {
    const units = new Units()
    for (let index = 0; index < 20_000; index += 1) expect(units.intern(`urn:epc:id:sgtin:${100_000 + index}.0000001.1`)).toBe(index)
    expect(units.gtin(19_999)).toMatch(/^0119999000001[0-9]$/)
  })

  test('can be removed from their container all at once or one by one', () => {
    const units = new Units()
    const [a, b, c] = ['1', '2', '3'].map((number) => units.intern(`urn:epc:id:sgtin:0388010.000001.${number}`)) as [number, number, number] // TypeScript types the result of map() as an array of any length
    units.pack(b, a)
    units.unpackAll(a)
    expect(units.findParent(b)).toBe(-1)
    units.pack(c, a)
    units.pack(a, a)
    expect([units.findParent(c), units.findParent(a)]).toEqual([a, -1])
    units.unpack(c, b)
    expect(units.findParent(c)).toBe(a)
    units.unpack(c, a)
    expect(units.findParent(c)).toBe(-1)
  })
})
