import { makeDocument, SAMPLE_PRODUCTS } from '../src/index.ts'

const common = {
  meds: 24,
  perCase: 12,
  casesPerPallet: 2,
  products: SAMPLE_PRODUCTS.slice(0, 2),
  now: new Date('2026-10-01T14:00:00Z'),
  expirationDate: '2031-09-30',
}

/** The files of the folder samples/, by name. */
export const sampleDocuments: Readonly<Record<string, () => Generator<string>>> = {
  'small-clean-order.xml': () =>
    makeDocument({ ...common, serialSeed: 'small clean order', instanceIdentifier: 'NW-2026-000101', purchaseOrder: 'PA-4471' }),
  'three-findings.xml': () =>
    makeDocument({
      ...common,
      serialSeed: 'three findings',
      instanceIdentifier: 'NW-2026-000102',
      purchaseOrder: 'PA-4472',
      faults: ['missingReadPoint', 'missingDosageForm', 'notShipped'],
    }),
}
