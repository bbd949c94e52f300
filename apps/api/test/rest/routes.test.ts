import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openApiDocument } from '../../src/http/rest/openapi.ts'
import { routes } from '../../src/http/rest/routes.ts'
import type { Route } from '../../src/http/rest/types.ts'
import { findProcedure } from '../../src/http/run-procedure.ts'
import { appRouter } from '../../src/router.ts'

const table: readonly Route[] = routes

/** Maps the first word of a path to the name of its router, where the two differ. */
const NOUNS: Record<string, string> = {
  customerlocation: 'location',
  documentexception: 'documentException',
  fastspring: 'subscription',
  nrac: 'recall',
  redbook: 'drugReference',
  update: 'order',
  usercustomerlocation: 'userLocation',
  customerlocationgloballocationnumber: 'gln',
  tradingpartner: 'tradingPartner',
}
/** Legacy paths under /user that belong to the settings (docs/rest.md). */
const SETTINGS = ['/user/update/changepassword', '/user/update/othersettings']

function pickName(path: string): string {
  const [noun = '', ...rest] = path.slice(1).split('/')
  const words = noun === 'update' ? [noun, ...rest] : rest
  const domain = SETTINGS.includes(path) ? 'settings' : (NOUNS[noun] ?? noun)
  return `${domain}.${words.map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join('')}`
}

describe('the table of REST calls', () => {
  test.each(table.map((route) => [route.path, route.procedure]))('maps %s to the procedure that is named after it', (path, procedure) => {
    expect(pickName(path)).toBe(procedure)
  })

  test('lists every call once, ignoring case', () => {
    const calls = table.map((route) => `${route.method} ${route.path}`.toLowerCase())
    expect(calls).toEqual([...new Set(calls)])
  })

  test('has a GET for every call that reads, and another method for every call that writes', () => {
    for (const route of table)
      expect([route.path, findProcedure(route.procedure).type === 'query']).toEqual([route.path, route.method === 'GET'])
  })

  test('has the documented calls of sign-in and orders', () => {
    const calls = table.map((route) => `${route.method} ${route.path}`)
    expect(calls).toEqual(
      expect.arrayContaining([
        'POST /auth/create/one/token',
        'POST /auth/update/one/totp',
        'POST /auth/update/one/resendtotp',
        'POST /auth/update/one/token',
        'POST /auth/create/one/temporarypassword',
        'POST /file/upload/order',
        'GET /file/download/epcisdoc',
        'GET /order/read/many/search',
        'GET /order/read/all/meds/by/documentid',
        'PUT /update/receive/many/by/serialnumber',
        'PUT /update/receive/many/by/epcismedvocabularyid',
        'PUT /update/receive/many/by/shippingContainerCode',
        'PUT /update/receive/all/by/documentid',
        'GET /med/read/many/by/locationid',
        'GET /med/read/one/by/id',
        'GET /med/read/many/by/search',
        'GET /med/read/one/by/serialnumber/pedigree',
        'GET /med/read/one/by/serialnumber/incident',
        'GET /customerlocation/read/all/by/userid',
        'GET /user/read/one/by/id',
        'GET /customer/read/many/by/userid',
        'POST /user/update/changepassword',
      ]),
    )
  })

  test('has a text for every toast', () => {
    for (const route of table) expect([route.path, Boolean(route.says)]).toEqual([route.path, route.reply === 'toast'])
  })
})

describe('the schema of the REST table', () => {
  const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { inputs: z.ZodType[]; output?: z.ZodType } }> // tRPC's type has no index signature

  test.each(Object.keys(procedures))('describes the input and answer of %s in JSON schema', (path) => {
    const { inputs, output } = procedures[path]?._def ?? { inputs: [] }
    for (const input of inputs) expect(z.toJSONSchema(input, { io: 'input' })).toBeDefined()
    if (output) expect(z.toJSONSchema(output, { io: 'output' })).toBeDefined()
    else expect(path).toBe('order.readAllMedsByDocumentid')
  })

  test('has exactly one OpenAPI operation for each call in the table', () => {
    const { paths } = openApiDocument('Seriatim') as { paths: Record<string, Record<string, { operationId: string }>> }
    const described = Object.values(paths).flatMap((methods) => Object.values(methods).map((operation) => operation.operationId))
    expect(described.sort()).toEqual(table.map((route) => route.procedure).sort())
  })
})
