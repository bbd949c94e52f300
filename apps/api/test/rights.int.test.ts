import { type Grant, type Permission, RIGHTS } from '@seriatim/schema'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Meta } from '../src/call/trpc.ts'
import type { ProcedurePath } from '../src/http/rest/types.ts'
import { appRouter } from '../src/router.ts'
import { ask } from './answers.ts'
import { useTestDb } from './fixtures.ts'
import type { TestUser } from './harness.ts'
import type { TestCustomer } from './make.ts'
import { makeWorld, type Sample } from './sample.ts'
import { makeSamples } from './samples.ts'
import { joinBy } from './user/steps.ts'

const t = useTestDb({ config: { sftpDoorPort: 0, host: '127.0.0.1' } })
let owner: TestCustomer
let nobody: TestUser
let samples: ReadonlyMap<string, Sample>

beforeAll(async () => {
  const world = await makeWorld(t)
  owner = world.owner
  samples = await makeSamples(world)
  nobody = await joinBy(t, owner.admin, [])
})

type Role = 'nobody' | 'staff' | 'lead' | 'admin'

/** Decision 45: grants of each role. */
const MAY: Record<Role, readonly Grant[]> = {
  nobody: ['everybody'],
  staff: ['everybody', 'own'],
  lead: ['everybody', 'own', 'administered'],
  admin: ['everybody', 'own', 'administered', 'customerAdmin'],
}
const findUser = (role: Role): TestUser => (role === 'nobody' ? nobody : owner[role])

const procedures = Object.entries(appRouter._def.procedures as unknown as Record<string, { _def: { meta?: Meta } }>) // tRPC's type has no index signature
  .flatMap(([path, { _def }]) =>
    _def.meta?.permission ? [{ path: path as ProcedurePath, right: _def.meta.permission, location: _def.meta.location }] : [],
  )

/** Makes a call as this person. Returns `refused` if the person lacks the right for it; any other result, even another error, counts as `let in`. */
async function toOutcome(path: ProcedurePath, user: TestUser, claims: object = {}): Promise<'refused' | 'let in'> {
  const input = samples.get(path)?.input?.()
  const given = input === undefined && Object.keys(claims).length === 0 ? undefined : { ...claims, ...(input as object | undefined) } // every input is an object
  try {
    await ask(t.as(user), path, given)
    return 'let in'
  } catch (error) {
    const { code, message } = error as { code?: string; message?: string } // tRPC's error fields
    return code === 'FORBIDDEN' && message === 'You do not have the right to do this.' ? 'refused' : 'let in'
  }
}

const roles = Object.keys(MAY) as Role[] // Object.keys() returns string[]
const makeGrant = (right: Permission): Grant => RIGHTS[right]

describe('the table of permissions', () => {
  test('describes every permission in words, and the page shows the permissions that are enforced', async () => {
    const lines = await t.as(owner.staff).user.readRights()
    expect(lines.map((line) => line.right).sort()).toEqual(Object.keys(RIGHTS).sort())
    for (const { right, user, locationAdmin, customerAdmin } of lines) {
      const shown = { user: user !== 'nowhere', locationAdmin: locationAdmin !== 'nowhere', customerAdmin: customerAdmin !== 'nowhere' }
      const grant = makeGrant(right as Permission) // the assertion above compares the names with RIGHTS
      expect([right, shown]).toEqual([
        right,
        { user: MAY.staff.includes(grant), locationAdmin: MAY.lead.includes(grant), customerAdmin: MAY.admin.includes(grant) },
      ])
    }
    expect(lines.find(({ right }) => right === 'order:read')).toMatchObject({
      user: 'own',
      locationAdmin: 'own',
      customerAdmin: 'everywhere',
    })
    expect(lines.find(({ right }) => right === 'hold:release')).toMatchObject({ user: 'nowhere', locationAdmin: 'administered' })
  })

  const refusals = procedures.flatMap(({ path, right }) =>
    roles.filter((role) => !MAY[role].includes(makeGrant(right))).map((role) => ({ path, role })),
  )

  test.each(refusals)(
    '[ROLE-021 ROLE-022] refuses $path to $role, even if the payload claims the rights of an admin',
    async ({ path, role }) => {
      const { customerId, admin, main } = owner
      const { userId } = findUser(role)
      expect(await toOutcome(path, findUser(role))).toBe('refused')
      const claims = { isAdmin: true, customerId, adminId: userId, userId: admin.userId, isCustomerAdmin: true, locationIds: [main.id] }
      expect(await toOutcome(path, findUser(role), claims)).toBe('refused')
    },
  )

  test.each(procedures)('opens $path to every permitted role', async ({ path, right }) => {
    const asked = roles.filter((role) => MAY[role].includes(makeGrant(right)) && role !== 'nobody')
    const sample = samples.get(path)
    expect(sample).toBeDefined()
    // All of these people have access to the sample's location: staff works there, the lead administers it, and the admin has all locations.
    for (const role of asked) {
      if (sample?.call) continue
      expect([role, await toOutcome(path, findUser(role))]).toEqual([role, 'let in'])
    }
  })

  test.each(
    procedures.filter(({ right, location }) => (location === 'input' || location === 'row') && makeGrant(right) === 'administered'),
  )('[ROLE-015] $path is refused to the admin of another location', async ({ path }) => {
    const sample = samples.get(path)
    if (sample?.call) return
    await expect(ask(t.as(owner.elsewhere), path, sample?.input?.())).rejects.toMatchObject({
      code: expect.stringMatching(/^(FORBIDDEN|NOT_FOUND)$/),
    })
  })
})
