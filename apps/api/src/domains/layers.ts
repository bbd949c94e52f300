/**
 * The layers of the domains, lowest first. A domain imports from the layers below its own, and nothing from its own layer; what it has to say to a layer
 * above, it announces (`db/types.ts`, `Listeners`). `npm run house` and `scripts/house.test.ts` check every import against this list, types included.
 */
export const LAYERS = [
  { name: 'ground', domains: ['audit', 'entitlement', 'mail'] },
  { name: 'files and sign-in', domains: ['auth', 'drug-reference', 'file'] },
  { name: 'places', domains: ['location'] },
  { name: 'people', domains: ['user'] },
  { name: 'partners and settings', domains: ['settings', 'trading-partner'] },
  { name: 'quarantine', domains: ['hold'] },
  { name: 'recalls', domains: ['recall'] },
  { name: 'packages', domains: ['med'] },
  { name: 'orders', domains: ['order'] },
  { name: 'uploads', domains: ['upload'] },
  { name: 'tickets', domains: ['exception'] },
  { name: 'corrected files', domains: ['correction'] },
  { name: 'imports and reports to the FDA', domains: ['incident-report', 'order-import'] },
  { name: 'work across all', domains: ['finder', 'investigation', 'report', 'subscription'] },
] as const
