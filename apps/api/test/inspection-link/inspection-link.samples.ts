import { ask } from '../answers.ts'
import type { SamplesOf, World } from '../sample.ts'

export async function inspectionLinkSamples({ t, owner, stranger, medId }: World): Promise<SamplesOf<'inspectionLink'>> {
  const { path } = await t.as(owner.staff).inspectionUnit.createOneLink({ medId })
  const token = path.replace('/inspect/', '')
  const foreign = token.replace(/^\d+/, String(stranger.customerId))
  return {
    openOne: {
      kind: 'named',
      input: () => ({ token }),
      // Opening a link needs no sign-in, so the attack is a genuine token in which the customer id is replaced by another customer's.
      call: (called, _input, user) => ask(t.anonymous(), called, { token: user === owner.staff ? token : foreign }),
    },
  }
}
