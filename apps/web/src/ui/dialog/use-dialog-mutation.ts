import { useCallback, useState } from 'react'

interface DialogMutation<Input, Result> {
  mutateAsync: (input: Input) => Promise<Result>
  isPending: boolean
  error: unknown
  reset: () => void
}

/**
 * One dialog with one mutation: it closes only when the result is truthy, and stays open, with what was typed, when not.
 * A failure is shown by the query client, or in the dialog when the mutation is `quiet`.
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
        return false // shown by the query client
      }
    },
    [mutateAsync, onDone],
  )
  return { opened, open, close, submit, isPending, error }
}
