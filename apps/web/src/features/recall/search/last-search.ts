import type { Inputs } from '../../../api/trpc.ts'

export type RecallFields = Omit<Inputs['recall']['readManySearch'], 'pageNumber' | 'pageSize'>

interface Kept {
  fields: RecallFields
  search: { filter: RecallFields; page: number } | undefined
}

let kept: Kept = { fields: {}, search: undefined }

/** What was typed and found last, so that Back from a recall leads to where one was; gone with the window. */
export const getLastSearch = (): Kept => kept

export function setLastSearch(next: Kept): void {
  kept = next
}
