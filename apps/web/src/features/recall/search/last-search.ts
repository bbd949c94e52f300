import type { Inputs } from '../../../api/trpc.ts'

export type RecallFields = Omit<Inputs['recall']['readManySearch'], 'pageNumber' | 'pageSize'>

interface LastSearch {
  fields: RecallFields
  search: { filter: RecallFields; page: number } | undefined
}

let kept: LastSearch = { fields: {}, search: undefined }

/** The last search with its results, so that Back from a recall returns to them; lost when the window closes. */
export const getLastSearch = (): LastSearch => kept

export function setLastSearch(next: LastSearch): void {
  kept = next
}
