import { cachedForever } from '../api/query-client.ts'
import { trpc } from '../api/trpc.ts'

/** US states as select options, preceded by an empty option. */
export function useStateOptions(none = 'No state'): { value: string; label: string }[] {
  const { data = [] } = trpc.state.readAll.useQuery(undefined, cachedForever)
  return [{ value: '', label: none }, ...data.map((state) => ({ value: String(state.id), label: state.name }))]
}
