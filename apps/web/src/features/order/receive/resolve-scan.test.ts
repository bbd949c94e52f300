import { describe, expect, test } from 'vitest'
import { parseIndex } from './receive-index.ts'
import { resolveScan } from './resolve-scan.ts'

const GS = '\u001d'
const today = '2026-11-21'
const gtin = '00301162001165'

const sample = (...serials: string[]) =>
  parseIndex({
    documentId: 7,
    count: serials.length,
    keys: serials.join('\n'),
    meta: serials.map(() => 0).join(','),
    parents: serials.map(() => -1).join(','),
    lasts: serials.map((_, line) => line).join(','),
    states: serials.map(() => 0).join(''),
    facts: [{ gtin, productId: 1, lotNumber: 'L', expirationDate: '2028-07-31' }],
    lastReceiptId: 0,
  })
const resolve = (index: ReturnType<typeof sample>, text: string) => resolveScan(index, text, today, 2026)

describe('a scan whose separators were lost', () => {
  test('is read in the only way that matches this order', () => {
    const index = sample('AB77', 'OTHER')
    expect(resolve(index, `01${gtin}21AB7717280731 10L`)).toMatchObject({ restored: true, decision: { kind: 'receive', line: 0 } })
    expect(resolve(index, `01${gtin}21AB7710L`)).toMatchObject({ restored: true, decision: { kind: 'receive', line: 0 } })
    expect(resolve(index, `01${gtin}1728073110L21AB77`)).toMatchObject({ restored: true, decision: { kind: 'receive', line: 0 } })
  })

  test('is not restored by guessing when two readings or no reading match this order', () => {
    expect(resolve(sample('AB', 'AB10C'), `01${gtin}21AB10C10D`)).toMatchObject({ restored: false, decision: { kind: 'missing' } })
    expect(resolve(sample('ZZ'), `01${gtin}21AB7710L`)).toMatchObject({ restored: false, decision: { kind: 'missing' } })
  })

  test('matches the document if one of its possible readings has the lot and the expiry of the document', () => {
    const index = sample('AB77')
    expect(resolve(index, `01${gtin}21AB77${GS}10L17280731`)).toMatchObject({ restored: true, decision: { kind: 'receive' } })
    expect(resolve(index, `01${gtin}21AB77${GS}10M17280731`)).toMatchObject({ restored: false, decision: { kind: 'differs' } })
  })
})

describe('a linear barcode', () => {
  test('is identified when its product is on this order', () => {
    const index = sample('A')
    expect(resolve(index, '301162001165').decision).toEqual({ kind: 'productCode', code: 'UPC', productId: 1 })
    expect(resolve(index, '0301162001165').decision).toEqual({ kind: 'productCode', code: 'UPC', productId: 1 })
    expect(resolve(index, ']E00301162001165').decision).toEqual({ kind: 'productCode', code: 'UPC', productId: 1 })
    expect(resolve(index, `01${gtin}`).decision).toEqual({ kind: 'productCode', code: 'GTIN', productId: 1 })
    expect(resolve(index, `01${gtin}10LOT1`)).toMatchObject({ reading: { noSerial: true }, decision: { kind: 'unreadable' } })
  })

  test('is treated as a serial number if its product is not on this order, or if a package on this order has that serial number', () => {
    expect(resolve(sample('A'), '036000291452').decision).toEqual({ kind: 'missing' })
    expect(resolve(sample('301162001165'), '301162001165').decision).toEqual({ kind: 'receive', line: 0 })
  })
})
