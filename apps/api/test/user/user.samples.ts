import type { SamplesOf } from '../sample.ts'

export const userSamples = (): SamplesOf<'user'> => ({ readOneById: { kind: 'own' } })

export const customerSamples = (): SamplesOf<'customer'> => ({ readOneByUserId: { kind: 'own' }, readManyByUserid: { kind: 'own' } })
