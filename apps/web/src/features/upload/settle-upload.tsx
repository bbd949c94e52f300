import { Box, Button, Group, Textarea } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { useSession } from '../../api/session/session.ts'
import { mayUse } from '../../shell/route/rights.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { useDialogMutation } from '../../ui/dialog/use-dialog-mutation.ts'
import { Muted } from '../../ui/text/text.tsx'
import { type UploadDetail, useUploadActions } from './use-uploads.ts'
import { VerdictPart } from './verdict-card.tsx'

type Choice = 'keep' | 'replace' | 'ignore'

const choices: Record<Choice, { button: string; title: string; words: string; confirm: string }> = {
  keep: {
    button: 'Keep both…',
    title: 'Keep both documents?',
    words: 'An order will also be created from this document. The earlier order stays as it is.',
    confirm: 'Keep both orders',
  },
  replace: {
    button: 'Replace the earlier order…',
    title: 'Replace the earlier order?',
    words:
      'The order from this document replaces the earlier order. Receipts of packages listed in both documents are kept, and so is the history of both documents.',
    confirm: 'Void the earlier order',
  },
  ignore: {
    button: 'Ignore this document…',
    title: 'Ignore this document?',
    words: 'No order will be created from this document. The earlier order stays as it is, and this document is kept.',
    confirm: 'Ignore this document',
  },
}

/**
 * Shown if an upload has the same identifier as an earlier document but different contents. A person with the right `order:settle` decides which
 * document counts; anybody else only sees that the decision is pending.
 */
export function SettleUpload({ upload }: { upload: UploadDetail }) {
  const session = useSession()
  const { settle } = useUploadActions()
  const dialog = useDialogMutation(settle)
  const [choice, setChoice] = useState<Choice>('keep')
  const [reason, setReason] = useState('')
  const { title, words, confirm } = choices[choice]
  const ask = (next: Choice) => {
    setChoice(next)
    setReason('')
    dialog.open()
  }
  const earlier = upload.documentId !== null && <Link href={`/orders/receive/${upload.documentId}`}>See the earlier order</Link>
  if (!mayUse('order:settle', session)) {
    return (
      <VerdictPart>
        <Muted>A location admin decides which document to use. {earlier}</Muted>
      </VerdictPart>
    )
  }
  return (
    <VerdictPart>
      <Group gap="xs">
        {(['keep', 'replace', 'ignore'] as const).map((each) => (
          <Button key={each} onClick={() => ask(each)}>
            {choices[each].button}
          </Button>
        ))}
        <Box ml="auto">{earlier}</Box>
      </Group>
      <ConfirmDialog
        opened={dialog.opened}
        onClose={dialog.close}
        title={title}
        confirmLabel={confirm}
        destructive={choice === 'replace'}
        pending={dialog.isPending}
        disabled={reason.trim().length < 3}
        onConfirm={() => void dialog.submit({ uploadId: upload.id, choice, reason: reason.trim() })}
      >
        <p>{words}</p>
        <Textarea
          label="Reason"
          description="A few words; they are kept in the audit trail."
          rows={2}
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </ConfirmDialog>
    </VerdictPart>
  )
}
