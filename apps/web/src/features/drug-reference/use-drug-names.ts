import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import { trpc } from '../../api/trpc.ts'
import type { Drug } from './use-ndc-lookup.ts'

const PAUSE_MS = 250
/** Minimum number of letters of a name; for fewer, the drug reference returns nothing. */
const LEAST = 3

interface Names {
  medName?: string
  manufacturerName?: string
}

const none: readonly Drug[] = []

/** Entries of the drug reference by name, for a package without an NDC. */
export function useDrugNames({ medName = '', manufacturerName = '' }: Names, isWanted: boolean): readonly Drug[] {
  const [asked] = useDebouncedValue(`${medName.trim()}\n${manufacturerName.trim()}`, PAUSE_MS)
  const [name = '', maker = ''] = asked.split('\n')
  const search = { ...(name.length >= LEAST ? { medName: name } : {}), ...(maker.length >= LEAST ? { manufacturerName: maker } : {}) }
  const found = trpc.drugReference.readManyByName.useQuery(search, {
    enabled: isWanted && Object.keys(search).length > 0,
    staleTime: 5 * 60_000,
    // Keeps the previous list on screen while the next one loads. If the list disappeared, the user would lose the keyboard selection.
    placeholderData: keepPreviousData,
    trpc: { abortOnUnmount: true },
  })
  return (isWanted && Object.keys(search).length > 0 && found.data) || none
}
