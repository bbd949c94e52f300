import type { SamplesOf, World } from '../sample.ts'

export const finderSamples = ({ order }: World): SamplesOf<'finder'> => ({
  readManyByText: { kind: 'list', input: () => ({ text: order.serials[0] ?? '' }) },
})
