/** What the trail calls these. */
export const holdActions = {
  'hold.place': 'Hold placed',
  'hold.release': 'Hold released',
} as const
