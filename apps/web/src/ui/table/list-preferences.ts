import { createContext, use } from 'react'

/** A named search of a list; `query` is its part of the URL. */
export interface SavedView {
  name: string
  query: string
}
export interface ListSetting {
  /** Keys of the hidden columns. */
  hiddenColumns: string[]
  views: SavedView[]
}
export interface ListPreferences {
  setting: ListSetting
  /** False while the setting is loading and if loading failed. As long as it is false, the stored setting must not be overwritten. */
  isKnown: boolean
  save: (setting: ListSetting) => Promise<unknown>
}

const NONE: ListPreferences = { setting: { hiddenColumns: [], views: [] }, isKnown: false, save: () => Promise.resolve() }

/** The signed-in person's preferences for the list of this name. The shell provides them, because the ui folder has no access to the server. */
const OwnListContext = createContext<(list: string) => ListPreferences>(() => NONE)
export const ListPreferencesProvider = OwnListContext.Provider
export function useListPreferences(list: string): ListPreferences {
  const useOwn = use(OwnListContext)
  return useOwn(list)
}
