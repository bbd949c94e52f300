import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link, useRoute } from 'wouter'
import { EmptyState } from '../feedback/empty-state.tsx'
import { Card } from '../layout/card.tsx'
import { Loaded } from './loaded.tsx'

/**
 * The id in a detail page's URL; 0 if the URL contains none, because no row has the id 0. `route` has one parameter, as in
 * `/orders/receive/:documentId`.
 */
export function useRouteId(route: string): number {
  const [, params] = useRoute(route)
  const [text = ''] = Object.values(params ?? {})
  return /^\d{1,15}$/.test(text) ? Number(text) : 0
}

interface FoundProps<Data> extends Omit<Parameters<typeof Loaded<Data>>[0], 'below'> {
  /** The reason why nothing exists at this URL; see `explainMissing`. */
  none: string | undefined
  /** Link to the list in which the missing subject would be. */
  list: { href: string; label: string }
  children: (data: Data) => ReactNode
}

/**
 * Body of a detail page. Shows the record once loaded, a message with a link to the list if the record doesn't exist, or else the error or loading
 * state.
 */
export function FoundOrNone<Data>({ none, list, ...loaded }: FoundProps<Data>) {
  if (none === undefined || loaded.query.data !== undefined) return <Loaded {...loaded} />
  return (
    <Card>
      <EmptyState
        action={
          <Button component={Link} href={list.href}>
            {list.label}
          </Button>
        }
      >
        {none}
      </EmptyState>
    </Card>
  )
}
