import { createContext, use } from 'react'

/** True while no server can be reached: a read without data says so at once, not after its last try. */
export const ServerUnreachable = createContext(false)

export const useServerUnreachable = (): boolean => use(ServerUnreachable)
