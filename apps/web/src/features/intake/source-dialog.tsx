import { Stack } from '@mantine/core'
import { changedSource, type IntakeDoor } from '@seriatim/schema'
import { useState } from 'react'
import { readErrorFacts, writeSentence } from '../../api/query-client.ts'
import { trpc } from '../../api/trpc.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { useDialogMutation } from '../../ui/dialog/use-dialog-mutation.ts'
import { listProblems } from './door-problems.ts'
import { PullFields, type PullSettings } from './pull-fields.tsx'

interface SourceDialogProps {
  doorId: number
  name: string
  source: NonNullable<IntakeDoor['source']>
  onClose: () => void
}

/** Changes where and how files are fetched. */
export function SourceDialog({ doorId, name, source, onClose }: SourceDialogProps) {
  const [value, setValue] = useState(() => toSettings(source))
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const isOtherServer = value.host.trim() !== source.host || value.port !== source.port
  const save = useDialogMutation(
    trpc.intake.updateOneSource.useMutation({
      meta: {
        touches: ['intake'],
        quiet: true,
        done: isOtherServer ? 'Saved. Test the door, and confirm the host key of the new server.' : 'The settings were saved.',
      },
      onError: (error) => setProblems({ [String(readErrorFacts(error).field ?? 'host')]: writeSentence(error) }),
    }),
    onClose,
  )
  const send = () => {
    const read = changedSource.safeParse({ ...value, doorId, moveTo: value.moveTo.trim() || null })
    setProblems(listProblems(read.error))
    if (read.data) void save.submit(read.data)
  }
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={`Where files from ${name} are fetched`}
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
      <Stack gap="md">
        <PullFields value={value} problems={problems} isStored onChange={setValue} />
      </Stack>
    </FormDialog>
  )
}

const toSettings = ({
  usesKey,
  moveTo,
  host,
  port,
  userName,
  folder,
  pattern,
  everyMinutes,
  afterwards,
}: SourceDialogProps['source']): PullSettings => ({
  ...{ host, port, userName, folder, pattern, everyMinutes, afterwards },
  secretKind: usesKey ? 'key' : 'password',
  secret: '',
  moveTo: moveTo ?? '',
})
