import type { SamplesOf, World } from '../sample.ts'

export const locationSamples = ({ owner }: World): SamplesOf<'location'> => ({
  readAllByUserid: { kind: 'own' },
  readOneCompany: { kind: 'named', input: () => ({ locationId: owner.main.id }) },
})
