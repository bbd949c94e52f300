import { Box, Button, Group } from '@mantine/core'
import { formatAmount, formatCount, PACKS_LISTED, type Pack, type PackList } from '@seriatim/schema'
import { IconAlertTriangle, IconCheck, IconDownload, IconPlayerStop } from '@tabler/icons-react'
import { toRefusal } from '../../api/query-client.ts'
import { trpc } from '../../api/trpc.ts'
import { Badge } from '../../ui/feedback/badge.tsx'
import { Bar } from '../../ui/feedback/progress-bar.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Note } from '../../ui/layout/note.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { EmptyLine } from '../../ui/list/empty-line.tsx'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { Code } from '../../ui/text/code.tsx'
import { formatDate, formatDateTime, formatSize } from '../../ui/text/format.ts'
import { Glyph } from '../../ui/text/glyph.tsx'
import { IconText } from '../../ui/text/icon-text.tsx'
import { SubText } from '../../ui/text/text.tsx'
import css from './inspection.module.css'
import { ShareButton } from './pack-links.tsx'
import { packCovers, packMade, packNumber, packPlaces } from './pack-words.ts'

const isUnfinished = ({ state }: Pack) => state === 'queued' || state === 'building'

/** Packs that are being built with their progress, then those that are ready, failed or stopped. */
export function PacksList({ packs }: PackList) {
  const making = packs.filter(isUnfinished)
  const ended = packs.filter((pack) => !isUnfinished(pack))
  const ready = ended.filter(({ state, isRemoved }) => state === 'ready' && !isRemoved)
  return (
    <Section title="Packs" aside={`${making.length} being created, ${ready.length} ready. Kept for 30 days.`}>
      <Card>
        {making.map((pack) => (
          <Making key={pack.id} pack={pack} />
        ))}
        {packs.length === 0 && (
          <EmptyLine>There are no packs yet. A pack appears here while it is being created, and stays for 30 days.</EmptyLine>
        )}
        {ended.length > 0 && (
          <PlainTable label="Finished packs" head={['Pack', 'Covers', 'Gaps stated', 'Fingerprint (SHA-256)', 'Downloaded', '']} stacks>
            {ended.map((pack) => (
              <PackRow key={pack.id} pack={pack} />
            ))}
          </PlainTable>
        )}
        {packs.length >= PACKS_LISTED && (
          <EmptyLine>{`These are the newest ${PACKS_LISTED} packs. The audit trail names the earlier ones.`}</EmptyLine>
        )}
      </Card>
    </Section>
  )
}

function Making({ pack }: { pack: Pack }) {
  const stop = trpc.inspection.updateOneStop.useMutation({ meta: { quiet: true, touches: ['inspection'], done: 'Pack stopped.' } })
  const name = `${packNumber(pack)}, ${pack.askedBy}`
  return (
    <div className={css.building}>
      <span role="status">
        <b>{name}</b>{' '}
        <Box component="span" c="var(--ink-2)">
          {pack.state === 'queued' ? 'Waiting to start' : pack.phase}. You can leave this page.
        </Box>
      </span>
      <Button
        size="xs"
        aria-label={`Stop ${name}`}
        leftSection={<Glyph of={IconPlayerStop} size={16} />}
        loading={stop.isPending}
        onClick={() => stop.mutate({ packId: pack.id })}
      >
        Stop
      </Button>
      <Bar label={`Making ${name}`} done={pack.done} total={pack.total} />
      {stop.error && <Note meaning="stop" alert title={toRefusal(stop.error).sentence} />}
    </div>
  )
}

function PackRow({ pack }: { pack: Pack }) {
  const { gaps, sha256, downloads, downloadedAt, downloadedBy, bytes } = pack
  return (
    <tr>
      <td>
        <span>
          <Box component="span" fw="var(--w-strong)">
            {packNumber(pack)}, {pack.askedBy}
          </Box>
          <SubText>
            {packMade(pack)}
            {bytes !== null && `, ${formatSize(bytes)}`}
          </SubText>
        </span>
      </td>
      <td data-label="Covers">
        <span>
          {packCovers(pack)}
          <SubText>{packPlaces(pack)}</SubText>
        </span>
      </td>
      {pack.state === 'ready' ? (
        <td data-label="Gaps stated">
          {gaps > 0 ? (
            <IconText of={IconAlertTriangle} meaning="attention">
              {formatCount(gaps)}
            </IconText>
          ) : (
            <IconText of={IconCheck} meaning="done">
              None
            </IconText>
          )}
        </td>
      ) : (
        <td data-label="State">
          <span>
            <Badge meaning={pack.state === 'failed' ? 'stop' : undefined}>{pack.state === 'failed' ? 'Failed' : 'Stopped'}</Badge>
            {pack.failure && <SubText>{pack.failure}</SubText>}
          </span>
        </td>
      )}
      <td data-label="Fingerprint">
        {sha256 && (
          <Code groups={[sha256.slice(0, 8), '…', sha256.slice(-6)]} whole={sha256} copy={`fingerprint of ${packNumber(pack)}`} small />
        )}
      </td>
      <td data-label="Downloaded">
        {pack.state === 'ready' && (
          <span>
            {downloads === 0 ? 'Not yet' : formatAmount(downloads, 'time')}
            {downloadedAt && (
              <SubText>
                {downloadedBy}, {formatDateTime(downloadedAt)}
              </SubText>
            )}
          </span>
        )}
      </td>
      <td>
        {pack.state === 'ready' && (
          <Group gap="xs" justify="flex-end">
            <Download pack={pack} />
            {!pack.isRemoved && <ShareButton pack={pack} />}
          </Group>
        )}
      </td>
    </tr>
  )
}

function Download({ pack }: { pack: Pack }) {
  const utils = trpc.useUtils()
  if (pack.isRemoved) return <SubText>Removed {formatDate(pack.keptUntil)}</SubText>
  return (
    <Button
      component="a"
      size="xs"
      href={`/api/packs/${pack.id}/file`}
      download
      aria-label={`Download ${packNumber(pack)}`}
      leftSection={<Glyph of={IconDownload} size={16} />}
      onClick={() => setTimeout(() => void utils.inspection.readMany.invalidate(), 1500)}
    >
      Download
    </Button>
  )
}
