import type { SamplesOf, World } from '../sample.ts'

export async function regimeSamples({ t, owner }: World): Promise<SamplesOf<'regime'>> {
  const { admin } = owner
  const rule = { duty: 'Own rule', from: '2026-01-01', source: 'Own contract' }
  await t.as(admin).regime.createOneRule(rule)
  const { ownRules } = await t.as(admin).regime.readOne()
  const ruleId = ownRules[0]?.id ?? 0
  return {
    readOne: { kind: 'own' },
    readOnePdf: { kind: 'own' },
    createOneHeadCount: {
      kind: 'own',
      by: admin,
      isAdminOnly: true,
      input: () => ({ amount: 22, asOf: '2026-01-02', basis: 'Payroll', isAttested: false }),
    },
    createOneFacts: {
      kind: 'own',
      by: admin,
      isAdminOnly: true,
      input: () => ({ company: 'Own company', kind: 'retail', inCharge: 'Own person' }),
    },
    createOneRule: { kind: 'own', by: admin, isAdminOnly: true, input: () => rule },
    updateOneRuleEnd: { kind: 'named', by: admin, isAdminOnly: true, input: () => ({ ruleId, endedOn: '2026-06-30' }) },
  }
}
