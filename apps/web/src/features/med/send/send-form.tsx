import { Box, Button, Checkbox, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { medEmailForm } from '@seriatim/schema'
import { IconFileText } from '@tabler/icons-react'
import { type ReactNode, useMemo } from 'react'
import { Link } from 'wouter'
import { readBlob } from '../../../api/file/download.ts'
import { toRefusal } from '../../../api/query-client.ts'
import { trpc } from '../../../api/trpc.ts'
import { fileKind } from '../../../ui/field/file-kind.ts'
import { useZodForm } from '../../../ui/form/use-zod-form.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { Note } from '../../../ui/layout/note.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { Skeleton } from '../../../ui/layout/skeleton.tsx'
import { loadable } from '../../../ui/page/loadable.tsx'
import { Failed } from '../../../ui/page/loaded.tsx'
import { formatSize } from '../../../ui/text/format.ts'
import { Glyph } from '../../../ui/text/glyph.tsx'
import { Muted } from '../../../ui/text/text.tsx'
import type { Pedigree } from '../detail/med-facts.tsx'

const PdfView = loadable(() => import('../../../ui/page/pdf-view.tsx'))

/**
 * The form of the email, next to the document that is sent with it. As P1 §5 requires, it doesn't check the addresses, which are separated by
 * semicolons; the server reports wrong ones.
 */
export function SendForm({
  pedigree,
  sent,
}: {
  pedigree: Pedigree
  /** Log of sent emails, shown below the form. */
  sent?: ReactNode
}) {
  const { med, redbookDetail, attachments } = pedigree
  const email = trpc.med.emailOne.useMutation({ meta: { done: 'The pedigree is on its way.', quiet: true } })
  const utils = trpc.useUtils()
  const subject = `Pedigree: ${redbookDetail.medName ?? 'package'}, serial number ${med.serialNumber}`
  const form = useZodForm({
    shape: medEmailForm,
    initial: { to: '', cc: '', subject, body: '', attachments: [], evenHeld: false },
    send: (mail) => email.mutateAsync({ medId: med.id, ...mail }),
    refusalOf: toRefusal,
    next: (sent) => ({ ...sent, to: '', cc: '' }),
    onSent: () => void utils.med.readManyEmails.invalidate({ medId: med.id }),
    leaveWords: 'This email has not been sent. Stay to send it, or leave without sending it.',
  })
  const ticked = form.values.attachments
  const tick = (id: number) => form.set('attachments', ticked.includes(id) ? ticked.filter((one) => one !== id) : [...ticked, id])
  return (
    <Group align="flex-start" gap="lg">
      <Stack flex="3 1 400px" miw={0} maw={480} gap="lg">
        <Card>
          <form aria-label="Email" onSubmit={form.onSubmit} noValidate>
            <Stack p="md">
              <TextInput label="To" description="Separate several addresses with semicolons" autoComplete="email" {...form.field('to')} />
              <TextInput label="Cc" autoComplete="off" {...form.field('cc')} />
              <TextInput label="Subject" maxLength={500} {...form.field('subject')} />
              <Textarea label="Message" rows={6} maxLength={20_000} {...form.field('body')} />
              <Stack component="fieldset" gap="xs">
                <Text component="legend" fz="xs" fw={500} mb={4}>
                  Attachments
                </Text>
                <Group component="p" gap="xs" wrap="nowrap">
                  <Glyph of={IconFileText} size={16} /> The pedigree is attached to every email as a PDF.
                </Group>
                {attachments.length === 0 ? (
                  <Muted>
                    This package has no attachments. <Link href={`/meddetail/${med.id}`}>Add some</Link>
                  </Muted>
                ) : (
                  attachments.map(({ id, filename, contentType, size }) => (
                    <Checkbox
                      key={id}
                      label={filename}
                      description={`${fileKind(contentType)}, ${formatSize(size)}`}
                      checked={ticked.includes(id)}
                      onChange={() => tick(id)}
                    />
                  ))
                )}
              </Stack>
              {pedigree.isHeld && (
                <Note meaning="stop" title="This package is on hold">
                  <Checkbox label="Send anyway" {...form.field('evenHeld', 'checkbox')} />
                </Note>
              )}
              {form.sentence && <Note meaning="stop" alert title={form.sentence} />}
              <Button type="submit" variant="filled" loading={form.isBusy}>
                Send Pedigree
              </Button>
              {form.question}
            </Stack>
          </form>
        </Card>
        {sent}
      </Stack>
      <Box flex="4 1 520px" miw={0}>
        <Paper medId={med.id} serialNumber={med.serialNumber} />
      </Box>
    </Group>
  )
}

function Paper({ medId, serialNumber }: { medId: number; serialNumber: string }) {
  const paper = trpc.med.readOnePaper.useQuery({ medId }, { staleTime: 60_000 })
  const base64 = paper.data?.base64
  const bytes = useMemo(() => (base64 ? readBlob(base64, 'application/pdf') : undefined), [base64])
  return (
    <Section title="What the recipients get">
      {bytes ? (
        <PdfView bytes={bytes} label={`Pedigree of ${serialNumber}`} standIn={<Skeleton height={420} />} />
      ) : paper.isError ? (
        <Failed
          query={paper}
          subject="The preview"
          verb="made"
          meaning="You can still send the email if its PDF can be created when you send it."
        />
      ) : (
        <div aria-busy="true">
          <Skeleton height={420} />
        </div>
      )}
    </Section>
  )
}
