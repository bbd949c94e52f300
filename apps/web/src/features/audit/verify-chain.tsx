import { Box, Button, Paper, Stack } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { type Outputs, trpc } from '../../api/trpc.ts'
import { Note } from '../../ui/layout/note.tsx'
import { Facts } from '../../ui/list/facts.tsx'
import { Code } from '../../ui/text/code.tsx'
import { formatAmount, formatCount, formatLongDateTime } from '../../ui/text/format.ts'
import { Glyph } from '../../ui/text/glyph.tsx'
import { Muted } from '../../ui/text/text.tsx'
import { CompareSeal } from './compare-seal.tsx'

type Verified = Outputs['audit']['readManySeals']
type Outcome = Pick<Verified, 'intactUntil' | 'broken' | 'unsealed' | 'lines' | 'newest' | 'logFault'>

/** Recomputes all hashes of the trail and reports whether it is unaltered. */
export function VerifyChain() {
  const utils = trpc.useUtils()
  const [progress, setProgress] = useState<{ done: number; of: number }>()
  const [outcome, setOutcome] = useState<Outcome>()
  const run = async () => {
    setOutcome(undefined)
    setProgress({ done: 0, of: 0 })
    let lines = 0
    let done = 0
    let afterSealId = 0
    try {
      for (;;) {
        const piece = await utils.audit.readManySeals.fetch({ afterSealId }, { staleTime: 0, meta: { loud: true } })
        lines += piece.lines
        done += piece.seals
        setProgress({ done, of: done + piece.left })
        if (piece.nextSealId === null) {
          setOutcome({ ...piece, lines })
          break
        }
        afterSealId = piece.nextSealId
      }
    } catch {
      // The query client shows the error.
    } finally {
      setProgress(undefined)
    }
  }
  return (
    <Paper component="details" bg="var(--card)" withBorder mb="md">
      <Box component="summary" px="md" py={6}>
        <Box component="h2" display="inline" fz="sm">
          Check that nobody changed the trail
        </Box>
      </Box>
      <Stack gap="sm" px="md" pb="md" maw="76ch" align="flex-start">
        <Muted>
          Every five minutes, new lines are sealed with a keyed hash that includes the previous seal. A line changed, added or removed later
          no longer matches its seal. Only a seal that you noted elsewhere can show that the newest lines were not cut off.
        </Muted>
        <Button loading={progress !== undefined} leftSection={<Glyph of={IconShieldCheck} size={16} />} onClick={() => void run()}>
          Verify the chain
        </Button>
        <div role="status">
          {progress && progress.of > 0 && <Muted>{`${formatCount(progress.done)} of ${formatCount(progress.of)} seals checked`}</Muted>}
          {outcome && <OutcomeNote outcome={outcome} />}
          {outcome?.newest && <NewestSeal newest={outcome.newest} />}
        </div>
        <CompareSeal />
      </Stack>
    </Paper>
  )
}

/** The newest seal, to write down and compare on another day. */
function NewestSeal({ newest: { number, hash, sealedAt } }: { newest: NonNullable<Verified['newest']> }) {
  return (
    <Facts
      facts={[
        { label: 'Newest seal', value: `Number ${number}, made ${formatLongDateTime(sealedAt)}` },
        { label: 'Its hash', value: <Code groups={hash.match(/.{8}/g) ?? []} copy="hash" wraps /> },
      ]}
    />
  )
}

function OutcomeNote({ outcome: { broken, intactUntil, lines, logFault, unsealed } }: { outcome: Outcome }) {
  const waiting = unsealed > 0 ? ` ${formatAmount(unsealed, 'newer line')} will be sealed within minutes.` : ''
  if (broken?.isForeignKey)
    return (
      <Note meaning="stop" title="The chain cannot be verified here">
        {`The seal made ${formatLongDateTime(broken.until)} was made with another server's key. After a restore, give this server the SECRET_KEY that it had before. If nothing was restored, somebody has written to the database directly.`}
      </Note>
    )
  if (broken) {
    const between = broken.after ? `between ${formatLongDateTime(broken.after)} and` : 'before'
    const amounts =
      broken.found === broken.expected
        ? ''
        : ` ${formatAmount(broken.expected, 'line was', 'lines were')} sealed, ${broken.found} ${broken.found === 1 ? 'is' : 'are'} there.`
    return (
      <Note meaning="stop" title="The chain is broken">
        {`A line written ${between} ${formatLongDateTime(broken.until)} was changed, added or removed in the database.${amounts} Older lines are intact. Keep a copy of the database and ask who had access to it.`}
      </Note>
    )
  }
  if (logFault)
    return (
      <Note meaning="stop" title="The signed log does not match the trail">
        {`${logFault} The seals match, so somebody with this server’s key may have recreated them. Keep a copy of the database and ask who had access to it.`}
      </Note>
    )
  if (!intactUntil)
    return (
      <Note meaning="info" title="Nothing is sealed yet">
        {`The first seal is made within five minutes.${unsealed > 0 ? ` ${formatAmount(unsealed, 'line is', 'lines are')} waiting to be sealed.` : ''}`}
      </Note>
    )
  return (
    <Note meaning="done" title={`Intact up to ${formatLongDateTime(intactUntil)}`}>
      {`${formatAmount(lines, 'line')} checked, nothing was changed, added or removed.${waiting}`}
    </Note>
  )
}
