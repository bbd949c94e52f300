import { IconArchive, IconPackage, IconStack2 } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { trpc } from '../../api/trpc.ts'
import { Code, groupCode } from '../../ui/code.tsx'
import { countOf } from '../../ui/format.ts'
import { Tree, type TreeNode } from '../../ui/tree.tsx'
import { medHref } from './med-columns.tsx'
import type { Pedigree } from './med-facts.tsx'

/** What the med lies in, outermost first, and on demand what lies beside it. */
export function Packaging({ pedigree }: { pedigree: Pedigree }) {
  const { parents, amountOfChildren } = pedigree
  const [opened, open] = useState(false)
  const siblings = useSiblings(pedigree, opened)
  return (
    <section aria-labelledby="med-packaging">
      <h2 id="med-packaging">Packaging</h2>
      <div className="card">
        {parents.length === 0 ? (
          <p className="med-none">
            This med was not part of a larger package
            {amountOfChildren > 0 && <span className="sub">It holds {countOf(amountOfChildren, 'package')} itself.</span>}
          </p>
        ) : (
          <Tree label="Packaging" nodes={treeOf(pedigree, siblings, () => open(true))} />
        )}
      </div>
    </section>
  )
}

interface Siblings {
  nodes: TreeNode[] | undefined
  isLoading: boolean
}

/** The packages beside the med, read when they are asked for. */
function useSiblings({ med, parents, orders }: Pedigree, opened: boolean): Siblings {
  const around = parents[0]
  const document = orders[0]
  const units = trpc.order.readManyUnits.useQuery(
    { documentId: document?.documentId ?? 0, parentLine: around?.line ?? null, limit: 500 },
    { enabled: opened && document !== undefined && around !== undefined },
  )
  const nodes = units.data?.items
    .filter((unit) => unit.medId !== null && unit.medId !== med.id)
    .map((unit) => ({
      key: unit.line,
      label: (
        <Link href={medHref({ id: unit.medId ?? 0 })}>
          <Code groups={groupCode(unit.serialNumber ?? '', 'serial')} boldTail />
        </Link>
      ),
      ...(unit.kind === 'package' ? { aside: countOf(unit.meds, 'med') } : {}),
    }))
  return { nodes, isLoading: units.isFetching }
}

function treeOf(pedigree: Pedigree, siblings: Siblings, onMore: () => void): TreeNode[] {
  const { med, parents, siblings: beside, amountOfChildren } = pedigree
  const innermost: TreeNode[] = [
    {
      key: 'this',
      current: true,
      icon: <IconPackage className="ic" aria-hidden="true" />,
      label: (
        <>
          This package <Code groups={groupCode(med.serialNumber, 'serial')} boldTail />
        </>
      ),
      ...(amountOfChildren > 0 ? { aside: `holds ${amountOfChildren}` } : {}),
    },
    ...(siblings.nodes ?? moreNode(beside, siblings.isLoading, onMore)),
  ]
  return parents.reduce<TreeNode[]>((inside, around, depth) => {
    const isCase = depth === 0
    const Icon = isCase ? IconArchive : IconStack2
    const code = around.sscc ? groupCode(around.sscc, 'sscc') : groupCode(around.serialNumber ?? '', 'serial')
    return [
      {
        key: around.line,
        icon: <Icon className="ic" aria-hidden="true" />,
        label: (
          <>
            {isCase ? 'Case' : 'Pallet'} <Code groups={code} />
          </>
        ),
        aside: asideOf(around, isCase),
        children: inside,
      },
    ]
  }, innermost)
}

/** Meds that were not shipped are not counted in `meds`. */
function asideOf({ meds, children }: Pedigree['parents'][number], isCase: boolean): string {
  if (isCase) return meds > 0 ? countOf(meds, 'med') : countOf(children, 'package')
  return meds > 0 ? `${countOf(children, 'package')}, ${countOf(meds, 'med')}` : countOf(children, 'package')
}

function moreNode(beside: number, isLoading: boolean, onMore: () => void): TreeNode[] {
  if (beside < 1) return []
  return [
    {
      key: 'more',
      label: (
        <button type="button" className="link link--plain" disabled={isLoading} onClick={onMore}>
          {beside.toLocaleString('en-US')} more in this case
        </button>
      ),
    },
  ]
}
