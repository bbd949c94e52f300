import { useState } from 'react'
import { readErrorKey } from '../../../api/query-client.ts'
import { trpc } from '../../../api/trpc.ts'
import { collectLocationIds, TOUCHES } from '../person-words.ts'
import type { Matrix } from './use-matrix.ts'

/**
 * Saves the collected changes. `alone`: locations that the changes would leave without an admin; the server rejects the save until the user confirms.
 */
export function useMatrixSaving(matrix: Matrix) {
  const { changes } = matrix
  const utils = trpc.useUtils()
  const [alone, setAlone] = useState<number[]>()
  const save = trpc.userLocation.updateMany.useMutation({
    meta: { done: 'Access saved.', touches: TOUCHES },
    onError: (error) => {
      if (readErrorKey(error) === 'last_admin') setAlone(collectLocationIds(error))
      else void utils.user.readAllByCustomerid.invalidate()
    },
  })
  const inputs = changes.map(({ user, place, from, to }) => ({ userId: user.id, customerLocationId: place.id, from, to }))
  const send = async (leaveWithoutAdmin: boolean) => {
    // The mutation's `onError` has already shown the error or asked the user to confirm.
    const saved = await save.mutateAsync({ changes: inputs, ...(leaveWithoutAdmin ? { leaveWithoutAdmin } : {}) }).catch(() => undefined)
    if (!saved) return
    matrix.settle(changes)
    setAlone(undefined)
  }
  return {
    isPending: save.isPending,
    alone,
    cancel: () => setAlone(undefined),
    run: (leaveWithoutAdmin = false) => void send(leaveWithoutAdmin),
  }
}
export type MatrixSaving = ReturnType<typeof useMatrixSaving>
