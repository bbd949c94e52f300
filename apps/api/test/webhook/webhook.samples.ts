import { mark } from '../make.ts'
import type { SamplesOf, World } from '../sample.ts'
import { ALL_EVENTS } from './kit.ts'

export async function webhookSamples({ t, owner, secret }: World): Promise<SamplesOf<'webhook'>> {
  const calls = t.as(owner.lead).webhook
  const url = 'http://127.0.0.1:9/hook'
  const settings = (name: string) => ({ name, url, events: ALL_EVENTS })
  const add = async (name: string) => ({ webhookId: (await calls.createOne({ ...settings(name), locationId: owner.main.id })).id })
  const [kept, changed, rotated, deleted] = [await add(secret.sender), await add(mark()), await add(mark()), await add(mark())]
  await calls.createOneTest(kept)
  const [delivery] = (await calls.readManyDeliveries(kept)).items
  const by = owner.lead
  const at = t.clock.now().getTime()
  const period = { from: new Date(at - 1000).toISOString(), until: new Date(at + 1000).toISOString() }
  return {
    readMany: { kind: 'list', by },
    readOneChoices: { kind: 'own', by },
    readManyDeliveries: { kind: 'named', by, input: () => kept },
    createOne: {
      kind: 'own',
      by,
      call: async (_path, _input, user) => {
        const { locations } = await t.as(user).webhook.readOneChoices()
        return { id: (await t.as(user).webhook.createOne({ ...settings('New'), locationId: locations[0]?.id ?? null })).id }
      },
    },
    updateOne: { kind: 'named', by, input: () => ({ ...changed, ...settings('Changed'), isOn: true }) },
    deleteOne: { kind: 'named', by, input: () => deleted },
    updateOneSecret: { kind: 'named', by, input: () => ({ ...rotated, keepsPrevious: true }) },
    createOneTest: { kind: 'named', by, input: () => kept },
    updateOneReplay: { kind: 'named', by, input: () => ({ ...kept, deliveryId: delivery?.id ?? 0 }) },
    updateManyReplay: { kind: 'named', by, input: () => ({ ...kept, ...period }) },
  }
}
