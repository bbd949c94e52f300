import type { AccessScope } from '@seriatim/schema'
import type { ProcedurePath } from '../rest/types.ts'

export interface V2Route {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Nouns in the plural; `:name` is a field of the procedure's input. */
  path: `/${string}`
  procedure: ProcedurePath
  /** Scopes of which a limited access token needs one; the first is named in refusals. */
  scope: AccessScope
  /** What the call does, for its readers. */
  says: string
  /** `page`: a list, sent as `{"items":[…]}`; `Link` has the next page. */
  reply?: 'page'
  /** Status of success, by default 200. */
  status?: 200 | 201 | 202
  /** Field of the answer with the new resource's id; `Location` is made of it. */
  makes?: { path: `/${string}/`; field: string }
}

/** The whole surface under `/api/v2`. Inputs, outputs, rights and errors come from the procedures; the description is built from the same table. */
export const v2Routes = [
  {
    method: 'GET',
    path: '/locations',
    procedure: 'location.readAllByUserid',
    scope: 'locations:read',
    reply: 'page',
    says: 'The locations that the caller may see, with their GLNs.',
  },
  {
    method: 'GET',
    path: '/orders',
    procedure: 'order.readManySearch',
    scope: 'orders:read',
    reply: 'page',
    says: 'Orders, newest first, with how much of each was received.',
  },
  {
    method: 'GET',
    path: '/orders/:documentId',
    procedure: 'order.readOneById',
    scope: 'orders:read',
    says: 'One order.',
  },
] as const satisfies readonly V2Route[]
