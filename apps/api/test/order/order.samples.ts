import { addOrder } from '../make.ts'
import { days, type SamplesOf, type World } from '../sample.ts'

export async function orderSamples({ owner, order, productId, sscc, receiptId, secret }: World): Promise<SamplesOf<'order'>> {
  const [spare, short] = [await addOrder(owner), await addOrder(owner)]
  const documentId = order.id
  const ofOrder = { kind: 'named' as const, input: () => ({ documentId }) }
  const byLead = { kind: 'named' as const, by: owner.lead }
  const purchaseOrderNumber = secret.purchaseOrder
  const label = {
    lotNumber: 'L1',
    expirationDate: '2028-06-30',
    reason: 'the label is right',
    elsewhereReason: 'it came here',
    gtin: undefined,
  }
  const [serial = '', next = ''] = order.serials
  return {
    readManySearch: {
      kind: 'list',
      input: () => ({ purchaseOrderNumber }),
      rest: () => ({
        purchaseOrderNumber,
        senderName: secret.sender,
        docDateStart: days.from,
        docDateEnd: days.to,
        customerLocationId: owner.main.id,
        tradingPartnerId: 0,
        open: false,
        voided: undefined,
        limit: 10,
        cursor: undefined,
      }),
    },
    readTotals: { kind: 'list', input: () => ({ purchaseOrderNumber }) },
    readOneById: ofOrder,
    readManyUnits: ofOrder,
    readScanIndex: ofOrder,
    readProgress: { kind: 'named', input: () => ({ documentId, afterReceiptId: 0 }) },
    readManyReceipts: ofOrder,
    readOneReport: ofOrder,
    readOneCsv: ofOrder,
    readElsewhere: { kind: 'list', input: () => ({ documentId: spare.id, serialNumber: serial }) },
    readAllMedsByDocumentid: { ...ofOrder, rest: () => ({ documentId, limit: 10 }) },
    updateReceiveManyBySerialnumber: {
      kind: 'named',
      input: () => ({ documentId, serialNumber: next }),
      rest: () => ({ documentId, serialNumber: next, ...label, sgtin: undefined, how: 'serial' as const, knownRecallIds: [] }),
    },
    updateReceiveManyByEpcismedvocabularyid: {
      kind: 'named',
      input: () => ({ documentId, epcisMedVocabularyId: productId }),
      rest: () => ({ documentId, epcisMedVocabularyId: productId, gtin: undefined, knownRecallIds: [] }),
    },
    updateReceiveManyByShippingContainerCode: {
      kind: 'named',
      input: () => ({ documentId, shippingContainerCode: sscc }),
      rest: () => ({ documentId, shippingContainerCode: sscc, ...label, knownRecallIds: [] }),
    },
    updateReceiveAllByDocumentid: { ...ofOrder, rest: () => ({ documentId, knownRecallIds: [] }) },
    updateCloseOne: { ...byLead, input: () => ({ documentId: short.id, reason: 'two are missing' }) },
    updateReopenOne: { ...byLead, input: () => ({ documentId: short.id, reason: 'they came' }) },
    updateVoidOne: { ...byLead, input: () => ({ documentId: spare.id, reason: 'not ours' }) },
    updateUndoReceipt: { kind: 'named', input: () => ({ documentId, receiptId, reason: 'wrong box' }) },
    createOneSampleOrder: { kind: 'own' },
    readDemoProducts: { kind: 'own' },
    createOneDemoepcisfile: {
      kind: 'own',
      input: () => ({ products: [{ ndc: '8801-0500-60', quantity: 1 }] }),
      rest: () => ({
        products: [{ ndc: '8801-0500-60', quantity: 1 }],
        hierarchy: undefined,
        perCase: 12,
        casesPerPallet: 8,
        faults: [],
        customerLocationId: owner.main.id,
      }),
    },
  }
}
