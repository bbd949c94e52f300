import type { ProcedurePath } from '../../src/http/rest/types.ts'
import { ask } from '../answers.ts'
import { enrollApp } from '../auth/steps.ts'
import type { TestUser } from '../harness.ts'
import { mark, newCustomer, PASSWORD } from '../make.ts'
import type { SamplesOf, World } from '../sample.ts'
import { inviteBy, joinBy, NEW_PASSWORD } from './steps.ts'

export async function userSamples({ t, owner }: World): Promise<SamplesOf<'user'>> {
  const { main, admin, staff } = owner
  const leaver = await joinBy(t, admin, [main.id])
  const keeper = await joinBy(t, admin, [main.id])
  await enrollApp(t, keeper, NEW_PASSWORD)
  const [again, withdrawn] = [await inviteBy(t, admin, [main.id]), await inviteBy(t, admin, [main.id])]
  const person = { kind: 'person' as const, by: admin }
  // Each call makes a new hand-over in a new organization.
  const handedOver = {
    kind: 'own' as const,
    call: async (path: ProcedurePath, input: unknown) => {
      const other = await newCustomer(t)
      await t.as(other.admin).user.createOneHandOver({ userId: other.staff.userId, password: PASSWORD })
      return ask(t.as(other.staff), path, input)
    },
  }
  const invitation = () => ({ emailAddress: `one.${mark()}@mail.tst`, firstName: 'One', lastName: 'More' })
  return {
    readOneById: { kind: 'own' },
    readAllByCustomerid: { kind: 'own', by: owner.lead },
    readOtherById: { ...person, input: () => ({ userId: staff.userId }) },
    readOnePerson: { ...person, input: () => ({ userId: staff.userId }) },
    readReview: { kind: 'own', by: admin, isAdminOnly: true, input: () => ({ day: '2026-06-01' }) },
    readReviewCsv: { kind: 'own', by: admin, isAdminOnly: true, input: () => ({ day: '2026-06-01' }) },
    readReviewPdf: { kind: 'own', by: admin, isAdminOnly: true, input: () => ({ day: '2026-06-01' }) },
    readReviewState: { kind: 'own', by: admin, isAdminOnly: true },
    readReviewDue: { kind: 'own', by: admin, isAdminOnly: true },
    createOneReview: { kind: 'own', by: admin, isAdminOnly: true },
    updateOneReviewLine: { kind: 'person', by: admin, isAdminOnly: true, input: () => ({ userId: staff.userId, seen: `${main.id}:user` }) },
    updateOneReview: {
      kind: 'own',
      call: async () => {
        const other = await newCustomer(t)
        const calls = t.as(other.admin).user
        await calls.createOneReview()
        for (const { id, access } of (await calls.readReview({ day: '2099-01-01' })).people)
          await calls.updateOneReviewLine({ userId: id, seen: access.map((one) => `${one.locationId}:${one.level}`).join(' ') })
        return calls.updateOneReview()
      },
    },
    readRights: { kind: 'own' },
    readSeats: { kind: 'own', by: owner.lead },
    createOne: {
      kind: 'named',
      by: owner.lead,
      input: () => ({ ...invitation(), customerLocationIds: [main.id] }),
      rest: () => ({ ...invitation(), jobTitle: 'Technician', customerLocationIds: [main.id] }),
    },
    updateOneInvitation: { ...person, input: () => ({ userId: again.user.id }) },
    deleteOneInvitation: { ...person, input: () => ({ userId: withdrawn.user.id }) },
    deleteOneApp: { ...person, input: () => ({ userId: keeper.userId, password: PASSWORD }) },
    readHandOver: { kind: 'own' },
    createOneHandOver: {
      kind: 'person',
      by: admin,
      isAdminOnly: true,
      input: () => ({ userId: staff.userId, password: PASSWORD }),
    },
    updateOneHandOver: { ...handedOver, input: () => ({ password: PASSWORD }) },
    deleteOneHandOver: handedOver,
    updateToggleisactive: {
      ...person,
      input: () => ({ userId: leaver.userId }),
      rest: () => ({ userId: leaver.userId, to: false, leaveWithoutAdmin: true }),
    },
  }
}

export const customerSamples = ({ owner }: World): SamplesOf<'customer'> => ({
  readOneByUserId: { kind: 'own' },
  readManyByUserid: { kind: 'own' },
  readActiveusercountByCustomerid: { kind: 'own' },
  readFirstSteps: { kind: 'own', by: owner.admin, isAdminOnly: true },
  updateFirstStepsHidden: { kind: 'own', input: () => ({ isHidden: true }), by: owner.admin, isAdminOnly: true },
  updateScannerTested: { kind: 'own' },
  readOperator: { kind: 'own' },
})

/** A link works for anybody who has it, so the sample gives each caller a link of the caller's own organization. */
export async function invitationSamples({ t, owner }: World): Promise<SamplesOf<'invitation'>> {
  const { invitation } = await inviteBy(t, owner.admin)
  const passwords = { newPassword: NEW_PASSWORD, repeatNewPassword: NEW_PASSWORD }
  const own = async (user: TestUser) => ({ invitation: (await inviteBy(t, user)).invitation })
  return {
    openOne: {
      kind: 'own',
      by: owner.lead,
      input: () => ({ invitation }),
      call: async (path, _input, user) => ask(t.anonymous(), path, await own(user)),
    },
    takeOne: {
      kind: 'own',
      by: owner.lead,
      input: () => ({ invitation, ...passwords }),
      call: async (path, _input, user) => ask(t.anonymous(), path, { ...(await own(user)), ...passwords }),
    },
  }
}

export async function userLocationSamples({ t, owner }: World): Promise<SamplesOf<'userLocation'>> {
  const { main, branch, admin } = owner
  const [promoted, removed, moved] = [
    await joinBy(t, admin, [main.id]),
    await joinBy(t, admin, [main.id]),
    await joinBy(t, admin, [branch.id]),
  ]
  const mixed = await joinBy(t, admin, [main.id])
  const named = { kind: 'named' as const, by: owner.lead }
  const at = (user: TestUser) => ({ userId: user.userId, customerLocationId: main.id })
  return {
    readAllByCustomerlocationid: { ...named, input: () => ({ customerLocationId: main.id }) },
    createOne: { ...named, input: () => ({ ...at(moved), isAdmin: false }) },
    updateOneToggleadmin: {
      ...named,
      input: () => at(promoted),
      rest: () => ({ ...at(promoted), to: true, leaveWithoutAdmin: false }),
    },
    updateMany: {
      kind: 'named',
      by: owner.admin,
      isAdminOnly: true,
      input: () => ({ changes: [{ ...at(mixed), from: 'user' as const, to: 'admin' as const }] }),
    },
    deleteOne: { ...named, input: () => at(removed), rest: () => ({ ...at(removed), leaveWithoutAdmin: false }) },
  }
}
