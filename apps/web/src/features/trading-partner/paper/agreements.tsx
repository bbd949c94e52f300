import { Button } from '@mantine/core'
import { AGREEMENT_KINDS } from '@seriatim/schema'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { trpc } from '../../../api/trpc.ts'
import { ReasonDialog } from '../../../ui/dialog/reason-dialog.tsx'
import { useDialogMutation } from '../../../ui/dialog/use-dialog-mutation.ts'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { Lines } from '../../../ui/list/lines.tsx'
import { Loaded } from '../../../ui/page/loaded.tsx'
import { FileLink } from '../../../ui/text/file-link.tsx'
import { formatAmount, formatDate } from '../../../ui/text/format.ts'
import { Glyph } from '../../../ui/text/glyph.tsx'
import type { Agreement } from '../partner-words.ts'
import { AgreementEditor } from './agreement-editor.tsx'
import { useEvidence } from './use-evidence.ts'

type Ask = { kind: 'add' } | { kind: 'edit' | 'remove'; agreement: Agreement }

/** Written agreements with a partner, mainly about which side keeps the transaction data. */
export function Agreements({ partnerId, mayWrite }: { partnerId: number; mayWrite: boolean }) {
  const [ask, setAsk] = useState<Ask>()
  const agreements = trpc.tradingPartner.readManyAgreements.useQuery({ id: partnerId })
  const { save } = useEvidence(partnerId)
  const close = () => setAsk(undefined)
  return (
    <Section
      title="Agreements"
      aside={
        mayWrite && (
          <Button
            size="xs"
            variant="subtle"
            leftSection={<Glyph of={IconPlus} size={16} />}
            aria-label="Add agreement"
            onClick={() => setAsk({ kind: 'add' })}
          >
            Add
          </Button>
        )
      }
    >
      <Card>
        <Loaded query={agreements} subject="The agreements">
          {(found) =>
            found.length ? (
              <Lines
                lines={found.map((agreement) => ({
                  key: agreement.id,
                  name: `agreement ${agreement.title}`,
                  content: agreement.title,
                  sub: (
                    <>
                      {AGREEMENT_KINDS[agreement.kind]}, {describeDays(agreement)}
                      {agreement.evidence && <AgreementFile file={agreement.evidence} save={save} />}
                    </>
                  ),
                  end: <Standing agreement={agreement} />,
                  actions: mayWrite
                    ? [
                        { label: 'Edit', onClick: () => setAsk({ kind: 'edit', agreement }) },
                        { label: 'Remove…', danger: true, onClick: () => setAsk({ kind: 'remove', agreement }) },
                      ]
                    : [],
                }))}
              />
            ) : (
              <EmptyState>No agreement on file. Add the one that says who keeps your transaction data.</EmptyState>
            )
          }
        </Loaded>
      </Card>
      {ask?.kind === 'add' && <AgreementEditor partnerId={partnerId} onClose={close} />}
      {ask?.kind === 'edit' && <AgreementEditor partnerId={partnerId} agreement={ask.agreement} onClose={close} />}
      {ask?.kind === 'remove' && <RemoveAgreement agreement={ask.agreement} onClose={close} />}
    </Section>
  )
}

const describeDays = ({ signedOn, endsOn }: Agreement) =>
  endsOn ? `${formatDate(signedOn)} to ${formatDate(endsOn)}` : `since ${formatDate(signedOn)}, no end date`

function AgreementFile({ file, save }: { file: NonNullable<Agreement['evidence']>; save: (id: number) => Promise<unknown> }) {
  return (
    <>
      <br />
      <FileLink name={file.filename} save={() => save(file.id)} />
    </>
  )
}

function Standing({ agreement: { standing, daysLeft } }: { agreement: Agreement }) {
  if (standing === 'expired') return <Badge meaning="stop">Ended</Badge>
  if (standing === 'notYet') return <Badge>Not started</Badge>
  if (standing === 'expiring')
    return <Badge meaning="attention">{daysLeft === 0 ? 'Ends today' : `Ends in ${formatAmount(daysLeft ?? 0, 'day')}`}</Badge>
  return <Badge meaning="done">Valid</Badge>
}

function RemoveAgreement({ agreement, onClose }: { agreement: Agreement; onClose: () => void }) {
  const remove = useDialogMutation(
    trpc.tradingPartner.deleteOneAgreement.useMutation({ meta: { done: 'Agreement removed.', touches: ['tradingPartner'] } }),
    onClose,
  )
  return (
    <ReasonDialog
      opened
      onClose={onClose}
      title="Remove this agreement"
      confirmLabel={`Remove ${agreement.title}`}
      needed
      destructive
      pending={remove.isPending}
      onConfirm={(reason) => void remove.submit({ id: agreement.id, reason: reason ?? '' })}
    >
      <p>The agreement will be removed from this page. Keep an agreement that has ended: it shows what was agreed at that time.</p>
    </ReasonDialog>
  )
}
