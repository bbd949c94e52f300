import type { ShipmentStop } from '@seriatim/schema'
import { describe, expect, test } from 'vitest'
import { judgeContents } from './judge.ts'

const scanned: ShipmentStop[] = [{ code: 'thisShipment', text: 'It is already in this shipment.' }]
const codes = (stops: ShipmentStop[][]) => judgeContents(stops).map(({ code }) => code)

describe('a case', () => {
  test('that is scanned again is reported as already in this shipment', () => {
    expect(judgeContents([scanned, scanned])).toEqual([
      { code: 'thisShipment', text: 'All packages in this case are already in this shipment.' },
    ])
  })

  test('cannot be added as a whole if only some of its packages are in this shipment', () => {
    expect(codes([scanned, []])).toEqual(['contents'])
    expect(codes([[], []])).toEqual([])
  })
})
