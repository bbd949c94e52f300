import { useEffect, useRef } from 'react'
import { useQueryState } from '../../ui/form/use-query-state.ts'
import { useSending } from './use-sending.ts'
import { useUpload, useUploads } from './use-uploads.ts'

/**
 * Returns the file that the page is sending, and the upload that the page shows: the one in the URL or, without one, the one that the server is
 * processing.
 */
export function useShownUpload() {
  const [query, setQuery] = useQueryState()
  const { file, sending, arrived, choose, send, cancel, takeUp } = useSending()
  const uploads = useUploads()
  const chosen = Number(query.upload) || undefined
  const shownId = chosen ?? uploads.data?.find((upload) => upload.status === 'processing')?.id
  const upload = useUpload(shownId)
  const show = (id: number) => {
    setQuery({ upload: String(id) })
    void uploads.refetch()
  }
  useEffect(() => {
    if (arrived === undefined) return
    takeUp()
    show(arrived)
  })
  const refetchList = uploads.refetch
  const wasSending = useRef(false)
  const before = useRef<number>(undefined)
  useEffect(() => {
    // If the server refused the file, the newest entry of the list may be that file. Show it in place of the previous upload.
    const checkRefused = async () => {
      const { data } = await refetchList()
      const newest = data?.[0]
      if (newest?.status === 'refused' && newest.id !== before.current) setQuery({ upload: String(newest.id) })
    }
    if (wasSending.current && !sending && arrived === undefined) void checkRefused()
    wasSending.current = sending !== undefined
  }, [sending, arrived, refetchList, setQuery])
  // A newly chosen file hides an earlier upload, because the result of that upload might be mistaken for the file's. An upload in the URL is shown
  // anyway.
  const isNew = file !== undefined && chosen === undefined
  const isFree = !sending && !isNew
  const shown = isFree ? upload.data : undefined
  return {
    file,
    sending,
    cancel,
    uploads,
    upload,
    chosen,
    isNew,
    /** The upload to show; undefined if the page is sending a file, or if a newly chosen file is about to be sent. */
    shown,
    hasFailed: isFree && upload.isError && !shown,
    isComing: isFree && shownId !== undefined && upload.isPending,
    show,
    take: (next: File) => {
      choose(next)
      setQuery({ upload: undefined })
    },
    send: (next: File) => {
      before.current = uploads.data?.[0]?.id
      void send(next)
    },
  }
}
