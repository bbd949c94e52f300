import type { Receiving } from './use-receiving.ts'

/** What takes goods in, each behind the stop; what only shows or undoes goes its way. */
export function stopBefore(receiving: Receiving, guarded: <Do extends (...args: never[]) => unknown>(act: Do) => Do): Receiving {
  return {
    ...receiving,
    takeWaiting: guarded(receiving.takeWaiting),
    scan: guarded(receiving.scan),
    scanByScanner: guarded(receiving.scanByScanner),
    scanByHand: guarded(receiving.scanByHand),
    answer: guarded(receiving.answer),
    receiveMed: guarded(receiving.receiveMed),
    receiveContainer: guarded(receiving.receiveContainer),
    receiveProduct: guarded(receiving.receiveProduct),
    receiveAll: guarded(receiving.receiveAll),
  }
}
