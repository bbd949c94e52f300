import {
  accountPage,
  cancelInput,
  cartInput,
  checkout,
  payment,
  paymentAccount,
  providerRead,
  soldProducts,
  subscription,
  subscriptionList,
  subscriptionOverview,
  subscriptionStanding,
  subscriptions,
  upgradeInput,
  upgradePreview,
} from '@seriatim/schema'
import { z } from 'zod'
import { longMutation, longQuery, query } from '../../call/procedure.ts'
import { router } from '../../call/trpc.ts'
import { createCart, createUpgrade, readProducts, readUpgrade } from './checkout/checkout.service.ts'
import {
  cancelSubscription,
  readAccount,
  readAccountPage,
  readList,
  readOverview,
  readPayments,
  readSubscriptionStanding,
  readSubscriptions,
  refreshFromProvider,
} from './subscription.service.ts'

export const subscriptionRouter = router({
  createCart: longMutation('subscription:write', 'none', cartInput, checkout, createCart),
  createUpgrade: longMutation('subscription:write', 'none', upgradeInput, checkout, createUpgrade),
  cancelOneSubscriptionById: longMutation('subscription:write', 'row', cancelInput, subscription, cancelSubscription),
  updateFromProvider: longMutation(
    'subscription:read',
    { location: 'none', audit: { none: 'a change that the provider reports is recorded by the code that applies it' } },
    null,
    providerRead,
    refreshFromProvider,
  ),
  readAccountPage: longQuery('subscription:write', 'none', null, accountPage, readAccountPage),
  readManyPayments: longQuery('subscription:read', 'none', null, z.array(payment), readPayments),
  readUpgrade: longQuery('subscription:read', 'none', null, upgradePreview, readUpgrade),
  readAllProducts: longQuery('subscription:read', 'none', null, soldProducts, readProducts),
  readOneAccountByUserid: query('subscription:read', 'none', null, paymentAccount, readAccount),
  readAllSubscriptionsByUserid: query('subscription:read', 'none', null, subscriptions, readSubscriptions),
  readOverview: query('subscription:read', 'none', null, subscriptionOverview, readOverview),
  readStanding: query('subscription:list', 'none', null, subscriptionStanding, readSubscriptionStanding),
  readList: query('subscription:list', 'none', null, subscriptionList, readList),
})
