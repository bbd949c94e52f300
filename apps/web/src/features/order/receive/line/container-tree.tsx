import { Group } from '@mantine/core'
import { memo, type ReactNode, useState } from 'react'
import { trpc } from '../../../../api/trpc.ts'
import { Card } from '../../../../ui/layout/card.tsx'
import { cssVariable } from '../../../../ui/layout/css-variable.ts'
import { Section } from '../../../../ui/layout/section.tsx'
import { Skeleton } from '../../../../ui/layout/skeleton.tsx'
import { Failed } from '../../../../ui/page/loaded.tsx'
import { useServerUnreachable } from '../../../../ui/page/server-unreachable.ts'
import { formatCount } from '../../../../ui/text/format.ts'
import { LinkButton, VisuallyHidden } from '../../../../ui/text/text.tsx'
import type { ReceiveIndex } from '../receive-index.ts'
import { ContainerRow, MedRow, type RowTools } from './container-rows.tsx'
import css from './tree.module.css'
import { makeUnits } from './units-of-index.ts'

const PIECE = 50
/** The outermost containers start expanded if there are at most this many of them. */
const OPENED = 2

/** Direct children of a line in the index (for -1, the outermost lines), without those that contain no shipped med. */
function shippedChildren(index: ReceiveIndex, parent: number): number[] {
  const lines: number[] = []
  const end = parent < 0 ? index.count - 1 : (index.lasts[parent] ?? parent)
  for (let at = parent + 1; at <= end; at = (index.lasts[at] ?? at) + 1) if ((index.meds[at] ?? 0) > 0) lines.push(at)
  return lines
}

interface TreeProps {
  tools: RowTools
  /**
   * Version of the index that the tree shows. It changes only after the panel has shown a scan's result, so that the result is rendered before the
   * tree's rows.
   */
  version: number
}

export function ContainerTree({ action, ...tree }: TreeProps & { action: ReactNode }) {
  return (
    <Section
      title="Containers"
      aside={
        <Group gap="xs">
          Scan a container's barcode, or receive it here with everything in it.
          {action}
        </Group>
      }
    >
      <Card>
        <TreeTable {...tree} />
      </Card>
    </Section>
  )
}

/** The packaging hierarchy as in the file; each level is loaded when it is expanded. */
const TreeTable = memo(function TreeTable({ tools }: TreeProps) {
  const { index } = tools.known
  const [opened, setOpened] = useState<ReadonlySet<number>>(() => {
    const roots = shippedChildren(index, -1)
    return new Set(roots.length <= OPENED ? roots : [])
  })
  const toggle = (line: number) =>
    setOpened((lines) => {
      const next = new Set(lines)
      if (!next.delete(line)) next.add(line)
      return next
    })
  return (
    <table className={css.tree} aria-label="Containers">
      <thead>
        <tr>
          <th scope="col" style={{ width: '30%' }}>
            Container
          </th>
          <th scope="col" style={{ width: '25%' }}>
            Contents
          </th>
          <th scope="col" style={{ width: '25%' }}>
            Packages
          </th>
          <th scope="col" className={css.count}>
            Received
          </th>
          <th scope="col" style={{ width: 190 }}>
            <VisuallyHidden>Actions</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>
        <Level parent={-1} level={0} tools={tools} opened={opened} onToggle={toggle} />
      </tbody>
    </table>
  )
})

interface LevelProps {
  parent: number
  level: number
  tools: RowTools
  opened: ReadonlySet<number>
  onToggle: (line: number) => void
}

function Level({ parent, level, tools, opened, onToggle }: LevelProps) {
  const { index } = tools.known
  const isUnreachable = useServerUnreachable()
  const parentLine = parent < 0 ? null : parent
  const units = trpc.order.readManyUnits.useInfiniteQuery(
    { documentId: index.documentId, parentLine, limit: PIECE },
    {
      getNextPageParam: (page) => page.nextCursor ?? undefined,
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 60_000,
    },
  )
  // If the containers can't be loaded because the server is unreachable, shows those in the order's scan index instead.
  const kept = units.isError && !units.data && isUnreachable ? makeUnits(tools.known, parent) : []
  if (units.isError && !units.data && kept.length === 0) {
    return (
      <tr>
        <td colSpan={5}>
          <Failed query={units} subject="These containers" meaning="Scanning still works; nothing that was received is lost." />
        </td>
      </tr>
    )
  }
  if (!units.data && kept.length === 0)
    return <Skeletons level={level} rows={Math.min(4, Math.max(1, shippedChildren(index, parent).length))} />
  const rows = (units.data?.pages.flatMap((page) => page.items) ?? kept).filter((unit) => (index.meds[unit.line] ?? 0) > 0)
  const rest = shippedChildren(index, parent).length - rows.length
  return (
    <>
      {rows.map((unit) =>
        unit.kind === 'package' ? (
          <ContainerRow key={unit.line} unit={unit} level={level} tools={tools} opened={opened.has(unit.line)} onToggle={onToggle}>
            {opened.has(unit.line) && <Level parent={unit.line} level={level + 1} tools={tools} opened={opened} onToggle={onToggle} />}
          </ContainerRow>
        ) : (
          <MedRow key={unit.line} unit={unit} level={level} tools={tools} />
        ),
      )}
      {units.hasNextPage && rest > 0 && (
        <tr>
          <td colSpan={5} style={cssVariable('--level', level + 1)}>
            <LinkButton disabled={units.isFetchingNextPage} onClick={() => void units.fetchNextPage()}>
              {rest <= PIECE ? `Show the other ${formatCount(rest)}` : `Show ${PIECE} of the other ${formatCount(rest)}`}
            </LinkButton>
          </td>
        </tr>
      )}
    </>
  )
}

function Skeletons({ level, rows }: { level: number; rows: number }) {
  return Array.from({ length: rows }, (_, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: these rows are all alike
    <tr key={at} aria-busy="true">
      <td style={cssVariable('--level', level + 1)}>
        <Skeleton width={200} />
      </td>
      <td>
        <Skeleton width={160} />
      </td>
      <td colSpan={3} />
    </tr>
  ))
}
