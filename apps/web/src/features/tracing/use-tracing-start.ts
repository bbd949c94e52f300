import { tracingOrigin } from '@seriatim/schema'
import { useSearch } from 'wouter'
import { trpc } from '../../api/trpc.ts'

/** `origin` is the subject in the query string (`?from=recall&id=7`), or null; `start` is the query for its items. */
export function useTracingStart() {
  const from = new URLSearchParams(useSearch())
  const read = tracingOrigin.safeParse({ kind: from.get('from'), id: Number(from.get('id')) })
  const origin = read.success ? read.data : null
  const start = trpc.tracing.readOneStart.useQuery(origin ?? { kind: 'med', id: 1 }, { enabled: origin !== null })
  return { origin, start }
}

/** Makes the options of a native select. */
export const choicesOf = (words: Record<string, string>) => Object.entries(words).map(([value, label]) => ({ value, label }))
