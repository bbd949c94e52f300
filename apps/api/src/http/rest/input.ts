import { z } from 'zod'

interface Shape {
  type?: string | string[]
  properties?: Record<string, Shape>
  items?: Shape
  anyOf?: Shape[]
}

const shapes = new WeakMap<z.ZodType, Shape>()

/** JSON schema of an input, cached; it decides which query texts are converted to numbers. */
function findShape(schema: z.ZodType): Shape {
  let shape = shapes.get(schema)
  if (!shape) {
    // Zod's type is wider than `Shape`, which has only the fields used here
    shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape
    shapes.set(schema, shape)
  }
  return shape
}

/**
 * Converts query strings, which contain only text: `"25"` becomes 25 where the schema says integer and allows no text; repeated keys and comma-joined
 * numbers become lists where the schema has a list (decision 17). Values that don't fit are left for the schema to reject.
 */
export function convertQuery(query: Record<string, unknown>, schema: z.ZodType | undefined): Record<string, unknown> {
  if (!schema) return query
  const { properties = {} } = findShape(schema)
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, properties[name] ? convert(value, properties[name]) : value]),
  )
}

function convert(value: unknown, shape: Shape): unknown {
  const choices = shape.anyOf ?? [shape]
  const list = choices.find((choice) => choice.type === 'array')
  if (Array.isArray(value)) return list?.items ? value.map((item) => convert(item, list.items ?? {})) : value
  if (typeof value !== 'string') return value
  const one = choices.map((choice) => convertOne(value, choice.type)).find((converted) => converted !== undefined)
  if (one !== undefined) return one
  if (list?.items && value.includes(',') && hasNumbers(list.items))
    return value.split(',').map((item) => convert(item.trim(), list.items ?? {}))
  if (list && !choices.some((choice) => choice.type === 'string')) return [convert(value, list.items ?? {})]
  return value
}

function convertOne(text: string, type: string | string[] | undefined): unknown {
  const types = Array.isArray(type) ? type : [type]
  if ((types.includes('integer') || types.includes('number')) && /^-?\d+(\.\d+)?$/.test(text)) return Number(text)
  if (types.includes('boolean') && (text === 'true' || text === '1')) return true
  if (types.includes('boolean') && (text === 'false' || text === '0')) return false
  return undefined
}

function hasNumbers({ type, anyOf }: Shape): boolean {
  return type === 'integer' || type === 'number' || Boolean(anyOf?.some(hasNumbers))
}
