import type { AppRouter } from '../../router.ts'

interface Leaf {
  _def: { type: 'query' | 'mutation' | 'subscription' }
}
type Paths<R, Prefix extends string = ''> = {
  [K in keyof R & string]: R[K] extends Leaf ? `${Prefix}${K}` : R[K] extends object ? Paths<R[K], `${Prefix}${K}.`> : never
}[keyof R & string]

/** Dotted name of every procedure, so that a misspelled name in the table fails to compile. */
export type ProcedurePath = Paths<AppRouter['_def']['record']>

export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: `/${string}`
  procedure: ProcedurePath
  /**
   * Form of the answer (decision 15). `json` (the default): the procedure's answer unchanged. `page`: the items as a bare array, with the next page's
   * cursor in a header. `toast`: the text of `says`. `file`: the bytes of the stored file that the answer refers to.
   */
  reply?: 'json' | 'page' | 'toast' | 'file'
  says?: string
  /** Field of the procedure's input that gets the body if the body is a bare list (decision 16). */
  list?: string
  /** The body is a file that is stored before the procedure is called (decision 18). */
  takes?: 'orderFile' | 'medAttachment'
}
