import { ask } from '../answers.ts'
import type { TestUser } from '../harness.ts'
import { mark } from '../make.ts'
import type { SamplesOf, World } from '../sample.ts'
import { inviteBy, joinBy, NEW_PASSWORD } from './steps.ts'

export async function userSamples({ t, owner }: World): Promise<SamplesOf<'user'>> {
  const { main, admin, staff } = owner
  const leaver = await joinBy(t, admin, [main.id])
  const [again, withdrawn] = [await inviteBy(t, admin, [main.id]), await inviteBy(t, admin, [main.id])]
  const person = { kind: 'person' as const, by: admin }
  const invitation = () => ({ emailAddress: `one.${mark()}@mail.tst`, firstName: 'One', lastName: 'More' })
  return {
    readOneById: { kind: 'own' },
    readAllByCustomerid: { kind: 'own', by: owner.lead },
    readOtherById: { ...person, input: () => ({ userId: staff.userId }) },
    readOnePerson: { ...person, input: () => ({ userId: staff.userId }) },
    readSeats: { kind: 'own', by: owner.lead },
    createOne: {
      kind: 'named',
      by: owner.lead,
      input: () => ({ ...invitation(), customerLocationIds: [main.id] }),
      rest: () => ({ ...invitation(), jobTitle: 'Technician', customerLocationIds: [main.id] }),
    },
    updateOneInvitation: { ...person, input: () => ({ userId: again.user.id }) },
    deleteOneInvitation: { ...person, input: () => ({ userId: withdrawn.user.id }) },
    updateToggleisactive: {
      ...person,
      input: () => ({ userId: leaver.userId }),
      rest: () => ({ userId: leaver.userId, to: false, leaveWithoutAdmin: true }),
    },
  }
}

export const customerSamples = (): SamplesOf<'customer'> => ({
  readOneByUserId: { kind: 'own' },
  readManyByUserid: { kind: 'own' },
  readActiveusercountByCustomerid: { kind: 'own' },
})

/** A link is good for whoever has it: each caller opens one of their own organization's. */
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
    deleteOne: { ...named, input: () => at(removed), rest: () => ({ ...at(removed), leaveWithoutAdmin: false }) },
  }
}
