import { createContext, use } from 'react'

/** True while the server is unreachable, so that a query without data fails visibly at once instead of after its last retry. */
export const ServerUnreachable = createContext(false)

export const useServerUnreachable = (): boolean => use(ServerUnreachable)
