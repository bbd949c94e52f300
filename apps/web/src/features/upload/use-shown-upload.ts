import { useEffect, useRef } from 'react'
import { useQueryState } from '../../ui/form/use-query-state.ts'
import { useSending } from './use-sending.ts'
import { useUpload, useUploads } from './use-uploads.ts'

/** What this page sends and which upload it shows: the one in its address, else what is going on. */
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
    // A refused file is listed too, and shown instead of the one before.
    const lookForRefused = async () => {
      const { data } = await refetchList()
      const newest = data?.[0]
      if (newest?.status === 'refused' && newest.id !== before.current) setQuery({ upload: String(newest.id) })
    }
    if (wasSending.current && !sending && arrived === undefined) void lookForRefused()
    wasSending.current = sending !== undefined
  }, [sending, arrived, refetchList, setQuery])
  // The chosen file takes the place of an earlier one: nothing here may be read as what became of it. An upload that is asked for by its address is shown.
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
    /** Absent while something newer takes its place. */
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
