import { useCallback, useState } from 'react'

interface DialogMutation<Input, Result> {
  mutateAsync: (input: Input) => Promise<Result>
  isPending: boolean
  error: unknown
  reset: () => void
}

/**
 * Connects a dialog to one mutation: the dialog closes only on a truthy result and otherwise stays open with its input. A failure is shown by the
 * query client, or by the dialog if the mutation is `quiet`.
 */
export function useDialogMutation<Input, Result>(mutation: DialogMutation<Input, Result>, onDone?: (result: Result) => void) {
  const [opened, setOpened] = useState(false)
  const { mutateAsync, isPending, error, reset } = mutation
  const open = useCallback(() => {
    reset()
    setOpened(true)
  }, [reset])
  const close = useCallback(() => setOpened(false), [])
  const submit = useCallback(
    async (input: Input): Promise<boolean> => {
      try {
        const result = await mutateAsync(input)
        if (!result) return false
        setOpened(false)
        onDone?.(result)
        return true
      } catch {
        return false // the query client shows the failure
      }
    },
    [mutateAsync, onDone],
  )
  return { opened, open, close, submit, isPending, error }
}
