import { mark } from '../make.ts'
import type { SamplesOf, World } from '../sample.ts'

export async function sopSamples({ t, owner }: World): Promise<SamplesOf<'sop'>> {
  const revise = t.as(owner.admin).sop.createOneRevision
  await revise({ key: 'returns', text: 'The text of a customer of its own.', note: 'Adopted', after: 0 })
  const keys = ['incoming', 'suspect', 'tracing', 'retention'] as const
  let at = 0
  return {
    readMany: { kind: 'own' },
    readOnePdf: { kind: 'own', input: () => ({ key: 'returns' }) },
    createOneRevision: {
      kind: 'own',
      by: owner.lead,
      // Each call revises a different procedure, because `after: 0` is accepted only for a procedure without revisions.
      call: (_path, _input, user) =>
        t
          .as(user)
          .sop.createOneRevision({ key: keys[at++] ?? 'incoming', text: `A text, ${mark()}, of its own.`, note: 'Adopted', after: 0 }),
    },
    createOneSignature: {
      kind: 'own',
      call: async (_path, _input, user) => {
        const { sops } = await t.as(user).sop.readMany()
        const found = sops.find(({ revisions }) => revisions.length > 0)
        return found ? t.as(user).sop.createOneSignature({ key: found.key, revision: found.revisions[0]?.revision ?? 0 }) : { ok: true }
      },
    },
  }
}
