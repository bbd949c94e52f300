import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { convertQuery } from './input.ts'

const schema = z.object({
  id: z.int().positive(),
  limit: z.int().default(100),
  serialNumber: z.string().optional(),
  location: z.union([z.int().nonnegative(), z.literal('')]).optional(),
  open: z.boolean().optional(),
  ids: z.union([z.int(), z.array(z.int())]).optional(),
  serials: z.union([z.string(), z.array(z.string())]).optional(),
  list: z.array(z.int()).optional(),
})
const convert = (query: Record<string, unknown>) => convertQuery(query, schema)

describe('a query string', () => {
  test('[REST-002] is parsed as numbers if the schema expects numbers, and as text if it expects text', () => {
    expect(convert({ id: '25', limit: '10', serialNumber: '0014', unknown: '7' })).toEqual({
      id: 25,
      limit: 10,
      serialNumber: '0014',
      unknown: '7',
    })
  })

  test('keeps empty text, which means no filter', () => {
    expect(convert({ location: '', serialNumber: '' })).toEqual({ location: '', serialNumber: '' })
    expect(convert({ location: '0' })).toEqual({ location: 0 })
  })

  test('is parsed as a list if keys are repeated, or if numbers are separated by commas', () => {
    expect(convert({ ids: ['1', '2'], serials: ['1', '2'] })).toEqual({ ids: [1, 2], serials: ['1', '2'] })
    expect(convert({ ids: '1, 2,3', serials: 'a,b' })).toEqual({ ids: [1, 2, 3], serials: 'a,b' })
    expect(convert({ list: '7' })).toEqual({ list: [7] })
  })

  test('accepts true and false', () => {
    expect([convert({ open: 'true' }), convert({ open: '0' }), convert({ open: 'maybe' })]).toEqual([
      { open: true },
      { open: false },
      { open: 'maybe' },
    ])
  })

  test('leaves invalid values for the schema to refuse', () => {
    expect(convert({ id: 'abc', limit: '1e3' })).toEqual({ id: 'abc', limit: '1e3' })
  })
})
