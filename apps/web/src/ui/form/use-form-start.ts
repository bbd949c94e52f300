import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useEffectEvent, useRef } from 'react'

/**
 * What a form begins with. Another `initial`, as when it was loaded, is shown as soon as nothing unsent would be lost, which is when the form is at
 * rest. Returns what begins the form anew with other values.
 */
export function useFormStart<Values>(form: UseFormReturnType<Values>, initial: Values, isAtRest: boolean): (values: Values) => void {
  const begin = (values: Values) => {
    form.setInitialValues(values)
    form.setValues(values)
    form.resetDirty(values)
  }
  const wanted = JSON.stringify(initial)
  const begun = useRef(wanted)
  const beginAnew = useEffectEvent(() => begin(initial))
  useEffect(() => {
    if (wanted === begun.current || !isAtRest) return
    begun.current = wanted
    beginAnew()
  }, [wanted, isAtRest])
  return begin
}
