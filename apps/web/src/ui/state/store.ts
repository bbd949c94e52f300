import { useSyncExternalStore } from 'react'

/** Who wants to hear of a change. */
export function makeListeners() {
  const listeners = new Set<() => void>()
  return {
    tell() {
      for (const listener of listeners) listener()
    },
    /** Returns what ends it. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

/** A value beside the pages: it lives as long as this window. What belongs to a person is a `makeSessionStore` instead. */
export interface Store<Value> {
  get(): Value
  set(next: Value): void
  /** Returns what ends it. */
  subscribe(listener: () => void): () => void
  /** The value, in a component. */
  use(): Value
}

export function makeStore<Value>(first: Value): Store<Value> {
  const { tell, subscribe } = makeListeners()
  let value = first
  const get = () => value
  return {
    get,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      tell()
    },
    subscribe,
    use: () => useSyncExternalStore(subscribe, get),
  }
}

/** A value that the device keeps, for every window and whoever signs in. */
export interface DeviceStore<Value> extends Omit<Store<Value>, 'set'> {
  /** Null forgets it. */
  keep(text: string | null): void
}

/** @param parse makes the value of what is kept; of null where nothing is. */
export function makeDeviceStore<Value>(key: string, parse: (text: string | null) => Value): DeviceStore<Value> {
  const { tell, subscribe } = makeListeners()
  let last: { text: string | null; value: Value } | undefined
  const get = () => {
    const text = localStorage.getItem(key)
    if (last?.text !== text || !last) last = { text, value: parse(text) }
    return last.value
  }
  globalThis.addEventListener?.('storage', (event: StorageEvent) => event.key === key && tell())
  return {
    get,
    keep(text) {
      if (text === null) localStorage.removeItem(key)
      else localStorage.setItem(key, text)
      tell()
    },
    subscribe,
    use: () => useSyncExternalStore(subscribe, get),
  }
}
