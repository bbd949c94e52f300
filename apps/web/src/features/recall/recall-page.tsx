import { Box, Button, Group } from '@mantine/core'
import { IconDownload, IconHandStop } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { Link, Redirect } from 'wouter'
import { explainMissing } from '../../api/explain-missing.ts'
import { FRESH, useFileSave } from '../../api/file/use-file-save.ts'
import { trpc } from '../../api/trpc.ts'
import { TraceButton } from '../../shell/trace-button.tsx'
import { Note } from '../../ui/layout/note.tsx'
import { FactsCard } from '../../ui/list/facts-card.tsx'
import { FoundOrNone, useRouteId } from '../../ui/page/found-or-none.tsx'
import { Page } from '../../ui/page/page.tsx'
import { formatLongDate } from '../../ui/text/format.ts'
import { Glyph } from '../../ui/text/glyph.tsx'
import { LinkButton } from '../../ui/text/text.tsx'
import { AffectedTable } from './affected/affected-table.tsx'
import { CodeDialog } from './affected/code-dialog.tsx'
import { HoldAffectedDialog } from './affected/hold-dialog.tsx'
import { Mono } from './mono.tsx'
import css from './recall.module.css'
import { ClassBadge } from './recall-columns.tsx'
import { RecallGate } from './recall-gate.tsx'
import { RecallText } from './recall-text.tsx'
import { type Affected, describeCompared, type Recall, type RecalledCode, stockSearches } from './recall-words.ts'
import { SentOn } from './sent-on.tsx'

/** One recall: its text, how it was interpreted, and our packages that it covers. */
export default function RecallPage() {
  const recallId = useRouteId('/recalls/detail/:recallId')
  return <RecallGate title="Recall">{() => <RecallDetail key={recallId} recallId={recallId} />}</RecallGate>
}

const crumbs = [{ label: 'Recalls', href: '/recalls' }]

function RecallDetail({ recallId }: { recallId: number }) {
  const recall = trpc.recall.readOneById.useQuery({ recallId }, { enabled: recallId > 0 })
  const affected = trpc.recall.readManyAffected.useInfiniteQuery(
    { recallId },
    { enabled: recallId > 0, getNextPageParam: (page) => page.nextCursor ?? undefined },
  )
  const { mutate: see } = trpc.recall.updateOneSeen.useMutation({ meta: { quiet: true } })
  const utils = trpc.useUtils()
  const isThere = recall.data !== undefined
  useEffect(() => {
    if (isThere) see({ recallId }, { onSuccess: () => void utils.recall.readManyHome.invalidate() })
  }, [isThere, recallId, see, utils])
  const [holding, setHolding] = useState<Affected | 'all'>()
  const { data } = recall
  const none = explainMissing(recallId, recall, 'No recall was found for this link.')
  const [sums] = affected.data?.pages ?? []
  const left = sums ? sums.meds - sums.onHold : 0
  const files = useFiles(recallId)
  const hold = left > 0 && (
    <Button variant="filled" leftSection={<Glyph of={IconHandStop} size={16} />} onClick={() => setHolding('all')}>
      {`Put ${left.toLocaleString('en-US')} on hold`}
    </Button>
  )
  const form = (
    <Button loading={files.form.isSaving} onClick={files.form.save}>
      Response form
    </Button>
  )
  return (
    <Page
      title={data?.title ?? 'Recall'}
      crumbs={crumbs}
      full
      lede={data && <Lede recall={data} />}
      actions={
        data && (
          <>
            <Button leftSection={<Glyph of={IconDownload} size={16} />} loading={files.csv.isSaving} onClick={files.csv.save}>
              Export
            </Button>
            <TraceButton kind="recall" id={data.id} />
            {form}
            {hold}
          </>
        )
      }
      thumb={
        data && (
          <>
            {form}
            {hold}
          </>
        )
      }
    >
      <FoundOrNone none={none} list={{ href: '/recalls', label: 'Recalls' }} query={recall} subject="This recall" safe="It is safe">
        {(found) =>
          found.id !== recallId ? (
            // All numbers of this recall now belong to another recall.
            <Redirect to={`/recalls/detail/${found.id}`} replace />
          ) : (
            <div className={css.detail}>
              <NotCompared recall={found} />
              <RecallFacts recall={found} />
              <RecallText recall={found} />
              <AffectedTable affected={affected} onHold={setHolding} />
              {/** `SentOn` loads separately, so it is below the table. Above the table, it would push the table down when it appears. */}
              <SentOn recallId={found.id} />
            </div>
          )
        }
      </FoundOrNone>
      {holding && (
        <HoldAffectedDialog
          recallId={recallId}
          row={holding === 'all' ? undefined : holding}
          amount={holding === 'all' ? left : holding.amount - holding.amountOnHold}
          expected={holding === 'all' ? (sums?.expectedNotHeld ?? 0) : holding.amountExpectedNotHeld}
          places={holding === 'all' ? (sums?.locations ?? []) : [holding.customerLocation.name]}
          onClose={() => setHolding(undefined)}
        />
      )}
    </Page>
  )
}

function Lede({ recall: { classification, manufacturer, recallDocument, version, versionOn, status } }: { recall: Recall }) {
  const words = [
    manufacturer,
    `published ${formatLongDate(recallDocument.dateReceived)}`,
    ...(version > 1 ? [`version ${version} of ${formatLongDate(versionOn)}`] : []),
    ...(status && status !== 'Ongoing' ? [status === 'Terminated' ? 'ended by the FDA' : status.toLowerCase()] : []),
  ]
  return (
    <Group component="span" display="inline-flex" gap="4px 12px">
      <ClassBadge classification={classification} /> <span>{words.join(', ')}</span>
    </Group>
  )
}

/** Makes long texts of a recall scroll; the longest have hundreds of lines. */
const SCROLLED = { overflowY: 'auto' } as const

function RecallFacts({ recall }: { recall: Recall }) {
  const [code, setCode] = useState<RecalledCode>()
  return (
    <FactsCard
      facts={[
        {
          label: 'Product',
          value: (
            <Box component="span" display="block" mah={200} style={{ ...SCROLLED, whiteSpace: 'pre-line' }}>
              {recall.product}
            </Box>
          ),
        },
        { label: 'Manufacturer', value: recall.manufacturer },
        {
          label: 'Recall Number(s)',
          value: <Mono wraps>{recall.recallNumbers.map(({ recallNumber }) => recallNumber).join(', ')}</Mono>,
        },
        { label: 'Distribution', value: recall.recallDistributions.map(({ distribution }) => distribution).join(', ') || '–' },
        {
          label: 'Codes',
          value: recall.recallCodes.length ? (
            <Group component="span" gap="4px 16px" mah={200} style={SCROLLED}>
              {recall.recallCodes.map((one) => (
                <LinkButton key={one.id} onClick={() => setCode(one)}>
                  {one.formFactor} <Mono>{one.ndcWithDashes || 'without an NDC'}</Mono>
                </LinkButton>
              ))}
            </Group>
          ) : (
            '–'
          ),
        },
        { label: 'Quantity', value: recall.quantity ?? '–' },
        { label: 'Reason', value: recall.reason ?? '–' },
      ]}
    >
      {code && <CodeDialog code={code} onClose={() => setCode(undefined)} />}
    </FactsCard>
  )
}

function useFiles(recallId: number) {
  const utils = trpc.useUtils()
  return {
    csv: useFileSave(() => utils.recall.readOneCsv.fetch({ recallId }, FRESH), 'text/csv'),
    form: useFileSave(() => utils.recall.readOneResponse.fetch({ recallId }, FRESH), 'application/pdf'),
  }
}

/** Says that all or some of the recall is too vague to be compared with our packages, and explains how to search by hand. */
function NotCompared({ recall }: { recall: Recall }) {
  const compared = describeCompared(recall.recallCodes)
  if (compared === 'all') return null
  return (
    <div className={css.wide}>
      <Note
        meaning="attention"
        title={
          compared === 'nothing'
            ? 'Your packages could not be compared with this recall'
            : 'Your packages could be compared with only part of this recall'
        }
        action={
          <Group component="span" gap="4px 16px">
            {stockSearches(recall).map(({ label, href }) => (
              <Link key={href} href={href}>
                {label}
              </Link>
            ))}
          </Group>
        }
      >
        The text does not name enough NDCs and lots. Read it below, and check your shelves by hand.
      </Note>
    </div>
  )
}
