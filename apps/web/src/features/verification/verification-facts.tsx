import { Box, Stack } from '@mantine/core'
import { VERIFICATION_CHANNELS, VERIFICATION_PURPOSES, type Verification } from '@seriatim/schema'
import { Facts } from '../../ui/list/facts.tsx'
import { Code } from '../../ui/text/code.tsx'
import { FileLink } from '../../ui/text/file-link.tsx'
import { formatDateTime, formatExpiry } from '../../ui/text/format.ts'
import { Muted } from '../../ui/text/text.tsx'
import { ResultBadge } from './result-badge.tsx'
import { useVerificationFile } from './use-verification-file.ts'

/** A question with its answer and the evidence for it. */
export function VerificationFacts({ verification }: { verification: Verification }) {
  const { says, body } = verification
  return (
    <Stack gap="md">
      <div>
        <ResultBadge {...verification} />
      </div>
      {says && <p>{says}</p>}
      <Facts
        facts={[...packageFacts(verification), ...questionFacts(verification), ...answerFacts(verification), ...useFileFact(verification)]}
      />
      {body && (
        <div>
          <Muted>The original answer</Muted>
          <Box component="pre" fz="xs" m={0} p="xs" bg="var(--sunk)" bdrs="md" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {body}
          </Box>
        </div>
      )}
    </Stack>
  )
}

const packageFacts = ({ medName, gtin, serialNumber, lotNumber, expirationDate }: Verification) => [
  ...(medName ? [{ label: 'Product', value: medName }] : []),
  { label: 'GTIN', value: <Code groups={[gtin]} wraps /> },
  { label: 'Serial number', value: <Code groups={[serialNumber]} wraps /> },
  { label: 'Lot and expiry', value: [lotNumber ?? 'no lot', expirationDate ? formatExpiry(expirationDate) : 'no expiry'].join(', ') },
]

const questionFacts = ({ purpose, context, askedBy, askedAt, askedWhom, channel, locationName, driver }: Verification) => [
  { label: 'Purpose', value: context ? `${VERIFICATION_PURPOSES[purpose]} (${context})` : VERIFICATION_PURPOSES[purpose] },
  { label: 'Asked', value: `${formatDateTime(askedAt)} by ${askedBy}, ${locationName}` },
  ...(driver === 'simulator' ? [{ label: 'Whom', value: 'The simulator of this installation, not a manufacturer' }] : []),
  ...(askedWhom && channel ? [{ label: 'Whom', value: `${askedWhom}, by ${VERIFICATION_CHANNELS[channel].toLowerCase()}` }] : []),
]

const answerFacts = ({ reason, additionalInfo, responderGln, responderTime, status, note }: Verification) =>
  [
    ['Reason', reason],
    ['Remark', additionalInfo],
    ['Manufacturer’s GLN', responderGln],
    ['Verified at', responderTime],
    ['HTTP status', status === null ? null : String(status)],
    ['Note', note],
  ].flatMap(([label, value]) => (label && value ? [{ label, value }] : []))

function useFileFact({ evidence }: Verification) {
  const { save } = useVerificationFile()
  if (!evidence) return []
  return [{ label: 'File', value: <FileLink name={evidence.filename} save={() => save(evidence.id)} /> }]
}
