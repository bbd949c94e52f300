import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useEffectEvent, useRef } from 'react'

/**
 * Keeps a form's initial values up to date. When `initial` changes, for example because data was loaded, the form adopts it as soon as `isAtRest` is
 * true, so that the user loses no unsent input. Returns a function that restarts the form with other values.
 */
export function useFormStart<Values>(form: UseFormReturnType<Values>, initial: Values, isAtRest: boolean): (values: Values) => void {
  const begin = (values: Values) => {
    form.setInitialValues(values)
    form.setValues(values)
    form.resetDirty(values)
  }
  const wanted = JSON.stringify(initial)
  const begun = useRef(wanted)
  const restart = useEffectEvent(() => begin(initial))
  useEffect(() => {
    if (wanted === begun.current || !isAtRest) return
    begun.current = wanted
    restart()
  }, [wanted, isAtRest])
  return begin
}
