import { mark } from '../make.ts'
import type { SamplesOf, World } from '../sample.ts'

export async function investigationSamples({ t, owner, order, secret }: World): Promise<SamplesOf<'investigation'>> {
  const staff = t.as(owner.staff)
  const reason = secret.sender
  // A package that is not on file, so that the holds do not affect packages that other tests use.
  const target = () => ({ locationId: owner.main.id, gtin: null, serialNumber: mark() })
  const hold = async () => (await staff.med.createOneHold({ target: target(), reason })).holdId
  async function open() {
    const { investigationId } = await staff.investigation.createOne({ holdIds: [await hold()], reason })
    return investigationId
  }
  async function found() {
    const investigationId = await open()
    await staff.investigation.createOneFinding({ investigationId, kind: 'package', foundOn: '2026-01-02', words: secret.sender })
    return investigationId
  }
  const [free, more] = [await hold(), await hold()]
  const [opened, clearing, ending, illegitimate] = [await open(), await found(), await found(), await found()]
  await staff.investigation.updateIllegitimate({ investigationId: illegitimate, conclusion: secret.purchaseOrder })
  const conclusion = order.serials[0] ?? 'nothing'
  return {
    createOne: { kind: 'named', input: () => ({ holdIds: [free], reason }) },
    createManyHolds: { kind: 'named', input: () => ({ investigationId: opened, holdIds: [more] }) },
    createOneFinding: {
      kind: 'named',
      input: () => ({ investigationId: opened, kind: 'history', foundOn: '2026-01-02', words: secret.sender }),
    },
    updateCleared: { kind: 'named', input: () => ({ investigationId: clearing, conclusion }), by: owner.lead },
    updateIllegitimate: { kind: 'named', input: () => ({ investigationId: ending, conclusion }) },
    createOneReport: { kind: 'named', input: () => ({ investigationId: illegitimate }) },
    readManySearch: { kind: 'list', input: () => ({}) },
    readOneById: { kind: 'named', input: () => ({ investigationId: illegitimate }) },
    readOnePdf: { kind: 'named', input: () => ({ investigationId: illegitimate }) },
  }
}
