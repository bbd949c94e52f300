import { attachmentPacket, packet } from '@seriatim/schema'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { appRouter } from '../../src/router.ts'

interface Shape {
  type?: string | string[]
  format?: string
  pattern?: string
  enum?: unknown[]
  const?: unknown
  maxLength?: number
  maxItems?: number
  items?: Shape
  prefixItems?: Shape[]
  properties?: Record<string, Shape>
  additionalProperties?: Shape | boolean
  anyOf?: Shape[]
  oneOf?: Shape[]
  allOf?: Shape[]
}

/** Formats that limit the length of a text by themselves: zod gives them a pattern but no `maxLength`. */
const FIXED_FORMATS = ['date', 'time']

/** Lists the places in a schema where the input has no upper limit: texts, arrays and records of any size. */
function endless(shape: Shape, at: string): string[] {
  if (Array.isArray(shape.type)) return shape.type.flatMap((type) => endless({ ...shape, type }, at))
  const inside = [
    ...Object.entries(shape.properties ?? {}).flatMap(([name, field]) => endless(field, `${at}.${name}`)),
    ...[shape.anyOf, shape.oneOf, shape.allOf, shape.prefixItems].flatMap((choices) => (choices ?? []).flatMap((one) => endless(one, at))),
    ...(shape.items ? endless(shape.items, `${at}[]`) : []),
  ]
  if (shape.type === 'array' && !shape.prefixItems && shape.maxItems === undefined) inside.push(`${at}: an array without .max`)
  if (shape.type === 'object' && typeof shape.additionalProperties === 'object') inside.push(`${at}: a record of any size`)
  if (!shape.type && !shape.enum && shape.const === undefined && !shape.anyOf && !shape.oneOf && !shape.allOf)
    inside.push(`${at}: anything at all`)
  if (shape.type === 'string' && shape.maxLength === undefined && !shape.enum && shape.const === undefined && !isFixed(shape))
    inside.push(`${at}: a text without .max`)
  return inside
}

/** Whether a schema limits the length of a text without `maxLength`: by a fixed format, or by an anchored pattern without `*`, `+` or `{n,}`. */
function isFixed({ format, pattern }: Shape): boolean {
  return FIXED_FORMATS.includes(format ?? '') || (/^\^.*\$$/.test(pattern ?? '') && !/[*+]|,\}/.test(pattern ?? ''))
}

const collectLimits = (input: z.ZodType) => endless(z.toJSONSchema(input, { io: 'input' }) as Shape, 'input') // zod's type for a JSON schema is wider than this test needs

describe('every field of a caller’s input has a limit', () => {
  // tRPC's type does not allow looking a procedure up by its name
  const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { inputs: z.ZodType[] } }>

  test.each(Object.keys(procedures))('%s', (path) => {
    for (const input of procedures[path]?._def.inputs ?? []) expect(collectLimits(input)).toEqual([])
  })

  test.each([
    ['a packet', packet],
    ['a packet of an attachment', attachmentPacket],
  ])('%s', (_, shape) => expect(collectLimits(shape)).toEqual([]))

  test('the check detects a schema with an unlimited field', () => {
    const open = z.object({
      a: z.array(z.int()),
      b: z.union([z.string(), z.array(z.array(z.boolean())).max(2)]).optional(),
      c: z.record(z.string().max(3), z.int()),
      d: z.unknown(),
      e: z.string().regex(/^\d+$/),
      f: z.string().regex(/^\d{3}$/),
      g: z.string().max(3).nullish(),
      h: z.string().nullable(),
    })
    expect(collectLimits(open).sort()).toEqual([
      'input.a: an array without .max',
      'input.b: a text without .max',
      'input.b[]: an array without .max',
      'input.c: a record of any size',
      'input.d: anything at all',
      'input.e: a text without .max',
      'input.h: a text without .max',
    ])
  })
})
