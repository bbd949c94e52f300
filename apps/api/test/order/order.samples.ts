import { addOrder } from '../make.ts'
import { days, type SamplesOf, type World } from '../sample.ts'

export async function orderSamples({ t, owner, order, productId, sscc, receiptId, secret }: World): Promise<SamplesOf<'order'>> {
  const [spare, short, stopped] = [await addOrder(owner), await addOrder(owner), await addOrder(owner)]
  const documentId = order.id
  const ofOrder = { kind: 'named' as const, input: () => ({ documentId }) }
  const byLead = { kind: 'named' as const, by: owner.lead }
  const purchaseOrderNumber = secret.purchaseOrder
  const label = {
    lotNumber: 'L1',
    expirationDate: '2028-06-30',
    reason: 'the label is right',
    elsewhereReason: 'it came here',
    stopReason: 'checked by the pharmacist',
    scannedMsAgo: 5,
    gtin: undefined,
  }
  const recall = { knownRecallIds: [], recallReason: undefined }
  const stoppedId = stopped.id
  await t
    .as(owner.staff)
    .order.createOneStop({ documentId: stoppedId, kind: 'setAside', how: 'scan', serialNumber: stopped.serials[0] ?? '' })
  const [stop] = await t.as(owner.staff).order.readManyStops({ documentId: stoppedId })
  const stopId = stop?.id ?? 0
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
    readManyCsv: { kind: 'list', input: () => ({ purchaseOrderNumber }) },
    readOneById: ofOrder,
    readManyUnits: ofOrder,
    readScanIndex: ofOrder,
    readProgress: { kind: 'named', input: () => ({ documentId, afterReceiptId: 0 }) },
    readManyReceipts: ofOrder,
    updatePresence: ofOrder,
    readManyStops: ofOrder,
    createOneStop: { kind: 'named', input: () => ({ documentId, kind: 'setAside' as const, how: 'scan' as const, serialNumber: serial }) },
    updateStopSentBack: { kind: 'named', input: () => ({ documentId: stoppedId, stopId, reason: 'sent back' }) },
    readOneReport: ofOrder,
    readOneSheet: ofOrder,
    readOneCsv: ofOrder,
    readElsewhere: { kind: 'list', input: () => ({ documentId: spare.id, serialNumber: serial }) },
    readAllMedsByDocumentid: { ...ofOrder, rest: () => ({ documentId, limit: 10 }) },
    updateReceiveManyBySerialnumber: {
      kind: 'named',
      input: () => ({ documentId, serialNumber: next }),
      rest: () => ({ documentId, serialNumber: next, ...label, sgtin: undefined, how: 'serial' as const, stopDated: false, ...recall }),
    },
    updateReceiveManyByEpcismedvocabularyid: {
      kind: 'named',
      input: () => ({ documentId, epcisMedVocabularyId: productId }),
      rest: () => ({ documentId, epcisMedVocabularyId: productId, gtin: undefined, ...recall }),
    },
    updateReceiveManyByShippingContainerCode: {
      kind: 'named',
      input: () => ({ documentId, shippingContainerCode: sscc }),
      rest: () => ({ documentId, shippingContainerCode: sscc, ...label, ...recall }),
    },
    updateReceiveAllByDocumentid: { ...ofOrder, rest: () => ({ documentId, ...recall }) },
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
