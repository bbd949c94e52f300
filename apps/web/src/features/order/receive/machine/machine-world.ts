import type { SettledResult } from '../../../scan/outbox/outbox.ts'
import type { NewScan, WaitingScan } from '../../../scan/outbox/scan-store.ts'
import type { GateState } from '../../../trading-partner/order/partner-gate.ts'
import type { WordFacts } from '../panel/line-names.ts'
import { parseIndex, type Recalled, type ReceiveIndex } from '../receive-index.ts'
import type { Elsewhere, HoldFact } from '../receive-types.ts'
import type { CallResult, Progress, Receipt, ReceiveAnswer, ReceiveEffects } from './effects.ts'
import { ReceiveMachine } from './receive-machine.ts'

const TODAY = '2026-11-22'
const me = { id: 1, firstName: 'Dana', lastName: 'Ruiz' }
export const GTIN = '00301162001165'

/** A case of two meds (lines 1 and 2) and three loose ones: C, D (line 4, expired) and E. */
export function order(): ReceiveIndex {
  return parseIndex({
    documentId: 5,
    count: 6,
    keys: '003011620000000017\nA\nB\nC\nOLD\nE',
    meta: '2,0,0,0,1,0',
    parents: '-1,0,0,-1,-1,-1',
    lasts: '2,1,2,3,4,5',
    states: '300000',
    facts: [
      { gtin: GTIN, productId: 4, lotNumber: 'L', expirationDate: '2029-01-31' },
      { gtin: GTIN, productId: 4, lotNumber: 'OLD', expirationDate: '2026-01-31' },
      { gtin: null, productId: null, lotNumber: null, expirationDate: null },
    ],
    lastReceiptId: 0,
  } as unknown as Parameters<typeof parseIndex>[0])
}

export const received = (change: Partial<ReceiveAnswer> = {}): ReceiveAnswer =>
  ({ received: 1, alreadyReceived: 0, expired: 0, held: [], differs: [], notReceived: [], receiptId: 40, ...change }) as ReceiveAnswer
export const progress = (change: Partial<Progress> = {}): Progress =>
  ({ changes: [], lastReceiptId: 50, amountNotReceived: 5, replacedById: null, ...change }) as Progress
export const settled = () => new Promise((resolve) => setTimeout(resolve))

/** Simulates a pharmacy counter for tests: the machine with a device, a server with preset answers, and a log of all the machine's side effects. */
export function makeCounter({ index = order(), standing = { kind: 'free', wasHeld: false } as GateState, isLoaded = true } = {}) {
  const did: string[] = []
  const kept: NewScan[] = []
  const world = {
    isLasting: true,
    isTakenBack: true,
    all: { ok: true, answer: received({ received: 5 }) } as CallResult<ReceiveAnswer>,
    undo: { ok: true, answer: { undone: 1 } } as CallResult<{ undone: number }>,
    standing: { kind: 'ask', isUnasked: false } as GateState,
    elsewhere: [] as Elsewhere[],
    receipts: [] as Receipt[],
    held: { ok: true, answer: { meds: 1 } } as CallResult<{ meds: number }>,
    hold: undefined as HoldFact | undefined,
    recalls: [] as Recalled[],
  }
  const effects: ReceiveEffects = {
    now: () => new Date('2026-11-22T12:00:00Z'),
    today: () => TODAY,
    play: (sound) => did.push(`play ${sound}`),
    receiveProduct: async () => world.all,
    holdRecalled: async () => world.held,
    findHold: async () => world.hold,
    readStops: async () => [],
    receiveAll: async (ids) => {
      did.push(`receive all [${ids}]`)
      return world.all
    },
    undo: async ({ receiptId }, reason) => {
      did.push(`undo ${receiptId} ${reason ?? ''}`.trim())
      return world.undo
    },
    findElsewhere: async () => world.elsewhere,
    readReceipts: async () => world.receipts,
    readProgress: async () => undefined,
    readRecalls: async () => world.recalls,
    readStanding: async () => world.standing,
    reread: () => did.push('reread'),
    keep: async (scan, onSaved) => {
      if (!world.isLasting) return false
      kept.push(scan)
      onSaved({ ...scan, id: kept.length })
      return true
    },
    takeBack: async () => world.isTakenBack,
    noteLines: (ranges, isReceived) => did.push(`note ${JSON.stringify(ranges)} ${isReceived}`),
    sayFailed: ({ sentence }) => did.push(`say ${sentence}`),
    sayNotUndone: () => did.push('say not undone'),
    sayOnItsWay: () => did.push('say on its way'),
  }
  const machine = new ReceiveMachine(5, me, effects, () => did.push('poll'))
  const known = (of: ReceiveIndex): WordFacts => ({ index: of, products: new Map(), receipts: new Map(), me: me.id, locationId: 1 })
  machine.gate.set(standing)
  if (isLoaded) machine.load(known(index), false)
  const makeScan = (id: number): WaitingScan => ({ ...(kept[id - 1] as NewScan), id })
  const settle = (outcome: SettledResult<ReceiveAnswer>, id = kept.length) => machine.settle(makeScan(id), outcome)
  return {
    machine,
    index,
    known,
    did,
    kept,
    world,
    settle,
    scanOf: makeScan,
    result: () => machine.get().result,
    left: () => 5 - index.order.received,
  }
}
