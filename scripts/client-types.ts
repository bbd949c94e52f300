import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compile } from 'json-schema-to-typescript'
import { v2Document } from '../apps/api/src/http/v2/v2-openapi.ts'

type Schema = Exclude<Parameters<typeof compile>[0], { $id: unknown }>

/** The members of the OpenAPI document that are needed to generate the client's types. */
interface Document {
  paths: Record<string, Record<string, Operation>>
}
interface Operation {
  summary: string
  parameters: { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: Schema }[]
  requestBody?: { content: Partial<Record<string, { schema: Schema }>> }
  responses: Record<string, { content?: Partial<Record<string, { schema: Schema }>> }>
}

export const CLIENT_TYPES = join(import.meta.dirname, '../packages/client/src/calls.ts')
const BIOME = join(import.meta.dirname, '../node_modules/@biomejs/biome/bin/biome')
const HEAD = '// Generated from the table of `/api/v2` by `npm run client:types`. Do not edit it by hand.\n\n'
const JSON_TYPE = 'application/json'
const FILE_TYPE = 'application/octet-stream'

/** Generates the types of all calls that `packages/client` publishes, from the same document that `/api/v2/docs` shows. */
export async function makeClientTypes(): Promise<string> {
  const { paths } = v2Document('') as Document // `v2Document` declares no type for the parts that are read here
  const calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => [`${method.toUpperCase()} ${path.replace('/api/v2', '')}`, operation] as const),
  )
  const root: Schema = {
    ...object(Object.fromEntries(calls.map(([name, operation]) => [name, toCall(operation)]))),
    description: 'Every call by method and path.',
  }
  const text = await compile(root, 'Calls', { bannerComment: '', format: false })
  return execFileSync(process.execPath, [BIOME, 'format', '--stdin-file-path', CLIENT_TYPES], { input: HEAD + text, encoding: 'utf8' })
}

function toCall({ summary, parameters, requestBody, responses }: Operation): Schema {
  const named = (where: 'path' | 'query') => parameters.filter((one) => one.in === where)
  const [path, query, body] = [named('path'), named('query'), requestBody?.content[JSON_TYPE]?.schema]
  const content = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1].content
  const answer: Schema | undefined = content?.[FILE_TYPE] ? { tsType: 'Blob' } : content?.[JSON_TYPE]?.schema
  return {
    ...object({
      ...(path.length ? { path: parametersOf(path) } : {}),
      ...(query.length ? { query: parametersOf(query) } : {}),
      ...(body ? { body: plain(body) } : {}),
      answer: plain(answer ?? {}),
    }),
    description: summary,
  }
}

const parametersOf = (parameters: Operation['parameters']): Schema => ({
  ...object(Object.fromEntries(parameters.map(({ name, schema }) => [name, plain(schema)]))),
  required: parameters.filter(({ required }) => required).map(({ name }) => name),
})

const object = (properties: Record<string, Schema>): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
})

/** Returns the schema from which types are generated: without limits on the length of lists, and with objects that allow only their own fields. */
function plain(schema: Schema): Schema {
  if (schema.properties && Object.keys(schema.properties).length === 0) return { tsType: 'Record<string, never>' }
  const { $schema: _, minItems: _least, maxItems: _most, ...kept } = schema
  const nested = Object.fromEntries(
    Object.entries(kept).map(([key, value]) => {
      if (key === 'properties')
        return [key, Object.fromEntries(Object.entries(value as Record<string, Schema>).map(([name, of]) => [name, plain(of)]))] // JSON schema
      if (key === 'items') return [key, plain(value as Schema)] // a list would describe a tuple, and the API has no tuples
      if (key === 'anyOf' || key === 'oneOf' || key === 'allOf') return [key, (value as Schema[]).map(plain)] // JSON schema
      return [key, value]
    }),
  )
  return schema.properties ? { additionalProperties: false, ...nested } : nested
}

if (process.argv[1] === import.meta.filename) writeFileSync(CLIENT_TYPES, await makeClientTypes())
