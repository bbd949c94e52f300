import type { SamplesOf, World } from '../sample.ts'

const address = {
  addressLineOne: 'Annex',
  addressLineTwo: '2 Side Street',
  addressLineThree: '',
  city: 'Louisville',
  stateId: null,
  zip: '40218',
  type: 'shipping' as const,
  isDefault: false,
}

export async function locationSamples({ t, owner }: World): Promise<SamplesOf<'location'>> {
  const admin = t.as(owner.admin).location
  const customerLocationId = owner.main.id
  const spare = await admin.createOne({ addresses: [{ ...address, addressLineOne: 'Spare' }] })
  const closed = await admin.createOne({ addresses: [{ ...address, addressLineOne: 'Closed' }] })
  await admin.updateCloseOne({ customerLocationId: closed.id, reason: 'moved away' })
  const { customerLocationAddresses } = await admin.createAddress({ ...address, customerLocationId })
  const addressId = customerLocationAddresses.at(-1)?.id ?? 0
  const named = { kind: 'named', isAdminOnly: true, by: owner.admin } as const
  return {
    readAllByUserid: { kind: 'own' },
    readAllHydratedByUserid: { kind: 'own' },
    readManyOwned: { kind: 'own' },
    readOneById: { kind: 'named', input: () => ({ id: owner.main.id }) },
    readOneHydratedById: { kind: 'named', input: () => ({ id: owner.main.id }) },
    readOneCompany: { kind: 'named', input: () => ({ locationId: owner.main.id }) },
    readOneLimit: { kind: 'own', isAdminOnly: true, by: owner.admin },
    createOne: {
      kind: 'own',
      isAdminOnly: true,
      by: owner.admin,
      input: () => ({ addresses: [address], timeZone: 'America/New_York' }),
    },
    createAddress: { ...named, input: () => ({ ...address, customerLocationId }) },
    updateOneAddress: { ...named, input: () => ({ ...address, id: addressId }) },
    updateOneName: { ...named, input: () => ({ customerLocationId, name: 'Main' }) },
    updateOneFacts: { ...named, input: () => ({ customerLocationId, timeZone: 'America/New_York', phone: '(502) 555-0100' }) },
    updateOneOwner: { ...named, input: () => ({ customerLocationId, ownerLocationId: null }) },
    updateCloseOne: { ...named, input: () => ({ customerLocationId: spare.id, reason: 'moved away' }) },
    updateReopenOne: { ...named, input: () => ({ customerLocationId: closed.id }) },
    deleteOneAddress: { ...named, input: () => ({ customerLocationAddressId: addressId }) },
  }
}

export const stateSamples = (): SamplesOf<'state'> => ({ readAll: { kind: 'own' } })
