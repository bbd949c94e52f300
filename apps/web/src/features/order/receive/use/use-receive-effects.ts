import { writeFullName } from '@seriatim/schema'
import { readErrorKey, writeRequestLine, writeSentence } from '../../../../api/query-client.ts'
import { trpc } from '../../../../api/trpc.ts'
import { noteLines } from '../../../../offline/receipts-since.ts'
import { localDay } from '../../../../ui/text/format.ts'
import { toast } from '../../../../ui/toast/toast.ts'
import { outbox } from '../../../scan/outbox/receive-outbox.ts'
import { playSound } from '../../../scan/scan-sound.ts'
import type { CallResult, ReceiveEffects } from '../machine/effects.ts'
import type { Recalled } from '../receive-index.ts'

const quiet = { meta: { quiet: true }, networkMode: 'always' } as const

const said = <Answer>(call: Promise<Answer>): Promise<CallResult<Answer>> =>
  call.then(
    (answer) => ({ ok: true, answer }),
    (error: unknown) => ({
      ok: false,
      key: readErrorKey(error) ?? '',
      sentence: readErrorKey(error) ? writeSentence(error) : 'The server could not be reached.',
      request: writeRequestLine(error),
    }),
  )

/** Side effects that the page provides; all other effects call the server or the device. */
type PageEffects = Pick<ReceiveEffects, 'reread' | 'readRecalls' | 'readStanding'> & {
  /** Location of the order. */
  locationId: () => number
}

/** Connects the receive screen to the server, the device and the speaker. */
export function useReceiveEffects(documentId: number, page: PageEffects): ReceiveEffects {
  const utils = trpc.useUtils()
  const byProduct = trpc.order.updateReceiveManyByEpcismedvocabularyid.useMutation(quiet)
  const all = trpc.order.updateReceiveAllByDocumentid.useMutation(quiet)
  const undo = trpc.order.updateUndoReceipt.useMutation(quiet)
  const hold = trpc.recall.updateOneHold.useMutation(quiet)
  const holdLots = async (recalls: readonly Recalled[]) => {
    let meds = 0
    const byRecall = Map.groupBy(recalls, ({ recallId }) => recallId)
    for (const [recallId, lots] of byRecall) {
      const held = await hold.mutateAsync({ recallId, epcisEventIds: lots.map(({ epcisEventId }) => epcisEventId) })
      meds += held.meds
    }
    return { meds }
  }
  const { locationId: _, ...ofPage } = page
  return {
    ...ofPage,
    now: () => new Date(),
    today: () => localDay(new Date()),
    // The sound is deferred, so that the panel renders first.
    play: (sound) => void setTimeout(() => playSound(sound)),
    receiveProduct: (epcisMedVocabularyId) => said(byProduct.mutateAsync({ documentId, epcisMedVocabularyId })),
    receiveAll: (ids, recallReason) =>
      said(all.mutateAsync({ documentId, ...(ids.length && recallReason ? { knownRecallIds: [...ids], recallReason } : {}) })),
    holdRecalled: (recalls) => said(holdLots(recalls)),
    findHold: async (serialNumber, gtin) => {
      const of = { locationId: page.locationId(), gtin, serialNumber }
      const { items } = await utils.med.readManyHolds.fetch({ package: of, limit: 1 }).catch(() => ({ items: [] }))
      const [hold] = items
      return hold && { by: hold.placedBy ? writeFullName(hold.placedBy) : 'Seriatim', at: hold.placedAt, reason: hold.reason }
    },
    readStops: () => utils.order.readManyStops.fetch({ documentId }, { staleTime: 0 }).catch(() => []),
    undo: async ({ receiptId, line, only }, reason) => {
      const wish = { documentId, receiptId, ...(only ? { lines: [line] } : {}), ...(reason ? { reason } : {}) }
      const answer = await said(undo.mutateAsync(wish))
      if (answer.ok) await utils.order.readManyReceipts.invalidate({ documentId })
      return answer
    },
    findElsewhere: (serialNumber, gtin) =>
      utils.order.readElsewhere.fetch({ documentId, serialNumber, gtin }).then(
        ({ found }) => found,
        () => [],
      ),
    readReceipts: () => utils.order.readManyReceipts.fetch({ documentId }, { staleTime: 0 }).catch(() => []),
    readProgress: (afterReceiptId) =>
      utils.order.readProgress
        .fetch({ documentId, afterReceiptId }, { trpc: { context: { background: true } }, gcTime: 0, staleTime: 0, retry: false })
        .catch(() => undefined),
    keep: (scan, onSaved) =>
      outbox.add(scan, onSaved).then(
        () => true,
        () => false,
      ),
    takeBack: (scanId) => outbox.takeBack(scanId),
    noteLines: (ranges, isReceived, heardUpTo) => noteLines(documentId, ranges, isReceived, heardUpTo),
    sayFailed: ({ sentence, request }) => toast.attention(sentence, request ? { detail: request } : {}),
    sayNotUndone: ({ remaining, by }) =>
      toast.attention(
        remaining === 0 ? 'This receipt has already been undone.' : `${writeFullName(by)} received this. A location admin can undo it.`,
      ),
    sayOnItsWay: () =>
      toast.attention('This scan cannot be undone yet.', {
        seconds: 10,
        detail: 'The connection failed during sending, so the server may already have this scan. Undo it when the connection is back.',
      }),
  }
}
