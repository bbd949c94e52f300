import type { AppRouter } from '../api/app-router.ts'
import type { TRPCLink } from '@trpc/client'
import { observable } from '@trpc/server/observable'
import { isSilence } from '../api/auth-calls.ts'
import { getSession } from '../api/session.ts'
import { findAnswer, keepAnswer } from './kept-answers.ts'
import { noteAnswer, noteSilence } from './network.ts'

/** What the shell and the receiving screen need to open without network. */
const KEPT: ReadonlySet<string> = new Set(['order.readOneById', 'order.readScanIndex', 'location.readAllByUserid', 'user.readOneById'])

/** Network first: an answer is kept, and stands in when the next call of the same reaches no server. Tells everybody whether it does. */
export function keepLink(): TRPCLink<AppRouter> {
  return () =>
    ({ op, next }) =>
      observable((observer) => {
        const userId = getSession()?.user?.id ?? 0
        const isKept = op.type === 'query' && KEPT.has(op.path) && userId > 0
        return next(op).subscribe({
          next(envelope) {
            noteAnswer()
            if (isKept && 'data' in envelope.result) void keepAnswer(op.path, op.input, userId, envelope.result.data)
            observer.next(envelope)
          },
          error(error) {
            if (!isSilence(error)) {
              noteAnswer()
              observer.error(error)
              return
            }
            noteSilence()
            if (!isKept) {
              observer.error(error)
              return
            }
            void findAnswer(op.path, op.input, userId).then((kept) => {
              if (!kept) return observer.error(error)
              observer.next({ result: { type: 'data', data: kept.data } })
              observer.complete()
            })
          },
          complete: () => observer.complete(),
        })
      })
}
