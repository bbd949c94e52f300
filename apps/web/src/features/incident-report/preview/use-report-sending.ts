import { type FormEvent, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { readErrorFacts, readErrorKey, writeSentence } from '../../../api/query-client.ts'
import { trpc } from '../../../api/trpc.ts'
import { useDialogMutation } from '../../../ui/dialog/use-dialog-mutation.ts'
import { stopAtUnread } from '../../../ui/field/date-field.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import { goToField } from '../form/form-section.tsx'
import type { IncidentFormState } from '../form/machine/use-incident-form.ts'

/** Previews the report as a PDF, then sends it. @param release allows leaving the page. */
export function useReportSending(state: IncidentFormState, release: () => void) {
  const [, navigate] = useLocation()
  const [opened, setOpened] = useState(false)
  const preview = trpc.incidentReport.createOne.useMutation()
  const utils = trpc.useUtils()
  const send = useDialogMutation(
    trpc.incidentReport.createSend.useMutation({
      meta: { touches: ['incidentReport'] },
      onError: (error) => {
        if (readErrorKey(error) !== 'incident_draft_changed') return
        setOpened(false)
        state.setConflict(writeSentence(error))
      },
    }),
    ({ isSentToFda }) => {
      if (isSentToFda) toast.done('Form Sent')
      else
        toast.attention('Report saved. Not sent to the FDA yet.', {
          seconds: 10,
          detail: 'Open the incident to send it, or to record how you reported it.',
        })
      state.markSent()
      release()
      setOpened(false)
      void utils.incidentReport.invalidate()
      navigate('/incidenttracker')
    },
  )
  const { field } = readErrorFacts(preview.error)
  // Moves the focus to the refused field only after its message is rendered, so that screen readers read the two together.
  useEffect(() => {
    const refused = readErrorFacts(preview.error).field
    if (typeof refused === 'string') goToField(refused)
  }, [preview.error])
  return {
    preview: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault()
      if (stopAtUnread(event.currentTarget)) return
      // Closes the toast that explains why the server refused the previous attempt.
      for (const { id, message } of toast.get()) if (preview.isError && message === writeSentence(preview.error)) toast.close(id)
      preview.mutate(state.target(), { onSuccess: () => setOpened(true) })
    },
    isPreviewing: preview.isPending,
    problem: typeof field === 'string' ? { field, sentence: writeSentence(preview.error) } : undefined,
    dialog: {
      opened,
      preview: preview.data,
      pending: send.isPending,
      onCancel: () => setOpened(false),
      onSubmit: () => preview.data && void send.submit({ ...state.target(), pdfSha256: preview.data.pdfSha256, seal: preview.data.seal }),
    },
  }
}
