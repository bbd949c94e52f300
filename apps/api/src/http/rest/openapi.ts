import { attachmentPacket, orderMed, packet, packetTaken } from '@seriatim/schema'
import { z } from 'zod'
import { appRouter } from '../../router.ts'
import { routes } from './routes.ts'
import type { Route } from './types.ts'

interface Definition {
  type: 'query' | 'mutation'
  inputs: z.ZodType[]
  output?: z.ZodType
  meta?: { permission?: string }
}

const JSON_SCHEMA = { unrepresentable: 'any' } as const

/** Shapes published as named components because many answers contain them. */
const named = z.registry<{ id: string }>()
named.add(orderMed, { id: 'OrderMed' })
const reference = (id: string) => ({ $ref: `#/components/schemas/${id}` })

/** The output schemas of streamed calls, because tRPC has none for them. */
const STREAMED: Readonly<Record<string, unknown>> = { 'order.readAllMedsByDocumentid': { type: 'array', items: reference('OrderMed') } }

/** Calls that are allowed before sign-in is complete, each with a sentence for the documentation about the token that the call takes. */
const PENDING: Readonly<Record<string, string>> = {
  'auth.updateOneTotp': 'Requires the token of the first step.',
  'auth.updateOneResendtotp': 'Requires the token of the first step.',
  'auth.updateOneToken': 'Accepts any of our tokens; a token at step `totp` stays at that step.',
  'settings.updateChangepassword': 'Requires the token of a signed-in session, or of one at step `changePassword`.',
}

const TOKEN_IN_TOAST = ['settings.updateChangepassword']

const ERRORS: Readonly<Record<string, string>> = {
  400: 'The input breaks a rule; the sentence names the field and the rule.',
  401: 'No valid session.',
  403: 'The caller lacks the right.',
  404: 'Does not exist, or is not visible to the caller.',
  409: 'Conflicts with existing data.',
  413: 'The body is too large.',
  429: 'Too many calls or failed attempts.',
  default: 'Any other failure.',
}

/** Builds the OpenAPI 3.1 document from the same table and schemas that the calls use. */
export function openApiDocument(brand: string): unknown {
  const procedures = appRouter._def.procedures as unknown as Record<string, { _def: Definition }> // tRPC keeps no type for this record
  const paths: Record<string, Record<string, unknown>> = {}
  const table: readonly Route[] = routes
  for (const route of table) {
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
        'Sign in with the two auth calls; send the token as `Authorization: Bearer`. An unattended program sends an access token, created in the settings, in the same header. Every error is `{"type":"ERROR","payload":{"msg","class"}}`.',
    },
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: { ...namedSchemas(), Error: ERROR },
    },
    paths,
  }
}

function operation(route: Route, { inputs, output, meta }: Definition): Record<string, unknown> {
  const isPublic = route.procedure === 'auth.createOneToken' || route.procedure === 'auth.createOneTemporarypassword'
  const input = inputs[0] && z.toJSONSchema(inputs[0], { ...JSON_SCHEMA, io: 'input' })
  const noun = route.path.split('/')[1]
  const description = [meta?.permission ? `Needs the right \`${meta.permission}\`.` : '', PENDING[route.procedure] ?? '']
    .filter(Boolean)
    .join(' ')
  return {
    operationId: route.procedure,
    tags: [noun],
    ...(description ? { description } : {}),
    ...(isPublic ? {} : { security: [{ token: [] }] }),
    ...(route.takes === 'orderFile' ? orderFileInput() : route.takes ? attachmentInput() : makeInput(route, input)),
    responses: {
      200: {
        description: route.says ?? 'OK',
        ...(route.reply === 'page' ? { headers: NEXT_CURSOR } : {}),
        content: makeAnswer(route, output),
      },
      ...Object.fromEntries(
        Object.entries(ERRORS)
          .filter(([status]) => !(isPublic && status === '401'))
          .map(([status, text]) => [status, { description: text, content: { 'application/json': { schema: reference('Error') } } }]),
      ),
    },
  }
}

const ERROR = {
  type: 'object',
  properties: {
    type: { const: 'ERROR' },
    payload: {
      type: 'object',
      properties: { msg: { type: 'string' }, class: { const: 'error' } },
      required: ['msg', 'class'],
      description: 'The error may include data for the client, such as the candidates for an ambiguous serial number.',
    },
  },
  required: ['type', 'payload'],
}

const NEXT_CURSOR = {
  'x-next-cursor': { description: 'The `cursor` of the next page; absent on the last.', schema: { type: 'string' } },
}

const BYTES = { type: 'string', format: 'binary' }

/** Returns the schemas that have a name, for the document's `components`. References between them point there. */
function namedSchemas(): Record<string, unknown> {
  const { schemas } = z.toJSONSchema(named, { ...JSON_SCHEMA, io: 'output', uri: (id) => reference(id).$ref })
  return Object.fromEntries(Object.entries(schemas).map(([id, { $id: _, $schema: __, ...schema }]) => [id, schema]))
}

/** Describes the body, which has two forms: the whole file, or one of its packets (decision 18). */
function orderFileInput(): Record<string, unknown> {
  const file = { type: 'object', properties: { file: BYTES }, required: ['file'] }
  return {
    parameters: [
      {
        name: 'wait',
        in: 'query',
        required: false,
        description: '`0`: respond at once, with the status `processing`; otherwise wait up to 20 s for the outcome before responding.',
        schema: { type: 'string', enum: ['0', '1'] },
      },
    ],
    requestBody: {
      content: {
        'multipart/form-data': { schema: file },
        'application/json': { schema: z.toJSONSchema(packet, { ...JSON_SCHEMA, io: 'input' }) },
      },
    },
  }
}

/** Request body: one packet, plus the fields that every packet of an attachment has. */
function attachmentInput(): Record<string, unknown> {
  const schema = z.toJSONSchema(packet.extend(attachmentPacket.shape), { ...JSON_SCHEMA, io: 'input' })
  return { requestBody: { content: { 'application/json': { schema } } } }
}

function makeInput(route: Route, input: unknown): Record<string, unknown> {
  if (!input) return {}
  if (route.method === 'POST' || route.method === 'PUT') {
    // every input is an object, so its JSON schema has this member
    const { properties: fields = {} } = input as { properties?: Record<string, unknown> }
    const schema = route.list === undefined ? input : { anyOf: [fields[route.list], input] }
    return { requestBody: { content: { 'application/json': { schema } } } }
  }
  // every input is an object, so its JSON schema has these members
  const { properties = {}, required = [] } = input as { properties?: Record<string, unknown>; required?: string[] }
  return {
    parameters: Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', required: required.includes(name), schema })),
  }
}

function makeAnswer(route: Route, output: z.ZodType | undefined): Record<string, unknown> {
  const json = { 'application/json': { schema: answerSchema(route, output) } }
  return route.reply === 'file' ? { ...json, 'application/octet-stream': { schema: BYTES } } : json
}

function answerSchema({ procedure, reply, takes }: Route, output: z.ZodType | undefined): unknown {
  if (reply === 'toast') return toast(TOKEN_IN_TOAST.includes(procedure))
  if (reply === 'file') {
    const { stored: _, ...fields } = (output as z.ZodObject).shape // the output of a procedure that replies with a file is an object
    const buffer = z.object({ type: z.literal('Buffer'), data: z.array(z.int().min(0).max(255)) })
    return z.toJSONSchema(z.object({ ...fields, buffer }), { ...JSON_SCHEMA, io: 'output' })
  }
  if (!output) return STREAMED[procedure] ?? {}
  const whole = takes ? z.union([output, packetTaken]) : output
  const schema = z.toJSONSchema(whole, { ...JSON_SCHEMA, io: 'output' }) as { properties?: { items?: unknown } } // zod's type for a schema allows any JSON
  return reply === 'page' ? (schema.properties?.items ?? schema) : schema
}

function toast(hasToken: boolean): unknown {
  return {
    type: 'object',
    properties: {
      type: { const: 'GLOBAL_TOAST' },
      payload: {
        type: 'object',
        properties: { msg: { type: 'string' }, class: { const: 'success' } },
        required: ['msg', 'class'],
      },
      ...(hasToken ? { token: { type: 'string', description: 'Replaces the token used for the call.' } } : {}),
    },
    required: hasToken ? ['type', 'payload', 'token'] : ['type', 'payload'],
    additionalProperties: false,
  }
}
