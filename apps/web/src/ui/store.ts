import { useSyncExternalStore } from 'react'

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
  const listeners = new Set<() => void>()
  let value = first
  const get = () => value
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }
  return {
    get,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      for (const tell of listeners) tell()
    },
    subscribe,
    use: () => useSyncExternalStore(subscribe, get),
  }
}

/** A store that the device keeps, for every window and whoever signs in: `parse` makes the value of its text, of null where nothing is kept. */
export function makeDeviceStore<Value>(
  key: string,
  parse: (text: string | null) => Value,
): Omit<Store<Value>, 'set'> & { keep(text: string | null): void } {
  const listeners = new Set<() => void>()
  let last: { text: string | null; value: Value } | undefined
  const get = () => {
    const text = localStorage.getItem(key)
    if (last?.text !== text || !last) last = { text, value: parse(text) }
    return last.value
  }
  const tell = () => {
    for (const listener of listeners) listener()
  }
  globalThis.addEventListener?.('storage', (event: StorageEvent) => event.key === key && tell())
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }
  return {
    get,
    /** Null forgets it. */
    keep(text) {
      if (text === null) localStorage.removeItem(key)
      else localStorage.setItem(key, text)
      tell()
    },
    subscribe,
    use: () => useSyncExternalStore(subscribe, get),
  }
}
