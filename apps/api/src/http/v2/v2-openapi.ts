import { ACCESS_SCOPES } from '@seriatim/schema'
import { z } from 'zod'
import { appRouter } from '../../router.ts'
import { PROBLEM_TYPE } from './problem.ts'
import { type V2Route, v2Routes } from './v2-routes.ts'

interface Definition {
  inputs: z.ZodType[]
  output?: z.ZodType
  meta?: { permission?: string }
}

/** The parts of an object's JSON schema that are used here. */
interface ObjectShape {
  properties?: Record<string, { items?: unknown }>
  required?: string[]
}

const JSON_SCHEMA = { unrepresentable: 'any' } as const

const PROBLEMS: Readonly<Record<string, string>> = {
  400: 'The input breaks a rule; `detail` names field and rule.',
  401: 'No valid token.',
  403: 'The caller lacks the right, or the token lacks the scope named in `detail`.',
  404: 'Does not exist, or is not visible to the caller.',
  409: 'Conflicts with existing data, or a call with the same `Idempotency-Key` is still running.',
  413: 'The body is too large; `detail` names the limit.',
  415: 'The call does not accept a body of this type.',
  422: 'The `Idempotency-Key` was already used with a different body.',
  429: 'Too many calls; `Retry-After` says when to try again.',
  default: 'Any other failure.',
}

/** Builds the OpenAPI 3.1 document of `/api/v2` from the table of routes and from the input and output schemas of the procedures behind them. */
export function v2Document(brand: string): unknown {
  const procedures = appRouter._def.procedures as unknown as Record<string, { _def: Definition }> // tRPC keeps no type for this record
  const table: readonly V2Route[] = v2Routes
  const byPath = Map.groupBy(table, ({ path }) => `/api/v2${path.replace(/:(\w+)/g, '{$1}')}`)
  return {
    openapi: '3.1.0',
    info: {
      title: `${brand} REST, version 2`,
      version: '2',
      description: `For programs. Send an access token created in the settings as \`Authorization: Bearer\`; it may be limited to scopes. Every error is \`${PROBLEM_TYPE}\` (RFC 9457). A POST with an \`Idempotency-Key\` is processed once: within 24 hours the same key and body get the same answer. Lists are \`{"items":[…]}\`, and the header \`Link\` has the next page. Calls with unknown parameters or fields are refused.`,
    },
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer', description: describeScopes() } },
      schemas: { Problem: PROBLEM },
    },
    paths: Object.fromEntries(
      [...byPath].map(([path, routes]) => [
        path,
        Object.fromEntries(
          routes.map((route) => [route.method.toLowerCase(), operation(route, procedures[route.procedure]?._def ?? { inputs: [] })]),
        ),
      ]),
    ),
  }
}

const describeScopes = () =>
  `Scopes: ${Object.entries(ACCESS_SCOPES)
    .map(([name, what]) => `\`${name}\` (${what})`)
    .join(', ')}.`

const PROBLEM = {
  type: 'object',
  properties: {
    type: { type: 'string', description: 'URL of the page that explains this type of problem.' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'An explanation for people, in one or two sentences.' },
    key: { type: 'string', description: 'The last part of `type`, for programs to compare.' },
    requestId: { type: 'string', description: 'Only with a status of 500 or above: the id that the operator needs to find the error.' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        properties: { pointer: { type: 'string' }, detail: { type: 'string' } },
        required: ['pointer', 'detail'],
      },
    },
  },
  required: ['type', 'title', 'status', 'detail', 'key'],
}

function operation(route: V2Route, { inputs, output, meta }: Definition): Record<string, unknown> {
  const { method, path, procedure, scope, says, status = 200 } = route
  // each call in the table takes an object
  const input: ObjectShape = inputs[0] ? (z.toJSONSchema(inputs[0], { ...JSON_SCHEMA, io: 'input' }) as ObjectShape) : {}
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const others = Object.keys(input.properties ?? {}).filter((name) => !inPath.includes(name))
  const hasBody = method === 'POST' || method === 'PATCH'
  const parameter = (where: 'path' | 'query') => (name: string) => ({
    name,
    in: where,
    required: where === 'path' || (input.required?.includes(name) ?? false),
    schema: input.properties?.[name] ?? {},
  })
  const parameters = [
    ...inPath.map(parameter('path')),
    ...(hasBody ? [] : others.map(parameter('query'))),
    ...(method === 'POST' ? [IDEMPOTENCY_KEY] : []),
  ]
  return {
    operationId: procedure,
    tags: [path.split('/')[1]],
    summary: says,
    description: `${says} Needs the scope \`${scope}\`${meta?.permission ? ` and the right \`${meta.permission}\`` : ''}.`,
    security: [{ token: [] }],
    parameters,
    ...(hasBody
      ? { requestBody: route.takes ? FILE_BODY : { content: { 'application/json': { schema: bodySchema(input, others) } } } }
      : {}),
    responses: {
      [status]: {
        description: says,
        headers: makeHeaders(route),
        content:
          route.reply === 'file'
            ? { 'application/octet-stream': { schema: BYTES } }
            : { 'application/json': { schema: answerSchema(route, output) } },
      },
      ...Object.fromEntries(
        Object.entries(PROBLEMS).map(([code, description]) => [
          code,
          { description, content: { [PROBLEM_TYPE]: { schema: { $ref: '#/components/schemas/Problem' } } } },
        ]),
      ),
    },
  }
}

const BYTES = { type: 'string', format: 'binary' }

/** The body is the file itself, with its name in `Content-Disposition`, or a form that contains the file. `Content-Encoding: gzip` is accepted. */
const FILE_BODY = {
  content: {
    'application/xml': { schema: BYTES },
    'application/zip': { schema: BYTES },
    'application/gzip': { schema: BYTES },
    'application/octet-stream': { schema: BYTES },
    'multipart/form-data': { schema: { type: 'object', properties: { file: BYTES }, required: ['file'] } },
  },
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Makes a repeated call safe: the work is done once within 24 hours.',
  schema: { type: 'string', maxLength: 255 },
}

const text = (description: string) => ({ description, schema: { type: 'string' } })

function makeHeaders({ method, reply, makes }: V2Route): Record<string, unknown> {
  return {
    ...(reply === 'page' ? { Link: text('Link to the next page, with `rel="next"`; absent on the last page.') } : {}),
    ...(reply === 'file' ? { 'Content-Disposition': text('The name of the file.') } : {}),
    ...(makes ? { Location: text('URL of the new resource.') } : {}),
    ...(method === 'POST' ? { 'Idempotency-Replayed': text('`true` if this is the response to an earlier call, sent again.') } : {}),
  }
}

function bodySchema({ properties = {}, required = [], ...input }: ObjectShape, names: readonly string[]): unknown {
  const own = Object.fromEntries(names.map((name) => [name, properties[name]]))
  return { ...input, properties: own, required: required.filter((name) => names.includes(name)) }
}

/** JSON schema of a route's answer. A list becomes an object with the field `items`, so that other fields can be added to it later. */
function answerSchema({ reply }: V2Route, output: z.ZodType | undefined): unknown {
  if (!output) return {}
  const schema = z.toJSONSchema(output, { ...JSON_SCHEMA, io: 'output' }) as ObjectShape & { items?: unknown } // zod's type for a schema allows any JSON
  if (reply !== 'page') return schema
  const items = schema.properties?.items ?? { type: 'array', items: schema.items }
  return { type: 'object', properties: { items }, required: ['items'] }
}
