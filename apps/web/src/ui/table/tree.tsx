import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import css from './tree.module.css'

export interface TreeNode {
  key: string | number
  icon?: ReactNode
  label: ReactNode
  /** Shown at the right end. */
  aside?: ReactNode
  /** True for the entry that is the subject of the page; the tree highlights it. */
  current?: boolean
  children?: readonly TreeNode[]
}

/** The packaging hierarchy. Mantine's Tree supports opening, selecting and dragging; this one is read-only. */
export function Tree({ nodes, label }: { nodes: readonly TreeNode[]; label: string }) {
  return (
    <ul className={css.tree} aria-label={label}>
      <Branches nodes={nodes} />
    </ul>
  )
}

function Branches({ nodes }: { nodes: readonly TreeNode[] }) {
  return nodes.map((node) => (
    <li key={node.key}>
      <div className={css.row} aria-current={node.current ? 'true' : undefined}>
        {node.icon}
        {node.label}
        {node.aside && (
          <Text span ml="auto" fz="xs" c="dimmed" visibleFrom="xs">
            {node.aside}
          </Text>
        )}
      </div>
      {node.children && node.children.length > 0 && (
        <ul>
          <Branches nodes={node.children} />
        </ul>
      )}
    </li>
  ))
}
