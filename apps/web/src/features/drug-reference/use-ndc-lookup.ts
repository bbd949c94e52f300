import { useState } from 'react'
import { type Outputs, trpc } from '../../api/trpc.ts'

export type Drug = Outputs['drugReference']['readSearchByNdc'][number]

/** An NDC is looked up once it has this many characters, and again when one of these characters changes (P1 §5). */
const LOOKUP_LENGTH = 5

const none: readonly Drug[] = []

/** Looks up all drugs of a labeler by the labeler code with which `ndc` begins. A newer lookup cancels one that is still running. */
export function useNdcLookup(ndc: string): { drugs: readonly Drug[]; isLoading: boolean } {
  const [asked, setAsked] = useState('')
  const first = ndc.length >= LOOKUP_LENGTH ? ndc.slice(0, LOOKUP_LENGTH) : ''
  if (first !== asked.slice(0, LOOKUP_LENGTH)) setAsked(first === '' ? '' : ndc)
  const lookup = trpc.drugReference.readSearchByNdc.useQuery(
    { ndc: asked },
    { enabled: asked !== '', staleTime: 5 * 60_000, trpc: { abortOnUnmount: true } },
  )
  return { drugs: (asked !== '' && lookup.data) || none, isLoading: asked !== '' && lookup.isFetching }
}
