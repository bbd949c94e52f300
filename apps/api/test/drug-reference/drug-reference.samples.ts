import type { SamplesOf } from '../sample.ts'

export const drugReferenceSamples = (): SamplesOf<'drugReference'> => ({
  readSearchByNdc: { kind: 'own', input: () => ({ ndc: '88010' }) },
  readManyByName: { kind: 'own', input: () => ({ medName: 'metformin' }) },
})
