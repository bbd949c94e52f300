import type { AnyRouter } from '@trpc/server'
import { router } from './call/trpc.ts'
import { type Merged, mergeRecords } from './core/merge.ts'
import { collect } from './domains/all.ts'

const contributed = collect('routers')

type RecordOf<Routers> = Routers extends readonly AnyRouter[] ? Merged<Routers[number]['_def']['record']> : never
type Records<Each> = Each extends unknown ? { [Name in keyof Each]: RecordOf<Each[Name]> } : never
/** Merges the procedures that the domains add to each namespace. */
type Namespaces = Merged<Records<(typeof contributed)[number]>>

function mergeNamespaces(): Namespaces {
  const entries = contributed.flatMap((routers): [string, readonly AnyRouter[]][] => Object.entries(routers))
  const byName = Map.groupBy(entries, ([name]) => name)
  const merged = [...byName].map(([name, parts]) => {
    const records = parts.flatMap(([, routers]) => routers.map(({ _def }) => _def.record))
    return [name, mergeRecords('procedures', records)]
  })
  return Object.fromEntries(merged) as Namespaces // Object.fromEntries() loses the type of each key
}

export const appRouter = router(mergeNamespaces())
export type AppRouter = typeof appRouter
