import type { SamplesOf, World } from '../sample.ts'
import { atProvider, buy } from './at-provider.ts'

/**
 * Sample calls of the domain `subscription`. Subscriptions concern the whole customer, so only the customer admin may make these calls, except
 * `readStanding` and `readList`, which everybody may make.
 */
export async function subscriptionSamples({ t, owner, stranger }: World): Promise<SamplesOf<'subscription'>> {
  const admin = { by: owner.admin, isAdminOnly: true }
  for (const customer of [owner, stranger]) {
    buy(customer, await atProvider(customer), ['basic', 1], ['plus', 1])
    await t.as(customer).subscription.updateFromProvider()
  }
  const plus = (await t.as(owner).subscription.readAllSubscriptionsByUserid()).find((one) => one.product === 'plus')
  const items = [{ product: 'dscsa-sop-creation', quantity: 1 }]
  return {
    createCart: {
      kind: 'own',
      input: () => ({ items, instead: true }),
      rest: () => ({ account: 'another', items, instead: true }),
      ...admin,
    },
    createUpgrade: { kind: 'own', input: () => ({ instead: true }), ...admin },
    cancelOneSubscriptionById: { kind: 'named', input: () => ({ subscriptionId: plus?.id ?? 0 }), ...admin },
    updateFromProvider: { kind: 'own', ...admin },
    readAccountPage: { kind: 'own', ...admin },
    readManyPayments: { kind: 'own', ...admin },
    readUpgrade: { kind: 'own', ...admin },
    readAllProducts: { kind: 'own', ...admin },
    readOneAccountByUserid: { kind: 'own', ...admin },
    readAllSubscriptionsByUserid: { kind: 'own', ...admin },
    readOverview: { kind: 'own', ...admin },
    readStanding: { kind: 'own' },
    readList: { kind: 'own' },
  }
}
