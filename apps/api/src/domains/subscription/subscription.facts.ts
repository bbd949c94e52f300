import type { DomainFacts } from '../../core/domain-facts.ts'
import { defineErrors } from '../../core/errors.ts'

export const subscriptionErrors = defineErrors({
  billing_off: { code: 'CONFLICT', text: 'Billing is turned off here, so nothing is for sale and everything is included.' },
  payment_unreachable: {
    code: 'SERVICE_UNAVAILABLE',
    text: 'The payment provider is not responding. Everything else works. Try again in a minute.',
    retryAfter: 60,
  },
  payment_refused: { code: 'BAD_REQUEST', text: 'The payment provider rejected this request.' },
  payment_no_account: { code: 'NOT_FOUND', text: 'There is no payment account yet. It is created with your first purchase.' },
  cart_blocked: { code: 'BAD_REQUEST', text: 'This cart cannot be checked out.' },
  upgrade_alone: { code: 'BAD_REQUEST', text: 'Check out the upgrade by itself, and buy other items in a separate cart.' },
  cart_twice: { code: 'BAD_REQUEST', text: 'A product is in the cart twice. Change its quantity instead.' },
  product_not_sold: { code: 'BAD_REQUEST', text: 'This product is not for sale.' },
  price_missing: { code: 'CONFLICT', text: 'Could not get the price of this plan.' },
  upgrade_nothing: { code: 'CONFLICT', text: 'You have no Basic subscription to upgrade.' },
  checkout_begun: {
    code: 'CONFLICT',
    text: 'Somebody is starting a checkout for your organization right now. Try again in a minute.',
  },
  checkout_open: {
    code: 'CONFLICT',
    text: 'Another checkout of your organization is still open. Continue with it, or start this one in its place.',
  },
  subscription_not_found: { code: 'NOT_FOUND', text: 'There is no such subscription.' },
  subscription_canceled: { code: 'CONFLICT', text: 'This subscription is already canceled.' },
})

export const subscriptionFacts = {
  errors: subscriptionErrors,
  constraints: { checkout__open: subscriptionErrors.checkout_begun },
  rights: {
    'subscription:list': { group: 'Subscription', what: 'See which products are active' },
    'subscription:read': { group: 'Subscription', what: 'See the subscription' },
    'subscription:write': { group: 'Subscription', what: 'Change the subscription' },
  },
  kinds: { subscription: 'Subscriptions' },
  actions: {
    'subscription.checkout': 'Checkout started',
    'subscription.upgrade': 'Upgrade to Enterprise started',
    'subscription.cancel': 'Subscription canceled',
    'subscription.order': 'Payment made at the payment provider',
    'subscription.paidTwice': 'Paid twice: one of the two subscriptions must be canceled',
    'subscription.paidBoth': 'A checkout and the one that replaced it both appear to be paid',
    'subscription.begin': 'Subscription started',
    'subscription.change': 'Subscription changed',
    'subscription.entitlement': 'Subscription allowances changed',
  },
  sentences: {
    'subscription.checkout': 'started a checkout',
    'subscription.upgrade': 'started an upgrade to Enterprise',
    'subscription.cancel': 'canceled a subscription',
    'subscription.order': 'recorded a payment at the payment provider',
    'subscription.paidTwice': 'found a subscription paid twice: one must be canceled',
    'subscription.paidBoth': 'found that a checkout and its replacement were both paid',
    'subscription.begin': 'started a subscription',
    'subscription.change': 'changed a subscription',
    'subscription.entitlement': 'changed the subscription limits',
  },
} as const satisfies DomainFacts

declare module '../../call/audit.ts' {
  interface AuditActions extends Record<keyof typeof subscriptionFacts.actions, string> {}
  interface AuditKinds extends Record<keyof typeof subscriptionFacts.kinds, string> {}
}
