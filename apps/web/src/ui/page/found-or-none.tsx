import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link, useRoute } from 'wouter'
import { EmptyState } from '../feedback/empty-state.tsx'
import { Card } from '../layout/card.tsx'
import { Loaded } from './loaded.tsx'

/** The id in the address of a detail page; 0 for none, which no row has. `route` has one parameter, as in `/orders/receive/:documentId`. */
export function useRouteId(route: string): number {
  const [, params] = useRoute(route)
  const [text = ''] = Object.values(params ?? {})
  return /^\d{1,15}$/.test(text) ? Number(text) : 0
}

interface FoundProps<Data> extends Omit<Parameters<typeof Loaded<Data>>[0], 'below'> {
  /** Why there is nothing at this address; see `explainMissing`. */
  none: string | undefined
  /** The list that it would stand in. */
  list: { href: string; label: string }
  children: (data: Data) => ReactNode
}

/** The body of a detail page: the one thing at its address, or that there is none, or that it could not be read, or the wait. */
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
