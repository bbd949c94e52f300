import { Box, Button } from '@mantine/core'
import { DAY_MS, LICENSE_KINDS } from '@seriatim/schema'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { trpc } from '../../../api/trpc.ts'
import { ReasonDialog } from '../../../ui/dialog/reason-dialog.tsx'
import { useDialogMutation } from '../../../ui/dialog/use-dialog-mutation.ts'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Note } from '../../../ui/layout/note.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { DataTable, type TableColumn } from '../../../ui/table/data-table.tsx'
import { RowMenu } from '../../../ui/table/row-menu.tsx'
import { Code } from '../../../ui/text/code.tsx'
import { FileLink } from '../../../ui/text/file-link.tsx'
import { formatAmount, formatDate, formatLongDate, localDay } from '../../../ui/text/format.ts'
import { Glyph } from '../../../ui/text/glyph.tsx'
import { SubText } from '../../../ui/text/text.tsx'
import css from '../partner.module.css'
import { checkWords, type License } from '../partner-words.ts'
import { LicenseEditor } from './license-editor.tsx'
import { useEvidence } from './use-evidence.ts'

/** A check that is due in at most this many days is shown as due soon. The emails and the list of partners use the same number. */
const CHECK_SOON_DAYS = 7
const daysUntil = (day: string) => Math.round((Date.parse(day) - Date.parse(localDay(new Date()))) / DAY_MS)

type Ask = { kind: 'add' } | { kind: 'edit' | 'remove'; license: License }

export function Licenses({ partnerId, mayWrite }: { partnerId: number; mayWrite: boolean }) {
  const [ask, setAsk] = useState<Ask>()
  const query = trpc.tradingPartner.readOneAuthorization.useQuery({ tradingPartnerId: partnerId })
  const { data } = query
  const nextCheck = data?.licenses.flatMap(({ nextCheck: day, standing }) => (day && standing !== 'expired' ? day : [])).toSorted()[0]
  const close = () => setAsk(undefined)
  return (
    <Section title="Licenses" aside={nextCheck && <CheckAside day={nextCheck} />}>
      {data && data.licenses.length === 0 ? (
        <Card>
          <EmptyState
            action={
              mayWrite && (
                <Button leftSection={<Glyph of={IconPlus} size={16} />} onClick={() => setAsk({ kind: 'add' })}>
                  Add license
                </Button>
              )
            }
          >
            No licenses on file. Look up this partner in the state's registry or the FDA's database, then add what you find.
          </EmptyState>
        </Card>
      ) : (
        <DataTable<License>
          tall
          className={css.licenses ?? ''}
          label="Licenses"
          columns={makeColumns(partnerId, mayWrite, setAsk)}
          rows={data?.licenses}
          rowKey={(license) => license.id}
          failed={{ query, subject: 'The licenses' }}
        />
      )}
      {ask?.kind === 'add' && <LicenseEditor partnerId={partnerId} onClose={close} />}
      {ask?.kind === 'edit' && <LicenseEditor partnerId={partnerId} license={ask.license} onClose={close} />}
      {ask?.kind === 'remove' && <RemoveLicense license={ask.license} isOnly={data?.licenses.length === 1} onClose={close} />}
    </Section>
  )
}

/** Says when the next check is due, or since when it has been overdue. */
function CheckAside({ day }: { day: string }) {
  const left = daysUntil(day)
  if (left < 0) return <Badge meaning="attention">{`Check overdue since ${formatLongDate(day)}`}</Badge>
  return `Next check ${formatLongDate(day)}`
}

function Standing({ license: { standing, daysLeft } }: { license: License }) {
  if (standing === 'expired') return <Badge meaning="stop">Expired</Badge>
  if (standing === 'notYet') return <Badge>Not yet valid</Badge>
  if (standing === 'expiring')
    return <Badge meaning="attention">{daysLeft === 0 ? 'Expires today' : `Expires in ${formatAmount(daysLeft ?? 0, 'day')}`}</Badge>
  return <Badge meaning="done">Valid</Badge>
}

/** Date of the next check, as a warning if the check is due soon or overdue. Renders nothing for an expired license, which is not checked. */
function NextCheck({ license: { nextCheck, standing } }: { license: License }) {
  if (!nextCheck || standing === 'expired') return null
  const left = daysUntil(nextCheck)
  if (left > CHECK_SOON_DAYS) return <SubText>next {formatDate(nextCheck)}</SubText>
  return (
    <Box mt={2}>
      <Badge meaning="attention">{checkWords(left)}</Badge>
    </Box>
  )
}

function makeColumns(partnerId: number, mayWrite: boolean, ask: (ask: Ask) => void): readonly TableColumn<License>[] {
  const columns: TableColumn<License>[] = [
    {
      key: 'kind',
      label: 'Kind',
      card: 'title',
      cell: (license) => (
        <>
          <b>{LICENSE_KINDS[license.kind]}</b>
          {license.issuingBody && <SubText>{license.issuingBody}</SubText>}
        </>
      ),
    },
    { key: 'state', label: 'State', card: 'line', cell: (license) => license.state?.name ?? 'Federal' },
    { key: 'number', label: 'Number', card: 'line', cell: (license) => <Code groups={[license.number]} /> },
    {
      key: 'until',
      nowrap: true,
      label: 'Valid until',
      card: 'line',
      cell: (license) => (
        <>
          {license.validTo ? formatLongDate(license.validTo) : 'No end'}
          <SubText>since {formatLongDate(license.validFrom)}</SubText>
        </>
      ),
    },
    { key: 'today', label: 'Today', card: 'mark', cell: (license) => <Standing license={license} /> },
    {
      key: 'checked',
      label: 'Checked',
      leaves: 'medium',
      cell: (license) => (
        <>
          {license.checkedOn ? formatDate(license.checkedOn) : '–'}
          <NextCheck license={license} />
          {license.evidence && <LicenseFile partnerId={partnerId} file={license.evidence} />}
          {(license.checkedWhere || license.evidenceAddress) && (
            <SubText>
              <Evidence license={license} />
            </SubText>
          )}
        </>
      ),
    },
  ]
  if (mayWrite)
    columns.push({
      key: 'menu',
      label: 'Actions',
      hiddenLabel: true,
      width: 52,
      card: 'menu',
      cell: (license) => (
        <RowMenu
          label={`license ${license.number}`}
          actions={[
            { label: 'Edit', onClick: () => ask({ kind: 'edit', license }) },
            { label: 'Remove…', danger: true, onClick: () => ask({ kind: 'remove', license }) },
          ]}
        />
      ),
    })
  return columns
}

function LicenseFile({ partnerId, file }: { partnerId: number; file: NonNullable<License['evidence']> }) {
  const { save } = useEvidence(partnerId)
  return (
    <SubText>
      <FileLink name={file.filename} save={() => save(file.id)} />
    </SubText>
  )
}

/** Shows where the license was looked up, as a link if it is a URL. */
function Evidence({ license: { checkedWhere, evidenceAddress } }: { license: License }) {
  const words = checkedWhere ?? 'Evidence'
  if (!evidenceAddress || !/^https?:\/\//i.test(evidenceAddress)) return [checkedWhere, evidenceAddress].filter(Boolean).join(', ')
  return (
    <a href={evidenceAddress} target="_blank" rel="noopener noreferrer">
      {words}
    </a>
  )
}

function RemoveLicense({ license, isOnly, onClose }: { license: License; isOnly: boolean; onClose: () => void }) {
  const remove = useDialogMutation(
    trpc.tradingPartner.deleteOneLicense.useMutation({ meta: { done: 'License removed.', touches: ['tradingPartner'] } }),
    onClose,
  )
  return (
    <ReasonDialog
      opened
      onClose={onClose}
      title="Remove this license"
      confirmLabel={`Remove license ${license.number}`}
      needed
      destructive
      pending={remove.isPending}
      onConfirm={(reason) => void remove.submit({ id: license.id, reason: reason ?? '' })}
    >
      <p>It no longer counts for any day, including past days. Keep a license that has expired: it shows what was valid at that time.</p>
      {isOnly && (
        <Box mt="md">
          <Note meaning="attention" title="This is the only license on file">
            Without it we cannot tell if you may buy from this partner. You will not be warned when you receive its goods, even if this
            license has expired.
          </Note>
        </Box>
      )}
    </ReasonDialog>
  )
}
