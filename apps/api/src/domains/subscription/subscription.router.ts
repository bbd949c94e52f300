import {
  cancelInput,
  cartInput,
  checkout,
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
import { allowed, customerProcedure, router } from '../../call/trpc.ts'
import { createCart, createUpgrade, readProducts, readUpgrade } from './checkout/checkout.service.ts'
import {
  cancelSubscription,
  readAccount,
  readList,
  readOverview,
  readStanding,
  readSubscriptions,
  refresh,
} from './subscription.service.ts'

/** What is asked of the provider has no transaction of its own. */
const buying = allowed('subscription:write', { location: 'none' })

export const subscriptionRouter = router({
  createCart: buying
    .input(cartInput)
    .output(checkout)
    .mutation(({ ctx, input }) => createCart(ctx, ctx.session, input)),

  createUpgrade: buying
    .input(upgradeInput)
    .output(checkout)
    .mutation(({ ctx, input }) => createUpgrade(ctx, ctx.session, input)),

  cancelOneSubscriptionById: allowed('subscription:write', { location: 'row' })
    .input(cancelInput)
    .output(subscription)
    .mutation(({ ctx, input }) => cancelSubscription(ctx, ctx.session, input)),

  updateFromProvider: allowed('subscription:read', {
    location: 'none',
    audit: { none: 'what the provider says is told where it changes something' },
  })
    .output(providerRead)
    .mutation(({ ctx }) => refresh(ctx, ctx.session)),

  readUpgrade: allowed('subscription:read', { location: 'none' })
    .output(upgradePreview)
    .query(({ ctx }) => readUpgrade(ctx, ctx.session)),

  readAllProducts: allowed('subscription:read', { location: 'none' })
    .output(soldProducts)
    .query(({ ctx }) => readProducts(ctx)),

  readOneAccountByUserid: customerProcedure('subscription:read', { location: 'none' })
    .output(paymentAccount)
    .query(({ ctx }) => readAccount(ctx.tx)),

  readAllSubscriptionsByUserid: customerProcedure('subscription:read', { location: 'none' })
    .output(subscriptions)
    .query(({ ctx }) => readSubscriptions(ctx.tx)),

  readOverview: customerProcedure('subscription:read', { location: 'none' })
    .output(subscriptionOverview)
    .query(({ ctx }) => readOverview(ctx.tx, ctx.session)),

  readStanding: customerProcedure('subscription:list', { location: 'none' })
    .output(subscriptionStanding)
    .query(({ ctx }) => readStanding(ctx.tx, ctx.session)),

  readList: customerProcedure('subscription:list', { location: 'none' })
    .output(subscriptionList)
    .query(({ ctx }) => readList(ctx.tx)),
})
