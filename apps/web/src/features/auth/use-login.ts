import { saveSession } from '../../api/session/session.ts'
import { calls } from './calls.ts'
import { useCall } from './use-call.ts'

export function usePasswordStep() {
  const { pending, error, run } = useCall()
  const submit = (emailAddress: string, password: string) =>
    run(
      async () => saveSession(await (await calls()).auth.createOneToken.mutate({ emailAddress, password })),
      async (failure) => (await calls()).writeSignInError(failure),
    )
  return { pending, error, submit }
}

export function useRecovery() {
  const { pending, error, setError, run } = useCall()
  const submit = (emailAddress: string, onSent: () => void) =>
    run(
      async () => {
        await (await calls()).auth.createOneTemporarypassword.mutate({ emailAddress })
        onSent()
      },
      async (failure) => (await calls()).writeSignInError(failure),
    )
  return { pending, error, setError, submit }
}
