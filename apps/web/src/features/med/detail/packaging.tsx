import { Box } from '@mantine/core'
import { groupCode } from '@seriatim/gs1'
import { IconArchive, IconPackage, IconStack2 } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { trpc } from '../../../api/trpc.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { Tree, type TreeNode } from '../../../ui/table/tree.tsx'
import { Code } from '../../../ui/text/code.tsx'
import { formatAmount } from '../../../ui/text/format.ts'
import { Glyph } from '../../../ui/text/glyph.tsx'
import { LinkButton, Muted } from '../../../ui/text/text.tsx'
import { levelName, medHref } from '../med-columns.tsx'
import type { Pedigree } from './med-facts.tsx'

/** The containers around the med, outermost first, and on demand the med's siblings. For a case or pallet, also its contents. */
export function Packaging({ pedigree }: { pedigree: Pedigree }) {
  const { parents, package: inside } = pedigree
  const [opened, open] = useState(false)
  const siblings = useSiblings(pedigree, opened)
  return (
    <Section title="Packaging">
      <Card>
        {parents.length === 0 ? (
          <Box px="md" py="sm">
            <Muted>
              {inside ? `This ${inside.level} was not part of a larger container` : 'This med was not part of a larger package'}
            </Muted>
          </Box>
        ) : (
          <Box pt="xs">
            <Tree label="Packaging" nodes={makeTree(pedigree, siblings, () => open(true))} />
          </Box>
        )}
      </Card>
    </Section>
  )
}

type Level = Pedigree['parents'][number]['level']

interface Siblings {
  nodes: TreeNode[] | undefined
  isLoading: boolean
}

/** The other packages in the med's container, loaded once `opened` is true. */
function useSiblings({ med, parents, orders }: Pedigree, opened: boolean): Siblings {
  const around = parents[0]
  const document = orders[0]
  const units = trpc.order.readManyUnits.useQuery(
    { documentId: document?.documentId ?? 0, parentLine: around?.line ?? null, limit: 500 },
    { enabled: opened && document !== undefined && around !== undefined, meta: { loud: true } },
  )
  const nodes = units.data?.items
    .filter((unit) => unit.medId !== null && unit.medId !== med.id)
    .map((unit) => ({
      key: unit.line,
      label: (
        <Link href={medHref({ id: unit.medId ?? 0 })}>
          <Code groups={groupCode('serial', unit.serialNumber ?? '')} boldTail />
        </Link>
      ),
      aside: unit.kind === 'package' ? formatAmount(unit.meds, 'package') : undefined,
    }))
  return { nodes, isLoading: units.isFetching }
}

function makeTree(pedigree: Pedigree, siblings: Siblings, onMore: () => void): TreeNode[] {
  const { med, parents, siblings: beside } = pedigree
  const innermost: TreeNode[] = [
    {
      key: 'this',
      current: true,
      icon: pedigree.package ? chooseIcon(pedigree.package.level) : <Glyph of={IconPackage} />,
      label: (
        <>
          This {pedigree.package?.level ?? 'package'} <Code groups={groupCode('serial', med.serialNumber)} boldTail />
        </>
      ),
      aside: pedigree.package ? formatAmount(pedigree.package.meds, 'package') : undefined,
    },
    ...(siblings.nodes ?? moreNode(beside, parents[0]?.level ?? 'case', siblings.isLoading, onMore)),
  ]
  return parents.reduce<TreeNode[]>((inside, around) => {
    return [
      {
        key: around.line,
        icon: chooseIcon(around.level),
        label: (
          <>
            {levelName(around.level)} <AroundCode around={around} />
          </>
        ),
        aside: describeAside(around),
        children: inside,
      },
    ]
  }, innermost)
}

/** Describes the contents of a container; `meds` counts shipped meds only. */
function describeAside({ meds, children, level }: Pedigree['parents'][number]): string {
  if (level === 'case') return formatAmount(meds > 0 ? meds : children, 'package')
  const inside = formatAmount(children, level === 'pallet' ? 'case' : 'unit')
  return meds > 0 ? `${inside}, ${formatAmount(meds, 'package')}` : inside
}

/** Code of a container around the med. A container with a serial number links to its own pedigree page; a container with an SSCC has no such page. */
function AroundCode({ around: { medId, sscc, serialNumber } }: { around: Pedigree['parents'][number] }) {
  const code = <Code groups={sscc ? groupCode('sscc', sscc) : groupCode('serial', serialNumber ?? '')} />
  return medId === null ? code : <Link href={medHref({ id: medId })}>{code}</Link>
}

function chooseIcon(level: Level) {
  const Icon = level === 'case' ? IconArchive : IconStack2
  return <Glyph of={Icon} />
}

function moreNode(left: number, level: Level, isLoading: boolean, onMore: () => void): TreeNode[] {
  if (left < 1) return []
  return [
    {
      key: 'more',
      label: (
        <LinkButton disabled={isLoading} onClick={onMore}>
          {left.toLocaleString('en-US')} more in this {level}
        </LinkButton>
      ),
    },
  ]
}
