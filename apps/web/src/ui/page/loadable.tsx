import { type ComponentType, type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'

/** A component whose program is loaded when it is first shown, or ahead of that. */
export interface Loadable<Props> {
  (props: Props & { standIn?: ReactNode }): ReactNode
  /** Loads it, once; rejects when it could not be loaded, and the next call tries again. */
  preload(): Promise<ComponentType<Props>>
  /** What was loaded. */
  ready(): ComponentType<Props> | undefined
  /** Calls `onReady` when it has been loaded. Returns what ends that. */
  subscribe(onReady: () => void): () => void
}

/**
 * In the place of React's `lazy`: Suspense holds back whatever follows a fallback for 300 ms, once for each level, so that a page whose parts
 * came within 50 ms was shown after 900. Here it is shown in the frame in which it comes; a failure goes to the boundary around it.
 */
export function loadable<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>): Loadable<Props> {
  let loaded: ComponentType<Props> | undefined
  let coming: Promise<ComponentType<Props>> | undefined
  const listeners = new Set<() => void>()

  function Part({ standIn = null, ...props }: Props & { standIn?: ReactNode }): ReactNode {
    const Ready = useLoaded(Part)
    return Ready ? <Ready {...(props as unknown as Props)} /> : standIn // all of its props but our own
  }
  Part.preload = () => {
    coming ??= load().then(
      (module) => {
        loaded = module.default
        for (const tell of listeners) tell()
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

/** The component, or undefined while it is on its way. Throws, to the boundary, what kept it from coming. */
export function useLoaded<Props>(part: Loadable<Props>): ComponentType<Props> | undefined {
  // The store's hook looks again when it subscribes: what came between a frame and its effects would otherwise never be drawn.
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
