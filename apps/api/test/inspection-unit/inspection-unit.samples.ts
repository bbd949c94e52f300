import type { SamplesOf, World } from '../sample.ts'

export async function inspectionUnitSamples({ t, owner, order, medId }: World): Promise<SamplesOf<'inspectionUnit'>> {
  const { id: linkId } = await t.as(owner.staff).inspectionUnit.createOneLink({ medId })
  const serialNumber = order.serials[0] ?? ''
  return {
    readOne: { kind: 'list', input: () => ({ serialNumber }) },
    readOnePdf: { kind: 'named', input: () => ({ medId }) },
    readManyLinks: { kind: 'named', input: () => ({ medId }) },
    createOneLink: { kind: 'named', input: () => ({ medId }) },
    updateRevokeLink: { kind: 'named', input: () => ({ linkId }) },
  }
}
