import { createContext, use } from 'react'

/** A search of a list under a name; `query` is what the address bar holds of it. */
export interface SavedView {
  name: string
  query: string
}
export interface ListSetting {
  /** Keys of columns. */
  hiddenColumns: string[]
  views: SavedView[]
}
export interface ListPreferences {
  setting: ListSetting
  /** False until it was read, and while it cannot be: then it must not be replaced. */
  isKnown: boolean
  save: (setting: ListSetting) => Promise<unknown>
}

const NONE: ListPreferences = { setting: { hiddenColumns: [], views: [] }, isKnown: false, save: () => Promise.resolve() }

/** How the person who is signed in wants to see the list of this name. The shell provides it, because parts of the ui know no server. */
const OwnListContext = createContext<(list: string) => ListPreferences>(() => NONE)
export const ListPreferencesProvider = OwnListContext.Provider
export function useListPreferences(list: string): ListPreferences {
  const useOwn = use(OwnListContext)
  return useOwn(list)
}
