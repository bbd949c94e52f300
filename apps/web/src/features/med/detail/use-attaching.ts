import { useMemo } from 'react'
import { sendPackets } from '../../../api/file/packets.ts'
import { makeSessionStore } from '../../../api/session/session-store.ts'
import { trpc } from '../../../api/trpc.ts'
import { toast } from '../../../ui/toast/toast.ts'

/** A file being uploaded to a pedigree. */
export interface Attaching {
  key: number
  medId: number
  name: string
  size: number
  sent: number
  /**
   * `network`, `server`: the upload waits until the network or the server is available again. `failed`: the file was not accepted; can be retried.
   */
  state: 'sending' | 'network' | 'server' | 'failed'
}

interface Work extends Attaching {
  file: File
  isEpcisGenerated: boolean | undefined
  stop: AbortController
}

let nextKey = 1
const none: readonly Work[] = []
/** When a session ends, the person's uploads are aborted. */
const works = makeSessionStore(none, (last) => {
  for (const { stop } of last) stop.abort()
})
const update = (key: number, change: Partial<Work>) =>
  works.set(works.get().map((work) => (work.key === key ? { ...work, ...change } : work)))
const drop = (key: number) => works.set(works.get().filter((work) => work.key !== key))

/** Choosing the same file again resumes its upload, even after a reload: packets that arrived are not sent twice. */
const nameOfUpload = ({ size, lastModified, name }: File) => `${size}-${lastModified}-${name}`.slice(0, 100)

/** Uploads to one med. They live outside the component tree, so navigation doesn't abort them. */
export function useAttaching(medId: number, isEpcisGenerated: boolean | undefined) {
  const all = works.use()
  const utils = trpc.useUtils()

  async function run(work: Work): Promise<void> {
    const { key, file, stop } = work
    const groupId = `med-${work.medId}`
    const id = nameOfUpload(file)
    try {
      const known = await utils.file.readManyPackets.fetch({ medId: work.medId, groupId, id }, { staleTime: 0 }).catch(() => undefined)
      const { isEpcisGenerated: flag } = work
      const answer = await sendPackets({
        path: '/api/v1/file/upload/medattachment',
        file,
        groupId,
        id,
        fields: { medId: work.medId, ...(flag === undefined ? {} : { isEpcisGenerated: flag }) },
        arrived: known?.packets ?? [],
        onProgress: (sent) => update(key, { sent, state: 'sending' }),
        onPause: (waitsFor) => update(key, { state: waitsFor ?? 'sending' }),
        signal: stop.signal,
      })
      if (answer !== undefined) {
        toast.done(`${file.name} was attached.`, { everywhere: true })
        await utils.med.readOneById.invalidate({ medId: work.medId })
      }
      drop(key)
    } catch {
      update(key, { state: 'failed' })
    }
  }

  function begin(file: File): void {
    const fresh: Work = {
      key: nextKey++,
      medId,
      name: file.name,
      size: file.size,
      sent: 0,
      state: 'sending',
      file,
      isEpcisGenerated,
      stop: new AbortController(),
    }
    works.set([...works.get(), fresh])
    void run(fresh)
  }

  return {
    list: useMemo(() => all.filter((work) => work.medId === medId), [all, medId]),
    add: (files: readonly File[]) => {
      for (const file of files) begin(file)
    },
    stop(key: number) {
      works
        .get()
        .find((work) => work.key === key)
        ?.stop.abort()
      drop(key)
    },
    retry(key: number) {
      const work = works.get().find((one) => one.key === key)
      if (!work) return
      update(key, { state: 'sending' })
      void run(work)
    },
  }
}
