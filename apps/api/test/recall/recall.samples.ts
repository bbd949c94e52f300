import { SAMPLE_PRODUCTS } from '@seriatim/epcis'
import { addOrder } from '../make.ts'
import type { SamplesOf, World } from '../sample.ts'
import { load, makeRecord, readRecallId } from './recalls.ts'

export async function recallSamples({ t, owner, order, medId, marks }: World): Promise<SamplesOf<'recall'>> {
  const [product] = SAMPLE_PRODUCTS
  const record = makeRecord({ code_info: `Lot #: ${product?.lot}` })
  await load(t, [record])
  const recallId = await readRecallId(t, record)
  const entries = await t.as(owner.staff).recall.readAllActiverecallsByRecallid({ recallId })
  const own = entries.find(({ document }) => document.id === order.id)
  if (!own) throw new Error('The recall names nothing of the order.')
  marks.push('SECRET-NOTES')
  const recallCodeIds = [own.recallCodeId]
  const dismissal = { recallId, epcisEventId: own.id, notes: 'SECRET-NOTES', returned: 1 }
  const dismissed = await t.as(owner.staff).recall.createOneDismissedrecall(dismissal)
  const another = async () => {
    const { id } = await addOrder(owner)
    await t.runJobs()
    const all = await t.as(owner.staff).recall.readAllActiverecallsByRecallid({ recallId })
    return all.find(({ document }) => document.id === id)?.id ?? 0
  }
  const forDismissal = await another()
  const forHold = await another()
  // Most samples are of kind `own`: the FDA's publications are the same for everybody, but each customer's matches are the customer's own.
  return {
    readStanding: { kind: 'own' },
    readManyHome: { kind: 'own', input: () => ({}) },
    readOneActiverecalledmedcountByUserid: { kind: 'own' },
    readManySearch: { kind: 'own', input: () => ({ medName: 'Metformin' }), rest: () => SEARCH },
    readManySearchcount: { kind: 'own', input: () => ({ medName: 'Metformin' }), rest: () => SEARCH },
    readOneById: { kind: 'own', input: () => ({ recallId }) },
    readAllByRecallcodeids: { kind: 'own', input: () => ({ recallCodeIds }) },
    readManyAffected: { kind: 'own', input: () => ({ recallId }) },
    readAllActiverecallsByRecallid: { kind: 'list', input: () => ({ recallId }), rest: () => ({ recallId, limit: 1000 }) },
    readAllActiverecallsByRecallcodeids: { kind: 'list', input: () => ({ recallCodeIds }), rest: () => ({ recallCodeIds, limit: 1000 }) },
    readOneStory: { kind: 'own', input: () => ({ recallId }) },
    readManyByDocumentid: { kind: 'own', input: () => ({ documentId: order.id }) },
    readManyByMedid: { kind: 'own', input: () => ({ medId }) },
    readOneCsv: { kind: 'list', input: () => ({ recallId }) },
    readOneResponse: { kind: 'own', input: () => ({ recallId }) },
    createOneDismissedrecall: {
      kind: 'named',
      input: () => ({ recallId, epcisEventId: forDismissal, notes: 'SECRET-NOTES' }),
      rest: () => ({ ...dismissal, epcisEventId: forDismissal, noneOnHand: false, quarantined: 0, destroyed: 0, dispensed: 0 }),
    },
    updateOneToggledismissedrecall: {
      kind: 'named',
      input: () => ({ dismissedRecallId: dismissed.id }),
      rest: () => ({ dismissedRecallId: dismissed.id, isDismissed: false }),
    },
    updateOneHold: { kind: 'named', input: () => ({ recallId, epcisEventIds: [forHold], reason: 'recalled' }) },
    updateOneSeen: { kind: 'own', input: () => ({ recallId }) },
  }
}

const SEARCH = {
  manufacturer: 'Alder',
  medName: 'Metformin',
  ndc: '8801',
  lotNumber: 'MF',
  dateReceivedStart: '2026-01-01',
  dateReceivedEnd: '2026-12-31',
  pageNumber: 1,
  pageSize: 50,
}
