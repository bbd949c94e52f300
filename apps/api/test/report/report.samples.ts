import { days, type SamplesOf } from '../sample.ts'

export const reportSamples = (): SamplesOf<'report'> => ({
  readReceiving: { kind: 'list', input: () => days },
  readPedigrees: { kind: 'own', input: () => days },
  readIncidents: { kind: 'own', input: () => days },
  readRecalls: { kind: 'own', input: () => days },
  readExceptions: { kind: 'own', input: () => days },
  readShipments: { kind: 'own', input: () => days },
  readOneCsv: { kind: 'list', input: () => ({ kind: 'receiving', range: days }) },
  readOnePdf: { kind: 'own', input: () => ({ kind: 'incidents', range: days }) },
})
