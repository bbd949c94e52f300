import type { ReactNode } from 'react'

interface EmptyStateProps {
  /** One sentence: what will be here, or that nothing was found. */
  children: ReactNode
  /** The one thing that gets it here. */
  action?: ReactNode
}

export function EmptyState({ children, action }: EmptyStateProps) {
  return (
    <div className="empty">
      <p>{children}</p>
      {action}
    </div>
  )
}
