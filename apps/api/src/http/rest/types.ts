import type { AppRouter } from '../../router.ts'

interface Leaf {
  _def: { type: 'query' | 'mutation' | 'subscription' }
}
type Paths<R, Prefix extends string = ''> = {
  [K in keyof R & string]: R[K] extends Leaf ? `${Prefix}${K}` : R[K] extends object ? Paths<R[K], `${Prefix}${K}.`> : never
}[keyof R & string]

/** Every procedure's dotted name: a misspelt one in the table does not compile. */
export type ProcedurePath = Paths<AppRouter['_def']['record']>

export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: `/${string}`
  procedure: ProcedurePath
  /**
   * What the answer looks like (decision 15). `json`, the default: the procedure's answer as it is. `page`: the items of a page as a bare
   * array, the next cursor in a header. `toast`: the words of `says`. `file`: the bytes of the stored file that the answer names.
   */
  reply?: 'json' | 'page' | 'toast' | 'file'
  says?: string
  /** The body may be a bare list, which is this field of the procedure's input (decision 16). */
  list?: string
  /** The body is a file: stored before the procedure is called (decision 18). */
  takes?: 'orderFile' | 'medAttachment'
}
