/** What the trail calls these. */
export const settingsActions = {
  'customer.updateSettings': 'Setting of the organization changed',
  'user.updateSettings': 'Own setting changed',
} as const
