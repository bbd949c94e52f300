/** What the trail calls these. */
export const customerActions = {
  'customer.new': 'Organization created',
} as const
