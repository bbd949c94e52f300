import type { SamplesOf, World } from '../sample.ts'

export async function dispenseSamples({ t, owner, medId }: World): Promise<SamplesOf<'dispense'>> {
  const [unit] = await t.query<{ gtin: string; serialNumber: string }>(
    'select gtin, serial_number as "serialNumber" from med where id = $1',
    [medId],
  )
  const question = { gtin: unit?.gtin ?? '', serialNumber: unit?.serialNumber ?? '' }
  await t.as(owner.staff).dispense.createOne(question)
  const { today: day } = await t.as(owner.staff).dispense.readOneOverview()
  return {
    // Classed as `own`, because a caller who may not see the package gets the same answer as for a package that is not on file.
    createOne: { kind: 'own', input: () => question },
    // Leaves out entries without a location. Such an entry comes from another caller who asked about the same number, for whom the package is not on
    // file.
    readMany: {
      kind: 'list',
      call: async (_path, _input, user) =>
        (await t.as(user).dispense.readMany({ day })).items.filter(({ locationName }) => locationName !== null),
    },
    readOneOverview: { kind: 'own' },
  }
}
