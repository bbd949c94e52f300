import type { PlantedOrder, PlantedTicket } from './plant.ts'

export const NORTH = '0399990000016'
export const SOUTH = '0399990000023'
export const [P, Q] = ['00312345678906', '00312345678913'] as const

export const day = (month: number, date: number, hour = 15) =>
  `2026-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}T${String(hour).padStart(2, '0')}:00:00Z`

/**
 * Makes the orders of a year. Each month has twelve orders of 100 units, without faults except those that were added on purpose, and a file for
 * somebody else, which creates no order.
 */
export function makeYear(): PlantedOrder[] {
  return Array.from({ length: 12 }, (_, index) => makeMonth(index + 1)).flat()
}

function makeMonth(month: number): PlantedOrder[] {
  // Makes an order without problems. Its goods are scanned one hour after its data arrived; for the order on the first day of the month, three hours
  // after.
  const plain = (date: number): PlantedOrder => ({
    at: day(month, date),
    sender: NORTH,
    products: { [P]: 60, [Q]: 40 },
    received: 100,
    firstScanAt: day(month, date, date === 1 ? 18 : 16),
  })
  const shortage: PlantedTicket = {
    kind: 'shortage',
    status: 'RESOLVED',
    createdAt: day(month, 5),
    settledAt: day(month, 5, 20),
    items: [Q, Q],
  }
  const overage: PlantedTicket = {
    kind: 'overage',
    status: 'RESOLVED',
    createdAt: day(month, 6),
    settledAt: day(month, 6, 16),
    items: [P],
  }
  const withdrawn: PlantedTicket = {
    kind: null,
    status: 'CLOSED',
    reason: 'withdrawn',
    createdAt: day(month, 10),
    settledAt: day(month, 11),
  }
  return [
    plain(1),
    { ...plain(2), hasStatement: false },
    { ...plain(3), guideline: 'GS1 US DSCSA R1.2' },
    // An order that was closed with two units missing. The shortage ticket was resolved after five hours.
    { ...plain(4), received: 98, closedAt: day(month, 5), tickets: [shortage] },
    // One package too many arrived; its ticket was resolved after an hour.
    { ...plain(5), tickets: [overage] },
    { ...plain(6), labels: [P, P, Q] },
    // A ticket about an error in the file, still open.
    { ...plain(7), tickets: [{ kind: null, createdAt: day(month, 7) }] },
    { ...plain(8), againBy: 'mail' },
    // The next three tickets must not lower anybody's score: a file with only warnings, an error that was withdrawn, and damaged goods.
    { ...plain(9), tickets: [{ kind: null, rejects: 0, createdAt: day(month, 9) }] },
    { ...plain(10), tickets: [withdrawn] },
    { ...plain(11), tickets: [{ kind: 'damage', createdAt: day(month, 11), items: [P] }] },
    { ...plain(12), againBy: 'web' },
    // A file that was addressed to somebody else, so it produced no order.
    {
      at: day(month, 13),
      sender: NORTH,
      products: {},
      isFailed: true,
      tickets: [{ kind: null, isWrongGln: true, createdAt: day(month, 13) }],
    },
  ]
}
