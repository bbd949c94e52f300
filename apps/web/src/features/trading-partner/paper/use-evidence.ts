import { saveBase64 } from '../../../api/file/download.ts'
import { sendFile } from '../../../api/file/send-file.ts'
import { trpc } from '../../../api/trpc.ts'

/** Uploads and downloads files of a partner's papers. */
export function useEvidence(tradingPartnerId: number) {
  const send = trpc.tradingPartner.uploadOneEvidence.useMutation({ meta: { quiet: true } })
  const utils = trpc.useUtils()
  return {
    upload: async (file: File) => {
      const { evidence } = await sendFile(file, (packet) => send.mutateAsync({ tradingPartnerId, ...packet }))
      if (!evidence) throw new Error('The upload is incomplete. Choose the file again.')
      return evidence
    },
    save: async (evidenceId: number) => {
      const file = await utils.tradingPartner.readOneEvidence.fetch({ evidenceId }, { staleTime: 0, meta: { loud: true } })
      saveBase64(file, file.contentType)
    },
  }
}
