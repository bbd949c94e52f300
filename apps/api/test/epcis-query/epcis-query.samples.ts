import type { SamplesOf, World } from '../sample.ts'

export async function epcisQuerySamples({ t }: World): Promise<SamplesOf<'epcisQuery'>> {
  return {
    readMany: { kind: 'list', call: (_path, _input, user) => t.as(user).epcisQuery.readMany({ limit: 1000 }) },
  }
}
