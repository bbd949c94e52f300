import type { ReactNode } from 'react'

export interface TreeNode {
  key: string | number
  icon?: ReactNode
  label: ReactNode
  /** At the right end. */
  aside?: ReactNode
  /** The thing this page is about. */
  current?: boolean
  children?: readonly TreeNode[]
}

/** Packaging: what lies in what. */
export function Tree({ nodes, label }: { nodes: readonly TreeNode[]; label: string }) {
  return (
    <ul className="tree" aria-label={label}>
      <Branches nodes={nodes} />
    </ul>
  )
}

function Branches({ nodes }: { nodes: readonly TreeNode[] }) {
  return nodes.map((node) => (
    <li key={node.key}>
      <div className={node.current ? 'node-row is-this' : 'node-row'} aria-current={node.current ? 'true' : undefined}>
        {node.icon}
        {node.label}
        {node.aside && <span className="node-aside small faint">{node.aside}</span>}
      </div>
      {node.children && node.children.length > 0 && (
        <ul>
          <Branches nodes={node.children} />
        </ul>
      )}
    </li>
  ))
}
