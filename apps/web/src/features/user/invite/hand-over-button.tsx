import { Button, Stack, TextInput } from '@mantine/core'
import { passwordFor } from '@seriatim/schema/user'
import { useState } from 'react'
import { toRefusal } from '../../../api/query-client.ts'
import { useSession } from '../../../api/session/session.ts'
import { trpc } from '../../../api/trpc.ts'
import { isCustomerAdmin } from '../../../shell/route/rights.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { useZodForm } from '../../../ui/form/use-zod-form.ts'
import { Note } from '../../../ui/layout/note.tsx'
import { Failed } from '../../../ui/page/loaded.tsx'
import { formatWhen } from '../../../ui/text/format.ts'
import { type Person, TOUCHES } from '../person-words.ts'
import { fullName } from '../user-words.tsx'

/** Lets the customer admin ask this person to take over the role, or withdraw the request. */
export function HandOverButton({ person }: { person: Person }) {
  const isOwner = isCustomerAdmin(useSession())
  const open = trpc.user.readHandOver.useQuery(undefined, { enabled: isOwner })
  const stop = trpc.user.deleteOneHandOver.useMutation({ meta: { done: 'You remain the customer admin.', touches: TOUCHES } })
  const [asking, setAsking] = useState(false)
  const { user, isCustomerAdmin: isAdmin } = person
  if (!isOwner || isAdmin || user.status !== 'active') return null
  if (open.isError && !open.data)
    return (
      <Failed
        query={open}
        subject="The handover"
        sentence="We could not check whether a handover is under way."
        meaning="Nothing has changed."
      />
    )
  if (open.data === undefined) return null
  if (open.data)
    return open.data.to.id === user.id ? (
      <Note
        title={`This user was asked to become the customer admin. The request expires ${formatWhen(open.data.endsAt)}`}
        action={
          <Button size="xs" loading={stop.isPending} onClick={() => stop.mutate()}>
            Withdraw
          </Button>
        }
      />
    ) : null
  return (
    <>
      <Button size="xs" onClick={() => setAsking(true)}>
        Make customer admin…
      </Button>
      {asking && <Ask person={person} onClose={() => setAsking(false)} />}
    </>
  )
}

function Ask({ person: { user }, onClose }: { person: Person; onClose: () => void }) {
  const name = fullName(user)
  const ask = trpc.user.createOneHandOver.useMutation({
    meta: { done: `${name} was asked by email to become the customer admin.`, touches: TOUCHES, quiet: true },
  })
  const form = useZodForm({
    shape: passwordFor,
    initial: { userId: user.id, password: '' },
    send: (input) => ask.mutateAsync(input),
    refusalOf: toRefusal,
    otherwise: 'password',
    onSent: onClose,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={`Make ${name} the customer admin?`}
      form={form}
      submitLabel={`Ask ${name}`}
      disabled={!form.values.password}
    >
      <Stack gap="md">
        <p>
          {name} must accept the role with their password within 7 days. From then on they are the customer admin, and you are an admin of
          every location; only they can give the role back.
        </p>
        <TextInput type="password" label="Your password" autoComplete="current-password" {...form.field('password')} data-autofocus />
      </Stack>
    </FormDialog>
  )
}
