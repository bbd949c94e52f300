import { Textarea } from '@mantine/core'
import { doorSenders, type IntakeDoor } from '@seriatim/schema'
import { useState } from 'react'
import { trpc } from '../../api/trpc.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { useDialogMutation } from '../../ui/dialog/use-dialog-mutation.ts'
import { splitSenders } from './split-senders.ts'

/** Changes who may send files to an email address. */
export function SendersDialog({ door, onClose }: { door: IntakeDoor; onClose: () => void }) {
  const [text, setText] = useState(door.senders.join('\n'))
  const [problem, setProblem] = useState<string>()
  const save = useDialogMutation(
    trpc.intake.updateOneSenders.useMutation({ meta: { touches: ['intake'], done: 'The senders were saved.' } }),
    onClose,
  )
  const send = () => {
    const read = doorSenders.safeParse({ doorId: door.id, senders: splitSenders(text) })
    setProblem(read.error?.issues[0]?.message)
    if (read.data) void save.submit(read.data)
  }
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={`Allowed senders for ${door.name}`}
      size={560}
      form={{
        onSubmit: (event) => {
          event.preventDefault()
          send()
        },
        isBusy: save.isPending,
      }}
      submitLabel="Save"
    >
      <SendersField value={text} error={problem} onChange={setText} />
    </FormDialog>
  )
}

interface SendersFieldProps {
  value: string
  error: string | undefined
  onChange: (text: string) => void
}

export function SendersField({ value, error, onChange }: SendersFieldProps) {
  return (
    <Textarea
      label="Senders"
      description="Addresses or domains, one per line. Emails from others are refused. Leave this field empty to accept files from anyone who knows the address."
      placeholder={'orders@northway.example\nnorthway.example'}
      rows={4}
      maxLength={10_000}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
