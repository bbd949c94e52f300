import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import { trpc } from '../../api/trpc.ts'
import type { Drug } from './use-ndc-lookup.ts'

const PAUSE_MS = 250
/** The reference finds nothing by fewer letters. */
const LEAST = 3

interface Names {
  medName?: string
  manufacturerName?: string
}

const none: readonly Drug[] = []

/** Entries of the drug reference by what their names hold, for a package without an NDC. */
export function useDrugNames({ medName = '', manufacturerName = '' }: Names, isWanted: boolean): readonly Drug[] {
  const [asked] = useDebouncedValue(`${medName.trim()}\n${manufacturerName.trim()}`, PAUSE_MS)
  const [name = '', maker = ''] = asked.split('\n')
  const search = { ...(name.length >= LEAST ? { medName: name } : {}), ...(maker.length >= LEAST ? { manufacturerName: maker } : {}) }
  const found = trpc.drugReference.readManyByName.useQuery(search, {
    enabled: isWanted && Object.keys(search).length > 0,
    staleTime: 5 * 60_000,
    // The field narrows them by what is typed; a list that went and came again would take the arrow's place with it.
    placeholderData: keepPreviousData,
    trpc: { abortOnUnmount: true },
  })
  return (isWanted && Object.keys(search).length > 0 && found.data) || none
}
