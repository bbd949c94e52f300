import { trpc } from '../api/trpc.ts'
import type { OwnList, OwnListSetting } from '../ui/table/own-list.ts'

const NONE: OwnListSetting = { hiddenColumns: [], views: [] }

/** A person's own setting of a list, kept on the server: it is the same on every computer of the pharmacy. */
export function useListSetting(list: string): OwnList {
  const utils = trpc.useUtils()
  const { data } = trpc.settings.readListSetting.useQuery({ list }, { staleTime: Number.POSITIVE_INFINITY })
  const change = trpc.settings.updateListSetting.useMutation()
  const save = async (setting: OwnListSetting) => {
    const before = data
    utils.settings.readListSetting.setData({ list }, setting)
    try {
      await change.mutateAsync({ list, ...setting })
    } catch (error) {
      utils.settings.readListSetting.setData({ list }, before)
      throw error
    }
  }
  return { setting: data ?? NONE, isKnown: data !== undefined, save }
}
