import { Button } from '@mantine/core'
import { countFindings, outcomeWords } from '@seriatim/schema'
import { formatAmount, formatCount, formatSize } from '../../../ui/text/format.ts'
import { UploadFindings } from '../upload-findings.tsx'
import { VerdictCard, type VerdictCardProps, WorkCard } from '../verdict-card.tsx'
import type { Precheck } from './use-precheck.ts'

interface PrecheckCardProps {
  file: File
  precheck: Precheck
  onSend: () => void
}

/** Findings in the chosen file, checked on this computer before anything is sent. */
export function PrecheckCard({ file, precheck, onSend }: PrecheckCardProps) {
  const checkedHere = `${file.name}, checked on this computer; nothing has been sent yet`
  if (precheck.status === 'none') {
    return (
      <VerdictCard meaning="info" title="Ready to send" origin={`${file.name}, not checked on this computer; nothing has been sent yet`} />
    )
  }
  if (precheck.status === 'zip')
    return <VerdictCard meaning="info" title="Zip files are checked after they are uploaded" origin={file.name} />
  const sendAnyway = <Button onClick={onSend}>Send it anyway</Button>
  if (precheck.status === 'unreadable') {
    return (
      <VerdictCard
        meaning="stop"
        title="No order can be created from this file"
        origin={checkedHere}
        text={outcomeWords(precheck.outcome).reason}
        actions={sendAnyway}
      />
    )
  }
  if (precheck.status === 'checking') {
    const { done, total } = precheck
    return (
      <WorkCard label="Being checked" what={`Checking ${file.name} on this computer`} done={done} total={total}>
        {`${Math.round((done / Math.max(1, total)) * 100)}% of ${formatSize(total)}. Nothing has been sent yet.`}
      </WorkCard>
    )
  }
  const { findings, truncated, verdict } = precheck.validation
  return (
    <VerdictCard {...describeInWords(precheck.validation)} origin={checkedHere} actions={verdict !== 'ok' && sendAnyway}>
      <UploadFindings name={file.name} upload={{ findingList: [...findings], truncated }} isWhole={verdict !== 'malformed'} />
    </VerdictCard>
  )
}

/** The headline and the next step for a result of the precheck. */
function describeInWords({
  verdict,
  findings,
  truncated,
  meds,
}: Extract<Precheck, { status: 'checked' }>['validation']): Pick<VerdictCardProps, 'meaning' | 'title' | 'text'> {
  const { all, reject } = countFindings(findings, truncated)
  switch (verdict) {
    case 'ok':
      return { title: 'No problems found: ready to send', meaning: 'done', text: `It contains ${formatAmount(meds, 'package')}.` }
    case 'warn':
      return {
        title: `Ready to send, with ${formatAmount(all, 'finding')}`,
        meaning: 'attention',
        text: `It contains ${formatAmount(meds, 'package')}.`,
      }
    case 'reject':
      return {
        title: formatAmount(all, 'finding'),
        meaning: 'attention',
        text: `${reject === all ? 'All' : formatCount(reject)} ${reject === all ? 'are' : reject === 1 ? 'is' : 'are'} for the sender to fix. An order can still be created: send the file, or choose another one.`,
      }
    case 'malformed':
      return {
        title: 'No order can be created from this file',
        meaning: 'stop',
        text: 'It cannot be read as an EPCIS document. Choose another file, or send it to keep a record.',
      }
  }
}
