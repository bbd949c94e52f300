import { beforeAll, describe, expect, test } from 'vitest'
import type { Meta } from '../src/call/trpc.ts'
import { sealUpload } from '../src/domains/file/upload-seal.ts'
import { routes } from '../src/http/rest/routes.ts'
import type { ProcedurePath, Route } from '../src/http/rest/types.ts'
import { findProcedure } from '../src/http/run-procedure.ts'
import { appRouter } from '../src/router.ts'
import { ask, makeRows, pickCode } from './answers.ts'
import { claiming } from './claiming.ts'
import { useTestDb } from './fixtures.ts'
import type { TestUser } from './harness.ts'
import type { TestCustomer } from './make.ts'
import { makeWorld, type Sample, type World } from './sample.ts'
import { makeSamples } from './samples.ts'

const t = useTestDb({ config: { sftpDoorPort: 0, host: '127.0.0.1' } })
let world: World
let owner: TestCustomer
let stranger: TestCustomer
let samples: ReadonlyMap<string, Sample>

beforeAll(async () => {
  world = await makeWorld(t)
  ;({ owner, stranger } = world)
  samples = await makeSamples(world)
})

const paths = Object.keys(appRouter._def.procedures) as ProcedurePath[] // Object.keys() returns string[]

function findSample(path: string): Sample {
  const sample = samples.get(path)
  if (!sample) throw new Error(`${path} has no sample: its domain's *.samples.ts gives one.`)
  return sample
}

const run = (path: ProcedurePath, input: unknown, user: TestUser) =>
  findSample(path).call?.(path, input, user) ?? ask(t.as(user), path, input)

describe('every procedure keeps customers and locations apart', () => {
  test('and has a sample call for this check', () => {
    expect([...samples.keys()].sort()).toEqual([...paths].sort())
  })

  test.each(paths)('[ROLE-008 ROLE-009 ROLE-022] %s', async (path) => {
    const sample = findSample(path)
    const input = sample.input?.()
    const mine = await run(path, input, sample.by ?? owner.staff)
    expect(mine).toBeDefined()
    if (sample.kind === 'list' && path !== 'order.readTotals')
      expect(world.marks.some((secret) => JSON.stringify(mine).includes(secret))).toBe(true)

    for (const other of [stranger.admin, owner.elsewhere]) {
      if (sample.isAdminOnly && other === owner.elsewhere) {
        await expect(run(path, claiming(path, input, owner), other)).rejects.toMatchObject({ code: 'FORBIDDEN' })
      } else if (sample.kind === 'named' || (sample.kind === 'person' && other === stranger.admin)) {
        const refused = await run(path, claiming(path, input, owner), other).then(
          (answer) => ({ answered: answer }),
          (error: unknown) => error,
        )
        expect(pickCode(refused)).toBe('not found')
        expect(JSON.stringify(refused)).not.toContain(world.secret.sender)
      } else if (sample.kind === 'person') {
        const text = await run(path, claiming(path, input, owner), other).then(JSON.stringify, pickCode)
        for (const secret of [...world.marks, owner.staff.emailAddress]) expect(text).not.toContain(secret)
      } else if (!changesPassword(path)) {
        const answer = await run(path, claiming(path, input, owner), other)
        if (sample.kind === 'list' && input) expect(makeRows(answer)).toEqual([])
        const text = JSON.stringify(answer) ?? ''
        // A search box repeats the caller's own query, which is no secret to them.
        const secrets = world.marks.filter((secret) => !JSON.stringify(input ?? {}).includes(secret))
        for (const secret of [...secrets, ...(other === stranger.admin ? [owner.name] : [])]) expect(text).not.toContain(secret)
      }
    }
  })

  test('[ROLE-008 ROLE-009] even in the totals of a search', async () => {
    expect(await t.as(owner.staff).order.readTotals({ purchaseOrderNumber: world.secret.purchaseOrder })).toMatchObject({
      orders: 1,
      amountOfMeds: 4,
    })
    for (const other of [stranger.admin, owner.elsewhere])
      expect(await t.as(other).order.readTotals({ purchaseOrderNumber: world.secret.purchaseOrder })).toMatchObject({
        orders: 0,
        amountOfMeds: 0,
      })
  })

  test('[ROLE-009] even when a user uploads a copy of another location’s file: the result reveals nothing about its order', async () => {
    const seal = sealUpload(t.deps.secrets, { ...owner, userId: owner.elsewhere.userId }, 'order', world.storedHash)
    const stored = { filename: 'again.xml', contentType: 'application/xml', size: 1, sha256: world.storedHash, seal, wait: false }
    const { uploadId } = await t.as(owner.elsewhere).file.uploadOrder(stored)
    await t.runJobs()
    const shown = await t.as(owner.elsewhere).file.readOneUpload({ uploadId })
    expect(shown).toMatchObject({ status: 'elsewhere', documentId: null, ticketNumber: null, amountOfMeds: 0, findingList: [] })
    expect(JSON.stringify(shown)).not.toContain(world.secret.purchaseOrder)
  })

  test('and declares where its location comes from if it needs a permission', () => {
    for (const path of paths.filter((one) => readMeta(one)?.permission !== undefined)) {
      const { kind, isAdminOnly } = findSample(path)
      // The input of these calls is a file that was just uploaded, identified by its seal. The file has no location yet, so the calls cannot take the
      // location from it.
      const isNamed = kind === 'named' && path !== 'file.uploadOrder' && path !== 'intake.createOne' && path !== 'intake.createOneCapture'
      const expected = isNamed ? ['input', 'row'] : kind === 'list' && !isAdminOnly ? ['scope'] : ['input', 'scope', 'none']
      expect(expected, path).toContain(readMeta(path)?.location)
    }
  })

  test.each(paths)('[REST-004] and %s, unless it is public, refuses a caller without a session', async (path) => {
    const answer = ask(t.anonymous(), path, findSample(path).input?.())
    if (isPublic(path)) await answer
    else await expect(answer).rejects.toMatchObject({ code: 'UNAUTHORIZED', message: 'Not Authenticated' })
  })

  test('[ROLE-022] and ignores any customer or permission that a payload claims', async () => {
    const claims = {
      customerId: owner.customerId,
      userId: owner.admin.userId,
      isAdmin: true,
      purchaseOrderNumber: world.secret.purchaseOrder,
    }
    expect(await ask(t.as(stranger.admin), 'order.readManySearch', claims)).toMatchObject({ items: [] })
    expect(await ask(t.as(stranger.admin), 'user.readOneById', claims)).toMatchObject({ id: stranger.admin.userId })
  })
})

const readMeta = (path: ProcedurePath) =>
  (appRouter._def.procedures as unknown as Record<string, { _def: { meta?: Meta } }>)[path]?._def.meta // tRPC's type has no index signature

const table: readonly Route[] = routes

describe('every REST call', () => {
  test.each(table)('has a sample for each of its parameters: $method $path', ({ procedure }) => {
    const sample = findSample(procedure)
    const { shape = {} } = (findProcedure(procedure).input ?? {}) as { shape?: object } // every input of a REST call is an object
    expect(Object.keys(sample.rest?.() ?? sample.input?.() ?? {}).sort()).toEqual(Object.keys(shape).sort())
  })

  test.each(table.filter((route) => !isPublic(route.procedure)))('[REST-004] $method $path needs a token', async (route) => {
    const app = await t.app()
    const answer = await app.inject(makeRequest(route))
    expect([answer.statusCode, answer.json().payload.msg]).toEqual([401, 'Not Authenticated'])
    await app.close()
  })

  test.each(table.filter(({ procedure, takes }) => !takes && !/^(auth|settings)\./.test(procedure)))(
    '[ROLE-008 ROLE-009] $method $path reveals nothing to a stranger',
    async (route) => {
      const { kind, isAdminOnly } = findSample(route.procedure)
      const app = await t.app()
      for (const other of [stranger.admin, owner.elsewhere]) {
        const request = makeRequest(route)
        const answer = await app.inject({ ...request, headers: { authorization: `Bearer ${await t.signIn(other)}` } })
        // For a person at another location of the customer, only calls for admins may reveal that a right is missing (403). All other calls must hide
        // that the subject exists.
        if (isAdminOnly && other === owner.elsewhere) expect(answer.statusCode).toBe(403)
        else if (kind === 'named') expect(answer.statusCode).toBe(404)
        else expect(answer.statusCode).toBeLessThan(500)
        const asked = decodeURIComponent(JSON.stringify(request).replaceAll('+', ' '))
        for (const secret of world.marks.filter((one) => !asked.includes(one))) expect(answer.body).not.toContain(secret)
      }
      await app.close()
    },
  )
})

/**
 * Builds the request from the procedure's sample. The request has every parameter that the procedure accepts, except those that the sample leaves
 * undefined because they cannot be combined with another parameter.
 */
function makeRequest({ method, path, procedure }: Route) {
  const sample = findSample(procedure)
  const given = Object.entries((sample.rest ?? sample.input)?.() ?? {}).filter(([, value]) => value !== undefined)
  const url = `/api/v1${path}`
  if (method !== 'GET') return { method, url, payload: Object.fromEntries(given) }
  const query = new URLSearchParams(Object.fromEntries(given.map(([name, value]) => [name, String(value)])))
  return { method, url: `${url}?${query}` }
}

const PUBLIC = [
  'auth.createOneToken',
  'auth.createOneTemporarypassword',
  'inspectionLink.openOne',
  'invitation.openOne',
  'invitation.takeOne',
]
const isPublic = (path: string) => PUBLIC.includes(path)

/**
 * Whether this is the call that changes a password. The isolation test makes this call only as the owner, because another person's call would be
 * refused anyway: the input contains the owner's current password.
 */
const changesPassword = (path: ProcedurePath) => path === 'settings.updateChangepassword'
