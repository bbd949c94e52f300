import { useSyncExternalStore } from 'react'

export function makeListeners() {
  const listeners = new Set<() => void>()
  return {
    notify() {
      for (const listener of listeners) listener()
    },
    /** Returns an unsubscribe function. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

/** A value outside the component tree that lives as long as this window. For data that belongs to a person use `makeSessionStore`. */
export interface Store<Value> {
  get(): Value
  set(next: Value): void
  /** Returns an unsubscribe function. */
  subscribe(listener: () => void): () => void
  /** Reads the value in a component, which renders again when the value changes. */
  use(): Value
}

export function makeStore<Value>(first: Value): Store<Value> {
  const { notify, subscribe } = makeListeners()
  let value = first
  const get = () => value
  return {
    get,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      notify()
    },
    subscribe,
    use: () => useSyncExternalStore(subscribe, get),
  }
}

/** A value saved on this device, shared by every window and every person who signs in. */
export interface DeviceStore<Value> extends Omit<Store<Value>, 'set'> {
  /** null deletes the saved value. */
  keep(text: string | null): void
}

/**
 * Makes a store for one value that is saved on this device and shared by its tabs. @param parse converts the saved text; receives null if nothing is
 * saved.
 */
export function makeDeviceStore<Value>(key: string, parse: (text: string | null) => Value): DeviceStore<Value> {
  const { notify, subscribe } = makeListeners()
  let last: { text: string | null; value: Value } | undefined
  const get = () => {
    const text = localStorage.getItem(key)
    if (last?.text !== text || !last) last = { text, value: parse(text) }
    return last.value
  }
  globalThis.addEventListener?.('storage', (event: StorageEvent) => event.key === key && notify())
  return {
    get,
    keep(text) {
      if (text === null) localStorage.removeItem(key)
      else localStorage.setItem(key, text)
      notify()
    },
    subscribe,
    use: () => useSyncExternalStore(subscribe, get),
  }
}
