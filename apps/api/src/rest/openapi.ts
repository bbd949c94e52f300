import { z } from 'zod'
import { appRouter } from '../router.ts'
import { routes } from './routes.ts'
import type { Route } from './types.ts'

interface Definition {
  type: 'query' | 'mutation'
  inputs: z.ZodType[]
  output?: z.ZodType
  meta?: { permission?: string }
}

const JSON_SCHEMA = { unrepresentable: 'any' } as const

/** The OpenAPI 3.1 document, from the same table and the same schemas that the calls run through. */
export function openApiDocument(brand: string): unknown {
  const procedures = appRouter._def.procedures as unknown as Record<string, { _def: Definition }> // tRPC keeps no type for this record
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of routes as readonly Route[]) {
    const definition = procedures[route.procedure]?._def
    if (!definition) continue
    const url = `/api/v1${route.path}`
    const path = paths[url] ?? {}
    paths[url] = path
    path[route.method.toLowerCase()] = operation(route, definition)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${brand} REST`,
      version: '1',
      description:
        'Sign in with the two auth calls; send the token as `Authorization: Bearer`. Every error is `{"type":"ERROR","payload":{"msg","class"}}`.',
    },
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    paths,
  }
}

function operation(route: Route, { inputs, output, meta }: Definition): Record<string, unknown> {
  const isPublic = route.procedure === 'auth.createOneToken' || route.procedure === 'auth.createOneTemporarypassword'
  const input = inputs[0] && z.toJSONSchema(inputs[0], { ...JSON_SCHEMA, io: 'input' })
  const noun = route.path.split('/')[1]
  return {
    operationId: route.procedure,
    tags: [noun],
    ...(meta?.permission ? { description: `Needs the right \`${meta.permission}\`.` } : {}),
    ...(isPublic ? {} : { security: [{ token: [] }] }),
    ...(route.takes
      ? {
          requestBody: {
            content: { 'multipart/form-data': { schema: { type: 'object', properties: { file: { type: 'string', format: 'binary' } } } } },
          },
        }
      : inputOf(route, input)),
    responses: {
      200: { description: route.says ?? 'OK', content: { 'application/json': { schema: answerOf(route, output) } } },
      default: { description: 'ERROR' },
    },
  }
}

function inputOf(route: Route, input: unknown): Record<string, unknown> {
  if (!input) return {}
  if (route.method === 'POST' || route.method === 'PUT') return { requestBody: { content: { 'application/json': { schema: input } } } }
  const { properties = {}, required = [] } = input as { properties?: Record<string, unknown>; required?: string[] } // a JSON schema of an object
  return {
    parameters: Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', required: required.includes(name), schema })),
  }
}

function answerOf({ reply }: Route, output: z.ZodType | undefined): unknown {
  if (reply === 'toast')
    return {
      type: 'object',
      properties: {
        type: { const: 'GLOBAL_TOAST' },
        payload: { type: 'object', properties: { msg: { type: 'string' }, class: { type: 'string' } } },
      },
    }
  if (!output) return { type: 'array' }
  const schema = z.toJSONSchema(output, { ...JSON_SCHEMA, io: 'output' }) as { properties?: { items?: unknown } }
  return reply === 'page' ? (schema.properties?.items ?? schema) : schema
}
