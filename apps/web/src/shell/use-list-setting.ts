import { trpc } from '../api/trpc.ts'
import type { ListPreferences, ListSetting } from '../ui/table/list-preferences.ts'

const NONE: ListSetting = { hiddenColumns: [], views: [] }

/** A person's setting for a list, stored on the server so that it is the same on every computer of the pharmacy. */
export function useListSetting(list: string): ListPreferences {
  const utils = trpc.useUtils()
  const { data } = trpc.settings.readListSetting.useQuery({ list }, { staleTime: Number.POSITIVE_INFINITY })
  const change = trpc.settings.updateListSetting.useMutation()
  const save = async (setting: ListSetting) => {
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
