import type { ShipmentStop } from '@seriatim/schema'
import { describe, expect, test } from 'vitest'
import { judgeContents } from './judge.ts'

const scanned: ShipmentStop[] = [{ code: 'thisShipment', text: 'It is in this shipment already.' }]
const codes = (stops: ShipmentStop[][]) => judgeContents(stops).map(({ code }) => code)

describe('a case', () => {
  test('that is scanned again is in this shipment already', () => {
    expect(judgeContents([scanned, scanned])).toEqual([{ code: 'thisShipment', text: 'All its packages are in this shipment already.' }])
  })

  test('of which only a part is in this shipment cannot leave whole', () => {
    expect(codes([scanned, []])).toEqual(['contents'])
    expect(codes([[], []])).toEqual([])
  })
})
