import { useEffect, useRef } from 'react'
import { type Outputs, trpc } from '../../api/trpc.ts'
import { nextPollMs } from '../../ui/feedback/poll-interval.ts'

export type UploadRow = Outputs['file']['readManyUploads'][number]
export type UploadDetail = Outputs['file']['readOneUpload']

const POLL_MS = 1000
const LIST_POLL_MS = 2000
const background = { trpc: { context: { background: true } } } as const

/** Latest uploads; polled in the background while one is being read. */
export function useUploads() {
  return trpc.file.readManyUploads.useQuery(undefined, {
    ...background,
    refetchInterval: ({ state }) => (state.data?.some((upload) => upload.status === 'processing') ? LIST_POLL_MS : false),
  })
}

/** Reads one upload, and polls it until it is settled. The page shows the upload's result and refetches the data that the upload changed. */
export function useUpload(uploadId: number | undefined) {
  const utils = trpc.useUtils()
  const query = trpc.file.readOneUpload.useQuery(
    { uploadId: uploadId ?? 0 },
    {
      ...background,
      enabled: uploadId !== undefined,
      refetchInterval: ({ state }) => (state.data?.status === 'processing' ? nextPollMs(state, POLL_MS) : false),
    },
  )
  const { data } = query
  const followed = useRef<number>(undefined)
  useEffect(() => {
    if (!data) return
    if (data.status === 'processing') {
      followed.current = data.id
      return
    }
    if (followed.current !== data.id) return
    followed.current = undefined
    void utils.file.readManyUploads.invalidate()
    if (data.documentId !== null) void Promise.all([utils.order.invalidate(), utils.med.invalidate()])
  }, [data, utils])
  return query
}

/** Actions on an upload. Each refreshes the uploads; the figures of an order are refetched once the server has read the upload. */
export function useUploadActions() {
  const touches = { touches: ['file'] }
  const stop = trpc.file.stopOneUpload.useMutation({ meta: touches })
  const retry = trpc.file.retryOneUpload.useMutation({ meta: touches })
  const settle = trpc.file.settleOneUpload.useMutation({ meta: { touches: ['file', 'order', 'med'] } })
  return { stop, retry, settle }
}
