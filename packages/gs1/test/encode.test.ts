import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decode, type Element, encode } from '../src/index.ts'
import { anyElement, elementSet } from './arbitrary.ts'

const forms = ['elementString', 'caret', 'barcode', 'bracketed'] as const
const plain = (elements: readonly Element[]) => elements.map(({ ai, value }) => ({ ai, value }))
const sorted = (elements: readonly Element[]) => plain(elements).toSorted((a, b) => (a.ai < b.ai ? -1 : 1))

function read(text: string): readonly Element[] | string {
  const result = decode(text, { currentYear: 2026, exactLinks: true })
  return result.ok ? plain(result.value.elements) : `${result.error.message}: ${text}`
}

describe('the encoder', () => {
  test('[SCAN-005] [SCAN-016] writes every identifier of the table, in every form, so that decode can read it', () => {
    fc.assert(
      fc.property(anyElement, (element) => {
        // Skips the form `elementString`: its output has no symbology identifier, and 13 digits without one may also be an EAN.
        for (const form of ['caret', 'barcode', 'bracketed'] as const) {
          const text = encode([element], { form, companions: 'warn' })
          expect(text.ok ? 'written' : text.error.message).toBe('written')
          const again = text.ok ? decode(text.value, { companions: 'warn' }) : text
          expect(again.ok ? plain(again.value.elements) : again.error).toEqual([element])
        }
      }),
      { numRuns: 1500 },
    )
  })

  test('is the inverse of decode for every permitted set of elements', () => {
    let written = 0
    let links = 0
    fc.assert(
      fc.property(elementSet, fc.boolean(), (elements, fixedFirst) => {
        for (const form of forms) {
          const text = encode(elements, { form, fixedFirst })
          if (!text.ok) {
            expect(['excluded', 'companion']).toContain(text.error.code)
            return
          }
          written += 1
          const again = read(text.value)
          if (fixedFirst && typeof again !== 'string') expect(sorted(again)).toEqual(sorted(elements))
          else expect(again).toEqual(elements)
        }
        const link = encode(elements, { form: 'digitalLink', stem: 'https://example.com/a' })
        if (!link.ok) {
          expect(link.error.code).toBe('digital_link')
          return
        }
        links += 1
        const again = read(link.value)
        expect(typeof again === 'string' ? again : sorted(again)).toEqual(sorted(elements))
      }),
      { numRuns: 1500 },
    )
    expect(written).toBeGreaterThan(1000)
    expect(links).toBeGreaterThan(150)
  })

  test('writes the examples of the standards', () => {
    const elements = [
      { ai: '21', value: 'a/b' },
      { ai: '01', value: '09520123456788' },
      { ai: '10', value: 'A(1' },
      { ai: '17', value: '280731' },
    ]
    const write = (form: 'elementString' | 'caret' | 'bracketed' | 'digitalLink', fixedFirst = false) =>
      encode(elements, { form, fixedFirst })
    expect(write('caret')).toEqual({ ok: true, value: '^21a/b^010952012345678810A(1^17280731' })
    expect(write('caret', true)).toEqual({ ok: true, value: '^01095201234567881728073121a/b^10A(1' })
    expect(write('bracketed')).toEqual({ ok: true, value: '(21)a/b(01)09520123456788(10)A\\(1(17)280731' })
    expect(write('digitalLink')).toEqual({ ok: true, value: 'https://id.gs1.org/01/09520123456788/10/A%281/21/a%2Fb?17=280731' })
    expect(encode(elements, { form: 'barcode', symbology: ']C1', fixedFirst: true })).toMatchObject({
      value: expect.stringMatching(/^\]C101/),
    })
  })

  test('refuses everything that decode would refuse, and reports the element', () => {
    const refusal = (...elements: Element[]) => {
      const result = encode(elements, { form: 'caret' })
      return result.ok ? result.value : result.error
    }
    expect(refusal()).toMatchObject({ code: 'empty' })
    expect(refusal({ ai: '01', value: '09520123456788' }, { ai: '17', value: '281331' })).toMatchObject({
      code: 'date',
      ai: '17',
      position: 1,
    })
    expect(refusal({ ai: '05', value: '1' })).toMatchObject({ code: 'unknown_ai', position: 0 })
    expect(refusal({ ai: '10', value: 'A' })).toMatchObject({ code: 'companion', ai: '10' })
    expect(encode([{ ai: '90', value: 'A' }], { form: 'digitalLink' })).toMatchObject({ ok: false, error: { code: 'digital_link' } })
  })
})
