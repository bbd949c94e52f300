import { type ComponentType, type ReactNode, useEffect, useReducer, useState } from 'react'

/** A component whose program is loaded when it is first shown, or ahead of that. */
export interface Loadable<Props> {
  (props: Props & { standIn?: ReactNode }): ReactNode
  /** Loads it, once; rejects when it could not be loaded, and the next call tries again. */
  preload(): Promise<ComponentType<Props>>
  /** What was loaded. */
  ready(): ComponentType<Props> | undefined
}

/**
 * In the place of React's `lazy`: Suspense holds back whatever follows a fallback for 300 ms, once for each level, so that a page whose parts
 * came within 50 ms was shown after 900. Here it is shown in the frame in which it comes; a failure goes to the boundary around it.
 */
export function loadable<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>): Loadable<Props> {
  let loaded: ComponentType<Props> | undefined
  let coming: Promise<ComponentType<Props>> | undefined

  function Part({ standIn = null, ...props }: Props & { standIn?: ReactNode }): ReactNode {
    const Ready = useLoaded(Part)
    return Ready ? <Ready {...(props as unknown as Props)} /> : standIn // all of its props but our own
  }
  Part.preload = () => {
    coming ??= load().then(
      (module) => {
        loaded = module.default
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
  return Part
}

/** The component, or undefined while it is on its way. Throws, to the boundary, what kept it from coming. */
export function useLoaded<Props>(part: Loadable<Props>): ComponentType<Props> | undefined {
  const [, drawAgain] = useReducer((count: number) => count + 1, 0)
  const [failure, setFailure] = useState<{ of: Loadable<Props>; error: unknown }>()
  const Ready = part.ready()
  useEffect(() => {
    if (part.ready()) return
    let isGone = false
    part.preload().then(
      () => !isGone && drawAgain(),
      (error: unknown) => !isGone && setFailure({ of: part, error }),
    )
    return () => {
      isGone = true
    }
  }, [part])
  if (failure?.of === part && !Ready) throw failure.error
  return Ready
}
