import type { DomainFacts } from '../../domain-facts.ts'

export const subscriptionFacts = {
  errors: {
    not_subscribed: {
      code: 'FORBIDDEN',
      text: 'No subscription is active. What is there can be read, received and reported; to add to it, choose a plan under Manage Subscription.',
    },
    billing_off: { code: 'CONFLICT', text: 'Nothing is sold here: billing is switched off, and everything is allowed.' },
    payment_unreachable: {
      code: 'SERVICE_UNAVAILABLE',
      text: 'The payment provider does not answer. Everything else works; try this again in a minute.',
      retryAfter: 60,
    },
    payment_refused: { code: 'BAD_REQUEST', text: 'The payment provider refused this.' },
    cart_blocked: { code: 'BAD_REQUEST', text: 'This cart cannot be checked out.' },
    cart_twice: { code: 'BAD_REQUEST', text: 'A product stands in the cart twice. Change its quantity instead.' },
    product_not_sold: { code: 'BAD_REQUEST', text: 'This product is not sold.' },
    price_missing: { code: 'CONFLICT', text: 'Could not get the price of this plan.' },
    upgrade_nothing: { code: 'CONFLICT', text: 'There is no Basic subscription that Enterprise could take the place of.' },
    upgrade_begun: { code: 'CONFLICT', text: 'The upgrade was begun a moment ago in another window. Try again to open the same checkout.' },
    subscription_not_found: { code: 'NOT_FOUND', text: 'There is no such subscription.' },
    subscription_canceled: { code: 'CONFLICT', text: 'This subscription is canceled already.' },
  },
  constraints: { checkout__upgrade: 'upgrade_begun' },
  rights: {
    'subscription:list': { group: 'Subscription', what: 'See which products are active' },
    'subscription:read': { group: 'Subscription', what: 'See the subscription' },
    'subscription:write': { group: 'Subscription', what: 'Change the subscription' },
  },
  kinds: { subscription: 'Subscriptions' },
  actions: {
    'subscription.checkout': 'Checkout begun',
    'subscription.upgrade': 'Upgrade to Enterprise begun',
    'subscription.cancel': 'Subscription canceled',
    'subscription.begin': 'Subscription began',
    'subscription.change': 'Subscription changed',
    'subscription.entitlement': 'What the subscriptions allow changed',
  },
} as const satisfies DomainFacts
