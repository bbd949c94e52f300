import { Box, Button, Group, Textarea } from '@mantine/core'
import { type TicketFile, writeFullName } from '@seriatim/schema'
import { IconPaperclip } from '@tabler/icons-react'
import { type FormEvent, useRef, useState } from 'react'
import { useTicketFile } from '../../../api/file/use-ticket-file.ts'
import { trpc } from '../../../api/trpc.ts'
import { Glyph } from '../../../ui/text/glyph.tsx'
import type { Ticket } from '../use-exceptions.ts'

/** A note with mentions (`@` begins a name) and a file. */
export function NoteForm({ ticket: { id } }: { ticket: Ticket }) {
  const [text, setText] = useState('')
  const [file, setFile] = useState<TicketFile>()
  const { upload, isUploading } = useTicketFile()
  const picker = useRef<HTMLInputElement>(null)
  const area = useRef<HTMLTextAreaElement>(null)
  const write = trpc.documentException.createOneNote.useMutation({ meta: { touches: ['documentException'] } })
  const isMentioning = text.includes('@')
  const people = trpc.documentException.readManyPeople.useQuery({ documentExceptionId: id }, { enabled: isMentioning, staleTime: 60_000 })
  const named = (people.data ?? []).map((person) => ({ ...person, name: writeFullName(person) }))
  const begun = /@([^@\n]*)$/.exec(text)?.[1]?.toLowerCase()
  const offered =
    begun === undefined ? [] : named.filter(({ name }) => name.toLowerCase().startsWith(begun) && name.toLowerCase() !== begun).slice(0, 5)
  const take = (name: string) => {
    setText(text.replace(/@[^@\n]*$/, `@${name} `))
    area.current?.focus()
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() === '' || write.isPending) return
    const mentions = named.filter(({ name }) => text.includes(`@${name}`)).map((person) => person.id)
    write.mutate(
      { documentExceptionId: id, text: text.trim(), mentions, ...(file ? { file } : {}) },
      {
        onSuccess: () => {
          setText('')
          setFile(undefined)
        },
      },
    )
  }
  const attach = async (chosen: File | undefined) => {
    if (!chosen) return
    const uploaded = await upload(chosen)
    if (uploaded) setFile(uploaded)
  }
  return (
    <Box component="form" px="md" py="sm" aria-label="Note" onSubmit={send}>
      <Textarea
        ref={area}
        aria-label="Write a note; use @ to mention someone"
        placeholder="Write a note, @ to mention"
        autosize={false}
        rows={text === '' ? 1 : 3}
        maxLength={5000}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {offered.length > 0 && (
        <Group component="ul" gap="xs" mt="xs" aria-label="People to mention">
          {offered.map((person) => (
            <li key={person.id}>
              <Button size="xs" onClick={() => take(person.name)}>
                {person.name}
              </Button>
            </li>
          ))}
        </Group>
      )}
      <Group gap="xs" mt="xs" justify="flex-end">
        <input
          ref={picker}
          type="file"
          hidden
          onChange={(event) => {
            void attach(event.currentTarget.files?.[0])
            event.currentTarget.value = ''
          }}
        />
        <Button
          size="xs"
          leftSection={<Glyph of={IconPaperclip} size={16} />}
          loading={isUploading}
          onClick={() => picker.current?.click()}
        >
          {file ? file.filename : 'Attach'}
        </Button>
        <Button size="xs" type="submit" loading={write.isPending} disabled={text.trim() === ''}>
          Add the note
        </Button>
      </Group>
    </Box>
  )
}
