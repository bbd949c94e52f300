import { type ComponentType, type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'

/** A component whose module is loaded on first render or preloaded. */
export interface Loadable<Props> {
  (props: Props & { standIn?: ReactNode }): ReactNode
  /** Loads the module once; a failed load rejects, and the next call retries. */
  preload(): Promise<ComponentType<Props>>
  /** The component; undefined until it is loaded. */
  ready(): ComponentType<Props> | undefined
  /** Calls `onReady` once the component is loaded. Returns an unsubscribe function. */
  subscribe(onReady: () => void): () => void
}

/**
 * Replaces React's `lazy`. Suspense delays content that follows a fallback by 300 ms per level, so a page whose parts arrived within 50 ms appeared
 * only after 900 ms. This function renders a component in the frame in which its module arrives, and passes a failure to the enclosing boundary.
 */
export function loadable<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>): Loadable<Props> {
  let loaded: ComponentType<Props> | undefined
  let coming: Promise<ComponentType<Props>> | undefined
  const listeners = new Set<() => void>()

  function Part({ standIn = null, ...props }: Props & { standIn?: ReactNode }): ReactNode {
    const Ready = useLoaded(Part)
    return Ready ? <Ready {...(props as unknown as Props)} /> : standIn // the component gets every prop except `standIn`, which is ours
  }
  Part.preload = () => {
    coming ??= load().then(
      (module) => {
        loaded = module.default
        for (const notify of listeners) notify()
        return loaded
      },
      (error: unknown) => {
        coming = undefined
        throw error
      },
    )
    return coming
  }
  Part.ready = () => loaded
  Part.subscribe = (onReady: () => void) => {
    listeners.add(onReady)
    return () => void listeners.delete(onReady)
  }
  return Part
}

/** Returns the component, or undefined while it loads. If loading fails, throws the error for the error boundary to show. */
export function useLoaded<Props>(part: Loadable<Props>): ComponentType<Props> | undefined {
  // useSyncExternalStore checks the module again when it subscribes, so a module that arrives between the render and the effects is shown too.
  const Ready = useSyncExternalStore(part.subscribe, part.ready)
  const [failure, setFailure] = useState<{ of: Loadable<Props>; error: unknown }>()
  useEffect(() => {
    let isGone = false
    part.preload().catch((error: unknown) => !isGone && setFailure({ of: part, error }))
    return () => {
      isGone = true
    }
  }, [part])
  if (failure?.of === part && !Ready) throw failure.error
  return Ready
}
